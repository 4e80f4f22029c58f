"""The conflict cases of H.14, row by row, as far as the Campaign Game has them.

Rows that the rules settle are numbered cases, or tests here; those that need the steward stand in ``tests/steward``.
"""

from pathlib import Path

import pytest

from conformance.cases import read_file
from engine.circus_maximus.ruleset import RULESET as RACES
from engine.circus_maximus.words.asks import PullBribe
from engine.circus_maximus.words.facts import PlotRevealed
from engine.dice import RaceDice
from engine.facts import Rewound
from engine.goods.chariots import ChariotHome, HorseHome
from engine.leagues.words import acts
from engine.leagues.words.facts import PlotExposed
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import RaceReturned
from engine.leagues.words.state import CALENDAR, Goods, Loan
from engine.plots import Plot, Revealed, Trigger
from engine.session import Session
from engine.stables import Aftermath
from records.refusals import Refused
from records.values import EntryId, Faction
from tests.leagues import test_in_the_race as in_the_race
from tests.leagues.builders import ANN, BOB, CLEO, DIO, league, session

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "conformance" / "cases"
ROWS: dict[str, str] = {
    "two presses spend the same money": "LG-H.14-7",
    "cash falls below a sealed bet or plan before the eve closes": "LG-H.14-1",
    "something named in one's own sealed sheet is sold, lost or changed": "LG-H.14-2 LG-H.14-3",
    "deal accepted twice, or goods gone": "LG-21.2-3 LG-H.6-5",
    "nobody bids; nobody enters": "LG-H.14-5 LG-H.14-6 LG-R-G32-3",
    "more entries than places": "LG-R-G24-3 LG-R-G24-4",
    "tie of bids, of cash, of health": "LG-R-G32-8 LG-26.5-2 LG-26.5-3 LG-22.4-3",
    "all drivers dead, no money": "LG-R-G34-1 LG-R-G34-2",
    "horse dead before the entries": "LG-R-G23-1 LG-22.4-2",
    "what is entered in a race is not for sale": "LG-H.6-3",
    "owner bankrupt while their chariot races": "LG-H.14-4",
    "plot against oneself, a second target, one that does not race": "LG-24.2-2",
    "attempts of several on one chariot": "CM-24.4-4",
    "target's owner away": "LG-25.1-2",
    "briber away": "CM-24.32-1 CM-24.32-2",
    "bet on the own chariot impossible": "LG-26.1-5",
    "non-entrant and better bets": "LG-26.1-4 LG-R-G31-4",
    "race that nobody finishes": "LG-23.1-3",
    "loan unpaid, lender bankrupt, both ways": "LG-R-G32-2 LG-R-G32-5 LG-R-G32-6 LG-R-G32-7",
    "gifts to a friend, thrown races": "LG-H.6-2 LG-H.6-4 LG-26.1-2",
    "member leaves the server": "LG-H.10-1 LG-H.10-5",
}
"""By row: the cases that show it; ``tests/test_conformance.py`` plays them."""


def test_every_row_has_its_cases() -> None:
    ids = {
        case.id
        for path in (*(FOLDER / "leagues").glob("*.toml"), FOLDER / "circus-maximus" / "plots.toml")
        for case in read_file(path)
    }

    assert [case for named in ROWS.values() for case in named.split() if case not in ids] == []


# What no case says yet


def test_two_owners_accept_one_offer_at_once_and_the_later_one_hears_who_has_it() -> None:
    """Row "deal accepted twice, or goods gone": the one who is told names the stable that has the chariot now."""
    played = session(league({ANN: 2, BOB: 1, CLEO: 1}))
    for buyer in (BOB, CLEO):
        played.act(ANN, acts.OfferDeal(buyer, Goods(chariots=(1,)), Goods(money=500)))
    first, second = played.state.offers

    played.act(BOB, acts.Accept(first.number))
    with pytest.raises(Refused) as gone:
        played.act(CLEO, acts.Accept(second.number))

    assert gone.value.reason is LeagueReason.NOT_THEIRS
    assert gone.value.values["holder"] == BOB
    assert played.state.stables[CLEO].cash == 10_000


