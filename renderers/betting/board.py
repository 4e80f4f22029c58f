"""The betting board: who may be bet on, what is staked, what it pays, and which market has been won by whom.

Tables have a row for each chariot and a column for each market; over and under, and windows, are blocks below.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

from engine.betting.views import BoardView, ChoiceView, EntrantView, MarketView
from renderers import palette
from renderers.betting.marks import SMALL, WIDTH, coins, mark_own, paint_strip, wax_seal, write_state
from renderers.betting.words import (
    SIDES,
    choice_of,
    figure,
    is_secret,
    name_of,
    odds_of,
    owned,
    per_cent,
    seals,
    standing_of,
    state_of,
    terms_of,
    total_of,
)
from renderers.canvas import encoded, in_few_colours
from renderers.counters import badge, place
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, wrapped, write

STANDING, LABELS, ROW, LINE = 58, 138, 62, 40
"""Heights in pixels: of the line below the banner, of a table's head, of a chariot's row, of a line at the foot."""

_EDGE = 12
_BADGE = 46
_NAME = 76  # where names begin
_CHANCE = 92  # room
_GAP = 8
_SIZE = 32  # of figures
_AT_MOST = 4  # markets of a table
_CHIPS = 4  # in a row

Part = tuple[int, Callable[[Image.Image, int], None]]
"""Something that is drawn at a height: how high it is, and what draws it below there."""


@dataclass(frozen=True)
class Column:
    """A market in a table, and where it stands."""

    market: MarketView
    left: int
    width: int

    @property
    def right(self) -> int:
        return self.left + self.width

    @property
    def staked(self) -> int:
        """Return where what is staked ends."""
        return self.left + round(self.width * 0.54)

    @property
    def longest(self) -> int:
        """Return how many characters what is staked may have."""
        return 7 if self.width > 240 else 6


def draw_board(view: BoardView) -> bytes:
    """Return the PNG picture of a race's betting table, as its viewer may see it."""
    parts = [*_tables(view), *_blocks(view), _foot(view)]
    image = Image.new("RGB", (WIDTH, BANNER + STANDING + sum(high for high, _ in parts)), palette.PAPER)
    write_banner(image, view.title, coins(72))
    middle = (WIDTH / 2, BANNER + STANDING / 2 + 4)
    write(image, middle, standing_of(view), palette.LIMIT, size=34, face="serif", anchor="middle")
    top = BANNER + STANDING
    for high, draw in parts:
        draw(image, top)
        top += high
    return encoded(in_few_colours(image))


def _tables(view: BoardView) -> list[Part]:
    """Return the tables: first of who wins, then of the other markets on chariots."""
    of_chariots = [each for each in view.markets if each.kind != "finishers" and not each.window]
    winning = [each for each in of_chariots if each.kind in ("sealed", "win")]
    others = [each for each in of_chariots if each not in winning]
    parts = [_table(view, winning, has_chances=True)] if winning or not others else []
    for start in range(0, len(others), _AT_MOST):
        parts.append(_table(view, others[start : start + _AT_MOST], has_chances=not parts))
    return parts


def _table(view: BoardView, markets: Sequence[MarketView], *, has_chances: bool) -> Part:
    columns = _columns(markets)
    mine = owned(view)

    def draw(image: Image.Image, top: int) -> None:
        for column in columns:
            _write_labels(image, top, column)
        edge = columns[0].left if columns else WIDTH - _EDGE
        if has_chances and view.samples:
            write(image, (edge - _GAP, top + LABELS - 22), "chance", palette.FAINT, size=SMALL, anchor="right")
        body = top + LABELS
        for number, entrant in enumerate(view.entrants):
            y = body + number * ROW
            _draw_entrant(image, y, entrant, edge, has_chance=has_chances and view.samples > 0)
            for column in columns:
                _draw_cell(image, y, column, choice_of(column.market, entrant))
                if (column.market.number, str(entrant.entry)) in mine:
                    mark_own(image, (column.left + 18, y + ROW / 2))
        for column in columns:
            if is_secret(column.market):
                _draw_secret(image, body, len(view.entrants), column)

    return LABELS + len(view.entrants) * ROW + 18, draw


