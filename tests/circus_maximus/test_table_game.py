"""The Table game beyond its cases: what goes with it, what is known when, and what is read from before."""

from typing import Any

import msgspec
import pytest

from engine.circus_maximus.harm import slowing
from engine.circus_maximus.host_options import PRESETS, check_options
from engine.circus_maximus.house.answers import drive
from engine.circus_maximus.house.simulation import play_race
from engine.circus_maximus.house.speeds import corner_peril
from engine.circus_maximus.house.tempers import RACER
from engine.circus_maximus.orders.following import follow
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.printed.editions import EDITIONS, edition_of
from engine.circus_maximus.printed.odds import injury_odds
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.seen.risks import outlook
from engine.circus_maximus.seen.views import view_for
from engine.circus_maximus.words.asks import Avoid, Begin, BeginPhase, NameWayOut, Speed, WriteSpeed
from engine.circus_maximus.words.facts import Drawn, Flipped, PulledOut, SpeedsRevealed, TurnBegan
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Dragging, Phase
from engine.facts import Rolled
from engine.options import choose
from engine.questions import Ask
from engine.table import Table
from records.refusals import Refused
from records.values import Lane, Square
from tests.circus_maximus.builders import BLUE, RED, a_chariot, in_phase
from tests.scripted_dice import ScriptedDice
from words.circus_maximus.codes import pack, read, unpack
from words.circus_maximus.controls import controls, taken

TABLE = Options(edition="table")
NAMES = {RED: "Red", BLUE: "Blue"}


@pytest.mark.parametrize(
    "chosen",
    [
        {"detailed_specification": True},
        {"first_turn_acceleration": True},
        {"written_straining": True},
        {"time_limit": 10},
        {"no_horse_ram": True},
    ],
)
def test_options_that_change_what_the_cards_say_are_refused(chosen: dict[str, Any]) -> None:
    with pytest.raises(Refused) as caught:
        check_options(Options(edition="table", **chosen), None)

    assert caught.value.reason is CircusReason.NEEDS_ADVANCED
    assert caught.value.values["option"] == next(iter(chosen))


@pytest.mark.parametrize(
    "chosen",
    [
        {"dust": True, "knife": True, "spear": True},
        {"weather": True, "horse_carcasses": True, "critical_horse_hits": True},
        {"free_attempts": "every phase", "horse_cut": "all", "frontal_ram": "even", "evade_cost": "cap"},
        {"ram_dice": 3, "field": 16},
    ],
)
def test_all_others_go_with_it(chosen: dict[str, Any]) -> None:
    check_options(Options(edition="table", **chosen), 8)


@pytest.mark.parametrize("edition", ["basic", "advanced", "epic"])
def test_three_dice_for_horses_are_its_own(edition: Any) -> None:
    with pytest.raises(Refused):
        check_options(Options(edition=edition, ram_dice=3), None)


def test_its_preset_is_two_laps_of_eight_with_even_injuries() -> None:
    options = choose(Options, PRESETS["table game"].wishes)

    assert (options.edition, options.laps, options.field, options.frontal_ram) == ("table", 2, 8, "even")
    check_options(options, 8)


def test_a_league_does_not_race_by_it() -> None:
    assert not EDITIONS["table"].has_leagues


def test_the_hosts_three_dice_are_the_odds_too() -> None:
    two, three = edition_of(TABLE), edition_of(Options(edition="table", ram_dice=3))

    assert (two.horse_dice, three.horse_dice) == (2, 3)
    assert edition_of(Options(edition="table", ram_dice=3)) is three
    assert sum(chance for points, chance in injury_odds(two, 3).items() if points >= 5) < 0.2
    assert sum(chance for points, chance in injury_odds(three, 3).items() if points >= 5) > 0.6


def races(count: int, **chosen: Any) -> list[Any]:
    drivers = ("racer", "brute", "careful", "brute", "racer", "brute")
    options = Options(edition="table", laps=1, **chosen)
    return [play_race(RULESET, b"table %d" % race, drivers, options).facts for race in range(count)]