def test_several_attempts_on_one_chariot_come_to_light_each_with_its_payer() -> None:
    """Row "attempts of several on one chariot": each alone, full security against each, each payer named."""
    played = session(league({ANN: 1, BOB: 1, CLEO: 1, DIO: 0}, "race", betters=(DIO,)))
    told = [Revealed(EntryId(1), Faction(payer), "drug", 700, 300, works=payer != CLEO) for payer in (BOB, CLEO, DIO)]
    homes = tuple(ChariotHome(EntryId(n), n, 0, (HorseHome(0, True),) * 4, 7, True) for n in (1, 2, 3))

    played.answer(CALENDAR, RaceReturned(Aftermath.of(homes, 9, told)))
    played.answer(CALENDAR, played.open[CALENDAR].default)

    exposed = [fact for fact in played.table.told if isinstance(fact, PlotExposed)]
    assert [(fact.payer, fact.stable, fact.security, fact.works) for fact in exposed] == [
        (BOB, ANN, 300, True),
        (CLEO, ANN, 300, False),
        (DIO, ANN, 300, True),
    ]


def test_reveals_need_neither_the_briber_nor_the_target() -> None:
    """Rows "target's owner away" and "briber away": a trigger reveals, by hand never; who answers does not matter."""
    by_trigger = Plot(1, Faction(2), "slow", 3_000, 0, trigger=Trigger("turn", 2))
    by_hand = Plot(2, Faction(2), "no attack", 3_000, 0)
    played = in_the_race.session(in_the_race.race(in_the_race.brought(1, by_trigger, by_hand), in_the_race.brought(2)))

    while played.state.turn < 4:
        in_the_race.write_speeds(played)

    assert [fact.device for fact in played.table.told if isinstance(fact, PlotRevealed)] == ["slow"]


def test_what_was_revealed_after_the_point_that_a_race_goes_back_to_may_come_again_with_fresh_dice() -> None:
    """Row "race goes back under way": the plan is sealed again, and its die is another one."""
    bribe = Plot(4, Faction(2), "slow", 1_500, 0)  # works on 1 to 3
    rolls = set()
    for stream in range(12):
        played = in_the_race.session(in_the_race.race(in_the_race.brought(1, bribe), in_the_race.brought(2)))
        start = played.checkpoint
        played.act(EntryId(2), PullBribe(Faction(2), 4))
        while played.state.turn == 1:
            in_the_race.write_speeds(played)
        again = Session(RACES, start, RaceDice(b"x"))
        dice = RaceDice(f"stream {stream}".encode())
        again.branch_off(played.seq + 1, played.facts_told, dice, Rewound(0, stream, ""))
        assert not again.state.plots_seen, "what was revealed is void"
        again.act(EntryId(2), PullBribe(Faction(2), 4))
        while again.state.turn == 1:
            in_the_race.write_speeds(again)
        [revealed] = [fact for fact in again.table.told if isinstance(fact, PlotRevealed)]
        rolls.add(revealed.works)

    assert rolls == {True, False}


def test_a_stable_whose_owner_left_keeps_its_debts_and_is_paid_and_pays() -> None:
    """Row "member leaves the server": as leaving; the program pays its loans as before (H.10)."""
    made = league({ANN: 1, BOB: 1, CLEO: 1}, "race")
    made.loans.append(Loan(1, ANN, BOB, 1_000, 1_200, made.event))
    played = session(made)

    played.act(CALENDAR, acts.Keep(BOB, "left"))
    homes = tuple(ChariotHome(EntryId(n), n, 0, (HorseHome(0, True),) * 4, 7, True) for n in (1, 2, 3))
    played.answer(CALENDAR, RaceReturned(Aftermath.of(homes, 9)))
    played.answer(CALENDAR, played.open[CALENDAR].default)

    assert (played.state.stables[ANN].cash, played.state.stables[BOB].cash) == (11_200, 8_800)
    assert BOB not in played.open
    played.act(CALENDAR, acts.TakeBack(BOB))
    assert played.state.stables[BOB].status == "active"
