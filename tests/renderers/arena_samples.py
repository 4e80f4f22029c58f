"""Matches of the arena to draw."""

from typing import Any

from msgspec.structs import replace

from engine.arena.data import DURABILITY
from engine.arena.men import READY
from engine.arena.state import Options
from engine.arena.views import FighterView, MatchView
from records.values import EntryId, Faction

CELER, TAURUS, URSUS, PISCATOR = READY
RED, BLUE = EntryId(1), EntryId(2)
COLOURS = ("red", "blue", "green", "yellow", "purple", "black", "white", "orange")


def a_man(number: int, at: tuple[int, int] | None, foe: int | None, **changed: Any) -> FighterView:
    """Return a man who stands whole in the arena; by himself a medium one."""
    man = changed.pop("man", TAURUS)
    is_netter = man is not None and man.kind == "retiarius"
    given: dict[str, Any] = {
        "entry": EntryId(number),
        "colour": COLOURS[number - 1],
        "faction": Faction(number),
        "number": number,
        "status": "fighting",
        "man": man,
        "at": at,
        "foe": None if foe is None else EntryId(foe),
        "shield": "none" if man is None else man.shield,
        "weapon": "trident" if is_netter else "gladius",
        "weapon_at": None,
        "shield_at": None,
        "net": "held" if is_netter else "none",
        "net_ready": 0,
        "wounds": (0,) * 5,
        "cuts": (0,) * 5,
        "stun": 0,
        "prone": False,
        "netted": "free",
        "netted_by": None,
        "netted_in": 0,
        "overreached": False,
        "stagger": 0,
        "gave_ground": False,
        "cf": 12,
        "ma": 3,
        "attack_cf": 10,
        "defence_cf": 9,
        "attacks": 2,
        "inflicted": 3,
        "aimed": (0,) * 5,
        "kills": 0,
        "spared": 0,
        "trail": (),
    }
    given["durability"] = DURABILITY[given["shield"]]
    return FighterView(**{**given, **changed})


def a_view(*men: FighterView, **changed: Any) -> MatchView:
    given: dict[str, Any] = {
        "options": Options(),
        "stage": "fight",
        "radius": 5,
        "bout": 1,
        "won": {},
        "phase": 5,
        "turn": 2,
        "mood": 1,
        "winners": (),
        "how": "",
        "is_over": False,
    }
    return MatchView(fighters=men, **{**given, **changed})


def at_the_start() -> MatchView:
    return a_view(a_man(1, (-4, 0), 2), a_man(2, (4, 0), 1, man=CELER), phase=0, turn=0, mood=0)


def before_the_choice() -> MatchView:
    men = (a_man(number, None, None, man=None, status="waiting", shield="none") for number in (1, 2))
    return a_view(*men, stage="men", phase=0, turn=0, mood=0)


def at_close_quarters() -> MatchView:
    """Return a duel after a whole turn: both hurt, a shield half gone, trails of three phases."""
    red = a_man(
        1, (0, 0), 2, wounds=(2, 6, 0, 4, 1), stun=1, durability=6,
        trail=(((-4, 0), (-3, 0), (-2, 0)), ((-2, 0), (-1, 0)), ((-1, 0), (0, 0))),
    )  # fmt: skip
    blue = a_man(
        2, (1, -1), 1, man=URSUS, wounds=(0, 0, 3, 0, 12), durability=11, overreached=True,
        trail=(((4, 0), (3, 0)), ((3, 0), (2, 0), (2, -1)), ((2, -1), (1, -1))),
    )  # fmt: skip
    return a_view(red, blue, mood=2, phase=3, turn=1)


def in_the_net(netted: str = "entangled") -> MatchView:
    red = a_man(1, (-1, 1), 2, man=PISCATOR, wounds=(1, 0, 0, 3, 0), net="thrown")
    blue = a_man(2, (1, 0), 1, man=CELER, wounds=(3, 2, 0, 0, 4), netted=netted, netted_by=RED, durability=3)
    return a_view(red, blue, mood=3, phase=8)


def at_the_end() -> MatchView:
    red = a_man(1, (0, 0), 2, man=CELER, wounds=(1, 3, 2, 0, 0))
    blue = a_man(2, (1, 0), 1, man=PISCATOR, wounds=(2, 12, 0, 5, 0), status="dead", weapon="none", weapon_at=(2, 0))
    return a_view(red, blue, winners=(RED,), how="fall", is_over=True, stage="over", phase=11, turn=4)


def a_melee() -> MatchView:
    """Return eight men, each in another plight: the largest picture."""
    hexes = ((-6, 0), (-3, -3), (-1, 1), (0, 1), (3, 0), (4, 1), (6, -3), (5, -3))
    foes = (2, 1, 4, 3, 6, 5, 8, 7)
    men = [
        a_man(number, at, foe, man=READY[number % 4], wounds=(number % 3, number % 4, 0, number % 2, 1))
        for number, (at, foe) in enumerate(zip(hexes, foes, strict=True), start=1)
    ]
    men[2] = replace(men[2], prone=True, stun=4)
    men[4] = replace(men[4], netted="snagged", overreached=True, weapon="none", weapon_at=(3, 1))
    men[6] = replace(men[6], shield_at=(6, -2))
    return a_view(*men, radius=7)


VIEWS = {
    "start": at_the_start,
    "choice": before_the_choice,
    "close": at_close_quarters,
    "net": in_the_net,
    "end": at_the_end,
    "melee": a_melee,
}