def test_all_start_dice_fall_before_the_first_draw_and_in_turn_1_alone() -> None:
    for facts in races(5):
        starts = [at for at, fact in enumerate(facts) if isinstance(fact, Rolled) and fact.what_for == "standing start"]
        shown = next(at for at, fact in enumerate(facts) if isinstance(fact, SpeedsRevealed))
        drawn = next(at for at, fact in enumerate(facts) if isinstance(fact, Drawn))
        assert len(starts) == 6
        assert shown < min(starts)
        assert max(starts) < drawn
        assert [facts[at].entry for at in starts] == [1, 2, 3, 4, 5, 6]


def test_the_next_counter_is_drawn_when_the_move_before_is_over() -> None:
    for facts in races(5):
        kinds = [type(fact).__name__ for fact in facts]
        open_moves = 0
        for kind, fact in zip(kinds, facts, strict=True):
            is_draw = isinstance(fact, Rolled) and fact.what_for == "draw"
            open_moves += (kind == "PhaseBegan") - (kind == "PhaseEnded")
            assert not (is_draw and open_moves)


def test_nobody_is_pulled_out_and_keeps_the_car() -> None:
    told = [fact for facts in races(150, dust=True, knife=True) for fact in facts]

    assert any(isinstance(fact, Flipped) and fact.cause == "pulled out" for fact in told)
    assert not any(isinstance(fact, PulledOut) for fact in told)
    assert any(isinstance(fact, TurnBegan) for fact in told)


def test_what_a_viewer_sees_tells_nothing_of_later_draws() -> None:
    race = in_phase(a_chariot("A20.4"), a_chariot("A10.6"), speed=9)
    race.options, race.cup = TABLE, [BLUE]
    before = view_for(race, {}, [RED])
    race.cup = []

    assert view_for(race, {}, [RED]) == before


def a_race(*, speed: int = 9, **own: Any) -> Any:
    race = in_phase(a_chariot("A20.4", **own), a_chariot("A20.5"), speed=speed)
    race.options = TABLE
    return race


def test_losses_are_booked_before_the_move_and_called_in_after_it() -> None:
    race = a_race()
    own = race.chariots[RED]

    table = Table(ScriptedDice())

    slowing.hinder(race, table, RED, 4, "lash")
    slowing.whip_on(race, RED, 3, must_use=True)
    slowing.whip_on(race, RED, 1, must_use=False)
    assert (own.penalty, own.gain_must, own.gain_may) == (0, 0, 0)
    slowing.call_in(own)

    assert (own.penalty, own.gain_must, own.gain_may) == (4, 3, 1)
    assert (own.later_penalty, own.later_must, own.later_may) == (0, 0, 0)
    own.has_moved = True
    slowing.hinder(race, table, RED, 2, "lash")
    assert own.penalty == 6


def test_snapshots_from_before_are_read() -> None:
    new = {"later_penalty", "later_must", "later_may", "start_die"}
    chariot = {name: value for name, value in msgspec.to_builtins(a_chariot("A20.4")).items() if name not in new}

    assert msgspec.convert(chariot, Chariot) == a_chariot("A20.4")
    assert msgspec.convert({"path": ["A1.1"], "may_try": True, "behind_car": False}, Dragging) == Dragging(
        [Square("A1.1")]
    )
    assert msgspec.convert({"entry": 1}, Phase).has_stepped
    assert msgspec.convert({"factors": 9, "strain": True, "type": "Speed"}, Speed) == Speed(9, True)


# Questions


def offered(gain: int) -> tuple[Any, Ask]:
    race = a_race(gain_may=gain, gain_must=2)
    race.phase = None
    question = WriteSpeed(18, None, False, gain)
    return view_for(race, {}, [RED]), Ask(RED, question, Speed(12), secret=True)


def test_points_on_offer_are_taken_with_the_speed_by_button_and_by_hand() -> None:
    view, ask = offered(2)

    plain, one = controls(view, ask, NAMES, "m"), controls(view, ask, NAMES, "g1")
    assert "Lashes offer your team 2 squares more than the speed you write" in controls(view, ask, NAMES).text
    assert "offer your team 2 squares more than the speed you write" in plain.text
    assert "You take none of them" in plain.text
    assert "You take **1** of them" in one.text
    assert unpack(one.options[0].code) == (Speed(18, False, 1),)
    assert [choice.label for choice in one.rows[0]] == ["Take 2", "Take none"]
    assert read(view, ask, "12 +2") == (Speed(12, False, 2),)
    assert taken(view, (Speed(12, False, 2),)) == "speed 12, taking 2 on offer"
    assert unpack(pack(Speed(12, False, 2))) == (Speed(12, False, 2),)


