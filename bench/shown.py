"""The boards that the documents show, drawn as the bot draws them today.

``python -m bench.shown`` draws docs/pictures anew; a test says when that is due.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from bench.pictures import Draw
from records.values import EntryId
from renderers import arena, ave_caesar, chariot_race, chariots_of_rome, circus_maximus
from tests.renderers import arena_samples as duels
from tests.renderers import caesar_samples as caesar
from tests.renderers import chariot_samples as chariots
from tests.renderers import rome_samples as rome
from tests.renderers.advanced_samples import after_a_pile_up
from tests.renderers.samples import NAMES, in_mid_race, long_paths

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
TITLE, MOVER = "Ludi Romani", EntryId(3)


def _race() -> bytes:
    """Draw a race of the Basic Game with the way of the chariot that drives."""
    view = in_mid_race()
    path = {MOVER: long_paths(view, 15)[MOVER]}
    return circus_maximus.draw_board(view, NAMES, path=path, title=TITLE)


SHOWN: Mapping[str, Draw] = {
    "race": _race,
    "advanced": partial(circus_maximus.draw_board, after_a_pile_up(), NAMES, title=TITLE),
    "ave-caesar": partial(ave_caesar.draw_board, caesar.in_mid_race(), NAMES, title=TITLE),
    "chariot-race": partial(chariot_race.draw_board, chariots.in_mid_race(), chariots.NAMES, title=TITLE),
    "chariots-of-rome": partial(chariots_of_rome.draw_board, rome.crowded("daytonus", 12), rome.NAMES, title=TITLE),
    "arena": partial(arena.draw_board, duels.in_the_net(), {duels.RED: "Piscator", duels.BLUE: "Celer"}, title=TITLE),
}
"""How each picture is drawn, by the name of its file."""


if __name__ == "__main__":
    for name, draw in SHOWN.items():
        (FOLDER / f"{name}.png").write_bytes(draw())
