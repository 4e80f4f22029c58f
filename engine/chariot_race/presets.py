"""Orders that a preset draws up for a position (CR-12): the safe, the fast, and the aggressive ones.

They depend on the position. Health, fate, the nearest rivals and the way to the line decide the risks to take, the
repairs and the targets. A preset reads only public things.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from engine.chariot_race.advice import is_last_dash, repair_at, risk
from engine.chariot_race.data import FORTUNE_COST, RAM_DAMAGE, REPAIR_COST, REPAIR_POINTS
from engine.chariot_race.orders import AttackWish, CaltropWish, JavelinWish, Orders, Preset
from engine.chariot_race.views import ChariotView, RaceView
from engine.chariot_race.worth import SPACE
from records.values import EntryId

SUGGESTED: Preset = "fast"
"""The preset before a player has ordered anything."""


class _Judgement(NamedTuple):
    spared: int  # health that no risk may touch
    most_risk: int  # health risked in a turn, at most, beyond what must be lost
    cruise: int  # speed that health must allow, or a repair is due
    spends: bool  # fate to better the drive, and rolls what pays
    attacks: bool


_JUDGEMENTS: Mapping[Preset, _Judgement] = MappingProxyType(
    {
        "safe": _Judgement(9, 1, 9, spends=False, attacks=False),
        "fast": _Judgement(5, 3, 7, spends=True, attacks=False),
        "attack": _Judgement(6, 2, 7, spends=False, attacks=True),
    }
)

PRESETS: Sequence[Preset] = tuple(_JUDGEMENTS)

_CHANCES: tuple[AttackWish, ...] = (JavelinWish("leader"), CaltropWish("last"))
"""Attacks that cost nothing: at whoever is foremost in range, and at those who come behind."""

_SIGHT = 10
"""Spaces ahead and behind within which a rival can be met in a turn."""

_MOST_WISHES = 3
"""Rivals that are thrown at by name."""


def preset(view: RaceView, entry: EntryId, name: Preset) -> Orders:
    """Return the orders that a judgement draws up for *entry*.

    :param name: one of :data:`PRESETS`.
    """
    own = view.chariot(entry)
    if own.square is None:
        return Orders(preset=name)
    judgement = _JUDGEMENTS[name]
    is_sturdy = own.damage - RAM_DAMAGE > judgement.spared
    return Orders(
        repair_at=_repair_at(own, judgement),
        reroll="best" if judgement.spends else "safe",
        fortune="spend" if judgement.spends else "save life",
        keep_fate=0 if judgement.spends else _kept_fate(own),
        risk=_risk(own, judgement),
        ram="avoid" if name == "safe" else "seek" if judgement.attacks and is_sturdy else "accept",
        attacks=_attacks(view, own) if judgement.attacks else _CHANCES if judgement.spends else (),
        preset=name,
    )


def _risk(own: ChariotView, judgement: _Judgement) -> int:
    """Return the health to be risked: all above the share to be spared."""
    return risk(own) if judgement.spends else max(0, min(judgement.most_risk, own.damage - judgement.spared))


def _repair_at(own: ChariotView, judgement: _Judgement) -> int:
    """Return the highest health at which a repair is ordered."""
    if judgement.spends:
        return repair_at(own)
    if is_last_dash(own):
        return 0
    cap, full = own.sheet.cap, own.sheet.damage_max - REPAIR_POINTS
    slowed = [health for health in range(full + 1) if cap[health] < min(judgement.cruise, own.sheet.speed_max)]
    return max(slowed, default=0)


def _kept_fate(own: ChariotView) -> int:
    """Return the fate to be kept: for a repair where one is near, else for a die that saves the chariot."""
    return REPAIR_COST if own.damage <= own.sheet.damage_max // 2 else FORTUNE_COST


def _attacks(view: RaceView, own: ChariotView) -> tuple[AttackWish, ...]:
    """Return javelins at those who can be met, the weakest first; caltrops before those close behind, or nowhere."""
    assert own.square is not None
    near = [rival for rival in view.chariots if _is_met(own, rival)]
    prey = sorted(near, key=lambda rival: (rival.damage, -rival.pos, rival.entry))
    wishes: list[AttackWish] = [JavelinWish("rival", rival.entry) for rival in prey[:_MOST_WISHES]]
    if any(rival.pos <= own.pos for rival in near):
        wishes.append(CaltropWish("last"))
    return tuple(wishes) or (JavelinWish("anybody"), CaltropWish("last"))


def _is_met(own: ChariotView, rival: ChariotView) -> bool:
    is_friend = rival.entry == own.entry or (own.faction is not None and own.faction == rival.faction)
    is_near = abs(rival.pos - own.pos) <= _SIGHT * SPACE
    return rival.square is not None and not rival.protected and not is_friend and is_near
