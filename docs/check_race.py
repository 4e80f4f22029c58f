"""Checks the file that `/race verify` gives, with nothing but Python itself: python check_race.py race-7.json

See verification.md, which describes each step; this program follows it line by line.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any


def seed(secret: bytes, words: list[str]) -> bytes:
    """Mix the secret and all words."""
    mixed = hashlib.sha256(secret)
    for word in words:
        mixed.update(hashlib.sha256(word.encode()).digest())
    return mixed.digest()


def face(of: bytes, number: int, sides: int) -> int:
    """Return die *number* of a stream: the first byte of its hash that favours no face."""
    stream = hashlib.sha256(of + number.to_bytes(8, "big"))
    while True:
        for value in stream.digest():
            if value < 256 - 256 % sides:
                return value % sides + 1
        stream.update(b"again")


def check(race: dict[str, Any]) -> list[str]:
    """Return what does not fit; an empty list for a sound race."""
    wrong: list[str] = []
    seals: list[dict[str, Any]] = []
    secret = bytes.fromhex(race["secret"]) if race["secret"] else None
    if secret and hashlib.sha256(secret).hexdigest() != race["commitment"]:
        wrong.append("the secret is not the one that was committed to")
    stream, rolled = 0, 0
    for fact in race["facts"]:
        match fact["type"]:
            case "Sealed":
                seals.append(fact)
            case "Unsealed":
                seal = hashlib.sha256(bytes.fromhex(fact["salt"]) + fact["answer"].encode()).hexdigest()
                if _latest(seals, fact["entry"]) != seal:
                    wrong.append(f"fact {fact['n']}: the answer is not the one that was sealed")
            case "Rewound":
                stream, rolled = fact["stream"], 0
                seals = [each for each in seals if each["input"] <= fact["to"]]
            case "Concealed":
                rolled += len(fact["sides"])
            case "Rolled":
                words = race["words"] + ([f"stream {stream}"] if stream else [])
                if secret and fact["dice"] != _dice(seed(secret, words), rolled, fact):
                    wrong.append(f"fact {fact['n']}: the dice are not those of the seed")
                rolled += len(fact["dice"])
    return wrong + _broken_bets(race.get("bets", []))


def _broken_bets(bets: list[dict[str, Any]]) -> list[str]:
    """Return which bets that are open to all are not those that were sealed; those put by rule never were."""
    open_to_all = [each for each in bets if each["content"] is not None and (each["seal"] or each["salt"])]
    return [
        f"ticket {each['ticket']}: the bet is not the one that was sealed"
        for each in open_to_all
        if hashlib.sha256(bytes.fromhex(each["salt"]) + each["content"].encode()).hexdigest() != each["seal"]
    ]


def _latest(seals: list[dict[str, Any]], entry: int) -> str | None:
    return next((each["seal"] for each in reversed(seals) if each["entry"] == entry), None)


def _dice(of: bytes, first: int, fact: dict[str, Any]) -> list[int]:
    return [face(of, first + place, fact["sides"]) for place in range(len(fact["dice"]))]


if __name__ == "__main__":
    found = check(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    sys.stdout.write("\n".join(found or ["Everything fits."]) + "\n")
    sys.exit(bool(found))
