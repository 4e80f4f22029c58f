"""The paper of a cup: its headline, everybody named, what can still be reached, what was remarkable."""

from collections.abc import Mapping, Sequence

from engine.prospects import Prospects, prize_of
from engine.series import NoOptions, Outcome, standings
from records.values import Faction
from tests.test_prospects import SERIES, A, B, C, D, race
from words.shared.cup_paper import Issue, front_page, headline

NAMES = {A: "Ann", B: "Ben", C: "Cato", D: "Dora"}


def issue(*races: Outcome, left: int = 1, remarks: tuple[str, ...] = (), names: Mapping[Faction, str] = NAMES) -> Issue:
    factions = tuple(names)
    known = Prospects(SERIES, factions, races, left, prize_of(SERIES, NoOptions(), len(factions), races))
    return Issue(
        title="Ludi", round=len(races), races=len(races) + left, who=names, short=names, race=races[-1],
        before=tuple(standings(SERIES, factions, races[:-1])) if races[1:] else (),
        now=tuple(standings(SERIES, factions, races)),
        ranges=known.ranges if left else {}, were=known.at(len(races) - 1).ranges, wins=known.wins, places=4,
        remarks=remarks, following="The host opens the next race.",
    )  # fmt: skip


def text(*races: Outcome, left: int = 1, remarks: tuple[str, ...] = ()) -> str:
    return "\n".join(front_page(issue(*races, left=left, remarks=remarks)))


def headlines(*races: Sequence[Outcome], left: int = 3) -> list[str]:
    return [headline(issue(*each, left=left)) for each in races]


FIRST = race(A, B, C, out=(D,))


def test_the_headline_tells_what_the_race_means_at_the_top() -> None:
    assert headlines([FIRST], [FIRST, race(B, A, C, D)], [FIRST, race(A, B, C, D)], [FIRST, race(C, A, B, D)]) == [
        "📰 Ann wins race 1 and leads",
        "📰 Ben wins race 2 and takes the lead",
        "📰 Ann wins again and leads by 4 points",
        "📰 Cato wins race 2; Ann still leads",
    ]
    assert headline(issue(FIRST, race(out=(A, B, C, D)), left=2)) == "📰 Nobody gets home in race 2; Ann leads"


def test_a_cup_that_is_decided_is_told_so_before_its_last_race_and_after_it() -> None:
    won = [race(A, out=(B, C, D)), race(A, out=(B, C, D)), race(A, out=(B, C, D))]

    assert headline(issue(*won, left=1)) == "🏆 Nobody can catch Ann any more, with 1 race to go"
    assert "Ann has won the cup, whatever happens in the last race." in text(*won, left=1)
    assert headline(issue(*won, left=0)) == "🏆 Ann wins Ludi!"


def test_everybody_is_named_with_points_and_what_can_still_be_reached() -> None:
    told = text(FIRST, race(B, A, C, D), left=1)

    assert "**Race 2:** 1. Ben · 2. Ann · 3. Cato · 4. Dora" in told
    assert "1. 🥇 Ben ▲1 · **10 points** · can still finish 1st to 3rd" in told
    assert "4. Dora · **2 points** · can still finish 3rd to 4th" in told
    assert "🏆 Ben wins the cup by winning the last race." in told
    assert "🏆 Cato wins the cup by winning the last race, if Ben and Ann go out." in told
    assert "📅 The host opens the next race." in told


def test_what_was_remarkable_stands_below_the_standings() -> None:
    fined = race(D, C, out=(A, B), given={A: -2})
    told = text(FIRST, fined, left=1, remarks=("⚔️ The last corner decided it.",))

    assert "⚔️ The last corner decided it." in told
    assert "🚀 Cato climbs from 3rd to 1st." in told
    assert "✏️ The host took 2 points from Ann." in told
    assert "out: Ann and Ben" in told


def test_who_can_win_no_more_is_told_once() -> None:
    races = [race(A, B, C, out=(D,)), race(A, B, C, out=(D,)), race(A, C, B, out=(D,))]

    assert "🚫 Ben, Cato and Dora can't win the cup any more." in text(*races, left=1)
    assert "can't win" not in text(*races, race(B, A, C, D), left=0)
