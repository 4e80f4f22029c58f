"""Chances of orders and of answers, held against the rules themselves."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import msgspec
import pytest

from engine.chariot_race.asks import ChooseReroll, FinishDice, FortunaTurn, Move, PlanMove, Reroll, SpendFortune
from engine.chariot_race.data import Face
from engine.chariot_race.dicing import after_reroll, falls, sorted_hand
from engine.chariot_race.dry_run import dry_run, turned_first
from engine.chariot_race.facts import SpeedSet, Wrecked
from engine.chariot_race.following import follow
from engine.chariot_race.odds import odds
from engine.chariot_race.orders import CaltropWish, JavelinWish, Orders
from engine.chariot_race.outlooks import DiceOdds, WayOdds
from engine.chariot_race.rules.turn import take_turn
from engine.chariot_race.silence import turned
from engine.chariot_race.state import Options, Race
from engine.chariot_race.views import view_for
from engine.dice import QuickDice
from engine.playing import answers, play_through
from engine.questions import Answer, Ask
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId, Square
from tests.chariot_race.builders import BLUE, RED, a_session, drive
from words.chariot_race.dry_runs import in_short

BOLD = Orders(
    repair_at=8,
    wants=("steer", "attack"),
    fortune="spend",
    speed=9,
    line="inner",
    risk=4,
    ram="seek",
    attacks=(JavelinWish("leader"), CaltropWish("last")),
)
TRIES = 700


def as_a_round_begins(rounds: int, track: str = "BB") -> Race:
    """Return a race between rounds."""
    session = drive(a_session(Options(track), chariots=6), 40 * rounds)  # type: ignore[arg-type]
    kept: Race = msgspec.json.decode(session.checkpoint.state, type=Race)
    return kept


def turns(race: Race, entry: EntryId, orders: Orders) -> Iterator[tuple[Race, list[object]]]:
    """Play the next turn of a chariot by its orders, as if it moved first, with other dice each time."""

    def answer(ask: Ask) -> Answer:
        followed = follow(view_for(made, {}, ()), ask, orders)
        return ask.default if followed is None else followed.answer

    for seed in range(TRIES):
        made: Race = msgspec.json.decode(msgspec.json.encode(race), type=Race)
        made.order, made.active, table = [entry], 0, Table(QuickDice(seed))
        play_through(take_turn(made, table, entry), lambda asked: answers(asked, answer))
        yield made, list(table.told)


@pytest.mark.slow
@pytest.mark.parametrize(("rounds", "orders"), [(1, Orders()), (3, BOLD)])
def test_a_dry_run_tells_what_comes_of_orders_on_average(rounds: int, orders: Orders) -> None:
    race = as_a_round_begins(rounds)
    entry = next(entry for entry in race.alive() if entry != BLUE)

    told = dry_run(view_for(race, {}, ()), entry, orders)

    speeds, losses, wrecks, gain = Counter[int](), Counter[int](), 0, 0
    for made, facts in turns(race, entry, orders):
        speeds.update(fact.speed for fact in facts if isinstance(fact, SpeedSet))
        wrecks += any(isinstance(fact, Wrecked) and fact.entry == entry for fact in facts)
        losses[race.chariots[entry].damage - made.chariots[entry].damage] += made.chariots[entry].is_alive
        gain += made.chariots[entry].pos - race.chariots[entry].pos if made.chariots[entry].is_alive else 0
    assert sum(told.speeds.values()) == pytest.approx(1)
    assert sum(told.damage.values()) + told.wreck == pytest.approx(1)
    assert sum(told.ends.values()) + told.wreck == pytest.approx(1)
    assert told.wreck == pytest.approx(wrecks / TRIES, abs=0.05)
    assert told.gain == pytest.approx(gain / TRIES, abs=1.5)
    for lost, chance in told.damage.items():
        assert chance == pytest.approx(losses[lost] / TRIES, abs=0.06)
    for speed, chance in told.speeds.items():
        assert chance == pytest.approx(speeds[speed] / TRIES, abs=0.06)


def test_health_is_counted_from_before_a_repair() -> None:
    race = as_a_round_begins(2)
    own = race.chariots[RED]
    own.fate, own.damage, own.protected = 6, own.sheet.damage_max - 3, True
    view = view_for(race, {}, ())

    repaired, kept = (dry_run(view, RED, Orders(repair_at=repair, fortune="keep")) for repair in (15, 0))

    assert (repaired.repairs, kept.repairs) == (True, False)
    assert min(repaired.damage) == -3, "nothing lost leaves three points more than before"
    assert min(kept.damage) == 0
    said = next(iter(in_short(repaired, view.chariot(RED))))
    assert said.startswith("🔧 With your repair: ")
    assert "% health won" in said
    assert not next(iter(in_short(kept, view.chariot(RED)))).startswith("🔧")


@pytest.mark.parametrize(
    ("damage", "wreck", "finish", "repairs", "told"),
    [
        ({0: 0.2, 2: 0.8}, 0.0, 0.0, False, ["20 % no damage, 80 % 1 to 2 health lost."]),
        ({3: 0.97}, 0.03, 0.3, False, ["🏁 30 % you finish.", "97 % more than 2 health lost; ☠️ **3 % you wreck**."]),
        ({0: 0.9, 3: 0.09}, 0.01, 0.0, False, ["90 % no damage, 10 % more than 2 health lost."]),
        ({-3: 0.17, 0: 0.5, 1: 0.33}, 0.0, 0.0, True,
         ["🔧 With your repair: 17 % health won, 50 % health as now, 33 % 1 to 2 health lost."]),
        ({}, 1.0, 0.0, False, ["☠️ **100 % you wreck**."]),
    ],
)  # fmt: skip
def test_the_risk_of_orders_in_words(
    damage: dict[int, float], wreck: float, finish: float, repairs: bool, told: list[str]
) -> None:
    view = view_for(as_a_round_begins(1), {}, ())
    run = msgspec.structs.replace(
        dry_run(view, RED, Orders()), damage=damage, wreck=wreck, finish=finish, repairs=repairs
    )

    assert list(in_short(run, view.chariot(RED)))[: len(told)] == told


def test_a_rare_wreck_is_warned_of_where_little_health_is_left() -> None:
    race = as_a_round_begins(1)
    view = view_for(race, {}, ())
    run = msgspec.structs.replace(dry_run(view, RED, Orders()), damage={0: 0.99}, wreck=0.01, finish=0.0, repairs=False)
    weak = msgspec.structs.replace(view.chariot(RED), damage=2)

    assert "1 % you wreck" in next(iter(in_short(run, weak)))
    assert "wreck" not in next(iter(in_short(run, msgspec.structs.replace(weak, damage=3))))


def test_a_dry_run_looks_at_dice_of_nobody() -> None:
    view = view_for(as_a_round_begins(2), {}, ())

    assert dry_run(view, RED, BOLD) == dry_run(view, RED, BOLD)
    assert dry_run(view, RED, BOLD) != dry_run(view, RED, Orders())


@pytest.mark.parametrize(("wants", "speed", "ways"), [(("steer", "attack"), 2, 3), ((), 0, 2)])
def test_dice_turned_for_fate_count_by_all_ways_they_may_lie(wants: tuple[Face, ...], speed: int, ways: int) -> None:
    view = msgspec.structs.replace(view_for(as_a_round_begins(2), {}, ()), active=0, order=(RED,))
    chariots = [
        msgspec.structs.replace(each, fate=4, speed=speed or each.speed) if each.entry == RED else each
        for each in view.chariots
    ]
    view = msgspec.structs.replace(view, chariots=tuple(chariots))
    orders = msgspec.structs.replace(BOLD, wants=wants)
    hand: tuple[Face, ...] = sorted_hand(("sprint", "sprint", "fortuna", "plusminus"))
    met = Counter[tuple[tuple[Face, ...], str]]()
    for lies in permutations(hand):
        followed = follow(view, Ask(RED, SpendFortune(lies, 4), FinishDice()), orders)
        if followed is not None and isinstance(followed.answer, FortunaTurn):
            after = sorted_hand(turned(lies, followed.answer.die, followed.answer.face))
            met[after, followed.clause] += 1

    told = turned_first(view, RED, orders, hand)

    assert len(told) == ways
    assert told == pytest.approx({each: often / 24 for each, often in met.items()})


def test_there_is_none_for_a_wreck_nor_before_the_grid() -> None:
    race = as_a_round_begins(1)
    race.chariots[RED].square = None
    for state in (race, a_session(Options(boards="black")).state):
        with pytest.raises(Refused):
            dry_run(view_for(state, {}, ()), RED, Orders())


def test_every_way_of_dice_is_counted() -> None:
    for count in range(6):
        assert sum(chance for _, chance in falls(count)) == pytest.approx(1)
    hands = dict(after_reroll(("sprint", "steer", "attack"), (0,)))
    assert hands["steer", "steer", "attack"] == pytest.approx(1 / 3)
    assert sum(hands.values()) == pytest.approx(1)


def test_every_answer_of_a_turn_has_its_odds() -> None:
    session = a_session(Options("BB"), chariots=6)
    seen: set[type] = set()
    while session.open and len(seen) < 5:
        entry, ask = next(iter(session.open.items()))
        if type(ask.question) not in seen:
            seen.add(type(ask.question))
            check_odds(session.view(), ask)
        session.answer(entry, ask.default)

    assert len(seen) == 5, "repair, reroll, fortune, move, attack"


def check_odds(view: object, ask: Ask) -> None:
    found = odds(view, ask)  # type: ignore[arg-type]
    assert found
    assert {each.answer for each in found} <= {*ask.question.legal()}
    if isinstance(found[0], DiceOdds | WayOdds):
        worths = [each.worth for each in found if isinstance(each, DiceOdds | WayOdds)]
        assert worths == sorted(worths)
    for each in found:
        if isinstance(each, DiceOdds):
            assert 0 <= each.wreck <= 1


def test_a_hand_that_leads_into_a_heap_has_the_odds_of_it() -> None:
    race = a_session(Options("BB")).state
    chariot = race.chariots[RED]
    chariot.square = chariot.start = Square("I04")
    view = view_for(race, {}, ())
    dice: tuple[Face, ...] = ("attack",) * 5

    found = odds(view, Ask(RED, ChooseReroll(dice), Reroll(())))
    wrecks = {each.answer: each.wreck for each in found if isinstance(each, DiceOdds)}

    assert wrecks[Reroll(())] == 1
    # Without a steer face among five only three minus or more live: the chance is a little below (2/3)^5.
    assert wrecks[Reroll((0, 1, 2, 3, 4))] == pytest.approx((2 / 3) ** 5, abs=0.02)
    spend = odds(view, Ask(RED, SpendFortune(dice, 2), FinishDice()))
    assert spend[0].answer != FinishDice()
    way = odds(view, Ask(RED, PlanMove(Square("I04"), 4, 12, dice), Move(0, "FFFF")))[0]
    assert isinstance(way, WayOdds)
    assert (way.is_wrecked, way.end) == (True, None)
