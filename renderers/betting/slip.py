"""The payoff slip: one player's winnings in a race, as a bookmaker writes them."""

from PIL import Image

from engine.betting.views import SlipLine, SlipView
from renderers import palette
from renderers.betting.marks import SMALL, WIDTH, coins, paint_strip
from renderers.betting.words import ENDINGS, SIDES, figure, name_of, outcome_of
from renderers.canvas import Sketch, encoded, in_few_colours
from renderers.counters import place, plain_badge
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, name_drawn, write
from renderers.telling import signed

MOST_LINES = 16
"""Number of lines to show; one more sums up the rest."""

HEAD, ROW, TOTAL = 200, 92, 62
_EDGE = 12
_STAKE, _PAID = 690, WIDTH - 30  # where figures end
_SIZE = 34  # of lettering
_TEETH = 20  # pixels of the torn edge


def draw_slip(view: SlipView) -> bytes:
    """Return the PNG picture of a player's slip; at most :data:`MOST_LINES` bets are drawn in full."""
    shown = shown_of(view)
    rows = len(shown) + (1 if len(shown) < len(view.lines) else 0)
    height = BANNER + HEAD + max(1, rows) * ROW + 4 * TOTAL + 34 + _TEETH
    image = Image.new("RGB", (WIDTH, height), palette.PAPER)
    write_banner(image, view.title, coins(72))
    _write_head(image, view)
    top = BANNER + HEAD
    for line in shown:
        _draw_line(image, top, line)
        top += ROW
    if rows > len(shown):
        _draw_rest(image, top, view.lines[len(shown) :])
    elif not rows:
        write(image, (WIDTH / 2, top + ROW / 2), "no bets", palette.FAINT, size=34, anchor="middle")
    _write_totals(image, BANNER + HEAD + max(1, rows) * ROW + 14, view)
    _tear(image)
    return encoded(in_few_colours(image))


def shown_of(view: SlipView) -> tuple[SlipLine, ...]:
    """Return the bets with a line each."""
    return view.lines if len(view.lines) <= MOST_LINES else view.lines[: MOST_LINES - 1]


def _write_head(image: Image.Image, view: SlipView) -> None:
    middle = (WIDTH / 2, BANNER + 34)
    write(image, middle, "payoff slip", palette.LIMIT, size=34, face="serif", anchor="middle")
    y = BANNER + 94
    write(image, (24, y), fit(view.player, 420, "serif", 38), palette.INK, size=38, face="serif")
    outcome = outcome_of(view, fit(view.winner, 400, "sans", 34))
    write(image, (_PAID, y), outcome, palette.INK, size=34, anchor="right")
    y = BANNER + HEAD - 32
    write(image, (24, y), "bet", palette.FAINT, size=SMALL)
    write(image, (_STAKE, y), "stake", palette.FAINT, size=SMALL, anchor="right")
    write(image, (_PAID, y), "paid", palette.FAINT, size=SMALL, anchor="right")


def _draw_line(image: Image.Image, top: int, line: SlipLine) -> None:
    """Draw a bet: its choice and market, the stake, and the result."""
    paint_strip(image, (_EDGE, top + 3), (WIDTH - 2 * _EDGE, ROW - 6), is_won=line.state == "won")
    place(image, coins(54) if line.colour is None else plain_badge(line.colour, 54), (57, top + ROW / 2))
    choice = fit(name_drawn(SIDES.get(line.choice, line.choice), line.colour or ""), 410, "sans", _SIZE)
    write(image, (100, top + 30), choice, palette.INK, size=_SIZE)
    write(image, (100, top + 66), name_of(line.market, line.window), palette.FAINT, size=SMALL)
    middle = top + ROW / 2
    write(image, (_STAKE, middle), figure(line.stake, 10), palette.INK, size=_SIZE, anchor="right")
    write(image, (_PAID, top + 30), figure(line.paid, 13), palette.INK, size=_SIZE, anchor="right")
    colour = {"won": palette.PORPHYRY, "lost": palette.ALARM}.get(line.state, palette.FAINT)
    write(image, (_PAID, top + 66), ENDINGS[line.state], colour, size=SMALL, anchor="right")


def _draw_rest(image: Image.Image, top: int, rest: tuple[SlipLine, ...]) -> None:
    middle = top + ROW / 2
    write(image, (100, middle), f"and {len(rest)} more", palette.INK, size=_SIZE)
    for x, amount in ((_STAKE, sum(each.stake for each in rest)), (_PAID, sum(each.paid for each in rest))):
        write(image, (x, middle), figure(amount, 13), palette.INK, size=_SIZE, anchor="right")


def _write_totals(image: Image.Image, top: int, view: SlipView) -> None:
    image.paste(palette.INK, (_EDGE, top - 8, WIDTH - _EDGE, top - 5))
    gain = view.paid - view.staked
    figures = (
        ("staked", f"{view.staked:,}", palette.INK),
        ("paid", f"{view.paid:,}", palette.INK),
        ("gain" if gain >= 0 else "loss", signed(gain), palette.SOUND if gain >= 0 else palette.ALARM),
        ("in the purse now", f"{view.purse:,}", palette.LIMIT),
    )
    for number, (label, text, colour) in enumerate(figures):
        y = top + number * TOTAL + TOTAL / 2
        write(image, (100, y), label, palette.FAINT, size=34)
        write(image, (_PAID, y), text, colour, size=40, face="serif", anchor="right")


def _tear(image: Image.Image) -> None:
    """Give the picture a torn lower edge."""
    sketch = Sketch.blank(WIDTH, _TEETH)
    for x in range(0, WIDTH, 2 * _TEETH):
        sketch.polygon([(x, _TEETH), (x + _TEETH, 4), (x + 2 * _TEETH, _TEETH)], 255)
    image.paste(palette.PORPHYRY, (0, image.height - _TEETH), sketch.reduced())
