"""Those who press only green drive soundly: a few practices of each game at each pace."""

import pytest

from bench.green import KINDS, STANDS, TOO_DEAR, Kind, play


def _name(of: Kind | str) -> str:
    return of.name if isinstance(of, Kind) else of


@pytest.mark.parametrize(("kind", "pace"), [(kind, pace) for kind in KINDS for pace in kind.paces], ids=_name)
def test_green_comes_home(kind: Kind, pace: str) -> None:
    for number in range(2):
        race = play(kind, pace, number)
        assert 1 <= race.place <= race.of
        assert not race.counts[TOO_DEAR]
        assert not race.counts[STANDS]
