"""Play-outs, house fighters and forecasts: from what may be seen, in little time."""

import time

import msgspec
import pytest

from bench.duels import advised, duels, equal
from engine.arena.advice import begun, suggested
from engine.arena.asks import MakePlan, NoPlan, Plan, Strike
from engine.arena.forecast import forecast
from engine.arena.house.fighters import FIGHTERS
from engine.arena.house.playing_out import match_as_an_exchange_begins, play_out
from engine.arena.house.simulation import duel
from engine.arena.men import READY
from engine.arena.ruleset import RULESET
from engine.arena.state import Match, Options, Sides
from engine.arena.views import view_for
from engine.betting.model import work_out
from engine.dice import QuickDice
from engine.session import Session
from tests.arena.builders import BLUE, RED, TAURUS, a_session, fought, with_men


def after(exchanges: int, options: Options | None = None, **more: int) -> Session[Match]:
    """Return a match of house fighters after so many exchanges, or at its end."""
    session = with_men(a_session(options, **more))  # type: ignore[arg-type]
    while session.open and session.state.exchanges < exchanges:
        entry, ask = next(iter(session.open.items()))
        session.answer(entry, RULESET.drivers["steady"](session.view([entry]), ask))
    return session


@pytest.mark.parametrize("exchanges", range(4))
def test_the_match_that_is_made_up_looks_like_the_real_one(exchanges: int) -> None:
    begun_by = (after(exchanges, Options(exchange="turn"), seed=f"sand {n}".encode()) for n in range(40))  # type: ignore[arg-type]
    view = next(each.view() for each in begun_by if not each.state.is_over)

    assert view.turn == exchanges
    assert view_for(match_as_an_exchange_begins(view), {}, ()) == view


@pytest.mark.parametrize("sides", ["one", "two", "three", "melee"])
def test_any_match_is_played_out_from_before_its_men_are_chosen(sides: Sides) -> None:
    entries = {"one": 2, "two": 4, "three": 6, "melee": 8}[sides]
    factions = tuple(1 + number % 2 for number in range(entries)) if sides != "melee" else ()
    view = a_session(Options(sides=sides), entries=entries, factions=factions).view()

    found = play_out(view, {}, QuickDice(3))

    assert sorted(each.entry for each in found) == list(range(1, entries + 1))


def test_chances_add_up_and_the_better_man_has_more() -> None:
    session = after(0)
    found = work_out(RULESET, session.view(), {}, 100, 1)
    strong = session.state.fighters[RED]
    assert strong.man is not None
    strong.man = msgspec.structs.replace(strong.man, st=5, ag=4)
    better = work_out(RULESET, session.view(), {}, 100, 1)

    assert sum(found.wins.values()) <= 100
    assert better.wins[RED] > found.wins[RED] + 10


@pytest.mark.slow
def test_a_duel_and_two_hundred_play_outs_take_little_time() -> None:
    view = after(0, Options(exchange="turn")).view()
    begun_at = time.process_time()
    work_out(RULESET, view, {}, 200, 2)
    taken = time.process_time() - begun_at
    begun_at = time.process_time()
    for seed in range(100):
        duel([TAURUS, TAURUS], ["steady", "bold"], QuickDice(seed))

    assert taken < 1.0
    assert (time.process_time() - begun_at) / 100 < 0.005


@pytest.mark.slow
@pytest.mark.parametrize("temper", ["steady", "careful", "bold"])
def test_the_advised_plan_is_better_than_those_of_the_house(temper: str) -> None:
    """It is the best answer known: green. 65 to 70 % over many more; python -m bench.duels counts them."""
    tally = duels(200, equal, advised, FIGHTERS[temper])

    assert tally.won > 1.5 * tally.lost


@pytest.mark.slow
def test_a_sensible_fighter_beats_one_who_strikes_at_random() -> None:
    won = 0
    for seed in range(300):
        man, turned = READY[seed % 4], seed // 4 % 2
        tempers = ["recruit", "steady"] if turned else ["steady", "recruit"]
        match, _ = duel([man, man], tempers, QuickDice(seed))
        won += match.winners == [BLUE if turned else RED]

    assert won >= 0.7 * 300  # 75 % over many more; python -m bench.duels counts them


