"""Sheets of bids as short codes: up to 25 lines have to find room in the id of a button."""

from collections.abc import Iterator, Sequence

from engine.leagues.words.epic_sheets import MOST_LINES, BidSheet, Maximum

STEP = 100
OF_OWNERS = 1_001
"""The first lot of an owner's goods: from here on lots are counted anew."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BUDGETS = 1 << 14
_WANTED = 64
_WIDTHS = 16


def pack(sheet: BidSheet) -> str:
    """Return a sheet as a code of [a-z0-9-]; its lines are put in the order of their lots.

    >>> pack(BidSheet())
    'lot-0'
    >>> unpack(pack(BidSheet((Maximum(3, 1_200),), 5_000, 2))).lines
    (Maximum(lot=3, most=1200),)
    """
    lines = sorted(sheet.lines, key=lambda each: each.lot)
    bank = [each for each in lines if each.lot < OF_OWNERS]
    steps = [*_steps([each.lot for each in bank], 0), *_steps([each.lot for each in lines[len(bank) :]], OF_OWNERS - 1)]
    sums = [each.most // STEP for each in lines]
    wide, deep = _bits(steps), _bits(sums)
    number = 0
    for step, amount in reversed(list(zip(steps, sums, strict=True))):
        number = ((number << deep | amount) << wide) | step
    for value, base in (
        (0 if sheet.budget is None else sheet.budget // STEP + 1, _BUDGETS),
        (0 if sheet.wanted is None else min(sheet.wanted, _WANTED - 1), _WANTED),
        (deep, _WIDTHS),
        (wide, _WIDTHS),
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
    number, wide = divmod(number, _WIDTHS)
    number, deep = divmod(number, _WIDTHS)
    number, wanted = divmod(number, _WANTED)
    number, budget = divmod(number, _BUDGETS)
    lines, lot = list[Maximum](), 0
    for place in range(many):
        lot = OF_OWNERS - 1 if place == of_bank else lot
        number, step = divmod(number, 1 << wide)
        number, amount = divmod(number, 1 << deep)
        lot += step
        lines.append(Maximum(lot, amount * STEP))
    return BidSheet(tuple(lines), (budget - 1) * STEP if budget else None, wanted or None)


def _steps(numbers: Sequence[int], before: int) -> Iterator[int]:
    for number in numbers:
        yield number - before
        before = number


def _bits(numbers: Sequence[int]) -> int:
    return max((each.bit_length() for each in numbers), default=0)


def _written(number: int) -> str:
    found = ""
    while number:
        number, digit = divmod(number, 36)
        found = _DIGITS[digit] + found
    return found or "0"
