"""A sheet of the eve as a member types it: any sum, where the menus offer round ones (26.1, R-G26)."""

import re
from collections.abc import Sequence

from engine.campaign.words.sheets import Eve, EveOfRace, Plan
from engine.campaign.words.state import Stake
from engine.game import Reason, Refused
from engine.leagues import BRIBES, Trigger
from records.values import EntryId
from words.campaign.names import DEVICES
from words.shared.codes import matching

LABEL = "Your whole sheet, with any sums"
KINDS = ("bribes", "drugs", "sabotage")
_SUM = r"(\d{1,3}(?:,\d{3})+|\d{1,15}) ?s?"
_BET = re.compile(rf"bet {_SUM} on (\d{{1,4}})")
_PLAN = re.compile(rf"(drug|sabotage|slow|no attack) (?:on )?(\d{{1,4}}) (?:for )?{_SUM}")
_GUARD = re.compile(rf"guard (bribes|drugs|sabotage|each) {_SUM}")
_PIECES = re.compile(r"[;\n]|,(?= *[a-z])")


def example(question: EveOfRace) -> str:
    """Return a sheet that could be typed."""
    backed = (question.own or list(question.entered))[0]
    rival = next((each for each in question.entered if each not in question.own), backed)
    return f"bet 700 on {backed}; drug {rival} for 1250; guard drugs 250"


def eve(question: EveOfRace, text: str) -> Eve:
    """Return the sheet that *text* says; it takes the place of the one before.

    :raises Refused: if a piece of it cannot be read.
    """
    stakes, plans, guards = list[Stake](), list[Plan](), [0, 0, 0]
    pieces = [piece.strip() for piece in _PIECES.split(text.strip().lower()) if piece.strip()]
    for place, piece in enumerate(pieces or [""], start=1):
        if found := _BET.fullmatch(piece):
            stakes.append(Stake(int(found[2]), _amount(found[1])))
        elif found := _PLAN.fullmatch(piece):
            plans.append(_plan(question, found))
        elif found := _GUARD.fullmatch(piece):
            for number in range(len(KINDS)) if found[1] == "each" else (KINDS.index(found[1]),):
                guards[number] = _amount(found[2])
        else:
            raise Refused(Reason.NOT_A_PLAN, at=piece, place=place, expected=example(question))
    return Eve(tuple(stakes), tuple(plans), (guards[0], guards[1], guards[2]))


def _plan(question: EveOfRace, found: re.Match[str]) -> Plan:
    device = matching(DEVICES, found[1])
    chariot, trigger = int(found[2]), Trigger("first attack") if found[1] in BRIBES else Trigger()
    needs_name = device == "no attack" and not question.own
    spares = next(iter(spared(question, chariot)), None) if needs_name else None
    return Plan(device, chariot, _amount(found[3]), trigger=trigger, spares=spares)


def spared(question: EveOfRace, chariot: int) -> Sequence[EntryId]:
    """Return the stables that a bettor's bribe may protect: all in the race but the victim's own (R-G7)."""
    others = {stable for stable in question.entered.values() if stable is not None}
    return sorted(others - {question.entered.get(chariot)})


def _amount(written: str) -> int:
    return int(written.replace(",", ""))
