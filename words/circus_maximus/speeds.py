"""What a speed is made of: what was written, and what the start, the whip, lashes and harm made of it (6.1)."""

from collections.abc import Iterator, Sequence

from engine.circus_maximus.words.facts import GainTaken, HorseCutFree, PhaseBegan, TeamStrained
from engine.facts import Fact, Rolled
from words.shared.telling import signed

START = "standing start"


def speed_made(facts: Sequence[Fact], began: PhaseBegan) -> str:
    """Return a speed and its parts, after a chariot's name.

    :param facts: that led to it, since the phase before.

    >>> speed_made([TeamStrained(1, 5)], PhaseBegan(1, 21, 26, 26)), speed_made([], PhaseBegan(1, 9, 9, 9))
    (': 21, whips +5, goes 26', ' goes 9')
    """
    parts = [f"{why} {signed(amount)}" for why, amount in _parts(facts, began) if amount]
    goes = f"goes {began.total_speed}"
    return f": {', '.join([str(began.written), *parts, goes])}" if parts else f" {goes}"


def _parts(facts: Sequence[Fact], began: PhaseBegan) -> Iterator[tuple[str, int]]:
    """Yield what changed a written speed, with the change; the rest is what harm or the road takes."""
    rest = began.total_speed - began.written
    for fact in facts:
        if getattr(fact, "entry", None) != began.entry:
            continue
        match fact:
            case Rolled(what_for=what, total=total) if what == START:
                part = START, -max(0, min(total, began.written))
            case TeamStrained(gained=gained):
                part = "whips", gained
            case GainTaken(factors=factors):
                part = "lashed on", factors
            case HorseCutFree(cost=cost):
                part = "cuts a horse free", -cost
            case _:
                continue
        rest -= part[1]
        yield part
    yield ("slowed" if rest < 0 else "still rolling"), rest
