"""The view of a race that one viewer may have, built up from nothing (2.2).

All is public but the order of the piles, the Cornering stacks, and the hidden Initiative cards. C01 sees the latter as
C01 left them; C19 sees the top Action card. Only their owner sees wishes until they are revealed.
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from engine.chariots_of_rome.printed.board import Track, TrackName, track
from engine.chariots_of_rome.printed.data import CharioteerId, FateId
from engine.chariots_of_rome.words.answers import CharioteerWishes, GateWishes, RedrawWish
from engine.chariots_of_rome.words.options import Laps
from engine.chariots_of_rome.words.state import Chariot, ChariotLog, Race, Stage, log_of
from engine.questions import Answer
from records.values import EntryId, Square


# The checker knows only classes that stay as frozen, or as free, as those that they come from.
class ChariotView(ChariotLog, frozen=True, gc=False, kw_only=True):  # type: ignore[misc]
    """A chariot as everybody sees it."""

    entry: EntryId
    trail: tuple[Square, ...]  # spaces entered in its last turn, in order


class RaceView(msgspec.Struct, frozen=True):
    """A race as one viewer may see it."""

    track: TrackName
    laps: Laps
    teams: bool
    drafting: bool
    redraw: bool
    by_orders: bool
    last_round: int  # after it the leader has won
    round: int  # 0 before the first
    stage: Stage | None
    is_set_up: bool
    is_over: bool
    revealed: tuple[EntryId, ...]  # Initiative cards turned up this round, in order; the last one is active
    hidden: int  # Initiative cards still face down
    active: EntryId | None  # whose turn is next or under way
    locked: bool  # the first corner is not behind all: no Attacks, no Danger cards for overtaking, no Favor
    god: int  # face of the Fate die this round, 0 if it was not rolled
    effects: tuple[FateId, ...]  # Fate cards in force until the round ends
    corner_log: dict[str, tuple[EntryId, ...]]  # by "lap/corner": who has entered it, in order
    wrecks: dict[Square, EntryId]
    debris: tuple[Square, ...]
    lifted: dict[EntryId, Square]  # who has lost a space to another and is not placed yet, and that space
    actions: int  # cards in the Action pile
    action_discard: tuple[str, ...]
    fates: int  # cards in the Fate pile
    fate_discard: tuple[FateId, ...]
    display: tuple[CharioteerId, ...]  # of the draft, not yet taken
    total_move: int  # of the turn under way
    moves_left: int
    moved: int
    attacked: bool
    since_overtake: int
    finish_round: int | None
    winner: EntryId | None
    chariots: tuple[ChariotView, ...]  # in entry order
    answered: tuple[EntryId, ...]  # whose orders or wishes are in, and not told yet
    wishes: dict[EntryId, RedrawWish | CharioteerWishes | GateWishes]  # the viewer's own, not told yet
    initiative: tuple[EntryId, ...] = ()  # C01's owner alone: the cards still face down, the next one first
    top_card: str | None = None  # C19's owner alone: the top of the Action pile, once he has looked

    @property
    def board(self) -> Track:
        """The track with the neighbours of each space."""
        return track(self.track)

    def chariot(self, entry: EntryId) -> ChariotView:
        """Return a chariot; :exc:`StopIteration` never happens for an entry of this race."""
        return next(chariot for chariot in self.chariots if chariot.entry == entry)

    @property
    def turn(self) -> int:
        """How many rounds are over: a play ends with the first card of the next one."""
        return self.round if self.is_over else max(0, self.round - 1)

    @property
    def race_laps(self) -> int:
        """Laps to be driven."""
        return self.laps

    def logs(self) -> Sequence[tuple[EntryId, ChariotView]]:
        """Return all chariots with their entries."""
        return [(chariot.entry, chariot) for chariot in self.chariots]

    def alive(self) -> list[EntryId]:
        """Return the chariots that were not eliminated, in entry order."""
        return [chariot.entry for chariot in self.chariots if chariot.out is None]

    def has_finished(self, chariot: ChariotLog) -> bool:
        """Tell whether a chariot is across the line for the last time at this moment (2.2)."""
        return chariot.out is None and chariot.laps >= self.laps

    def ranked(self) -> list[ChariotView]:
        """Return the chariots as they lie: those that have finished, the others by race order, then those out (13)."""
        board = self.board

        def key(chariot: ChariotView) -> tuple[int, ...]:
            if chariot.out is not None:
                return 2, -chariot.out
            if chariot.place is not None:
                return 0, chariot.place
            square = chariot.square or self.lifted.get(chariot.entry)
            if square is None:
                return 1, 1, chariot.entry
            if self.has_finished(chariot):
                return 0, -board.distance[square], board.lane[square]
            return 1, -chariot.laps, -board.rank[square]

        return sorted(self.chariots, key=key)


def view_for(race: Race, sealed: Mapping[EntryId, Answer], drives: Collection[EntryId]) -> RaceView:
    """Return the view of the player who drives *drives*; without any, the public's (2.2)."""
    options = race.options
    return RaceView(
        options.course,
        options.laps,
        options.teams,
        options.drafting,
        options.redraw,
        options.by_orders,
        options.last_round,
        race.round,
        race.stage,
        race.is_set_up,
        race.is_over,
        tuple(race.revealed),
        len(race.initiative),
        race.active,
        race.locked,
        race.god,
        tuple(race.effects),
        {corner: tuple(entries) for corner, entries in race.corner_log.items()},
        dict(race.wrecks),
        tuple(race.debris),
        dict(race.lifted),
        len(race.actions),
        tuple(race.action_discard),
        len(race.fates),
        tuple(race.fate_discard),
        tuple(race.display),
        race.total_move,
        race.moves_left,
        race.moved,
        race.attacked,
        race.since_overtake,
        race.finish_round,
        race.winner,
        tuple([_chariot_view(entry, chariot) for entry, chariot in race.chariots.items()]),
        tuple([entry for entry in race.chariots if entry in sealed]),
        _own_wishes(sealed, drives),
        _looked_at(race, drives),
        race.actions[0] if race.top_known in drives and race.actions else None,
    )


def _own_wishes(
    sealed: Mapping[EntryId, Answer], drives: Collection[EntryId]
) -> dict[EntryId, RedrawWish | CharioteerWishes | GateWishes]:
    own = {entry: answer for entry, answer in sealed.items() if entry in drives}
    return {entry: wish for entry, wish in own.items() if isinstance(wish, RedrawWish | CharioteerWishes | GateWishes)}


def _looked_at(race: Race, drives: Collection[EntryId]) -> tuple[EntryId, ...]:
    """Return the Initiative cards face down for a driver of C01 who has looked at them (D05)."""
    if not race.looked:
        return ()
    has_seen = any(chariot.charioteer == "C01" and entry in drives for entry, chariot in race.chariots.items())
    return tuple(race.initiative) if has_seen else ()


def _chariot_view(entry: EntryId, chariot: Chariot) -> ChariotView:
    return ChariotView(*log_of(chariot), entry=entry, trail=tuple(chariot.trail))
