"""The betting board: the chariots to bet on, stakes, payouts, and the winners of each market.

Tables have a row for each chariot and a column for each market; markets without a column follow in blocks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from engine.betting.views import BoardView, ChoiceView, EntrantView, MarketView
from renderers import palette
from renderers.betting.blocks import blocks
from renderers.betting.marks import (
    BADGE,
    EDGE,
    FIGURES,
    GAP,
    ROW,
    SMALL,
    WIDTH,
    Part,
    coins,
    mark_own,
    paint_strip,
    wax_seal,
    write_state,
)
from renderers.betting.words import (
    NONE,
    SHORT,
    choice_of,
    figure,
    is_secret,
    name_of,
    odds_of,
    owned,
    pays,
    per_cent,
    seals,
    standing_of,
    state_of,
    terms_of,
)
from renderers.canvas import encoded, in_few_colours
from renderers.counters import badge, place
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, name_drawn, wrapped, write

STANDING, LABELS, LINE = 58, 132, 40
"""Heights in pixels: of the line below the banner, of a table's head, of a line at the foot."""

_NAME = 72  # where names begin
_CHANCE = 92  # room
_SHORT = 130  # room that names keep beside three markets
_AT_MOST = 4  # markets of a table


@dataclass(frozen=True)
class Column:
    """A market in a table, and where it stands."""

    market: MarketView
    left: int
    width: int

    @property
    def right(self) -> int:
        """The right edge, in pixels from the left of the picture."""
        return self.left + self.width

    @property
    def staked(self) -> int:
        """The right edge of its stakes, in pixels from the left of the picture."""
        return self.left + self.width // 2

    @property
    def is_wide(self) -> bool:
        return self.width > 240

    def figure(self, amount: int | None) -> str:
        """Return an amount as there is room for it."""
        return figure(amount, 6 if self.is_wide else 5)


def draw_board(view: BoardView) -> bytes:
    """Return the PNG picture of a race's betting table, as its viewer may see it."""
    parts = [*_tables(view), *blocks(view), _foot(view)]
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
    """Return the tables: first of the markets on the winner, then of the other markets on chariots."""
    of_chariots = [each for each in view.drawn if each.kind != "finishers" and not each.window]
    winning = [each for each in of_chariots if each.kind in ("sealed", "win", "bank")]
    others = [each for each in of_chariots if each not in winning]
    parts = [_table(view, winning, has_chances=True)] if winning or not others else []
    for start in range(0, len(others), _AT_MOST):
        parts.append(_table(view, others[start : start + _AT_MOST], has_chances=not parts))
    return parts


def _table(view: BoardView, markets: Sequence[MarketView], *, has_chances: bool) -> Part:
    columns = _columns(markets, has_chances=has_chances and view.samples > 0)
    mine = owned(view)

    def draw(image: Image.Image, top: int) -> None:
        for column in columns:
            _write_labels(image, top, column)
        edge = columns[0].left if columns else WIDTH - EDGE
        if has_chances and view.samples:
            write(image, (edge - GAP, top + LABELS - 22), "chance", palette.FAINT, size=SMALL, anchor="right")
        body = top + LABELS
        for column in columns:
            _paint_ground(image, body, len(view.entrants), column)
        for number, entrant in enumerate(view.entrants):
            y = body + number * ROW
            _draw_entrant(image, y, entrant, edge, has_chance=has_chances and view.samples > 0)
            for column in columns:
                if not is_secret(column.market):
                    _draw_cell(image, y, column, choice_of(column.market, entrant))
                if (column.market.number, str(entrant.entry)) in mine:
                    size = 18 if column.is_wide else 14
                    mark_own(image, (column.left + size * 0.75, y + ROW / 2), size)

    return LABELS + len(view.entrants) * ROW + 18, draw


def _columns(markets: Sequence[MarketView], *, has_chances: bool) -> list[Column]:
    """Return where markets stand, from the right edge; names and chances keep their room on the left."""
    count = max(1, len(markets))
    kept = _NAME + (_CHANCE + GAP if has_chances else 0) + (_SHORT if count < _AT_MOST else 0)
    width = 256 if count <= 2 else (WIDTH - kept - EDGE - GAP * (count - 1)) // count
    first = WIDTH - EDGE - count * width - (count - 1) * GAP
    return [Column(market, first + place * (width + GAP), width) for place, market in enumerate(markets)]


