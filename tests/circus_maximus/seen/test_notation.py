"""The notation of players by mail: read, written, packed, and when a plan stops."""

import random
from collections.abc import Sequence

import msgspec
import pytest

from engine.circus_maximus.seen.notation import (
    MOST_FACTORS,
    MOST_STEPS,
    is_unforeseen,
    pack_plan,
    read_plan,
    unpack_plan,
    write_plan,
)
from engine.circus_maximus.seen.views import RaceView, view_for
from engine.circus_maximus.words.asks import Action, Attack, Brake, Change, Forward, NextAction, RunInto, Sideslip
from engine.circus_maximus.words.facts import (
    Attacked,
    CornerTaken,
    DriverHurt,
    EnduranceLost,
    Evaded,
    FactorsLost,
    Flipped,
    Held,
    Hindered,
    HorseInjured,
    Maimed,
    Moved,
    ObstacleCrossed,
    ObstacleEntered,
    PulledOut,
    Rammed,
    RanAway,
    RanOnFoot,
    RunDown,
    Sideslipped,
    SpeedFell,
    TeamLashed,
    WeaponTold,
    WeaponUsed,
    WheelDamaged,
    WheelHeld,
    WhipLost,
    WreckStruck,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Horse, Race
from engine.facts import Fact
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from engine.track import SIDES
from records.refusals import Refused
from records.values import EntryId, Square

RED, BLUE, YELLOW = EntryId(1), EntryId(2), EntryId(3)
ASK = Ask(RED, NextAction(20, 20, ("inside", "outside"), 20, (), ()), Forward(20))


def a_view() -> RaceView:
    chariots = {
        entry: Chariot(colour, square=Square(f"A20.{entry}"), horses=[Horse(4) for _ in range(4)])
        for entry, colour in ((RED, "red"), (BLUE, "blue"), (YELLOW, "yellow"))
    }
    return view_for(Race(chariots, Options(), factions=3), {}, [RED])


def read(text: str) -> tuple[Answer, ...]:
    return read_plan(a_view(), ASK, text)


def refused(text: str) -> dict[str, object]:
    with pytest.raises(Refused) as caught:
        read(text)
    assert caught.value.reason is GameReason.NOT_A_PLAN
    return caught.value.values


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("18/Out/2", (Forward(18), Change("outside"), Forward(2))),
        (
            "1/Out/2/Ram blue car/1/Ram blue horses/10",
            (
                Forward(1), Change("outside"), Forward(2), Attack(BLUE, "car", "ram"), Forward(1),
                Attack(BLUE, "team", "ram"), Forward(10),
            ),
        ),
        ("Slip in / Brake 3", (Sideslip("inside"), Brake(3))),
        ("sideslip OUT,in;b2", (Sideslip("outside"), Change("inside"), Brake(2))),
        ("Lash yellow driver/Lash 2 team", (Attack(YELLOW, "driver", "lash"), Attack(BLUE, "team", "lash"))),
        ("f5 i o b2", (Forward(5), Change("inside"), Change("outside"), Brake(2))),
        ("F5i/o2", (Forward(5), Change("inside"), Change("outside"), Forward(2))),
        ("ram#2 c lash #3 h 4", (Attack(BLUE, "car", "ram"), Attack(YELLOW, "team", "lash"), Forward(4))),
        ("3/Crash", (Forward(3), RunInto())),
        ("  7\n", (Forward(7),)),
    ],
)  # fmt: skip
def test_a_plan_is_read(text: str, steps: tuple[Answer, ...]) -> None:
    assert read(text) == steps


