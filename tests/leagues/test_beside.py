"""The first sheet of an event tells what the last one brought, beside the stable that took most (H.4)."""

from typing import Any

import msgspec
import pytest

from engine.leagues import season
from engine.leagues.house import MANAGERS
from engine.leagues.ruleset import RULESET
from engine.leagues.setup import new_league
from engine.leagues.views import view_for
from engine.leagues.words.epic_facts import Account, AccountsTold, MatchEnded
from engine.leagues.words.facts import Line, Posted, Ran, ReckoningBegan
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import BANK, ESCROW, Horse, League, Team
from engine.session import Session
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, chariot, league
from tests.leagues.test_arena_secrets import man
from words.leagues import story
from words.leagues.beside import beside

NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo"}


def reckoned(chariots: dict[EntryId, int], **took: int) -> League:
    """Return an Epic league on the day of its third auction, with what the second event brought some, by name."""
    betters = tuple(number for number, many in chariots.items() if not many)
    made = league(chariots, "market", event=3, betters=betters, campaign="epic")
    for name, amount in took.items():
        number = next(each for each, called in NAMES.items() if called.lower() == name)
        made.stables[number].last = made.shown[number].last = {"taken": amount}
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
        "📈 Event 2 earned you 1,500s in prizes and bets won. Bob earned most, 8,100s. It has 2 chariots fit to race "
        "(you 1), horses of speed 22 together (you 18) and a driver of +2 (you +1)."
    )


@pytest.mark.parametrize(
    ("chariots", "why"), [(1, ", with nothing that you lack."), (0, ", by bets alone.")], ids=["luck", "a bettor"]
)
def test_luck_and_bets_are_told_as_such(chariots: int, why: str) -> None:
    assert told(reckoned({ANN: 1, BOB: chariots}, bob=900)) == (
        f"📈 Event 2 earned you nothing. Bob earned most, 900s{why}"
    )


@pytest.mark.parametrize("other", [0, 3_000])
def test_who_took_most_reads_so(other: int) -> None:
    assert told(reckoned({ANN: 1, BOB: 2}, ann=3_000, bob=other)) == (
        "📈 Event 2 earned you 3,000s in prizes and bets won. Nobody earned more."
    )


@pytest.mark.parametrize("status", ["kept", "bankrupt", "retired", "slave"])
def test_who_is_out_of_the_season_is_no_example(status: Any) -> None:
    made = reckoned({ANN: 1, BOB: 1, CLEO: 1}, bob=9_000, cleo=900)
    made.stables[BOB].status = made.shown[BOB].status = status

    assert "Cleo earned most" in told(made)


def test_what_a_rival_has_bought_since_the_reckoning_does_not_show() -> None:
    """Others are told of as everybody knows them: a purchase of today is a secret until the stables close (H.11)."""
    made = reckoned({ANN: 1, BOB: 1}, bob=4_500)
    before = told(made)
    made.stables[BOB].chariots[9] = chariot(9)
    made.stables[BOB].cash -= 5_000

    assert told(made) == before


def test_stakes_matches_and_spending_are_told_apart_and_the_sum_is_the_change_of_cash() -> None:
    made = reckoned({ANN: 1, BOB: 1})
    for stables in (made.stables, made.shown):
        stables[ANN].last = {"taken": 5_700, "staked": -1_200, "matches": 500, "spent": -17_900}
        stables[BOB].last = {"taken": 700, "staked": -700, "shared": 2_000, "spent": -300}

    assert told(made) == (
        "📈 Event 2 earned you 5,000s: 5,700s in prizes and bets won, 1,200s staked, 500s won in matches. With 17,900s "
        "spent, your cash changed by −12,900s. Nobody earned more."
    )
    assert told(made, BOB).startswith(
        "📈 Event 2 earned you nothing: 700s in prizes and bets won, 700s staked. With 300s spent and +2,000s by loans "
        "and deals, your cash changed by +1,700s. Ann earned most, 5,000s"
    )


