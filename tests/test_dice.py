"""Dice that anyone can check."""

import hashlib
from collections import Counter

import pytest

from engine.dice import RaceDice, audit, commitment, hash_of, mix
from engine.facts import Rolled


def rolled(dice: RaceDice, count: int, sides: int) -> Rolled:
    faces = dice.roll(count, sides)
    return Rolled(None, "a test", faces, sides, (), sum(faces), "1")


def test_the_same_seed_gives_the_same_dice() -> None:
    one, other = RaceDice(b"seed"), RaceDice(b"seed")

    assert [one.roll(2, 6) for _ in range(20)] == [other.roll(2, 6) for _ in range(20)]
    assert RaceDice(b"another").roll(40, 6) != RaceDice(b"seed").roll(40, 6)


def test_a_die_depends_on_its_number_alone() -> None:
    all_at_once = RaceDice(b"seed").roll(30, 6)

    later = RaceDice(b"seed", at=10)

    assert later.roll(3, 6) + later.roll(17, 6) == all_at_once[10:]
    assert later.at == 30


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 8, 100, 256])
def test_every_face_falls_and_nothing_else(sides: int) -> None:
    faces = RaceDice(b"seed").roll(sides * 30, sides)

    assert set(faces) == set(range(1, sides + 1))


def test_six_sided_dice_are_even() -> None:
    counts = Counter(RaceDice(b"a seed").roll(6000, 6))

    assert all(900 < counts[face] < 1100 for face in range(1, 7))


def test_a_number_that_would_favour_low_faces_is_passed_over() -> None:
    # With 200 sides 56 of 256 values are of no use: taken modulo, 1 to 56 would fall twice as often.
    counts = Counter(face <= 56 for face in RaceDice(b"seed").roll(4000, 200))

    assert 0.24 < counts[True] / 4000 < 0.32


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(b"secret") == hashlib.sha256(b"secret").hexdigest()


def test_each_word_and_its_place_change_the_seed() -> None:
    one, two = hash_of("one"), hash_of("two")
    seeds = [
        mix(b"secret", [one, two]),
        mix(b"secret", [two, one]),
        mix(b"secret", [hash_of("onetwo"), hash_of("")]),
        mix(b"secret", []),
        mix(b"other", [one, two]),
    ]

    assert len(set(seeds)) == len(seeds)
    assert mix(b"secret", [one, two]) == seeds[0]


def test_races_from_before_mixed_the_same() -> None:
    mixed = hashlib.sha256(b"secret")
    for word in ("equus", ""):
        mixed.update(hashlib.sha256(word.encode()).digest())

    assert mix(b"secret", [hash_of("equus"), hash_of("")]) == mixed.digest()


def test_an_audit_accepts_the_rolls_of_the_seed() -> None:
    dice = RaceDice(b"seed")
    rolls = [rolled(dice, count, sides) for count, sides in ((1, 8), (3, 6), (2, 6), (1, 7))]

    assert audit(b"seed", rolls) is None


def test_an_audit_names_the_first_roll_that_is_wrong() -> None:
    dice = RaceDice(b"seed")
    rolls = [rolled(dice, 2, 6) for _ in range(4)]
    first, second = rolls[2].dice
    rolls[2] = Rolled(None, "a test", (first % 6 + 1, second), 6, (), 0, "1")

    assert audit(b"seed", rolls) == 2
    assert audit(b"another seed", rolls) == 0


def test_an_audit_notices_a_roll_that_was_left_out() -> None:
    dice = RaceDice(b"seed")
    rolls = [rolled(dice, 2, 100) for _ in range(6)]

    assert audit(b"seed", [rolls[0], *rolls[2:]]) == 1
