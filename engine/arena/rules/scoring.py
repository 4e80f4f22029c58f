"""The end of a bout and of a match, and what men learn (D.10, D.11, C.5)."""

from collections.abc import Mapping
from typing import Literal

from engine.arena.data import BY_POINTS, FAST, KILLED, MERCY, MISSUS, SLOW
from engine.arena.derived import turn_of
from engine.arena.facts import BoutEnded, Earned, MatchEnded, OmensTold, PlansTold, PlanTold
from engine.arena.scores import ranked
from engine.arena.state import Fighter, Match
from engine.arena.views import view_for
from engine.table import Table
from records.values import EntryId

How = Literal["fall", "points", "draw"]
_BOUTS_TO_WIN = 2


def side_of(match: Match, entry: EntryId) -> tuple[EntryId, ...]:
    """Return the men of one side, by number."""
    return tuple(each for each in match.order if match.are_friends(entry, each))


def sides(match: Match) -> list[tuple[EntryId, ...]]:
    """Return all sides, the challenger's first."""
    return list(dict.fromkeys(side_of(match, entry) for entry in match.order))


def is_bout_over(match: Match) -> bool:
    """Tell whether at most one side stands, or the time is up."""
    standing = match.standing()
    last = match.options.most_phases or match.options.turns * 3
    return match.phase >= last or all(match.are_friends(standing[0], each) for each in standing)


def outcome(match: Match) -> tuple[tuple[EntryId, ...], How]:
    """Return who has won a bout that is over, and how (D.11)."""
    standing = match.standing()
    if not standing:
        return (), "draw"
    still = [side for side in sides(match) if any(each in standing for each in side)]
    if len(still) == 1:
        return still[0], "fall"
    given = sorted(still, key=lambda side: -inflicted(match, side))
    ahead = inflicted(match, given[0]) - inflicted(match, given[1])
    return (given[0], "points") if ahead >= BY_POINTS else ((), "draw")


def inflicted(match: Match, side: tuple[EntryId, ...]) -> int:
    return sum(match.fighters[entry].inflicted for entry in side)


def end_bout(match: Match, table: Table) -> None:
    """Count a bout that is over; the match ends with the one that decides it."""
    winners, how = outcome(match)
    given = {entry: fighter.inflicted for entry, fighter in match.fighters.items()}
    table.tell(BoutEnded(match.bout, winners, how, given))
    for entry in winners:
        match.won[entry] = match.won.get(entry, 0) + 1
    is_decided = match.bout >= match.options.bouts or max(match.won.values(), default=0) >= _BOUTS_TO_WIN
    if is_decided:
        end_match(match, table, winners, how)
    else:
        match.bout, match.stage = match.bout + 1, "next"


def end_match(match: Match, table: Table, winners: tuple[EntryId, ...], how: How) -> None:
    """Close a match: secrets are told, men learn, and all have their places."""
    if match.options.bouts > 1:
        best = max(match.won.values(), default=0)
        first = tuple(entry for entry in match.order if match.won.get(entry, 0) == best > 0)
        winners, how = (first, how if how != "draw" else "points") if len(first) == 1 else ((), "draw")
    match.winners, match.how, match.stage, match.is_over = list(winners), how, "over", True
    for entry in match.fighters:
        plans = tuple(PlanTold(number, plan) for each, number, plan in match.opened if each == entry)
        table.tell(PlansTold(entry, plans))
    table.tell(OmensTold({entry: fighter.omen for entry, fighter in match.fighters.items()}))
    for entry, fighter in match.fighters.items():
        if fighter.status in ("fighting", "spared"):
            parts = learned(match, entry, fighter)
            fighter.points = sum(parts.values())
            table.tell(Earned(entry, fighter.points, parts))
    table.tell(MatchEnded(winners, how, tuple(ranked(view_for(match, {}, ())))))


# Experience


def learned(match: Match, entry: EntryId, fighter: Fighter) -> Mapping[str, int]:
    """Return the points of a survivor, by what they are for (C.5)."""
    fallen = [each.fall for each in match.fighters.values() if each.fall is not None and each.fall.by == entry]
    dead = {id(each.fall) for each in match.fighters.values() if each.status == "dead"}
    fast = sum(_early(FAST, fall.phase) for fall in fallen if fall.first)
    slow = sum(_early(SLOW, fall.phase) for fall in fallen if fall.worn and not fall.first and id(fall) in dead)
    parts = {
        "CFs": max(0, (fighter.attack_cf - fighter.defence_cf) // 3),
        "missus": MISSUS if fighter.status == "spared" else 0,
        "kill": KILLED * fighter.kills,
        "mercy": MERCY * fighter.spared,
        "slow": slow,
        "fast": fast,
    }
    return {name: points for name, points in parts.items() if points}


def _early(points: tuple[int, ...], phase: int) -> int:
    """Return the points of a kill by its turn."""
    turn = turn_of(phase)
    return points[turn - 1] if turn <= len(points) else 0
