"""The order of the chariots, and the gaps between them."""

from collections.abc import Sequence

from engine.ave_caesar.views import ChariotView, RaceView
from records.values import EntryId
from renderers.scene import Standing

_ROW = 60  # of a place on the course, in the parts it is counted in


def standings(view: RaceView) -> Sequence[Standing]:
    """Return how all chariots stand, leader first."""
    ranked = view.ranked()
    lead = max((chariot.pos for chariot in ranked if chariot.pos is not None), default=0)
    return [_standing(chariot, number, lead) for number, chariot in enumerate(ranked, start=1)]


def winners(view: RaceView) -> Sequence[EntryId]:
    """Return who has won; nobody before the end, and where nobody came home."""
    return view.finished[:1] if view.is_over else ()


def _standing(chariot: ChariotView, number: int, lead: int) -> Standing:
    behind = None if chariot.pos is None else round((lead - chariot.pos) / _ROW)
    place = None if chariot.status == "out" else chariot.place or number
    fate = {"finished": "home", "out": "out"}.get(chariot.status, "")
    return Standing(chariot.entry, chariot.colour, place, behind, fate)
