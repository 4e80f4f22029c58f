"""Players who are silent: their grace budget first, then the default, and in the end somebody else at the reins."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.questions import Ask
from records.acts import ActKind, ActRecord
from records.play import Deadline
from records.races import FactionRecord, Pace, PublicRace, RaceRecord
from records.values import EntryId, PlayerId
from steward.running.keeper import Keeper
from steward.running.live import Live
from steward.telling.notices import Offer, TurnMissed, act_notice, notice
from steward.time.schedules import HOUR, LEAST_REMINDED, schedule_of

GRACE_STEP = 6 * HOUR
"""So much of a grace budget is used at once."""


def use_grace(live: Live, entry: EntryId, now: float) -> bool:
    """Put a deadline off for a player who has some grace left, openly; tell whether they had.

    The first time this counts as not on time; an answer that still comes counts as done (S-71). All chariots of theirs
    that wait for the same get the time, and it is used once.
    """
    faction, used = live.race.faction_of(entry), slices_used(live.deadlines, entry, live.session.asked)
    seconds = 0.0 if faction is None else grace_step(live.race.record, faction, used)
    if faction is None or faction.at_the_reins is None or not seconds:
        return False
    if not used:
        live.count(faction.at_the_reins, kept=False)
    live.seat(msgspec.structs.replace(faction, grace=faction.grace - seconds))
    # Each slice of grace holds the others up, so its player is reminded in it, however often they were before.
    for each in (entry, *_others_late(live, entry, now)):
        live.move_deadline(each, now + seconds, now + seconds / 2 if seconds >= LEAST_REMINDED else None, slices=1)
    _act(live, "grace", entry, now, {"seconds": seconds, "left": faction.grace - seconds, "until": now + seconds})
    return True


def slices_used(deadlines: Sequence[Deadline], entry: EntryId, asked: int) -> int:
    """Return how many slices of grace an open question has used."""
    return next((each.slices for each in deadlines if (each.entry, each.asked) == (entry, asked)), 0)


def grace_step(race: RaceRecord, faction: FactionRecord, used: int = 0) -> float:
    """Return how many seconds of grace a player's next silence uses; 0 if it counts as missed (S-11).

    :param used: slices that the open question has used: all others wait for each, so one question takes few of them.
    """
    has_grace = race.pace.has_grace and faction.at_the_reins is not None and used < schedule_of(race.schedule).slices
    return min(faction.grace, GRACE_STEP) if has_grace and faction.grace > 0 else 0.0


def grace_ahead(race: RaceRecord, faction: FactionRecord | None, used: int) -> float:
    """Return by how many seconds of grace the answer to an open question may still be late, in all."""
    if faction is None or not grace_step(race, faction, used):
        return 0.0
    return min(faction.grace, GRACE_STEP * (schedule_of(race.schedule).slices - used))


def misses_left(race: RaceRecord, faction: FactionRecord) -> int:
    """Return after how many more silences a house driver stands in for a player."""
    return _misses(race) - faction.missed


def silent_together(live: Live, entry: EntryId, now: float) -> Iterator[tuple[EntryId, Ask]]:
    """Yield a silent chariot and the player's others whose time is over as well: all of it is one missed turn.

    What was asked may change with each answer, so each is looked up as its turn comes.
    """
    asked = live.session.asked
    for each in (entry, *_others_late(live, entry, now)):
        ask = live.session.open.get(each)
        if ask is not None and live.session.asked == asked:
            yield each, ask


def _others_late(live: Live, entry: EntryId, now: float) -> list[EntryId]:
    """Return the other chariots of an entry's player whose question of the same moment has run out."""
    mine, asked, found = live.race.faction_of(entry), live.session.asked, live.session.open
    own = {each.entry for each in live.race.entries if mine is not None and each.faction == mine.faction} - {entry}
    late = [each.entry for each in live.deadlines if each.asked == asked and each.entry in own and each.at <= now]
    return [each for each in late if each in found and not found[each].question.can_wait]


