"""The view of a Chariot Race that one viewer may have, built up from nothing.

All is public (1) but wishes for the draft and orders: until they are revealed, only their owner sees them.
"""

from collections.abc import Collection, Mapping

import msgspec

from engine.chariot_race.asks import BoardWishes, SlotWishes
from engine.chariot_race.data import Face
from engine.chariot_race.state import BoardSet, Chariot, ChariotLog, Race, Stage, log_of
from engine.chariot_race.track import TrackName, laps_done
from engine.questions import Answer
from records.values import EntryId, Square


# The checker knows only classes that stay as frozen, or as free, as those that they come from.
class ChariotView(ChariotLog, frozen=True, gc=False, kw_only=True):  # type: ignore[misc]
    """A chariot as everybody sees it: its log, and the numbers that follow from it."""

    entry: EntryId
    trail: tuple[Square, ...]  # spaces entered on its last turn

    @property
    def laps(self) -> int:
        """Laps behind it, 0 to 2."""
        return laps_done(self.pos)

    @property
    def allowed(self) -> int:
        """The speed at which its next turn would begin: its speed, or the limit of its damage (6)."""
        return min(self.speed, self.sheet.cap[self.damage])

    @property
    def next_dice(self) -> int:
        """The dice that it would roll next turn, 1 to 5."""
        return self.sheet.dice[self.allowed]


class RaceView(msgspec.Struct, frozen=True):
    """A race as one viewer may see it."""

    track: TrackName
    boards: BoardSet
    protect_finished: bool
    by_orders: bool
    round: int  # 0 before the first
    is_set_up: bool
    is_over: bool
    order: tuple[EntryId, ...]  # of play in this round; those wrecked since are still in it
    active: int  # place in it of whose turn is next or under way
    stage: Stage | None  # of the turn under way; none between turns
    dice: tuple[Face, ...]  # of the turn under way
    attacks: int  # attack faces left
    caltrops: tuple[Square, ...]
    supply: int
    chariots: tuple[ChariotView, ...]  # in entry order
    answered: tuple[EntryId, ...]  # whose orders or wishes are in, and not told yet
    wishes: dict[EntryId, BoardWishes | SlotWishes]  # the viewer's own, not told yet
    positions: tuple[EntryId, ...] = ()  # who starts where, slot 1 first, if that is fixed before the race
    draft_seat: int | None = None  # which seat begins the draft, 0 first, if that is fixed

    def chariot(self, entry: EntryId) -> ChariotView:
        """Return a chariot; :exc:`StopIteration` never happens for an entry of this race."""
        return next(chariot for chariot in self.chariots if chariot.entry == entry)

    @property
    def mover(self) -> EntryId | None:
        """The chariot whose turn is under way; none between turns."""
        return self.order[self.active] if self.stage is not None else None

    def ranked(self) -> list[ChariotView]:
        """Return the chariots as they lie: the foremost first, then the wrecks, the latest first (10)."""
        return sorted(self.chariots, key=_rank)


def _rank(chariot: ChariotView) -> tuple[int, int, int]:
    if chariot.wrecked_at is not None:
        return 1, -chariot.wrecked_at, chariot.entry
    return 0, -chariot.pos, chariot.entry


def view_for(race: Race, sealed: Mapping[EntryId, Answer], drives: Collection[EntryId]) -> RaceView:
    """Return the view of the player who drives *drives*; without any, the public's (1)."""
    options = race.options
    return RaceView(
        race.track,
        options.boards,
        options.protect_finished,
        options.by_orders,
        race.round,
        race.is_set_up,
        race.is_over,
        tuple(race.order),
        race.active,
        race.stage,
        tuple(race.dice),
        race.attacks,
        tuple(race.caltrops),
        race.supply,
        tuple([_chariot_view(entry, chariot) for entry, chariot in race.chariots.items()]),
        tuple([entry for entry in race.chariots if entry in sealed]),
        {
            entry: answer
            for entry, answer in sealed.items()
            if entry in drives and isinstance(answer, BoardWishes | SlotWishes)
        },
        options.positions,
        options.draft_seat,
    )


def _chariot_view(entry: EntryId, chariot: Chariot) -> ChariotView:
    return ChariotView(*log_of(chariot), entry=entry, trail=tuple(chariot.trail))
