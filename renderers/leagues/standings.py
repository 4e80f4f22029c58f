"""The standings of a league as a picture and in words: rank, stable, cash and how it went, wins, chariots, debts."""

from collections.abc import Sequence

from PIL import Image

from engine.leagues.views import LeagueView, StableView
from engine.leagues.words.facts import Summary
from records.values import EntryId
from renderers import palette
from renderers.canvas import encoded, in_few_colours, paint_box, paint_disc, paint_line, paint_polygon
from renderers.counters import plain_badge
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, readable, write
from renderers.scene import Names
from renderers.standings import cup
from renderers.telling import cut, within_limit

WIDTH = 1000
_SIZE = readable(WIDTH)
LABELS, ROW, FOOT = 44, 104, 16
"""Heights in pixels."""

MOST_ROWS = 16
_RANK, _MOVED, _BADGE, _NAME, _CASH, _WINS, _FIT = 54, 88, 138, 182, 630, 784, WIDTH - 90
_LINE = (182, 360)
"""From where to where the line of cash goes, in pixels."""

Span = tuple[int, int]
"""The least and the most cash that any stable had at a reckoning."""

STATES = {"active": "", "kept": "kept", "bankrupt": "broke", "retired": "retired", "slave": "slave"}


def draw_league(view: LeagueView, names: Names, title: str) -> bytes:
    """Return the PNG picture of a league's standings, as everybody knows them; at most :data:`MOST_ROWS` stables."""
    ranks = view.ranks[:MOST_ROWS]
    image = Image.new("RGB", (WIDTH, BANNER + LABELS + max(1, len(ranks)) * ROW + FOOT), palette.PAPER)
    write_banner(image, title or "Standings", cup(64))
    y = BANNER + LABELS / 2 + 2
    for x, label in ((_CASH, "cash"), (_WINS, "1-2-3"), (_FIT, "fit")):
        write(image, (x, y), label, palette.INK, size=_SIZE, anchor="middle")
    all_cash = [cash for stable in view.stables for cash in stable.fortunes]
    span = min(all_cash, default=0), max(all_cash, default=0)
    for place, rank in enumerate(ranks):
        _draw_row(image, BANNER + LABELS + place * ROW, view, rank, names, span)
    return encoded(in_few_colours(image))


def _draw_row(image: Image.Image, top: int, view: LeagueView, rank: Summary, names: Names, span: Span) -> None:
    stable, is_first = view.stable(rank.stable), rank.rank == 1 and rank.counts
    middle, upper, lower = top + ROW / 2, top + ROW * 0.32, top + ROW * 0.7
    paint_box(image, (12, top + 4), (WIDTH - 24, ROW - 8), palette.PORPHYRY if is_first else palette.CARD_EDGE, 14)
    paint_box(image, (15, top + 7), (WIDTH - 30, ROW - 14), palette.GOLD if is_first else palette.CARD, 12)
    number = str(rank.rank) if rank.counts else "–"
    write(image, (_RANK, middle), number, palette.INK, size=_SIZE, face="serif", anchor="middle")
    _draw_moved(image, (_MOVED, middle), moved(view, rank.stable))
    sprite = plain_badge(stable.colour, 56)
    image.paste(sprite, (_BADGE - 28, round(middle) - 28), sprite)
    name = fit(names.get(stable.number, stable.colour.title()), _CASH - 80 - _NAME, "sans", _SIZE)
    write(image, (_NAME, upper), name, palette.INK, size=_SIZE)
    _draw_fortunes(image, lower, stable.fortunes, span)
    if owed := debts(view, stable.number):
        text = fit(f"owes {owed:,}", _CASH - 80 - _LINE[1], "sans", _SIZE)
        write(image, (_LINE[1] + 18, lower), text, palette.ALARM, size=_SIZE)
    write(image, (_CASH, middle), f"{rank.cash:,}", palette.LIMIT, size=_SIZE, face="serif", anchor="middle")
    write(image, (_WINS, middle), _palms(rank), palette.INK, size=_SIZE, anchor="middle")
    write(image, (_FIT, middle), fit_of(stable), palette.INK, size=_SIZE, anchor="middle")


def _draw_moved(image: Image.Image, at: tuple[float, float], places: int) -> None:
    """Draw an arrow up or down, for a stable that has gained or lost places at the last reckoning."""
    x, y = at
    tip = -11 if places > 0 else 11
    if places:
        paint_polygon(image, [(x, y + tip), (x - 10, y - tip * 0.7), (x + 10, y - tip * 0.7)], palette.INK)


def _draw_fortunes(image: Image.Image, y: float, fortunes: Sequence[int], span: Span) -> None:
    """Draw the cash of each reckoning as a line, from the second on, all to one scale; a dot is the latest."""
    (start, end), (least, most) = _LINE, span
    step = (end - start) / max(1, len(fortunes) - 1)
    spots = [
        (start + 6 + n * step * 0.94, y + 15 - 30 * (cash - least) / max(1, most - least))
        for n, cash in enumerate(fortunes)
    ]
    if len(spots) > 1:
        paint_line(image, spots, palette.INK, 4)
        paint_disc(image, spots[-1], 6, palette.INK)


def moved(view: LeagueView, stable: EntryId) -> int:
    """Return how many places a stable has gained at the last reckoning; less than 0 if it lost some."""
    before = {each.number: each.fortunes[-2] for each in view.stables if len(each.fortunes) > 1}
    now = {each.number: each.fortunes[-1] for each in view.stables if len(each.fortunes) > 1}
    if stable not in before:
        return 0
    return _place(before, stable) - _place(now, stable)


def _place(cash: dict[EntryId, int], stable: EntryId) -> int:
    return 1 + sum(each > cash[stable] for each in cash.values())


def debts(view: LeagueView, stable: EntryId) -> int:
    """Return a stable's debts by open loans, in sesterces."""
    return sum(each.owed for each in view.loans if each.borrower == stable and each.state == "open")


def _palms(rank: Summary) -> str:
    """Return wins, second and third places."""
    return "-".join(str(each) for each in (*rank.places, 0, 0, 0)[:3])


def fit_of(stable: StableView) -> str:
    """Return how many chariots of a stable can start, of how many; its state, if it cannot win."""
    if stable.status != "active":
        return STATES[stable.status]
    if stable.role == "better":
        return "bets"
    return f"{sum(not each.lacks for each in stable.chariots)}/{len(stable.chariots)}"


def alt_league(view: LeagueView, names: Names, title: str) -> str:
    """Return the picture's alt text, at most 1,024 characters."""

    def in_full(longest: int) -> str:
        lines = [f"Standings of {cut(title, 2 * longest)}."]
        for rank in view.ranks[:MOST_ROWS]:
            stable = view.stable(rank.stable)
            name = cut(names.get(rank.stable, stable.colour.title()), longest)
            place = f"{rank.rank}." if rank.counts else "–"
            owed = debts(view, rank.stable)
            lines.append(
                f"{place} {name}: {rank.cash:,}{_went(stable, moved(view, rank.stable))}, {stable.wins} won, "
                f"{fit_of(stable)}{' fit' if '/' in fit_of(stable) else ''}{f', owes {owed:,}' if owed else ''}"
            )
        return "\n".join(lines)

    return within_limit(in_full)


def _went(stable: StableView, places: int) -> str:
    """Return how the cash and the place have changed since the reckoning before."""
    if len(stable.fortunes) <= 1:
        return ""
    gain = stable.fortunes[-1] - stable.fortunes[-2]
    arrow = f", {'up' if places > 0 else 'down'} {abs(places)}" if places else ""
    return f" ({gain:+,}{arrow})"
