"""What a stranger can check: the file of a race, by a program that knows nothing of ours."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.facts import Fact, Rewound, Rolled
from engine.leagues.words.facts import EnduranceTrained, Whispered
from engine.proving import FactOfInput, in_order_rolled
from records.values import EntryId, RaceId
from tests.kept import once
from tests.steward.circus import ANN, BLUE, RED, Circus
from tests.toy_ruleset import Push, Stand

CHECKER = Path(__file__).parents[2] / "docs" / "check_race.py"


@once
async def a_race(circus: Circus) -> RaceId:
    """Return a finished race with seals, rolls and a rewinding."""
    race = await circus.race()
    await circus.pace(race)
    await circus.give(race, RED, Push(BLUE))
    await circus.give(race, BLUE, Stand(True))
    await circus.steward.desk.rewind(race, ANN, 3, "a slip")
    await circus.give(race, BLUE, Stand(True))
    await circus.to_the_end(race)
    return race


def checked(path: Path, proof: Any) -> tuple[int, str]:
    path.write_text(json.dumps(proof))
    done = subprocess.run([sys.executable, CHECKER, path], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.strip()


async def test_a_sound_race_is_found_so(circus: Circus, tmp_path: Path) -> None:
    race = await a_race(circus)
    proof = json.loads(await circus.steward.log.proof(race))

    assert {fact["type"] for fact in proof["facts"]} == {"Sealed", "Unsealed", "Rolled", "Rewound"}
    assert checked(tmp_path / "race.json", proof) == (0, "Everything fits.")


@pytest.mark.parametrize(
    ("kind", "field", "value", "said"),
    [
        ("Rolled", "dice", [6, 6], "the dice are not those of the seed"),
        ("Unsealed", "answer", '{"type":"Pace","factors":6}', "the answer is not the one that was sealed"),
        ("Sealed", "seal", "0" * 64, "the answer is not the one that was sealed"),
    ],
)
async def test_what_was_tampered_with_is_found(
    circus: Circus, tmp_path: Path, kind: str, field: str, value: Any, said: str
) -> None:
    race = await a_race(circus)
    proof = json.loads(await circus.steward.log.proof(race))
    fact = next(each for each in proof["facts"] if each["type"] == kind and each[field] != value)

    fact[field] = value

    code, found = checked(tmp_path / "race.json", proof)
    assert code == 1
    assert said in found


async def test_another_secret_is_found(circus: Circus, tmp_path: Path) -> None:
    proof = json.loads(await circus.steward.log.proof(await a_race(circus)))
    proof["secret"] = "ab" * 32
    assert "the secret is not the one that was committed to" in checked(tmp_path / "race.json", proof)[1]


async def test_no_secret_leaves_a_race_that_is_under_way(circus: Circus) -> None:
    race = await circus.race()
    await circus.pace(race)

    proof = await circus.steward.log.proof(race)

    kept = await circus.store.load(race)
    assert kept is not None
    assert json.loads(proof)["secret"] is None
    assert kept.race.secret.encode() not in proof


# What was told aside


def roll(*dice: int) -> Rolled:
    return Rolled(EntryId(1), "endurance", dice, 6, (), sum(dice), "23.6")


TRAINED = (roll(3, 4), EnduranceTrained(EntryId(1), 1, 47, 0, 5))
LEARNED = Whispered((EntryId(1),), TRAINED)


def dice_of(*told: tuple[int, Fact]) -> list[tuple[int, ...]]:
    return [
        each.fact.dice
        for each in in_order_rolled([FactOfInput(*each) for each in told])
        if isinstance(each.fact, Rolled)
    ]


def test_a_roll_like_one_that_was_told_aside_stays_in_its_place() -> None:
    disclosed = [(4, fact) for fact in TRAINED]

    assert dice_of((1, LEARNED), (2, roll(3, 4)), (3, roll(6)), *disclosed, (4, roll(1))) == [
        (3, 4),
        (3, 4),
        (6,),
        (1,),
    ]


def test_what_is_disclosed_once_more_after_a_rewinding_is_left_out_both_times() -> None:
    first, again = [(2, fact) for fact in TRAINED], [(4, fact) for fact in TRAINED]
    back = (3, Rewound(1, 1, "a slip"))

    assert dice_of((1, LEARNED), *first, (2, roll(1)), back, *again, (4, roll(2))) == [(3, 4), (1,), (2,)]


def test_what_is_void_before_it_is_disclosed_is_never_left_out() -> None:
    back = (2, Rewound(0, 1, "a slip"))
    public = [(3, fact) for fact in TRAINED]

    assert dice_of((1, LEARNED), back, *public) == [(3, 4), (3, 4)]
