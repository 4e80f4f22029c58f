"""Sheets of a season in words, without the season as it was: for whoever reads later what is kept of them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.leagues.words.arena_sheets import GalaEntries, GalaEve
from engine.leagues.words.epic_sheets import BidSheet
from engine.leagues.words.sheets import Bids, Entries, Eve, Founding
from engine.questions import Answer
from words.leagues.eve import how_told
from words.leagues.names import DEVICES, KINDS, built_text, chariot_name, money
from words.shared.telling import Names, count, joined


def kept(answer: Answer, _names: Names) -> str:
    """Return all that a sheet says; empty for an answer that is none.

    >>> kept(Entries((2, 1)), {}), kept(Entries(by_manager=True), {}), kept(Eve(), {})
    ('Celer and Felix', 'your manager decides', 'nothing')
    """
    told = _TOLD.get(type(answer))
    if told is None:
        return ""
    return "your manager decides" if getattr(answer, "by_manager", False) else told(answer)


def _eve(sheet: Eve) -> Iterator[str]:
    for stake in sheet.stakes:
        yield f"{money(stake.sum)} on {chariot_name(stake.chariot)}"
    for plan in sheet.plans:
        how = how_told(plan, None if plan.spares is None else f"stable {plan.spares}")
        yield f"{DEVICES[plan.device]} for {chariot_name(plan.chariot)} for {money(plan.sum)}, {how}"
    for kind, paid in zip(KINDS, sheet.guards, strict=True):
        if paid:
            yield f"{money(paid)} against {kind}"


def _bids(sheet: Bids) -> Iterator[str]:
    for bid in sheet.bids:
        place = f", in place {bid.place}" if bid.place else ""
        yield f"up to {money(bid.most)} for lot {bid.lot}, for {chariot_name(bid.into)}{place}"


def _maxima(sheet: BidSheet) -> Iterator[str]:
    for line in sheet.lines:
        yield f"up to {money(line.most)} for lot {line.lot}, as {line.armed_as} if it is a gladiator"
    if sheet.budget is not None:
        yield f"{money(sheet.budget)} in all"
    if sheet.wanted is not None:
        yield f"{count(sheet.wanted, 'lot')} at most"


def _fights(man: int, plea: str) -> str:
    return f"gladiator {man}" if plea == "silent" else f"gladiator {man} (pleads for {plea})"


_TOLD: Mapping[type[Answer], Callable[[Any], str]] = {
    Founding: lambda sheet: "; ".join(built_text(each) for each in sheet.points) or "the rules build all five",
    Entries: lambda sheet: joined([chariot_name(each) for each in sheet.chariots]) or "nobody races",
    Eve: lambda sheet: "; ".join(_eve(sheet)) or "nothing",
    Bids: lambda sheet: "; ".join(_bids(sheet)) or "no bid",
    BidSheet: lambda sheet: "; ".join(_maxima(sheet)) or "no bid",
    GalaEntries: lambda sheet: joined([_fights(each.man, each.plea) for each in sheet.men]) or "nobody fights",
    GalaEve: lambda sheet: (
        "; ".join(f"{money(each.sum)} on the gladiator of entry {each.man}" for each in sheet.stakes) or "nothing"
    ),
}
