"""What a gala makes of its league's options (H.8.1, H.8.2)."""

import pytest

from engine.leagues.galas import melee_options, pair_options
from engine.leagues.words.options import LeagueOptions


@pytest.mark.parametrize(("turns", "pair", "melee"), [(6, 6, 6), (8, 8, 8), (10, 10, 8)])
def test_a_melee_has_eight_turns_at_most(turns: int, pair: int, melee: int) -> None:
    """L-88: a turn of a melee is a day by mail, and a gala is over within ten."""
    options = LeagueOptions(campaign="epic", arena="galas", gala_turns=turns)

    assert (pair_options(options).turns, melee_options(options).turns) == (pair, melee)
    assert melee_options(options).sides == "melee"
