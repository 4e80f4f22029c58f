"""A sheet of the eve as a member types it: any sum, where the menus offer round ones (26.1, R-G26)."""

import re
from collections.abc import Mapping, Sequence

from engine.leagues.words import charts
from engine.leagues.words.sheets import Eve, EveOfRace, Plan
from engine.leagues.words.state import Stake
from engine.plots import BRIBES, Trigger
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId
from words.leagues.names import DEVICES, chariot_name
from words.reading.sums import Part, read_sum, resolved
from words.shared.codes import matching

LABEL = "Your whole sheet, with any sums"
KINDS = ("bribes", "drugs", "sabotage")
_BET = "bet (?P<sum>.+) on (?P<chariot>{})"
_PLAN = "(?P<device>drug|sabotage|slow|no attack) (?:on )?(?P<chariot>{}) (?:for )?(?P<sum>.+)"
_GUARD = "guard (?P<kind>bribes|drugs|sabotage|each) (?P<sum>.+)"
_PIECES = re.compile(r"[;\n]|,(?= *[a-z])")


def example(question: EveOfRace) -> str:
    """Return a sheet that could be typed."""
    backed = (question.own or list(question.entered))[0]
    rival = next((each for each in question.entered if each not in question.own), backed)
    dark = f"; drug {chariot_name(rival)} for 1250" if "drug" in question.devices else ""
    return f"bet 700 on {chariot_name(backed)}{dark}; guard drugs 250"


def chariots(question: EveOfRace) -> Mapping[str, int]:
    """Return the chariots of the race, by name and by their numbers there; they stand in that order."""
    by_name = {chariot_name(each).lower(): each for each in question.entered}
    cars = {str(number): each for number, each in enumerate(question.entered, start=1)}
    return {**by_name, **cars, **{f"car {number}": each for number, each in cars.items()}}


def eve(question: EveOfRace, text: str) -> Eve:
    """Return the sheet that *text* says; it takes the place of the one before.

    A part of the treasury, such as "half", is one of what stands in it, as far as the sums of the sheet leave it.

    :raises Refused: if a piece of it cannot be read.
    """
    pieces = [piece.strip() for piece in _PIECES.split(text.strip().lower()) if piece.strip()]
    read = [_piece(question, piece, place) for place, piece in enumerate(pieces or [""], start=1)]
    left = question.cash - sum(said * len(_guarded(found)) for found, said in read if isinstance(said, int))
    stakes, plans, guards = list[Stake](), list[Plan](), [0, 0, 0]
    for found, said in read:
        guarded, groups = _guarded(found), found.groupdict()
        amount = resolved(said, question.cash, left // len(guarded), charts.BET_STEP)
        left -= 0 if isinstance(said, int) else amount * len(guarded)
        if "kind" in groups:
            for kind in guarded:
                guards[KINDS.index(kind)] = amount
            continue
        chariot = chariots(question)[groups["chariot"]]
        if "device" in groups:
            plans.append(_plan(question, groups["device"], chariot, amount))
        else:
            stakes.append(Stake(chariot, amount))
    return Eve(tuple(stakes), tuple(plans), (guards[0], guards[1], guards[2]))


def _piece(question: EveOfRace, piece: str, place: int) -> tuple[re.Match[str], int | Part]:
    """Return a piece of a sheet, and the sum that it says; :exc:`Refused` if it cannot be read."""
    known = "|".join(sorted(map(re.escape, chariots(question)), key=len, reverse=True))
    for form in (_BET, _PLAN, _GUARD):
        found = re.fullmatch(form.format(known), piece)
        if found is not None and (said := read_sum(found["sum"])) is not None:
            return found, said
    raise Refused(GameReason.NOT_A_PLAN, at=piece, place=place, expected=example(question))


def _guarded(found: re.Match[str]) -> Sequence[str]:
    """Return against what a piece guards; for another piece itself: its sum is paid once."""
    kind = found.groupdict().get("kind", "")
    return KINDS if kind == "each" else (kind,)


def _plan(question: EveOfRace, said: str, chariot: int, amount: int) -> Plan:
    device, trigger = matching(DEVICES, said), Trigger("first attack") if said in BRIBES else Trigger()
    needs_name = device == "no attack" and not question.own
    spares = next(iter(spared(question, chariot)), None) if needs_name else None
    return Plan(device, chariot, amount, trigger=trigger, spares=spares)


def spared(question: EveOfRace, chariot: int) -> Sequence[EntryId]:
    """Return the stables that a bettor's bribe may protect: all in the race but the victim's own (R-G7)."""
    others = {stable for stable in question.entered.values() if stable is not None}
    return sorted(others - {question.entered.get(chariot)})
