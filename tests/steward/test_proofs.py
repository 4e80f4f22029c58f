"""What a stranger can check: the file of a race, by a program that knows nothing of ours."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from records.values import RaceId
from tests.steward.circus import ANN, BLUE, RED, Circus
from tests.toy_ruleset import Push, Stand

CHECKER = Path(__file__).parents[2] / "docs" / "check_race.py"


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
    proof = json.loads(await circus.steward.proof(race))

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
    proof = json.loads(await circus.steward.proof(race))
    fact = next(each for each in proof["facts"] if each["type"] == kind and each[field] != value)

    fact[field] = value

    code, found = checked(tmp_path / "race.json", proof)
    assert code == 1
    assert said in found


async def test_another_secret_is_found(circus: Circus, tmp_path: Path) -> None:
    proof = json.loads(await circus.steward.proof(await a_race(circus)))
    proof["secret"] = "ab" * 32
    assert "the secret is not the one that was committed to" in checked(tmp_path / "race.json", proof)[1]


async def test_no_secret_leaves_a_race_that_is_under_way(circus: Circus) -> None:
    race = await circus.race()
    await circus.pace(race)

    proof = await circus.steward.proof(race)

    kept = await circus.store.load(race)
    assert kept is not None
    assert json.loads(proof)["secret"] is None
    assert kept.race.secret.encode() not in proof
