"""Short words that pictures and their alt texts share."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.arena.men import AREA_NAMES, AREAS, BARE
from engine.arena.state import PHASES
from engine.arena.views import FighterView, MatchView

MOODS: Mapping[int, str] = MappingProxyType({
    -3: "wants blood", -2: "hisses", -1: "mutters", 0: "waits", 1: "stirs", 2: "cheers", 3: "roars",
})  # fmt: skip

KINDS: Mapping[str, str] = MappingProxyType(
    {"light": "light", "medium": "medium", "heavy": "heavy", "retiarius": "net"}
)
"""The four types in a word."""

FATES: Mapping[str, str] = MappingProxyType({
    "waiting": "", "fighting": "", "fallen": "down", "spared": "spared", "dead": "dead",
})  # fmt: skip


ARMOUR_KEY = "Armour: A best, then B, C. C8: on rolls up to 8."
"""What the letters and figures of armour mean (D.6)."""


def has_armour(man: FighterView) -> bool:
    """Tell whether any area of a man has armour."""
    return man.man is not None and any(cell != BARE for cell in man.man.armour)


def mood_of(mood: int) -> str:
    """Return what the crowd does."""
    return MOODS[max(-3, min(3, mood))]


def exchange_of(view: MatchView) -> int:
    """Return the number of the latest exchange, 1 first, or of the one that is under way; 0 before the first."""
    is_half_fought = view.options.whole_turns and view.phase % PHASES != 0
    is_judged = any(man.status == "fallen" for man in view.fighters)
    return view.turn + ((is_half_fought or is_judged) and not view.is_over)


def standing_of(view: MatchView) -> str:
    """Return how far a match is, for a headline."""
    if view.is_over:
        return {"points": "Won on points", "draw": "A draw"}.get(view.how, "The fight is over")
    if view.phase == 0:
        return f"Before bout {view.bout}" if view.bout > 1 else "Before the fight"
    if view.options.bouts > 1:
        return f"Exchange {exchange_of(view)}, bout {view.bout}"
    if view.options.whole_turns:
        return f"Exchange {exchange_of(view)}, phase {(view.phase - 1) % PHASES + 1}"
    return f"Exchange {exchange_of(view)}"


def wounds_of(man: FighterView) -> list[tuple[str, int, int]]:
    """Return each area, the wounds it has, and how many it can take."""
    most = man.man.w if man.man is not None else 0
    return [(AREA_NAMES[area - 1], man.wounds[area - 1], most) for area in AREAS]


def notes_of(man: FighterView) -> list[str]:
    """Return what ails a man besides wounds, the worst first, in a word or two each."""
    notes = [
        "entangled" if man.netted == "entangled" else "snagged" if man.netted == "snagged" else "",
        "lies" if man.prone else "",
        f"stun {man.stun}" if man.stun else "",
        "open" if man.overreached else "",
        "no shield" if man.man is not None and man.shield != "none" and not _has_shield(man) else "",
        {"dagger": "dagger", "none": "unarmed"}.get(man.weapon, ""),
    ]
    return [note for note in notes if note]


def _has_shield(man: FighterView) -> bool:
    return man.durability > 0 and man.shield_at is None


def load_of(man: FighterView) -> str:
    """Return how many wounds he has of those at which he collapses.

    Wounds count against ``collapse``, which is the wounds of an area and his constitution together (D.1).
    """
    return f"{man.all_wounds}/{man.collapse}"