# Forecasts and advice


def plan_ask(session: Session[Match]) -> MakePlan:
    question = session.open[RED].question
    assert isinstance(question, MakePlan)
    return question


def test_a_forecast_counts_what_the_rules_do() -> None:
    session = after(0)
    red, blue = session.state.fighters[RED], session.state.fighters[BLUE]
    red.man = blue.man = TAURUS
    red.at, blue.at = (0, 0), (1, 0)
    seen = forecast(session.view([RED]), RED, Plan("close", "hard-chest", "all"))

    (hit,) = seen.hits
    # TR 11 and 1 make 12 CFs; 2d6 + 6 against 6 hits unless a 2 falls.
    assert (seen.cf, seen.spent, hit.cf, hit.open) == (12, (6, 6, 0), 6, 97)
    # Behind 9 CFs: 4 for the guard, 2 for the chest, and a factor: 2d6 + 6 against 13.
    assert hit.all_round == round(100 * 15 / 36)
    assert hit.guarded < hit.all_round < hit.open
    assert seen.is_in_reach


def test_a_forecast_knows_where_a_man_in_the_net_is_bare() -> None:
    session = after(0)
    red, blue = session.state.fighters[RED], session.state.fighters[BLUE]
    red.man = blue.man = TAURUS
    red.at, blue.at, blue.netted = (0, 0), (1, 0), "entangled"

    def hits(strike: Strike) -> tuple[int, int, int]:
        (hit,) = forecast(session.view([RED]), RED, Plan("close", strike, "all", finish=False)).hits
        return hit.open, hit.all_round, hit.guarded

    # Of 12 CFs three are for the way out, and three each on chest, head and groin: half of them count (D.6).
    # 2d6 + 6, and 2 for the net, against 6, 1 for the arms: hits unless a 2 falls. Chest: against 6 and 3, likewise.
    assert hits("hard-arms") == (97, 97, 97)
    # 2d6 + 3 + 2 against 6 and 3: a 5 or more.
    assert hits("quick-chest") == (round(100 * 30 / 36),) * 3
    assert hits("quick-arms") > hits("quick-chest")


def test_a_forecast_sees_no_secret() -> None:
    session = after(1)
    before = forecast(session.view([RED]), RED, Plan("close", "hard-chest", "all"))
    session.state.fighters[BLUE].plan = Plan("back", "none", "chest", when=("half",))

    assert forecast(session.view([RED]), RED, Plan("close", "hard-chest", "all")) == before


@pytest.mark.parametrize("exchanges", range(6))
def test_advice_is_always_a_legal_plan(exchanges: int) -> None:
    session = after(exchanges)
    for entry, ask in session.open.items():
        for plan in (suggested(session.view([entry]), ask), begun(session.view([entry]), ask)):
            ask.question.verify(plan)


def test_menus_begin_with_the_last_plan_if_it_stands() -> None:
    session = after(0)
    kept, once = Plan("stand", "quick-legs", "high"), Plan("stand", "quick-legs", "high", keep=False)
    for plan in (kept, once):
        session.state.fighters[RED].plan = plan
        first = begun(session.view([RED]), session.open[RED])
        assert (first == kept) == plan.keep


def test_silence_to_the_end_ends_a_match() -> None:
    session = with_men(a_session())
    while session.open:
        session.answer(
            next(iter(session.open)), NoPlan() if session.kind == "phase" else next(iter(session.open.values())).default
        )

    assert session.is_over


@pytest.mark.parametrize("temper", list(RULESET.drivers))
def test_every_temper_ends_a_match_and_plays_it_again_alike(temper: str) -> None:
    digests = set()
    for _ in range(2):
        session = a_session(Options(men="drawn", mercy="owner"), seed=temper.encode())
        while session.open:
            entry, ask = next(iter(session.open.items()))
            session.answer(entry, RULESET.drivers[temper](session.view([entry]), ask))
        digests.add(session.table.digest)

    assert len(digests) == 1
    assert fought(with_men(a_session())).is_over
