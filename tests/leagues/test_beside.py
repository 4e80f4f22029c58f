"""The first sheet of an event tells how the last one went, beside the stable that gained most (H.4)."""

from typing import Any

import pytest

from engine.leagues.setup import new_league
from engine.leagues.views import view_for
from engine.leagues.words.facts import Line, Posted, Ran, ReckoningBegan
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import BANK, Horse, League, Team
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, chariot, league
from words.leagues import story
from words.leagues.beside import beside

NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo"}


def reckoned(chariots: dict[EntryId, int], **cash: tuple[int, ...]) -> League:
    """Return an Epic league on the day of an auction, with the cash of some at each reckoning, by name."""
    event = max(map(len, cash.values())) + 1
    betters = tuple(number for number, many in chariots.items() if not many)
    made = league(chariots, "market", event=event, betters=betters, campaign="epic")
    for name, known in cash.items():
        number = next(each for each, called in NAMES.items() if called.lower() == name)
        for stable in (made.stables[number], made.shown[number]):
            stable.fortunes = dict(enumerate(known, start=event - len(known)))
            stable.starts = len(known)
    return made


def told(made: League, own: EntryId = ANN) -> str:
    return " ".join(beside(view_for(made, {}, [own]), own, NAMES))


def test_nothing_is_told_before_the_first_event_is_over() -> None:
    assert told(league({ANN: 1, BOB: 1}, "market", event=1, campaign="epic")) == ""


def test_who_gained_most_is_told_with_what_they_have_more_of() -> None:
    made = reckoned({ANN: 1, BOB: 2, CLEO: 1}, ann=(19_000, 20_500), bob=(17_000, 21_100), cleo=(20_000, 19_000))
    for stables in (made.stables, made.shown):
        fast = stables[BOB].chariots[2]
        fast.team = Team([Horse(boxes) for boxes in (6, 6, 5, 5)], 40)
        assert fast.driver is not None
        fast.driver.modifier = 2

    assert told(made) == (
        "📈 Event 2: your treasury +1,500s. Bob gained most, +4,100s: it has 2 chariots fit to race (you 1), horses of "
        "22 squares together (you 18) and a driver of +2 (you +1)."
    )


@pytest.mark.parametrize(
    ("chariots", "why"), [(1, ", with nothing that you lack."), (0, ", by bets alone.")], ids=["luck", "a bettor"]
)
def test_luck_and_bets_are_told_as_such(chariots: int, why: str) -> None:
    assert told(reckoned({ANN: 1, BOB: chariots}, ann=(20_000, 19_700), bob=(20_000, 20_000))) == (
        f"📈 Event 2: your treasury −300s. Bob gained most, ±0s{why}"
    )


def test_who_gained_most_reads_so() -> None:
    assert told(reckoned({ANN: 1, BOB: 2}, ann=(20_000, 23_000), bob=(20_000, 23_000))) == (
        "📈 Event 2: your treasury +3,000s. Nobody gained more."
    )


def test_after_the_first_event_all_count_from_the_money_that_they_began_with() -> None:
    assert told(reckoned({ANN: 1, BOB: 1}, ann=(15_000,), bob=(16_500,))) == (
        "📈 Event 1: your treasury −5,000s. Bob gained most, −3,500s, with nothing that you lack."
    )


@pytest.mark.parametrize("status", ["kept", "bankrupt", "retired", "slave"])
def test_who_is_out_of_the_season_is_no_example(status: Any) -> None:
    made = reckoned({ANN: 1, BOB: 1, CLEO: 1}, ann=(20_000, 19_000), bob=(20_000, 30_000), cleo=(20_000, 20_000))
    made.stables[BOB].status = made.shown[BOB].status = status

    assert "Cleo gained most" in told(made)


def test_who_came_after_the_event_is_neither_told_nor_an_example() -> None:
    made = reckoned({ANN: 1, BOB: 1, CLEO: 1}, ann=(15_000,), bob=(16_000,), cleo=(19_900,))
    for stable in (made.stables[CLEO], made.shown[CLEO]):
        stable.starts = 0

    assert "Bob gained most" in told(made)
    assert told(made, CLEO) == ""


def test_what_a_rival_has_bought_since_the_reckoning_does_not_show() -> None:
    """Others are told of as everybody knows them: a purchase of today is a secret until the stables close (H.11)."""
    made = reckoned({ANN: 1, BOB: 1}, ann=(20_000, 19_000), bob=(20_000, 22_000))
    before = told(made)
    made.stables[BOB].chariots[9] = chariot(9)
    made.stables[BOB].cash -= 5_000

    assert told(made) == before


def prizes(**sums: int) -> list[Posted]:
    owners = {"ann": (ANN, 1), "ann2": (ANN, 4), "bob": (BOB, 2), "cleo": (CLEO, 3)}
    return [
        Posted("prize", (Line(owners[who][0], each), Line(BANK, -each)), "I.9.1", number=owners[who][1])
        for who, each in sums.items()
    ]


def test_the_paper_tells_what_a_second_chariot_brought() -> None:
    field = (Ran(ANN, 1, 1), Ran(BOB, 2, 2), Ran(ANN, 4, 5), Ran(CLEO, 3, None), Ran(None, 7, 3))

    paper = story.paper([ReckoningBegan(3, field), *prizes(ann=4_500, bob=3_600, ann2=2_400)], NAMES)

    assert paper[-1] == (
        "Ann took most in prizes, 6,900s. Two chariots brought 6,900s in prizes on average, one 1,800s."
    )


@pytest.mark.parametrize("field", [(Ran(ANN, 1, 1), Ran(BOB, 2, 2)), ()], ids=["one each", "a paper of before"])
def test_where_all_race_alike_nothing_is_compared(field: tuple[Ran, ...]) -> None:
    paper = story.paper([ReckoningBegan(3, field), *prizes(ann=4_500, bob=3_600)], NAMES)

    assert paper[-1] == "Ann took most in prizes, 4,500s."


def test_a_league_that_begins_has_nothing_to_compare() -> None:
    made = new_league(LeagueOptions(campaign="epic"), [])

    assert beside(view_for(made, {}, []), ANN, NAMES) == []
