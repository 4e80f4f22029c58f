"""A sheet of the eve as a member types it: any sum, where the menus offer round ones (26.1, R-G26)."""

import re
from collections.abc import Sequence

from engine.leagues.words import charts
from engine.leagues.words.sheets import Eve, EveOfRace, Plan
from engine.leagues.words.state import Stake
from engine.plots import BRIBES, Trigger
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId
from words.leagues.names import DEVICES
from words.reading.sums import Part, read_sum, resolved
from words.shared.codes import matching

LABEL = "Your whole sheet, with any sums"
KINDS = ("bribes", "drugs", "sabotage")
_BET = re.compile(r"bet (.+) on (\d{1,4})")
_PLAN = re.compile(r"(drug|sabotage|slow|no attack) (?:on )?(\d{1,4}) (?:for )?(.+)")
_GUARD = re.compile(r"guard (bribes|drugs|sabotage|each) (.+)")
_PIECES = re.compile(r"[;\n]|,(?= *[a-z])")


def example(question: EveOfRace) -> str:
    """Return a sheet that could be typed."""
    backed = (question.own or list(question.entered))[0]
    rival = next((each for each in question.entered if each not in question.own), backed)
    dark = f"; drug {rival} for 1250" if "drug" in question.devices else ""
    return f"bet 700 on {backed}{dark}; guard drugs 250"


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
        guarded = _guarded(found)
        amount = resolved(said, question.cash, left // len(guarded), charts.BET_STEP)
        left -= 0 if isinstance(said, int) else amount * len(guarded)
        if found.re is _BET:
            stakes.append(Stake(int(found[2]), amount))
        elif found.re is _PLAN:
            plans.append(_plan(question, found, amount))
        else:
            for kind in guarded:
                guards[KINDS.index(kind)] = amount
    return Eve(tuple(stakes), tuple(plans), (guards[0], guards[1], guards[2]))


def _piece(question: EveOfRace, piece: str, place: int) -> tuple[re.Match[str], int | Part]:
    """Return a piece of a sheet, and the sum that it says; :exc:`Refused` if it cannot be read."""
    for form, group in ((_BET, 1), (_PLAN, 3), (_GUARD, 2)):
        if (found := form.fullmatch(piece)) is not None and (said := read_sum(found[group])) is not None:
            return found, said
    raise Refused(GameReason.NOT_A_PLAN, at=piece, place=place, expected=example(question))


def _guarded(found: re.Match[str]) -> Sequence[str]:
    """Return against what a piece guards; for another piece itself: its sum is paid once."""
    return KINDS if found.re is _GUARD and found[1] == "each" else (found[1],)


def _plan(question: EveOfRace, found: re.Match[str], amount: int) -> Plan:
    device = matching(DEVICES, found[1])
    chariot, trigger = int(found[2]), Trigger("first attack") if found[1] in BRIBES else Trigger()
    needs_name = device == "no attack" and not question.own
    spares = next(iter(spared(question, chariot)), None) if needs_name else None
    return Plan(device, chariot, amount, trigger=trigger, spares=spares)


def spared(question: EveOfRace, chariot: int) -> Sequence[EntryId]:
    """Return the stables that a bettor's bribe may protect: all in the race but the victim's own (R-G7)."""
    others = {stable for stable in question.entered.values() if stable is not None}
    return sorted(others - {question.entered.get(chariot)})