@pytest.mark.parametrize(
    ("text", "at", "place", "expected"),
    [
        ("", "", 1, "squares"),
        ("//", "", 1, "squares"),
        ("18/left", "left", 2, "out"),
        ("0", "0", 1, "squares"),
        ("3/100", "100", 2, "squares"),
        ("3/brake", "", 2, "factors"),
        ("brake/3", "/", 1, "factors"),
        ("slip 2", "2", 1, "in"),
        ("ram car", "car", 1, "blue"),
        ("ram red car", "red", 1, "yellow"),
        ("ram 1 car", "1", 1, "blue"),
        ("ram 4 car", "4", 1, "blue"),
        ("1/ram blue driver", "driver", 2, "horses"),
        ("1/lash blue car", "car", 2, "driver"),
        ("1/lash blue", "", 2, "driver"),
        ("\N{ARABIC-INDIC DIGIT THREE}", "\N{ARABIC-INDIC DIGIT THREE}", 1, "squares"),
        ("\N{SUPERSCRIPT TWO}", "\N{SUPERSCRIPT TWO}", 1, "squares"),
        ("@everyone", "@", 1, "squares"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place_and_what_may_stand_there(
    text: str, at: str, place: int, expected: str
) -> None:
    values = refused(text)

    assert (values["at"], values["place"]) == (at, place)
    assert expected in values["expected"]  # type: ignore[operator]


def test_a_chariot_out_of_the_race_cannot_be_named() -> None:
    race = Race({entry: Chariot(["red", "blue", "yellow"][entry - 1]) for entry in (RED, BLUE, YELLOW)}, Options(), 3)
    race.chariots[BLUE].status = "out"

    with pytest.raises(Refused) as caught:
        read_plan(view_for(race, {}, []), ASK, "ram blue car")

    assert caught.value.values["expected"] == ("yellow",)


def test_a_plan_has_a_limit() -> None:
    assert len(read("/".join("1" * MOST_STEPS))) == MOST_STEPS
    assert refused("/".join("1" * (MOST_STEPS + 1)))["place"] == MOST_STEPS + 1


def test_a_refusal_of_five_thousand_characters_keeps_a_few() -> None:
    assert refused("x" * 5_000)["at"] == "x" * 200


def a_step(choose: random.Random) -> Action:
    number = choose.randint(1, MOST_FACTORS)
    rival = choose.choice((BLUE, YELLOW))
    steps: list[Action] = [Forward(number), Brake(number), RunInto()]
    steps += [turn(side) for side in SIDES for turn in (Change, Sideslip)]
    steps += [Attack(rival, "team", "ram"), Attack(rival, "car", "ram")]
    steps += [Attack(rival, "team", "lash"), Attack(rival, "driver", "lash")]
    return choose.choice(steps)


@pytest.mark.parametrize("seed", range(50))
def test_what_is_written_or_packed_is_read_as_the_same(seed: int) -> None:
    choose = random.Random(seed)
    plan = tuple(a_step(choose) for _ in range(choose.randint(1, MOST_STEPS)))

    assert read(write_plan(a_view(), plan)) == plan
    assert unpack_plan(pack_plan(plan)) == plan


def test_a_plan_is_written_as_players_by_mail_write_it() -> None:
    text = "1/Out/2/Ram blue car/Slip in/Lash yellow driver/Ram blue horses/Brake 10"

    assert write_plan(a_view(), read(text)) == text


def test_the_longest_plan_is_packed_into_sixty_characters() -> None:
    packed = pack_plan([Brake(MOST_FACTORS)] * MOST_STEPS)

    assert len(packed) <= 60
    assert packed.isascii()
    assert packed.isalnum()
    assert packed.islower()


@pytest.mark.parametrize("text", ["z", "f", "f0", "f100", "f5 i", "F5", "c", "\N{FULLWIDTH DIGIT ONE}", "i" * 21])
def test_rubbish_is_not_unpacked(text: str) -> None:
    with pytest.raises(Refused) as caught:
        unpack_plan(text)

    assert caught.value.reason is GameReason.NOT_A_PLAN


HELD = [Attacked(RED, BLUE, "car", "ram"), Held(BLUE, by_choice=True)]


@pytest.mark.parametrize(
    "facts",
    [
        [Moved(RED, 4, Square("D1.4")), CornerTaken(RED, "-"), EnduranceLost(RED, 3, 20, "corner")],
        [WheelHeld(RED, "inside", weakened=False, total=2)],
        [Sideslipped(RED, "inside", Square("A20.1"), forced=False)],
        [*HELD, WheelDamaged(BLUE, "inside", 2, 2), Flipped(BLUE, "wheel", Square("A20.2"))],
        [Attacked(RED, BLUE, "team", "lash"), Evaded(BLUE, "outside", Square("A21.3"), 1)],
        [CornerTaken(BLUE, "SS"), Sideslipped(BLUE, "outside", Square("D2.5"), forced=True)],
    ],
)
def test_a_plan_goes_on_after_what_was_foreseen_or_befell_others(facts: Sequence[Fact]) -> None:
    assert not is_unforeseen(facts, RED)


@pytest.mark.parametrize(
    "fact",
    [
        CornerTaken(RED, "S"),
        CornerTaken(RED, "J"),
        Sideslipped(RED, "outside", Square("A20.2"), forced=True),
        WheelHeld(RED, "inside", weakened=True, total=3),
        WheelDamaged(RED, "inside", 2, 2),
        HorseInjured(RED, 1, 2, 2),
        Attacked(BLUE, RED, "car", "ram"),
        Rammed(BLUE, RED, "car", "involuntary"),
        SpeedFell(RED, 10, 3),
        FactorsLost(RED, 3),
        WhipLost(RED, None),
        TeamLashed(RED, BLUE, 3, must_use=True),
        Hindered(RED, 1, "involuntary ram"),
    ],
)
def test_a_plan_stops_when_something_unforeseen_befalls_the_chariot(fact: Fact) -> None:
    assert is_unforeseen([*HELD, fact], RED)
    assert not is_unforeseen([*HELD, fact], YELLOW)


# Weapons, men in the reins, and what befalls one in the Advanced Game


@pytest.mark.parametrize(
    ("text", "attack", "packed"),
    [
        ("Ram blue dragged", Attack(BLUE, "dragged driver", "ram"), "m2"),
        ("ram 2 reins", Attack(BLUE, "dragged driver", "ram"), "m2"),
        ("Dust blue driver", Attack(BLUE, "driver", "dust"), "u2"),
        ("dust blue", Attack(BLUE, "driver", "dust"), "u2"),
        ("spear #2", Attack(BLUE, "driver", "spear"), "p2"),
        ("Knife blue driver", Attack(BLUE, "driver", "knife"), "k2"),
        ("knife blue horses", Attack(BLUE, "team", "knife"), "n2"),
        ("Small knife blue driver", Attack(BLUE, "driver", "small knife"), "v2"),
        ("small knife blue team", Attack(BLUE, "team", "small knife"), "w2"),
    ],
)
def test_weapons_have_a_notation(text: str, attack: Attack, packed: str) -> None:
    steps = (Forward(1), attack, Forward(2))

    assert read(f"1/{text}/2") == steps
    assert read(write_plan(a_view(), steps)) == steps
    assert pack_plan([attack]) == packed
    assert unpack_plan(packed) == (attack,)


def test_a_small_knife_and_no_other_weapon_is_small() -> None:
    assert refused("small spear blue")["expected"] == ("knife",)


def test_a_knife_can_be_thrown_at_a_driver_or_at_horses() -> None:
    assert refused("knife blue car")["expected"] == ("driver", "horses")


def test_weapons_are_offered_where_they_are_allowed() -> None:
    armed = msgspec.structs.replace(a_view(), options=Options(edition="advanced", spear=True))
    with pytest.raises(Refused) as caught:
        read_plan(armed, ASK, "wait")

    usual = refused("wait")["expected"]
    assert isinstance(usual, tuple)
    assert caught.value.values["expected"] == (*usual, "spear")


def test_rule_15_25_a_runaway_team_can_be_named() -> None:
    race = Race({RED: Chariot("red"), BLUE: Chariot("blue", status="runaway")}, Options(edition="advanced"), 2)

    assert read_plan(view_for(race, {}, [RED]), ASK, "ram blue horses") == (Attack(BLUE, "team", "ram"),)


@pytest.mark.parametrize(
    ("fact", "stops"),
    [
        (ObstacleEntered(RED, Square("A3.3"), "wreck", 4), False),
        (ObstacleCrossed(RED, Square("A3.3"), "-"), False),
        (ObstacleCrossed(RED, Square("A3.3"), "jostled"), True),
        (ObstacleCrossed(BLUE, Square("A3.3"), "jostled"), False),
        (RunDown(BLUE, RED, 4, at_once=True), True),
        (RunDown(BLUE, YELLOW, 4, at_once=True), False),
        (WeaponUsed(RED, BLUE, "dust", hit=True), False),
        (WeaponUsed(BLUE, RED, "dust", hit=False), True),
        (WeaponTold(RED, "dust", "blown back"), True),
        (PulledOut(RED, BLUE), True),
        (PulledOut(BLUE, RED), False),
        (RanAway(RED, with_car=False), True),
        (DriverHurt(RED, 1, 4, "spear"), True),
        (Maimed(RED, "arm"), True),
        (WreckStruck(RED, BLUE, "car"), True),
        (RanOnFoot(BLUE, Square("A3.3")), False),
    ],
)
def test_what_befalls_one_in_the_advanced_game_stops_his_plan(fact: Fact, stops: bool) -> None:
    assert is_unforeseen([fact], RED) is stops
