"""What stands in the last column of a league's standings has room there."""

import pytest

from renderers.leagues.standings import _FIT, _SIZE, STATES, WIDTH
from renderers.lettering import fit

MARGIN = 20  # pixels between a row's frame and the picture's edge


@pytest.mark.parametrize("text", [*STATES.values(), "bets", "16/16"])
def test_a_state_fits_between_the_wins_and_the_frame(text: str) -> None:
    assert fit(text, 2 * (WIDTH - MARGIN - _FIT), "sans", _SIZE) == text
