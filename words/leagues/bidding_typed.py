"""A sheet of bids as a member types it: any sum, for up to 25 lots (H.5)."""

import re
from collections.abc import Mapping

import msgspec

from engine.goods.gladiators import KINDS, Kind
from engine.leagues.words import charts
from engine.leagues.words.epic_facts import CatalogueLot
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.refusals import GameReason
from records.refusals import Refused
from words.leagues.names import chariot_name
from words.reading.sums import read_sum, resolved

LABEL, EXAMPLE = "Lots and maxima", "2: 3400, 7: 1.5k, budget 9000, want 2"
_PIECES = re.compile(r"[;\n]|,(?!\d{3}\b)")
_BUDGET = re.compile(r"budget\s*:?\s*(.+)")
_WANTED = re.compile(r"(?:want|wanted|lots?)\s*:?\s*(\d{1,2})")
_TYPE = re.compile(rf"(.+?)\s+(?:as\s+)?({'|'.join(KINDS)})")
_LINE = re.compile(r"(?:lot\s+)?(\d{1,4})\s*(?::|=|\bup to\b|\bfor\b|\s)\s*(.+)")


def with_maximum(sheet: BidSheet, lot: int, most: int, kind: Kind | None = None) -> BidSheet:
    """Return a sheet with a maximum for a lot, or without one for 0; its lines in the order of the lots.

    :param kind: as what a gladiator is armed (R-C14); none for the type of the sheet.
    """
    lines = [each for each in sheet.lines if each.lot != lot]
    before = next((each.armed_as for each in sheet.lines if each.lot == lot), Maximum(lot, most).armed_as)
    armed_as = before if kind is None else kind
    lines += [Maximum(lot, most, armed_as)] if most else []
    return msgspec.structs.replace(sheet, lines=tuple(sorted(lines, key=lambda each: each.lot)))


def read(question: AuctionDay, text: str) -> BidSheet:
    """Return the sheet that a member typed; it takes the place of the one before.

    :raises Refused: if a piece of it can't be read.
    """
    sheet, named = BidSheet(), {name.lower(): lot.number for lot in question.lots if (name := _name(lot))}
    for place, piece in enumerate(filter(None, map(str.strip, _PIECES.split(text.lower()))), start=1):
        sheet = _with_piece(question, sheet, _numbered(piece, named), place)
    return sheet


def _name(lot: CatalogueLot) -> str:
    return lot.name or (chariot_name(lot.item) if lot.kind == "chariot" else "")


def _numbered(piece: str, named: Mapping[str, int]) -> str:
    """Return a piece with the number of its lot in place of its name, the longest that fits.

    >>> _numbered("primus ii 900", {"primus": 7, "primus ii": 9}), _numbered("2: 900", {"primus": 7})
    ('9: 900', '2: 900')
    """
    fits = [name for name in named if re.match(rf"{re.escape(name)}(?:\s|:|=)", piece)]
    longest = max(fits, key=len, default="")
    return f"{named[longest]}: {piece[len(longest) :].lstrip(' :=')}" if longest else piece


def _with_piece(question: AuctionDay, sheet: BidSheet, piece: str, place: int) -> BidSheet:
    if (found := _BUDGET.fullmatch(piece)) is not None and (amount := _sum(question, found[1])) is not None:
        return msgspec.structs.replace(sheet, budget=amount)
    if (found := _WANTED.fullmatch(piece)) is not None:
        return msgspec.structs.replace(sheet, wanted=int(found[1]))
    piece, kind = _with_type(piece)
    if (found := _LINE.fullmatch(piece)) is not None and (amount := _sum(question, found[2])) is not None:
        return with_maximum(sheet, int(found[1]), amount, kind)
    raise Refused(GameReason.NOT_A_PLAN, at=piece[:40], place=place, expected=EXAMPLE)


def _with_type(piece: str) -> tuple[str, Kind | None]:
    """Return a piece without the type that ends it, and the type.

    >>> _with_type("2003: 900 light"), _with_type("2: 900")
    (('2003: 900', 'light'), ('2: 900', None))
    """
    found = _TYPE.fullmatch(piece)
    kind = None if found is None else next(each for each in KINDS if each == found[2])
    return (piece, None) if found is None else (found[1], kind)


def _sum(question: AuctionDay, text: str) -> int | None:
    said = read_sum(text)
    return None if said is None else resolved(said, question.cash, question.cash, charts.BET_STEP)
