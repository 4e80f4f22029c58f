"""The way of the green button is drawn in the picture above it, to its end, in every game."""

import pytest

from engine.play import new_game
from engine.rulesets import RULESETS
from records.values import EntryId
from words import WORDS
from words.shared.words import Choice, Controls

NAMES = {EntryId(number): f"Driver {number}" for number in range(1, 13)}
DRIVES: dict[str, tuple[str, ...]] = {
    "circus-maximus": ("NextAction",),
    "ave-caesar": ("PlayCard",),
    "chariot-race": ("PlanMove",),
    "chariots-of-rome": ("ChooseStep",),
}
"""The questions of where to drive."""


def green(shown: Controls) -> Choice | None:
    return next((choice for row in shown.rows for choice in row if choice.style == "success"), None)


@pytest.mark.parametrize("game", DRIVES)
def test_the_way_of_the_green_button_is_drawn_to_its_end(game: str) -> None:
    words, played = WORDS[game], new_game(game, *RULESETS[game].colours[:4], seed="ways")
    seen = 0
    while (ask := played.ask) is not None and seen < 12:
        if type(ask.question).__name__ in DRIVES[game]:
            view = played.session.view([ask.entry])
            shown = words.controls(view, ask, NAMES, "")
            button = green(shown)
            if button is not None and button.act in ("drive", "plan"):
                looked_at = words.controls(view, ask, NAMES, button.code.removeprefix("x")).crop
                assert shown.crop is not None
                assert looked_at is not None
                assert shown.crop.path == looked_at.path
                seen += 1
            elif button is not None and button.act == "answer" and shown.crop is not None:
                assert len(shown.crop.path) > 1, button.label
                seen += 1
        played.house_drives(next(iter(RULESETS[game].drivers)))
    assert seen
