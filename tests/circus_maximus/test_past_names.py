"""Races that were kept under earlier names of their options are read like those of today."""

import msgspec
import pytest

from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.words.options import Options
from engine.game import Entrant
from records.values import EntryId, Faction

TODAY = Options(edition="epic", laps=2, time_limit=10, no_horse_ram=True, without=("dodge",))


def as_then(kept: bytes) -> bytes:
    """Return what an earlier version has kept of the same."""
    for then, today in RULESET.past_names.items():
        assert kept.count(f'"{today}":'.encode()) == 1
        kept = kept.replace(f'"{today}":'.encode(), f'"{then}":'.encode())
    return kept


def test_options_of_a_race() -> None:
    kept = msgspec.json.encode(TODAY)

    assert RULESET.read_options(as_then(kept).decode()) == TODAY == RULESET.read_options(kept.decode())


def test_a_state_and_its_view() -> None:
    entrants = [Entrant(EntryId(number), colour, Faction(number)) for number, colour in enumerate(("red", "blue"), 1)]
    state = RULESET.new_race(TODAY, entrants)
    kept, view = msgspec.json.encode(state), RULESET.view_for(state, {}, ())

    assert RULESET.read_state(as_then(kept), 1) == state
    assert RULESET.read_view(as_then(msgspec.json.encode(view)).decode()).options == TODAY


def test_a_name_that_nobody_ever_kept_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="epic_limit"):
        RULESET.read_options('{"edition":"epic","epic_limit":10}')
