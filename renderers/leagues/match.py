"""The card of a match race: who challenges whom, the stakes, the chariots, and how it ended (B.10)."""

from collections.abc import Sequence

from PIL import Image

from engine.leagues import appraising
from engine.leagues.views import LeagueView, MatchView
from engine.leagues.words.names import name_of
from records.values import EntryId
from renderers import palette
from renderers.canvas import encoded, in_few_colours, paint_box
from renderers.counters import plain_badge
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, readable, write
from renderers.scene import Names
from renderers.standings import cup
from renderers.telling import cut, ordinal, within_limit

WIDTH = 1000
_SIZE, _LARGE = readable(WIDTH), 52
_HALF, _GAP = 447, 82
HEAD, ROW, FOOT = 148, 96, 92
"""Heights in pixels: of the two sides, of a pair of chariots, of how it stands."""


def match_of(view: LeagueView, number: int) -> MatchView | None:
    """Return a match by number; ``None`` if there is none."""
    return next((each for each in view.matches if each.number == number), None)


def draw_match(view: LeagueView, names: Names, number: int) -> bytes | None:
    """Return the PNG picture of a match; ``None`` if there is none of that number.

    It shows chariots only once both sides have named theirs.
    """
    match = match_of(view, number)
    if match is None:
        return None
    image = Image.new("RGB", (WIDTH, BANNER + HEAD + match.side * ROW + FOOT), palette.PAPER)
    write_banner(image, title_of(match), cup(64))
    for place, stable in enumerate((match.challenger, match.challenged)):
        left = 12 + place * (_HALF + _GAP)
        _draw_side(image, left, view, names, match, stable)
    middle = WIDTH / 2, BANNER + HEAD / 2 + 24
    write(image, middle, f"{match.odds}:1", palette.LIMIT, size=_SIZE, face="serif", anchor="middle")
    y = BANNER + HEAD + match.side * ROW + FOOT / 2 - 6
    said = fit(standing(names, match), WIDTH - 60, "serif", _SIZE + 6)
    write(image, (WIDTH / 2, y), said, palette.INK, size=_SIZE + 6, face="serif", anchor="middle")
    return encoded(in_few_colours(image))


def title_of(match: MatchView) -> str:
    """Return a match's number, with the length of its race."""
    return f"Match {match.number} · {match.laps} lap{'' if match.laps == 1 else 's'}"


def _draw_side(
    image: Image.Image, left: int, view: LeagueView, names: Names, match: MatchView, stable: EntryId
) -> None:
    """Draw one side: stable, stake, and a box for each of its chariots."""
    won = match.winner == stable
    paint_box(image, (left, BANNER + 10), (_HALF, HEAD + match.side * ROW - 16), palette.CARD_EDGE, 14)
    paint_box(image, (left + 3, BANNER + 13), (_HALF - 6, HEAD + match.side * ROW - 22), palette.CARD, 12)
    if won:
        paint_box(image, (left + 3, BANNER + 13), (_HALF - 6, 10), palette.GOLD, 4)
    sprite = plain_badge(view.stable(stable).colour, 56)
    image.paste(sprite, (left + 16, BANNER + 30))
    name = fit(called(names, stable), _HALF - 100, "serif", _SIZE)
    write(image, (left + 84, BANNER + 58), name, palette.INK, size=_SIZE, face="serif")
    stake = f"{_stake(match, stable):,}"
    write(image, (left + 84, BANNER + 110), stake, palette.LIMIT, size=_LARGE, face="serif")
    for place, (what, about) in enumerate(chariots(view, match, stable)):
        top = BANNER + HEAD + place * ROW
        write(image, (left + 24, top + 20), fit(what, _HALF - 44, "sans", _SIZE), palette.INK, size=_SIZE)
        write(image, (left + 24, top + 62), fit(about, _HALF - 44, "sans", _SIZE), palette.FAINT, size=_SIZE)


def called(names: Names, stable: EntryId) -> str:
    return names.get(stable, f"stable {stable}")


def _stake(match: MatchView, stable: EntryId) -> int:
    return match.stakes[0] if stable == match.challenger else match.stakes[1]


def chariots(view: LeagueView, match: MatchView, stable: EntryId) -> Sequence[tuple[str, str]]:
    """Return a side's chariots in two short lines each; once both sides have named theirs, by name."""
    is_told = len(match.named) == len(match.stakes)
    if not is_told:
        return [("a chariot", "named in secret")] * match.side
    return [_chariot(view, match, number) for number in match.named[stable]]


def _chariot(view: LeagueView, match: MatchView, number: int) -> tuple[str, str]:
    known, place = appraising.chariot_of(view, number), match.places.get(number)
    came = "" if place is None else f" · {ordinal(place)}" if place else " · out"
    if known is None or known.team is None:
        return f"{name_of(number)}{came}", ""
    speed = sum(each.boxes - each.injury for each in appraising.living(known))
    drives = f", driver {known.driver.modifier:+d}" if known.driver is not None else ""
    return f"{name_of(number)}{came}", f"speed {speed}{drives}"


def standing(names: Names, match: MatchView) -> str:
    """Return how a match stands, in a few words."""
    if match.winner is not None:
        return f"{sum(match.stakes):,} for {called(names, match.winner)}"
    if match.state == "offered" and match.to_answer is not None:
        return f"It waits for {called(names, match.to_answer)}"
    return {
        "agreed": "Both name their chariots",
        "running": "The race is on",
        "over": "No winner: stakes come back",
        "declined": "Declined",
    }.get(match.state, "Called off: stakes come back")


def alt_match(view: LeagueView, names: Names, number: int) -> str:
    """Return the card's alt text, at most 1,024 characters; empty if there is none."""
    match = match_of(view, number)
    if match is None:
        return ""

    def in_full(longest: int) -> str:
        short = {each: cut(name, longest) for each, name in names.items()}
        lines = [f"{title_of(match)}, {match.odds} to 1."]
        for stable, verb in ((match.challenger, "challenges with"), (match.challenged, "answers with")):
            told = "; ".join(f"{what}, {about}" if about else what for what, about in chariots(view, match, stable))
            lines.append(f"{called(short, stable)} {verb} {_stake(match, stable):,}: {told}.")
        return "\n".join([*lines, f"{standing(short, match)}."])

    return within_limit(in_full)