def _columns(markets: Sequence[MarketView]) -> list[Column]:
    """Return where markets stand, from the right edge."""
    count = max(1, len(markets))
    width = 256 if count <= 2 else (WIDTH - _NAME - _EDGE - _GAP * (count - 1)) // count
    first = WIDTH - _EDGE - count * width - (count - 1) * _GAP
    return [Column(market, first + place * (width + _GAP), width) for place, market in enumerate(markets)]


def _write_labels(image: Image.Image, top: int, column: Column) -> None:
    market = column.market
    text = fit(name_of(market.kind), column.width, "serif", 36)
    write(image, (column.left + column.width / 2, top + 24), text, palette.INK, size=36, face="serif", anchor="middle")
    y = top + LABELS - 68
    wide = write_state(image, (column.left, y), state_of(market))
    if is_secret(market):
        return
    if column.width - wide > 100:
        write(image, (column.right - 10, y), figure(market.staked, 7), palette.INK, size=SMALL, anchor="right")
    y = top + LABELS - 22
    write(image, (column.staked, y), "staked", palette.FAINT, size=SMALL, anchor="right")
    pays = "odds" if market.kind == "sealed" else "pays"
    write(image, (column.right - 10, y), pays, palette.FAINT, size=SMALL, anchor="right")


def _draw_entrant(image: Image.Image, top: int, entrant: EntrantView, edge: int, *, has_chance: bool) -> None:
    middle = top + ROW / 2
    sprite = badge(entrant.colour, entrant.entry, _BADGE)
    image.paste(sprite, (_EDGE + 4, top + (ROW - _BADGE) // 2), sprite)
    room = edge - _NAME - _GAP - (_CHANCE if has_chance else 0)
    if room > 100:
        write(image, (_NAME, middle), fit(entrant.name, room, "sans", _SIZE), palette.INK, size=_SIZE)
    if has_chance:
        text = per_cent(entrant.chance)
        write(image, (edge - _GAP, middle), text, palette.LIMIT, size=_SIZE, anchor="right")


def _draw_cell(image: Image.Image, top: int, column: Column, choice: ChoiceView | None) -> None:
    """Draw what is staked on a choice of a market, and what it pays."""
    is_won = choice is not None and choice.choice in column.market.winners
    paint_strip(image, (column.left, top + 3), (column.width, ROW - 6), is_won=is_won)
    if choice is None or choice.staked is None:
        return
    middle = top + ROW / 2
    colour = palette.INK if choice.staked else palette.FAINT
    staked = figure(choice.staked, column.longest) if choice.staked else "–"
    write(image, (column.staked, middle), staked, colour, size=SMALL, anchor="right")
    pays = odds_of(choice) if column.market.kind == "sealed" else figure(choice.pays, 6 if column.width > 240 else 5)
    write(image, (column.right - 10, middle), pays, palette.LIMIT, size=_SIZE, anchor="right")


def _draw_secret(image: Image.Image, top: int, rows: int, column: Column) -> None:
    """Draw how many seals there are over all rows of a market that is secret."""
    high = max(1, rows) * ROW
    middle = column.left + column.width / 2
    size = min(132, high - 50)
    start = top + (high - size - 44) / 2
    if size > 40:
        place(image, wax_seal(size), (middle, start + size / 2))
    write(image, (middle, start + size + 24), seals(column.market.seals), palette.LIMIT, size=34, anchor="middle")


def _blocks(view: BoardView) -> list[Part]:
    """Return the markets that have no column: over and under, and windows of sealed bets."""
    return [_block(view, each) for each in view.markets if each.kind == "finishers" or each.window]


def _block(view: BoardView, market: MarketView) -> Part:
    chips = _sides(view, market) if market.kind == "finishers" else _entrants(view, market)
    across = 2 if market.kind == "finishers" else _CHIPS
    rows = -(-len(chips) // across)

    def draw(image: Image.Image, top: int) -> None:
        y = top + 28
        x = 16 + write(image, (16, y), name_of(market.kind, market.window), palette.INK, size=36, face="serif") + 20
        x += write_state(image, (x, y), state_of(market)) + 20
        write(image, (WIDTH - _EDGE - 10, y), total_of(market), palette.INK, size=SMALL, anchor="right")
        width = (WIDTH - 2 * _EDGE - (across - 1) * _GAP) // across
        for number, chip in enumerate(chips):
            at = (_EDGE + number % across * (width + _GAP), top + 56 + number // across * ROW)
            chip(image, at, width)

    return 56 + rows * ROW + 18, draw


Chip = Callable[[Image.Image, tuple[int, int], int], None]


def _sides(view: BoardView, market: MarketView) -> list[Chip]:
    """Return over and under with what is staked and what it pays."""
    mine = owned(view)

    def chip(choice: ChoiceView) -> Chip:
        def draw(image: Image.Image, at: tuple[int, int], width: int) -> None:
            paint_strip(image, (at[0], at[1] + 3), (width, ROW - 6), is_won=choice.choice in market.winners)
            middle = at[1] + ROW / 2
            if (market.number, choice.choice) in mine:
                mark_own(image, (at[0] + 18, middle))
            write(image, (at[0] + 34, middle), SIDES.get(choice.choice, choice.choice), palette.INK, size=_SIZE)
            staked = figure(choice.staked, 7) if choice.staked else "–"
            write(image, (at[0] + width - 120, middle), staked, palette.INK, size=SMALL, anchor="right")
            pays = figure(choice.pays, 5)
            write(image, (at[0] + width - 14, middle), pays, palette.LIMIT, size=_SIZE, anchor="right")

        return draw

    return [chip(each) for each in market.choices]


def _entrants(view: BoardView, market: MarketView) -> list[Chip]:
    """Return the chariots that somebody has bet on in a window; those of the viewer alone while it is secret."""
    mine = owned(view)

    def chip(entrant: EntrantView, choice: ChoiceView | None) -> Chip:
        def draw(image: Image.Image, at: tuple[int, int], width: int) -> None:
            is_won = str(entrant.entry) in market.winners
            paint_strip(image, (at[0], at[1] + 3), (width, ROW - 6), is_won=is_won)
            sprite = badge(entrant.colour, entrant.entry, _BADGE - 2)
            image.paste(sprite, (at[0] + 32, at[1] + (ROW - _BADGE) // 2 + 1), sprite)
            if (market.number, str(entrant.entry)) in mine:
                mark_own(image, (at[0] + 18, at[1] + ROW / 2))
            staked = "" if choice is None or choice.staked is None else figure(choice.staked, 7)
            write(image, (at[0] + width - 14, at[1] + ROW / 2), staked, palette.INK, size=_SIZE, anchor="right")

        return draw

    seen = [(each, choice_of(market, each)) for each in view.entrants]
    return [
        chip(entrant, choice)
        for entrant, choice in seen
        if (choice is not None and choice.staked) or (market.number, str(entrant.entry)) in mine
    ]


def _foot(view: BoardView) -> Part:
    """Return what explains the figures, and what is the viewer's own."""
    lines = [line for term in terms_of(view) for line in wrapped(term, WIDTH - 40, "sans", SMALL)]
    mine = [f"your purse: {view.purse:,}"] if view.purse is not None else []
    own = [*(["your bets"] if owned(view) else []), *mine]

    def draw(image: Image.Image, top: int) -> None:
        y = top + LINE / 2
        for line in lines:
            write(image, (20, y), line, palette.FAINT, size=SMALL)
            y += LINE
        if own:
            if owned(view):
                mark_own(image, (32, y))
            write(image, (52 if owned(view) else 20, y), "  ·  ".join(own), palette.INK, size=SMALL)

    return len(lines) * LINE + (LINE if own else 0) + 16, draw
