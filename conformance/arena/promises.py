"""What can never be in a match of the arena, whatever its players do."""

from collections.abc import Iterator, Sequence

from engine.arena.data import MOST_MOOD, MOST_STUN
from engine.arena.facts import BoutEnded, FateDecided, Fell, MatchEnded
from engine.arena.hexes import is_inside
from engine.arena.state import Fighter, Match
from engine.facts import Fact

ENDINGS = ("by a fall", "on points", "a draw", "a death", "mercy")


def broken_by(match: Match) -> list[str]:
    """Return in words what of a match is so that it cannot be."""
    standing = [match.fighters[entry] for entry in match.standing()]
    found = [fault for fighter in standing for fault in _faults(match, fighter)]
    places = [fighter.at for fighter in standing]
    if len(set(places)) < len(places):
        found.append("two men stand on one hex")
    if abs(match.mood) > MOST_MOOD:
        found.append(f"the mood is {match.mood}")
    is_judged = any(fighter.status == "fallen" for fighter in match.fighters.values())
    if match.stage == "fight" and not is_judged and len(standing) < 2:
        found.append("a bout goes on with one man")
    return found


def _faults(match: Match, fighter: Fighter) -> Iterator[str]:
    """Yield what of a man who stands cannot be."""
    man = fighter.man
    if man is None or fighter.at is None or not is_inside(match.radius, fighter.at):
        yield f"{fighter.colour} stands nowhere"
        return
    if not 0 <= fighter.stun <= MOST_STUN or fighter.durability < 0 or min(fighter.wounds) < 0:
        yield f"{fighter.colour} has an impossible number"
    if max(fighter.wounds) >= man.w or sum(fighter.wounds) >= man.collapse:
        yield f"{fighter.colour} stands, and should have fallen"
    if (fighter.netted == "free") != (fighter.netted_by is None):
        yield f"{fighter.colour} is {fighter.netted} in the net of {fighter.netted_by}"
    if fighter.net == "thrown" and not any(match.fighters[each].netted_by for each in match.standing()):
        yield f"the net of {fighter.colour} hangs on nobody"


def broken_at_end(match: Match, facts: Sequence[Fact]) -> list[str]:
    """Return in words what of a match that is over cannot be."""
    ends = [fact for fact in facts if isinstance(fact, MatchEnded)]
    found = [] if len(ends) == 1 and facts[-1] is ends[0] else ["the end is not told last, and once"]
    if match.stage != "over" or any(fighter.status in ("waiting", "fallen") for fighter in match.fighters.values()):
        found.append("somebody's fate is open")
    return found


def endings_of(match: Match, facts: Sequence[Fact]) -> set[str]:
    """Return how a match ended."""
    del match
    named = {"fall": "by a fall", "points": "on points", "draw": "a draw"}
    found = {named[fact.how] for fact in facts if isinstance(fact, BoutEnded)}
    dead = any(isinstance(fact, Fell) and fact.is_dead for fact in facts)
    found |= {"a death"} if dead or any(isinstance(fact, FateDecided) and not fact.lives for fact in facts) else set()
    return found | ({"mercy"} if any(isinstance(fact, FateDecided) and fact.lives for fact in facts) else set())