def note_miss(live: Live, keeper: Keeper, entry: EntryId, now: float) -> None:
    """Count a silence; after too many a house driver stands in, and the place is offered to others."""
    faction = live.race.faction_of(entry)
    if faction is None or faction.at_the_reins is None:
        return
    live.count(faction.at_the_reins, kept=False)
    missed = faction.missed + 1
    if missed == 1:
        _tell_miss(live, faction, entry, now)
    live.seat(msgspec.structs.replace(faction, missed=missed))
    if not keeper.missed(live, faction, entry, missed, now) and missed >= _misses(live.race.record):
        stand_in(live, faction.faction, now)


def _tell_miss(live: Live, faction: FactionRecord, entry: EntryId, now: float) -> None:
    """Tell somebody, to them alone, that the game went on without their answer: the first time in a row (S-11).

    At the pace *now* they sit before the game, and in a practice nobody is missed. A league tells its own.
    """
    if tells_misses(live.race.record):
        left = _misses(live.race.record) - 1
        live.also(notice(live.id, "ending", TurnMissed(entry, left), now, faction.at_the_reins))


def tells_misses(race: RaceRecord) -> bool:
    """Tell whether the first silence in a row is told to its player."""
    return race.pace is not Pace.NOW and not race.is_practice and not race.kind.has_phases and _misses(race) > 1


def note_answer(live: Live, entry: EntryId, player: PlayerId, ask: Ask | None) -> None:
    """Note that a player did their duty."""
    faction = live.race.faction_of(entry)
    if ask is not None:
        live.count(player, kept=True)
    if faction is not None and faction.missed:
        live.seat(msgspec.structs.replace(faction, missed=0))


def stand_in(live: Live, number: int, now: float, left: str = "") -> None:
    """Let a house driver take the reins of an absent player, and offer them to others.

    :param left: the player's name, if they have left the server; then nothing is sent to them.
    """
    faction = next(each for each in live.race.factions if each.faction == number)
    live.seat(msgspec.structs.replace(faction, standin=live.rules.stand_in, waits=None))
    entries = tuple(each.entry for each in live.race.entries if each.faction == number)
    silent = faction.at_the_reins
    body = {"missed": faction.missed, "player": silent or 0, **({"left": left} if left else {})}
    _act(live, "absent", entries[0] if entries else None, now, body)
    live.also(notice(live.id, "offer", Offer(faction.faction), now))
    if silent is not None and not left:
        live.also(notice(live.id, "offer", Offer(faction.faction), now, silent))


def takes_reins(live: Live, keeper: Keeper, faction: FactionRecord, player: PlayerId, now: float) -> None:
    """Put a player at the reins: the one they belong to, or a substitute in their place.

    A league's stable that its manager keeps is played again.
    """
    live.seat(handed_to(faction, player))
    keeper.took_back(live, faction.faction, now)
    act = taking(live.race, faction, player, now)
    live.act(act)
    live.also(act_notice(live.id, act, now))


def taking(race: PublicRace, faction: FactionRecord, player: PlayerId, now: float) -> ActRecord:
    """Return the act by which a player takes the reins of a faction: their own again, or in another's place."""
    entries = tuple(each.entry for each in race.entries if each.faction == faction.faction)
    kind: ActKind = "return" if player in (faction.player, faction.substitute) else "substitute"
    body = msgspec.json.encode({"faction": faction.faction, "player": player, "was": faction.holder}).decode()
    return ActRecord(kind=kind, by=player, entry=entries[0] if entries else None, body=body, at=now)


def handed_to(faction: FactionRecord, player: PlayerId | None, standin: str | None = None) -> FactionRecord:
    """Return the faction as it is once *player*, or a house driver in their place, has the reins."""
    substitute = None if player == faction.player else player
    return msgspec.structs.replace(
        faction, substitute=substitute, standin=standin, missed=0, waits=None, away_until=None
    )


def _misses(race: RaceRecord) -> int:
    return schedule_of(race.schedule).misses * race.pace.silences_a_turn


def _act(live: Live, kind: ActKind, entry: EntryId | None, now: float, body: Mapping[str, float | str]) -> None:
    act = ActRecord(kind=kind, by=None, entry=entry, body=msgspec.json.encode(body).decode(), at=now)
    live.act(act)
    live.also(act_notice(live.id, act, now))
