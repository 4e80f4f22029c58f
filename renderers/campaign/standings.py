"""The standings of a league as a picture and in words: rank, stable, cash, wins, chariots that are fit."""

from PIL import Image

from engine.campaign.views import LeagueView, StableView
from renderers import palette
from renderers.canvas import encoded, in_few_colours, paint_box
from renderers.counters import plain_badge
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, readable, write
from renderers.scene import Names
from renderers.standings import cup
from renderers.telling import cut, within_limit

WIDTH = 1000
_SIZE = readable(WIDTH)
LABELS, ROW, FOOT = 44, 84, 16
"""Heights in pixels."""

MOST_ROWS = 16
_CASH, _WINS, _FIT = 700, 820, WIDTH - 70


def draw_league(view: LeagueView, names: Names, title: str) -> bytes:
    """Return the PNG picture of a league's standings, as everybody knows them; at most :data:`MOST_ROWS` stables."""
    ranks = view.ranks[:MOST_ROWS]
    image = Image.new("RGB", (WIDTH, BANNER + LABELS + max(1, len(ranks)) * ROW + FOOT), palette.PAPER)
    write_banner(image, title or "Standings", cup(64))
    y = BANNER + LABELS / 2 + 2
    for x, label in ((_CASH, "cash"), (_WINS, "wins"), (_FIT, "fit")):
        write(image, (x, y), label, palette.INK, size=_SIZE, anchor="middle")
    for place, rank in enumerate(ranks):
        stable = view.stable(rank.stable)
        number = str(rank.rank) if rank.counts else "–"
        _draw_row(image, BANNER + LABELS + place * ROW, number, rank.cash, stable, names)
    return encoded(in_few_colours(image))


def _draw_row(image: Image.Image, top: int, rank: str, cash: int, stable: StableView, names: Names) -> None:
    middle, is_first = top + ROW / 2, rank == "1"
    paint_box(image, (12, top + 4), (WIDTH - 24, ROW - 8), palette.PORPHYRY if is_first else palette.CARD_EDGE, 14)
    paint_box(image, (15, top + 7), (WIDTH - 30, ROW - 14), palette.GOLD if is_first else palette.CARD, 12)
    write(image, (62, middle), rank, palette.INK, size=_SIZE, face="serif", anchor="middle")
    sprite = plain_badge(stable.colour, 56)
    image.paste(sprite, (104, round(middle) - 28), sprite)
    name = fit(names.get(stable.number, stable.colour.title()), _CASH - 110 - 178, "sans", _SIZE)
    write(image, (178, middle), name, palette.INK, size=_SIZE)
    write(image, (_CASH, middle), f"{cash:,}", palette.LIMIT, size=_SIZE, face="serif", anchor="middle")
    write(image, (_WINS, middle), str(stable.wins), palette.INK, size=_SIZE, anchor="middle")
    write(image, (_FIT, middle), fit_of(stable), palette.INK, size=_SIZE, anchor="middle")


def fit_of(stable: StableView) -> str:
    """Return how many chariots of a stable can start, of how many."""
    if stable.role == "better":
        return "bets"
    return f"{sum(not each.lacks for each in stable.chariots)}/{len(stable.chariots)}"


def alt_league(view: LeagueView, names: Names, title: str) -> str:
    """Return what the picture shows, in words, at most 1,024 characters."""

    def told(longest: int) -> str:
        lines = [f"Standings of {cut(title, 2 * longest)}."]
        for rank in view.ranks[:MOST_ROWS]:
            stable = view.stable(rank.stable)
            name = cut(names.get(rank.stable, stable.colour.title()), longest)
            place = f"{rank.rank}." if rank.counts else "–"
            lines.append(f"{place} {name}: {rank.cash:,}, {stable.wins} won, {fit_of(stable)} fit")
        return "\n".join(lines)

    return within_limit(told)
