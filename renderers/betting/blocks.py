"""The markets that have no column in a table of the betting board: over and under, and windows of sealed bets."""

from collections.abc import Sequence
from functools import partial

from PIL import Image

from engine.betting.views import BoardView, ChoiceView, EntrantView, MarketView
from renderers import palette
from renderers.betting.marks import (
    BADGE,
    EDGE,
    FIGURES,
    GAP,
    ROW,
    SMALL,
    WIDTH,
    Part,
    mark_own,
    paint_strip,
    write_state,
)
from renderers.betting.words import NONE, SIDES, choice_of, figure, name_of, owned, pays, state_of, total_of
from renderers.counters import badge
from renderers.lettering import write

MOST = 10
"""Number of a window's chariots to show: those with the largest stakes, after the winner and the viewer's own."""

_HEAD = 56
_ACROSS = 5  # chariots in a row
_SPACE = 18  # below a block

Backed = tuple[EntrantView, ChoiceView | None]


def blocks(view: BoardView) -> list[Part]:
    """Return the blocks, in the order of their markets."""
    parts: list[Part] = []
    for market in view.drawn:
        if market.kind == "finishers":
            parts.append((_HEAD + ROW + _SPACE, partial(_draw_sides, view, market)))
        elif market.window:
            shown = backed(view, market)
            rows = -(-len(shown) // _ACROSS)
            parts.append((_HEAD + rows * ROW + _SPACE, partial(_draw_window, view, market, shown)))
    return parts


def backed(view: BoardView, market: MarketView) -> list[Backed]:
    """Return the chariots of a window to show; while it is secret, only those that the viewer backs."""
    mine = owned(view)

    def weight(each: Backed) -> tuple[bool, bool, int]:
        entry, staked = str(each[0].entry), 0 if each[1] is None else each[1].staked or 0
        return (entry in market.winners and staked > 0, (market.number, entry) in mine, staked)

    known = [(entrant, choice_of(market, entrant)) for entrant in view.entrants]
    weighty = sorted((each for each in known if any(weight(each))), key=weight, reverse=True)[:MOST]
    return [each for each in known if each in weighty]


def _write_head(image: Image.Image, top: int, market: MarketView) -> None:
    y = top + _HEAD / 2
    x = 16 + write(image, (16, y), name_of(market.kind, market.window), palette.INK, size=36, face="serif") + 20
    write_state(image, (x, y), state_of(market))
    write(image, (WIDTH - EDGE - 10, y), total_of(market), palette.INK, size=SMALL, anchor="right")


def _draw_sides(view: BoardView, market: MarketView, image: Image.Image, top: int) -> None:
    """Draw over and under with their stakes and payouts."""
    _write_head(image, top, market)
    width = (WIDTH - 2 * EDGE - GAP) // 2
    for number, choice in enumerate(market.choices):
        at = (EDGE + number * (width + GAP), top + _HEAD)
        _draw_side(image, at, width, market, choice)
        if (market.number, choice.choice) in owned(view):
            mark_own(image, (at[0] + 16, at[1] + ROW / 2))


def _draw_side(image: Image.Image, at: tuple[int, int], width: int, market: MarketView, choice: ChoiceView) -> None:
    paint_strip(image, (at[0], at[1] + 2), (width, ROW - 4), is_won=choice.choice in market.winners)
    middle, right = at[1] + ROW / 2, at[0] + width
    write(image, (at[0] + 34, middle), SIDES.get(choice.choice, choice.choice), palette.INK, size=FIGURES)
    staked = figure(choice.staked, 7) if choice.staked else NONE
    write(image, (right - 120, middle), staked, palette.INK, size=SMALL, anchor="right")
    paid = pays(market, choice)
    text = "" if paid is None else figure(paid, 5)
    write(image, (right - 14, middle), text, palette.LIMIT, size=FIGURES, anchor="right")


def _draw_window(view: BoardView, market: MarketView, shown: Sequence[Backed], image: Image.Image, top: int) -> None:
    """Draw who is backed in a window, and how much is on them."""
    _write_head(image, top, market)
    width = (WIDTH - 2 * EDGE - (_ACROSS - 1) * GAP) // _ACROSS
    for number, (entrant, choice) in enumerate(shown):
        left = EDGE + number % _ACROSS * (width + GAP)
        y = top + _HEAD + number // _ACROSS * ROW
        is_won = str(entrant.entry) in market.winners
        paint_strip(image, (left, y + 2), (width, ROW - 4), is_won=is_won)
        sprite = badge(entrant.colour, entrant.entry, BADGE)
        image.paste(sprite, (left + 30, y + (ROW - BADGE) // 2), sprite)
        if (market.number, str(entrant.entry)) in owned(view):
            mark_own(image, (left + 16, y + ROW / 2))
        staked = figure(choice.staked, 6) if choice is not None and choice.staked else ""
        write(image, (left + width - 14, y + ROW / 2), staked, palette.INK, size=SMALL, anchor="right")
