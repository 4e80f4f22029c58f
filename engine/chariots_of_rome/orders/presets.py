"""Orders that a judgement draws up for a position: the safe, the fast, and those that go for the others (19.4).

Endurance, Tactics, Rattled, the way that is left and the nearest rivals decide. All that bears on it is public.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from engine.chariots_of_rome.orders.advice import MASTERS_MIND
from engine.chariots_of_rome.orders.orders import AttackWish, Orders, Preset
from engine.chariots_of_rome.position.judging import best_level, blown, is_whip_best
from engine.chariots_of_rome.position.mastery import SPARED_TACTICS, point
from engine.chariots_of_rome.position.silence import ahead_by
from engine.chariots_of_rome.position.speeds import base_move, levels
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from records.values import EntryId

SUGGESTED: Preset = "fast"
"""The preset before a player has ordered anything."""

_JUDGEMENTS: Mapping[Preset, Orders] = MappingProxyType(
    {
        "safe": Orders(
            recover=3, whip="free", corner_cards=1, attack_cards=1, danger_cards=0, spare_at=6, keep_tactics=2
        ),
        "fast": replace(
            MASTERS_MIND, danger_cards=2, attacks=(AttackWish(kind="whip"),), keep_tactics=SPARED_TACTICS - 1
        ),
        "attack": Orders(whip="straight", keep_tactics=1, eagerness="hunt"),
    }
)

PRESETS: Sequence[Preset] = tuple(_JUDGEMENTS)

_NEAR = 0.25
"""Of a lap: rivals within it can be met in a turn."""

_MOST_WISHES = 3
"""Rivals that are attacked by name."""


def preset(view: RaceView, entry: EntryId, name: Preset) -> Orders:
    """Return the orders that a judgement draws up for *entry*.

    :param name: one of :data:`PRESETS`.
    """
    own = view.chariot(entry)
    orders = replace(_JUDGEMENTS[name], preset=name)
    if own.square is None:
        return orders
    if name == "fast":
        return _hurried(view, own, orders)
    if name == "attack":
        return replace(orders, attacks=_attacks(view, own))
    return orders


def _hurried(view: RaceView, own: ChariotView, orders: Orders) -> Orders:
    """Go as fast, and drive as hard, as a master would from here: as the way to the line and its strength allow."""
    worth = point(view, own)
    level = best_level(view, own.entry, levels(view, own), worth)
    move = max(1, base_move(own, level) + blown(view))
    pays = is_whip_best(view, own.entry, move, worth)
    return replace(orders, speed=level, whip="always" if pays else "free")


def _attacks(view: RaceView, own: ChariotView) -> tuple[AttackWish, ...]:
    """Return Attacks on those who can be met, the weakest first; else on anybody."""
    near = [rival for rival in view.chariots if _is_met(view, own, rival)]
    prey = sorted(near, key=lambda rival: (rival.endurance - rival.rattled, rival.entry))
    return tuple(AttackWish(rival.entry) for rival in prey[:_MOST_WISHES]) or (AttackWish(),)


def _is_met(view: RaceView, own: ChariotView, rival: ChariotView) -> bool:
    is_friend = rival.entry == own.entry or (own.faction is not None and own.faction == rival.faction)
    if is_friend or rival.square is None or own.square is None or view.has_finished(rival):
        return False
    return ahead_by(view.board, own.square, rival.square) <= _NEAR
