"""How men stand: who can take more wounds before he collapses."""

from collections.abc import Sequence

from engine.arena.views import FighterView, MatchView
from records.values import EntryId
from renderers.arena.words import FATES
from renderers.scene import Standing


def left_of(man: FighterView) -> int:
    """Return how many wounds a man can take before he collapses; none once he is down."""
    return max(0, man.collapse - man.all_wounds) if man.status in ("fighting", "waiting") else 0


def standings(view: MatchView) -> Sequence[Standing]:
    """Return how all men stand, the one who can take most first; a winner before all others."""
    ranked = sorted(
        view.fighters, key=lambda man: (man.entry not in view.winners, _is_down(man), -left_of(man), man.entry)
    )
    best = max((left_of(man) for man in ranked if not _is_down(man)), default=0)
    return [_standing(view, man, number, best) for number, man in enumerate(ranked, start=1)]


def _is_down(man: FighterView) -> bool:
    return man.status in ("fallen", "spared", "dead")


def _standing(view: MatchView, man: FighterView, number: int, best: int) -> Standing:
    if man.entry in view.winners:
        return Standing(man.entry, man.colour, 1, 0, "" if _is_down(man) else "stands")
    behind = None if _is_down(man) else best - left_of(man)
    place = None if view.is_over and view.how == "draw" else number
    fate = "out" if man.status == "dead" else FATES[man.status]
    return Standing(man.entry, man.colour, place, behind, fate, f"{behind} worse" if behind else "")


def winners(view: MatchView) -> Sequence[EntryId]:
    """Return who has won; nobody before the end, and in a draw."""
    return view.winners if view.is_over else ()
