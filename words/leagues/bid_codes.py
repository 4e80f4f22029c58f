"""Sheets of bids as short codes: up to 25 lines have to find room in the id of a button."""

from collections.abc import Sequence

from engine.goods.gladiators import KINDS
from engine.leagues.words.arena_charts import FIRST_LOT
from engine.leagues.words.epic_sheets import MOST_LINES, BidSheet, Maximum

STEP = 100
OF_OWNERS = 1_001
"""The first lot of an owner's goods: from here on lots are counted anew."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SUMS = 1 << 12
"""Maxima and budgets are below so many hundreds of sesterces."""

_LOTS = 1 << 13
_WANTED = 64


def pack(sheet: BidSheet) -> str:
    """Return a sheet as a code of [a-z0-9-]; its lines are put in the order of their lots.

    >>> pack(BidSheet())
    'lot-0'
    >>> unpack(pack(BidSheet((Maximum(3, 1_200),), 5_000, 2))).lines
    (Maximum(lot=3, most=1200, armed_as='medium'),)
    """
    lines = sorted((each for each in sheet.lines if each.lot < FIRST_LOT), key=lambda each: each.lot)
    bank = [each.lot for each in lines if each.lot < OF_OWNERS]
    own = [each.lot - OF_OWNERS for each in lines[len(bank) :]]
    first, steps = min(bank, default=0), [*_steps(bank), *_steps([0, *own])[1:]]
    sums = [each.most // STEP for each in lines]
    wide, deep = max(steps, default=0) + 1, max(sums, default=0) + 1
    number = _men(sheet)
    for step, amount in reversed(list(zip(steps, sums, strict=True))):
        number = (number * deep + amount) * wide + step
    for value, base in (
        (first, _LOTS),
        (0 if sheet.budget is None else sheet.budget // STEP + 1, _SUMS),
        (0 if sheet.wanted is None else min(sheet.wanted, _WANTED - 1), _WANTED),
        (deep - 1, _SUMS),
        (wide - 1, _LOTS),
        (len(bank), MOST_LINES + 1),
        (len(lines), MOST_LINES + 1),
    ):
        number = number * base + value
    return f"lot-{_written(number)}"


def unpack(code: str) -> BidSheet:
    """Return the sheet of a code.

    :raises ValueError: if it is none.
    """
    kind, written = code.split("-")
    if kind != "lot":
        raise ValueError(code)
    number = int(written, 36)
    number, many = divmod(number, MOST_LINES + 1)
    number, of_bank = divmod(number, MOST_LINES + 1)
    number, wide = divmod(number, _LOTS)
    number, deep = divmod(number, _SUMS)
    number, wanted = divmod(number, _WANTED)
    number, budget = divmod(number, _SUMS)
    number, lot = divmod(number, _LOTS)
    lines = list[Maximum]()
    for place in range(many):
        lot = OF_OWNERS if place == of_bank else lot
        number, step = divmod(number, wide + 1)
        number, amount = divmod(number, deep + 1)
        lot += step
        lines.append(Maximum(lot, amount * STEP))
    lines += _read_men(number)
    return BidSheet(tuple(lines), (budget - 1) * STEP if budget else None, wanted or None)


def _men(sheet: BidSheet) -> int:
    """Return the lines for gladiators as a number, with their types; 0 without any."""
    lines = sorted((each for each in sheet.lines if each.lot >= FIRST_LOT), key=lambda each: each.lot)
    if not lines:
        return 0
    steps, sums = _steps([each.lot for each in lines]), [each.most // STEP for each in lines]
    wide, deep, number = max(steps) + 1, max(sums) + 1, 0
    for each, step, amount in reversed(list(zip(lines, steps, sums, strict=True))):
        number = ((number * deep + amount) * wide + step) * len(KINDS) + KINDS.index(each.armed_as)
    for value, base in (
        (lines[0].lot - FIRST_LOT, _LOTS),
        (deep - 1, _SUMS),
        (wide - 1, _LOTS),
        (len(lines), MOST_LINES + 1),
    ):
        number = number * base + value
    return number


def _read_men(number: int) -> list[Maximum]:
    lines = list[Maximum]()
    if not number:
        return lines
    number, many = divmod(number, MOST_LINES + 1)
    number, wide = divmod(number, _LOTS)
    number, deep = divmod(number, _SUMS)
    number, lot = divmod(number, _LOTS)
    lot += FIRST_LOT
    for _ in range(many):
        number, kind = divmod(number, len(KINDS))
        number, step = divmod(number, wide + 1)
        number, amount = divmod(number, deep + 1)
        lot += step
        lines.append(Maximum(lot, amount * STEP, KINDS[kind]))
    return lines


def _steps(numbers: Sequence[int]) -> list[int]:
    """Return the steps from each number to the next; the first one is 0."""
    return [number - before for before, number in zip([*numbers[:1], *numbers], numbers, strict=False)]


def _written(number: int) -> str:
    found = ""
    while number:
        number, digit = divmod(number, 36)
        found = _DIGITS[digit] + found
    return found or "0"
