"""The first sheet of an event tells what the last one brought, beside the stable that took most (H.4)."""

from typing import Any

import pytest

from engine.leagues import season
from engine.leagues.house import MANAGERS
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


def reckoned(chariots: dict[EntryId, int], **took: int) -> League:
    """Return an Epic league on the day of its third auction, with what the second event brought some, by name."""
    betters = tuple(number for number, many in chariots.items() if not many)
    made = league(chariots, "market", event=3, betters=betters, campaign="epic")
    for name, amount in took.items():
        number = next(each for each, called in NAMES.items() if called.lower() == name)
        made.stables[number].took = made.shown[number].took = amount
    return made


def told(made: League, own: EntryId = ANN) -> str:
    return " ".join(beside(view_for(made, {}, [own]), own, NAMES))


def test_nothing_is_told_before_an_event_has_brought_anything() -> None:
    assert told(league({ANN: 1, BOB: 1}, "market", event=1, campaign="epic")) == ""
    assert told(reckoned({ANN: 1, BOB: 1})) == "", "nobody had a place, and no bet won"


def test_who_took_most_is_told_with_what_they_have_more_of() -> None:
    made = reckoned({ANN: 1, BOB: 2, CLEO: 1}, ann=1_500, bob=8_100, cleo=300)
    for stables in (made.stables, made.shown):
        fast = stables[BOB].chariots[2]
        fast.team = Team([Horse(boxes) for boxes in (6, 6, 5, 5)], 40)
        assert fast.driver is not None
        fast.driver.modifier = 2

    assert told(made) == (
        "📈 Event 2 brought you 1,500s in prizes and bets. Bob took most, 8,100s. It has 2 chariots fit to race (you "
        "1), horses of speed 22 together (you 18) and a driver of +2 (you +1)."
    )


@pytest.mark.parametrize(
    ("chariots", "why"), [(1, ", with nothing that you lack."), (0, ", by bets alone.")], ids=["luck", "a bettor"]
)
def test_luck_and_bets_are_told_as_such(chariots: int, why: str) -> None:
    assert told(reckoned({ANN: 1, BOB: chariots}, bob=900)) == (
        f"📈 Event 2 brought you nothing in prizes and bets. Bob took most, 900s{why}"
    )


@pytest.mark.parametrize("other", [0, 3_000])
def test_who_took_most_reads_so(other: int) -> None:
    assert told(reckoned({ANN: 1, BOB: 2}, ann=3_000, bob=other)) == (
        "📈 Event 2 brought you 3,000s in prizes and bets. Nobody took more."
    )


@pytest.mark.parametrize("status", ["kept", "bankrupt", "retired", "slave"])
def test_who_is_out_of_the_season_is_no_example(status: Any) -> None:
    made = reckoned({ANN: 1, BOB: 1, CLEO: 1}, bob=9_000, cleo=900)
    made.stables[BOB].status = made.shown[BOB].status = status

    assert "Cleo took most" in told(made)


def test_what_a_rival_has_bought_since_the_reckoning_does_not_show() -> None:
    """Others are told of as everybody knows them: a purchase of today is a secret until the stables close (H.11)."""
    made = reckoned({ANN: 1, BOB: 1}, bob=4_500)
    before = told(made)
    made.stables[BOB].chariots[9] = chariot(9)
    made.stables[BOB].cash -= 5_000

    assert told(made) == before


def test_a_reckoning_counts_what_it_brings_and_nothing_of_the_one_before() -> None:
    tempers = dict.fromkeys(map(EntryId, range(1, 5)), "bold")
    made = new_league(LeagueOptions(campaign="epic", laps=1, events=2), season.members(list(tempers.values())))

    played = season.play_season(made, {n: MANAGERS[t] for n, t in tempers.items()}, "took", tempers)

    facts = list(played.table.told)
    last = max(n for n, fact in enumerate(facts) if isinstance(fact, ReckoningBegan))
    paid = [fact for fact in facts[last:] if isinstance(fact, Posted) and fact.why in ("prize", "payoff")]
    assert paid
    for stable in played.state.stables.values():
        brought = sum(line.amount for fact in paid for line in fact.lines if line.account == stable.number)
        assert stable.took == played.state.shown[stable.number].took == brought


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