def _write_labels(image: Image.Image, top: int, column: Column) -> None:
    market = column.market
    size = 36 if column.is_wide else SMALL
    name = name_of(market.kind) if column.is_wide else SHORT.get(market.kind, name_of(market.kind))
    text = fit(name, column.width, "serif", size)
    middle = (column.left + column.width / 2, top + 24)
    write(image, middle, text, palette.INK, size=size, face="serif", anchor="middle")
    y = top + LABELS - 68
    wide = write_state(image, (column.left, y), state_of(market))
    if is_secret(market):
        return
    if column.width - wide > 100:
        write(image, (column.right - 10, y), column.figure(market.staked), palette.INK, size=SMALL, anchor="right")
    y = top + LABELS - 22
    write(image, (column.staked, y), "staked", palette.FAINT, size=SMALL, anchor="right")
    heading = "odds" if market.kind == "sealed" else "pays"
    write(image, (column.right - 10, y), heading, palette.FAINT, size=SMALL, anchor="right")


def _draw_entrant(image: Image.Image, top: int, entrant: EntrantView, edge: int, *, has_chance: bool) -> None:
    middle = top + ROW / 2
    sprite = badge(entrant.colour, entrant.entry, BADGE)
    image.paste(sprite, (EDGE + 4, top + (ROW - BADGE) // 2), sprite)
    room = edge - _NAME - GAP - (_CHANCE if has_chance else 0)
    if room > 100:
        write(
            image,
            (_NAME, middle),
            fit(name_drawn(entrant.name, entrant.colour), room, "sans", FIGURES),
            palette.INK,
            size=FIGURES,
        )
    if has_chance:
        text = per_cent(entrant.chance)
        write(image, (edge - GAP, middle), text, palette.LIMIT, size=FIGURES, anchor="right")


def _draw_cell(image: Image.Image, top: int, column: Column, choice: ChoiceView | None) -> None:
    """Draw the stakes on a choice of a market, and its payout."""
    if choice is not None and choice.choice in column.market.winners:
        paint_strip(image, (column.left, top), (column.width, ROW), is_won=True)
    if choice is None or choice.staked is None:
        return
    middle = top + ROW / 2
    if not choice.staked:
        write(image, (column.staked, middle), NONE, palette.FAINT, size=SMALL, anchor="right")
        return
    write(image, (column.staked, middle), column.figure(choice.staked), palette.INK, size=SMALL, anchor="right")
    paid = pays(column.market, choice)
    text = odds_of(choice) if column.market.kind == "sealed" else "" if paid is None else column.figure(paid)
    write(image, (column.right - 10, middle), text, palette.LIMIT, size=FIGURES, anchor="right")


def _paint_ground(image: Image.Image, top: int, rows: int, column: Column) -> None:
    """Paint the ground of a market's figures; while it is secret, a seal."""
    paint_strip(image, (column.left, top), (column.width, max(1, rows) * ROW))
    if is_secret(column.market):
        _draw_seal(image, top, rows, column)
        return
    for number in range(1, rows):
        y = top + number * ROW
        image.paste(palette.CARD_EDGE, (column.left + 2, y - 1, column.right - 2, y + 1))


def _draw_seal(image: Image.Image, top: int, rows: int, column: Column) -> None:
    """Draw how many seals there are over all rows of a market."""
    high = max(1, rows) * ROW
    middle = column.left + column.width / 2
    size = min(132, high - 50)
    start = top + (high - size - 44) / 2
    if size > 40:
        place(image, wax_seal(size), (middle, start + size / 2))
    write(image, (middle, start + size + 24), seals(column.market.seals), palette.LIMIT, size=34, anchor="middle")


def _foot(view: BoardView) -> Part:
    """Return the foot: explanations of the figures, and the viewer's own bets and purse."""
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
