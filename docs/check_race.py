"""Checks the file that `/watch what:verify` gives, with nothing but Python itself: python check_race.py race-7.json

See verification.md, which describes each step; this program follows it line by line.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any


def seed(secret: bytes, hashes: list[str]) -> bytes:
    """Mix the secret and the hashes of all words."""
    mixed = hashlib.sha256(secret)
    for each in hashes:
        mixed.update(bytes.fromhex(each))
    return mixed.digest()


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _hashes(race: dict[str, Any], stream: int) -> list[str]:
    """Return what is mixed; files of earlier versions have the words themselves."""
    words = race["word_hashes"] if "word_hashes" in race else [_hash(word) for word in race["words"]]
    more = [*race.get("mixed", []), *([f"stream {stream}"] if stream else [])]
    return [*words, *(_hash(each) for each in more)]


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
    wrong += _wrong_start(race.get("mixed", []), race.get("post"))
    stream, rolled = 0, 0
    for fact in race["facts"]:
        match fact["type"]:
            case "Sealed" | "OrdersSealed" | "Unsealed" | "OrdersUnsealed":
                wrong += [f"fact {fact['n']}: {why}" for why in _seals(fact, _of(seals, fact["entry"]))]
                seals.append(fact)
            case "Rewound":
                stream, rolled = fact["stream"], 0
                seals = [each for each in seals if each["input"] <= fact["to"]]
            case "Concealed":
                rolled += len(fact["sides"])
            case "Rolled":
                if secret and fact["dice"] != _dice(seed(secret, _hashes(race, stream)), rolled, fact):
                    wrong.append(f"fact {fact['n']}: the dice are not those of the seed")
                rolled += len(fact["dice"])
    if race["state"] == "finished" and not race.get("keeps_seals"):
        entries = sorted({each["entry"] for each in seals})
        wrong += [f"chariot {entry}: {UNOPENED}" for entry in entries if _is_shut(_of(seals, entry))]
    return wrong + _wrong_digests(race) + _broken_bets(race.get("bets", []))


def _wrong_start(mixed: list[str], link: str | None) -> list[str]:
    """Return what is wrong with what was mixed in as the race started: the post, and the beacon's round after it."""
    parts = [each.split() for each in mixed]
    post = next((int(each[1]) for each in parts if each[0] == "post"), None)
    if post is None:
        return ["something was mixed into the dice that is no post"] if mixed or link else []
    wrong = (
        [] if link and link.endswith(f"/{post}") else ["the post that was mixed in is not the one that is linked to"]
    )
    posted = (post >> 22) + 1_420_070_400_000  # milliseconds since 1970
    after = (posted - 1_692_803_367_000) // 3_000 + 2
    beacons = [each for each in parts if each[0] != "post"]
    if any(each[:2] != ["beacon", str(after)] for each in beacons) or len(beacons) > 1:
        wrong.append(f"the beacon's round is not {after}, the first one after the post")
    return wrong


def _broken_bets(bets: list[dict[str, Any]]) -> list[str]:
    """Return which bets that are open to all are not those that were sealed; those put by rule never were."""
    open_to_all = [each for each in bets if each["content"] is not None and (each["seal"] or each["salt"])]
    return [
        f"ticket {each['ticket']}: the bet is not the one that was sealed"
        for each in open_to_all
        if hashlib.sha256(bytes.fromhex(each["salt"]) + each["content"].encode()).hexdigest() != each["seal"]
    ]


def _wrong_digests(race: dict[str, Any]) -> list[str]:
    """Return which digests were told in the thread that no answers have which were opened together."""
    seals: list[dict[str, Any]] = []
    entries: list[int] = []
    found: list[str] = []
    for fact in [*race["facts"], {"type": "end"}]:
        if entries and fact["type"] != "Unsealed":
            found.append(_digest(seals, entries))
            entries = []
        match fact["type"]:
            case "Unsealed":
                entries.append(fact["entry"])
            case "Sealed" | "OrdersSealed" | "OrdersUnsealed":
                seals.append(fact)
            case "Rewound":
                seals = [each for each in seals if each["input"] <= fact["to"]]
    told = [each for each in race.get("digests", []) if each not in found]
    return [f"the digest {each} was told, and no seals have it" for each in told]


def _digest(seals: list[dict[str, Any]], entries: list[int]) -> str:
    """Return the digest of the seals that hold of these chariots, as they are about to be opened."""
    lines = []
    for entry in sorted(entries):
        before = _of(seals, entry)
        orders = next((each for each in before if each["type"] in ("OrdersSealed", "OrdersUnsealed")), None)
        lines.append(f"{entry} {_latest(before, 'Sealed')}")
        lines += [f"{entry} orders {orders['seal']}"] if orders and orders["type"] == "OrdersSealed" else []
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


UNOPENED = "orders of a turn that was played were never opened"


def _of(seals: list[dict[str, Any]], entry: int) -> list[dict[str, Any]]:
    """Return what was sealed and opened of a chariot, the newest first."""
    return [each for each in reversed(seals) if each["entry"] == entry]


def _seals(fact: dict[str, Any], before: list[dict[str, Any]]) -> list[str]:
    """Return what is wrong with a seal, or with what it is opened with."""
    match fact["type"]:
        case "Unsealed" if _latest(before, "Sealed") != _seal(fact, fact["answer"]):
            return ["the answer is not the one that was sealed"]
        case "OrdersUnsealed" if _latest(before, "OrdersSealed") != _seal(fact, fact["orders"]):
            return ["the orders are not those that were sealed"]
        case "OrdersSealed" if _is_shut(before):
            return [UNOPENED]
    return []


def _is_shut(before: list[dict[str, Any]]) -> bool:
    """Tell whether orders were kept shut though their answer was revealed, and so their turn was played."""
    kinds = [each["type"] for each in before if each["type"] != "Sealed"]
    last = next((place for place, kind in enumerate(kinds) if kind != "Unsealed"), None)
    return last is not None and last > 0 and kinds[last] == "OrdersSealed"


def _seal(fact: dict[str, Any], told: str) -> str:
    return hashlib.sha256(bytes.fromhex(fact["salt"]) + told.encode()).hexdigest()


def _latest(before: list[dict[str, Any]], kind: str) -> str | None:
    return next((each["seal"] for each in before if each["type"] == kind), None)


def _dice(of: bytes, first: int, fact: dict[str, Any]) -> list[int]:
    return [face(of, first + place, fact["sides"]) for place in range(len(fact["dice"]))]


if __name__ == "__main__":
    found = check(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    sys.stdout.write("\n".join(found or ["Everything fits."]) + "\n")
    sys.exit(bool(found))
