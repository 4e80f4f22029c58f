"""The picture of a whole race."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from PIL import Image

from engine.chariots_of_rome.printed.board import TRACK_NAMES, TrackName
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from records.values import EntryId, Square
from renderers import palette
from renderers.camera import Camera
from renderers.canvas import Board, encoded, in_few_colours
from renderers.chariots_of_rome.background import arena, middle_of
from renderers.chariots_of_rome.geometry import WIDTH, course
from renderers.chariots_of_rome.markings import draw_arrows, draw_gates, draw_signs, frame, write_track
from renderers.chariots_of_rome.panel import (
    LEGEND,
    STRIP,
    draw_blank_cards,
    draw_cards,
    draw_legend,
    draw_strip,
    form_for,
    panel_height,
)
from renderers.chariots_of_rome.pieces import Token, draw_debris, draw_path, draw_tokens, draw_wrecks
from renderers.chariots_of_rome.words import next_to_move, standing_of, winners
from renderers.geometry import Point
from renderers.headline import HEADLINE, in_headline, write_headline


def board_camera(track: TrackName) -> Camera:
    """Return the camera of the board, which lies under the headline, a pixel to a unit."""
    x, y = middle_of(track)
    return Camera(Point(0, 0), (x, y + HEADLINE))


def draw_board(
    view: RaceView,
    names: Mapping[EntryId, str],
    *,
    path: Mapping[EntryId, tuple[Square, ...]] | None = None,
    title: str = "",
) -> bytes:
    """Return the PNG picture of a race: the board, the initiative track, and a card for each chariot.

    :param names of the entries; any text.
    :param path: the spaces that chariots have gone through, from where they began.
    :param title: for the headline; any text.
    """
    image = Board(_base(view.track, len(view.chariots)))
    camera, lies = board_camera(view.track), course(view.track)
    mover = next_to_move(view)
    write_headline(image, standing_of(view), title, names, *in_headline(view, winners(view), mover))
    if not view.round:
        taken = {chariot.square for chariot in view.chariots}
        draw_gates(image, lies, camera, [gate for gate in lies.track.gates.values() if gate not in taken])
    if mover is not None and mover.square is not None:
        frame(image, lies, camera, mover.square)
    for entry, through in sorted((path or {}).items()):
        draw_path(image, lies, camera, through, view.chariot(entry).colour)
    draw_wrecks(image, lies, camera, sorted(view.wrecks))
    draw_debris(image, lies, camera, view.debris)
    draw_tokens(image, lies, camera, tokens_of(view))
    draw_strip(image, view, HEADLINE + lies.height)
    above = HEADLINE + lies.height
    draw_cards(image, view, names, above + STRIP, form_for(len(view.chariots), above))
    return encoded(image)


def tokens_of(view: RaceView) -> list[Token]:
    """Return the tokens of all chariots on the track."""
    return [
        Token(each.entry, each.colour, each.square, each.rattled, each.wounds > 0, is_in_dust(each))
        for each in view.chariots
        if each.square is not None
    ]


def is_in_dust(chariot: ChariotView) -> bool:
    """Tell whether a chariot was pushed or has swerved since its last step."""
    return bool(chariot.trail) and chariot.trail[-1] != chariot.square


def warm_up() -> Iterator[None]:
    """Make the ground of all pictures of the game, then, track after track, of those of full races."""
    for track in TRACK_NAMES:
        arena(track)
        yield
        _base(track, course(track).track.most_chariots)
        yield


@lru_cache(maxsize=24)
def _base(track: TrackName, count: int) -> Image.Image:
    """Return the ground of all pictures of races of *count* chariots on a track. Not to be drawn on."""
    lies = course(track)
    form = form_for(count, HEADLINE + lies.height)
    image = Image.new("RGB", (WIDTH, HEADLINE + lies.height + panel_height(count, form)), palette.PAPER)
    image.paste(arena(track), (0, HEADLINE))
    camera = board_camera(track)
    draw_arrows(image, lies, camera)
    draw_signs(image, lies, camera)
    write_track(image, 10, HEADLINE + lies.height - 8, lies.track.name)
    draw_blank_cards(image, count, HEADLINE + lies.height + STRIP, form)
    draw_legend(image, image.height - LEGEND)
    return in_few_colours(image)
