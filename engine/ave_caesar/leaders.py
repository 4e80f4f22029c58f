"""The leaders, and when one of them may play a six all the same (7.3 to 7.5).

7.3  The racing chariots with the highest pos lead together; once the first has finished there are no leaders.
7.4  A leader may not play a 6, except E0: with its first move; E1: with nothing but sixes, the other leaders likewise,
     and no chariot able to pass; E2: after a full round in which all missed their turn, unless sixes are strict.
7.5  A chariot can pass if a way leads from it past the leaders, around their spaces; other chariots do not count.
"""

from collections.abc import Collection, Mapping

from engine.ave_caesar.courses import FINISHED, LONGEST_CARD, Runway, Situation, Space, runway
from engine.ave_caesar.state import Chariot, Race
from records.values import EntryId


def leaders(race: Race) -> list[EntryId]:
    """Return the leaders, in turn order (7.3)."""
    if race.finished:
        return []
    way = runway(race.course, race.direction)
    ahead = {entry: _pos(way, race.chariots[entry]) for entry in race.racing()}
    farthest = max(ahead.values(), default=0)
    return [entry for entry, pos in ahead.items() if pos == farthest]


def _pos(way: Runway, chariot: Chariot) -> int:
    assert chariot.space is not None, "who races is on the board"
    return way.pos(chariot.space, chariot.crossings)


def may_play_six(race: Race, entry: EntryId) -> bool:
    """Tell whether a chariot may play a 6 now (7.4)."""
    chariot = race.chariots[entry]
    # Whoever has not crossed the line yet has not moved: from the grid, any card leads over it.
    if chariot.crossings == 0 or is_six_freed(race):  # E0, E2
        return True
    ahead = leaders(race)
    return entry not in ahead or (not chariot.is_nonplayer and _is_stuck_with_sixes(race, ahead))


def is_six_freed(race: Race) -> bool:
    """Tell whether leaders may play sixes because nobody has moved for a full round (E2)."""
    return not race.options.strict_sixes and race.missed_streak >= len(race.racing())


def _is_stuck_with_sixes(race: Race, ahead: Collection[EntryId]) -> bool:
    """Tell whether every leader holds only sixes and nobody can pass them (E1)."""
    if not all(_holds_only_sixes(race.chariots[entry]) for entry in ahead):
        return False
    return not any(can_pass(race, entry, ahead) for entry in race.racing() if entry not in ahead)


def _holds_only_sixes(chariot: Chariot) -> bool:
    """Tell whether a hand of one to three cards has nothing but sixes (A16); a non-player chariot has no hand."""
    return bool(chariot.hand) and set(chariot.hand) == {LONGEST_CARD}


def can_pass(race: Race, entry: EntryId, ahead: Collection[EntryId]) -> bool:
    """Tell whether a way leads a chariot past the leaders (7.5)."""
    way = runway(race.course, race.direction)
    chariot = race.chariots[entry]
    assert chariot.space is not None
    spaces = {race.chariots[leader].space: leader for leader in ahead}
    farthest = max(_pos(way, race.chariots[leader]) for leader in ahead)
    return _leads_past(way, (chariot.space, chariot.crossings, chariot.coin), spaces, farthest)


def _leads_past(way: Runway, start: Situation, held: Mapping[Space | None, EntryId], farthest: int) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        for there in way.steps(waiting.pop()):
            if there[1] == FINISHED:
                return True
            if there in seen or there[0] in held:
                continue
            if way.pos(there[0], there[1]) > farthest:
                return True
            seen.add(there)
            waiting.append(there)
    return False
