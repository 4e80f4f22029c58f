"""Orders that a judgement draws up for a position: the safe, the fast, and those that go for the others (19.4).

Endurance, Tactics, Rattled, the way that is left and the nearest rivals decide. All that bears on it is public.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from engine.chariots_of_rome.orders.orders import AttackWish, Orders, Preset
from engine.chariots_of_rome.position.silence import ahead_by
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from records.values import EntryId

SUGGESTED: Preset = "fast"
"""The preset before a player has ordered anything."""

_JUDGEMENTS: Mapping[Preset, Orders] = MappingProxyType(
    {
        "safe": Orders(
            recover=3, whip="free", corner_cards=1, attack_cards=1, danger_cards=0, spare_at=6, keep_tactics=2
        ),
        "fast": Orders(),
        "attack": Orders(whip="straight", keep_tactics=1, eagerness="hunt"),
    }
)

PRESETS: Sequence[Preset] = tuple(_JUDGEMENTS)

_NEAR = 0.25
"""Of a lap: rivals within it can be met in a turn."""

_MOST_WISHES = 3
"""Rivals that are attacked by name."""

_STRONG = 8
"""Endurance with which more is risked."""


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
    """Risk more while strong, and everything on the way to the line."""
    is_last_dash = own.laps == view.laps - 1 and view.board.along[own.square or view.board.gates["G01"]] > 1 - _NEAR
    if is_last_dash:
        return replace(orders, recover=0, whip="always", danger_cards=2, spare_at=2)
    if own.endurance >= _STRONG and own.rattled <= 1:
        return replace(orders, corner_cards=3, spare_at=3)
    return orders


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