@pytest.mark.parametrize("plan", ["g9", "gx", "s", "g", "x1"])
def test_a_code_of_another_hand_takes_no_more_than_is_there(plan: str) -> None:
    view, ask = offered(1)

    for option in controls(view, ask, NAMES, plan).options:
        (speed,) = unpack(option.code)
        ask.question.verify(speed)


def test_more_than_is_on_offer_is_refused_with_the_figure() -> None:
    question = WriteSpeed(18, None, False, 1)

    with pytest.raises(Refused) as caught:
        question.verify(Speed(12, False, 2))

    assert (caught.value.reason, caught.value.values) == (CircusReason.TOO_MUCH_GAIN, {"wanted": 2, "at_most": 1})
    with pytest.raises(Refused):
        WriteSpeed(18).verify(Speed(12, False, 1))
    with pytest.raises(Refused):
        question.verify(Speed(12, False, -1))


def attacked() -> tuple[Any, Ask]:
    race = a_race()
    question = NameWayOut(BLUE, "car", "ram", ("brake", "evade"), 0, None)
    return view_for(race, {}, [RED]), Ask(RED, question, Avoid("hold"))


def test_an_attack_is_answered_in_one_word() -> None:
    view, ask = attacked()

    shown = controls(view, ask, NAMES)
    assert [choice.label for choice in shown.rows[0]] == ["Hold", "Try to brake", "Try to evade"]
    assert [unpack(choice.code) for choice in shown.rows[0]] == [
        (Avoid("hold"),),
        (Avoid("brake"),),
        (Avoid("evade"),),
    ]
    assert read(view, ask, "evade") == (Avoid("evade"),)
    with pytest.raises(Refused):
        read(view, ask, "avoid")


@pytest.mark.parametrize(("defend", "answer"), [("hold", "hold"), ("brake", "brake"), ("evade", "hold")])
def test_orders_answer_it_in_one_word(defend: Any, answer: str) -> None:
    view, ask = attacked()  # evading leads nowhere that is known

    followed = follow(view, ask, Orders(defend=defend))

    assert followed is not None
    assert isinstance(followed.answer, Avoid)
    assert followed.answer.how in (answer, defend)


def test_house_drivers_answer_it_in_one_word() -> None:
    view, ask = attacked()

    answer = drive(RACER, view, ask)

    assert answer in ask.question.legal()


def test_whip_and_cut_are_announced_together() -> None:
    question = BeginPhase(False, 0, True, may_strain_once_free=True)

    assert set(question.legal()) == {Begin(), Begin(cut=True), Begin(strain=True, cut=True)}
    assert set(BeginPhase(True, 0, True).legal()) == {Begin(), Begin(cut=True), Begin(strain=True)}


# Judgement


def test_house_drivers_know_what_a_double_slip_costs() -> None:
    advanced, table = (corner_peril(EDITIONS[name], 3, Lane(1), 0) for name in ("advanced", "table"))

    assert advanced.flips == table.flips
    assert advanced.harm != table.harm


def test_only_a_speed_written_tries_a_wheel_in_forecasts() -> None:
    race = a_race(speed=13)
    own = race.chariots[RED]
    own.wheels.inside, own.written = 6, 13

    assert outlook(view_for(race, {}, [RED]), RED, 16).wheels == ()
    own.written = 14
    assert len(outlook(view_for(race, {}, [RED]), RED, 14).wheels) == 1
    race.options = replace_edition(race.options, "advanced")
    own.written = 13
    assert len(outlook(view_for(race, {}, [RED]), RED, 16).wheels) == 1


def replace_edition(options: Options, edition: Any) -> Options:
    return msgspec.structs.replace(options, edition=edition)