@pytest.mark.parametrize(
    ("event", "why"),
    [(1, ", with nothing that you lack."), (2, ". It has 1 gladiator (you 0).")],
    ids=["a race", "a gala"],
)
def test_a_race_is_not_explained_by_gladiators_nor_a_gala_by_chariots(event: int, why: str) -> None:
    made = league({ANN: 2, BOB: 1}, "market", event=event + 1, campaign="epic", arena="both", gala_every=2)
    for stables in (made.stables, made.shown):
        stables[BOB].gladiators = {7: man(7)}
        stables[BOB].last = {"taken": 900}

    assert told(made).endswith(f"Bob earned most, 900s{why}")


def played_out(tempers: dict[EntryId, str], seed: str) -> Session[League]:
    options = LeagueOptions(campaign="epic", laps=1, events=3)
    made = new_league(options, season.members(list(tempers.values())))
    return season.play_season(made, {n: MANAGERS[t] for n, t in tempers.items()}, seed, tempers)


def test_each_account_is_what_the_ledger_moved_and_the_change_of_cash() -> None:
    played = played_out(dict.fromkeys(map(EntryId, range(1, 5)), "bold"), "accounts")

    facts = list(played.table.told)
    cash: dict[EntryId, int] = {}
    staked = taken = 0
    for fact in facts:
        if isinstance(fact, Posted):
            for each in fact.lines:
                cash[each.account] = cash.get(each.account, 0) + (each.amount if fact.why != "start" else 0)
            own = sum(each.amount for each in fact.lines if each.account == 1)
            staked += own if fact.why in ("bets", "window bets", "bets returned") else 0
            taken += own if fact.why in ("prize", "payoff") else 0
        if isinstance(fact, AccountsTold):
            assert all(each.gained == cash.get(each.stable, 0) for each in fact.accounts)
            mine = next(each for each in fact.accounts if each.stable == 1)
            assert (mine.staked, mine.taken) == (staked, taken)
            cash, staked, taken = {}, 0, 0
    assert len([fact for fact in facts if isinstance(fact, AccountsTold)]) == 3


def test_bets_are_praised_by_what_they_gained_and_a_draw_is_no_praise() -> None:
    field = (Ran(ANN, 1, 1), Ran(BOB, 2, 2))
    paid = [Posted("payoff", (Line(ANN, 900), Line(BANK, -900)), "B.8"), *prizes(ann=4_500)]
    even = AccountsTold(3, (Account(ANN, 5_400, -900), Account(BOB, 0, -500)))
    good = AccountsTold(3, (Account(ANN, 5_400, -300), Account(BOB, 0, -500)))

    assert "bets" not in "".join(story.paper([ReckoningBegan(3, field), *paid, even], NAMES)[-2:])
    lines = story.paper([ReckoningBegan(3, field), *paid, good], NAMES)
    assert "Ann gained most by bets, 600s." in lines[-2]
    assert lines[-1] == "🧾 Cash, in all: Ann +5,100s · Bob −500s"


def test_the_paper_names_the_stakes_that_the_winner_of_a_match_takes() -> None:
    facts = [
        ReckoningBegan(3, ()),
        MatchEnded(2, "over", BOB),
        Posted("match", (Line(ESCROW, -1_000), Line(BOB, 1_000)), "R-B49", 2),
    ]

    assert "⚔️ Bob wins match 2, and the stakes: 1,000s." in story.paper(facts, NAMES)


def test_a_season_of_before_goes_on_without_what_a_stable_took() -> None:
    made = reckoned({ANN: 1, BOB: 1})
    kept = msgspec.json.decode(msgspec.json.encode(made))
    for stables in (kept["stables"], kept["shown"]):
        for each in stables.values():
            each["took"] = 500
            del each["last"], each["moved"]

    again = RULESET.read_state(msgspec.json.encode(kept), 2)

    assert again.stables[ANN].last == {}
    assert told(again) == "", "its first account is told at the next reckoning"


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
