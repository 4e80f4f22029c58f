"""The common part of all games' positions: the chariots, by colour."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from conformance.cases import Case
from conformance.converting import T, understood
from engine.game import Entrant
from records.values import EntryId, Faction


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a chariot in a case before the race is set up."""

    faction: int | None = None


def settings_of(case: Case, kind: type[T]) -> dict[str, T]:
    """Return the settings of a case's chariots, by colour.

    :raises ValueError: if it says anything else; the message begins with the colour.
    """
    return {colour: understood(colour, fields, kind) for colour, fields in case.position.items()}


def entries_of(colours: Iterable[str]) -> dict[str, EntryId]:
    """Return the entries of a position, by colour: 1 for the first."""
    return {colour: EntryId(number) for number, colour in enumerate(colours, start=1)}


def names_of(race: Any) -> dict[EntryId, str]:
    """Return the chariots of a race by entry, as cases name them: by colour."""
    return {entry: chariot.colour for entry, chariot in race.chariots.items()}


def entry_of(entries: Mapping[str, EntryId], part: str, colour: str) -> EntryId:
    """Return the entry of a colour.

    :param part: of the case, which the message of the :exc:`ValueError` begins with if there is no such colour.
    """
    if colour not in entries:
        raise ValueError(f"{part}: there is no {colour} in this position")
    return entries[colour]


def entrants_of(factions: Mapping[str, int | None], *, own: bool) -> list[Entrant]:
    """Return the entrants of a case, by colour and faction.

    :param own: whether a chariot without a faction is alone in one, else it is in none.
    """
    return [
        Entrant(entry, colour, _faction(entry, factions[colour], own=own))
        for colour, entry in entries_of(factions).items()
    ]


def _faction(entry: EntryId, written: int | None, *, own: bool) -> Faction | None:
    if written is not None:
        return Faction(written)
    return Faction(entry) if own else None


def options_of(written: Mapping[str, Any], colours: Iterable[str], kind: type[T]) -> T:
    """Return a race's options; ``positions`` are written as colours.

    :raises ValueError: if there are no such options or colours.
    """
    if "positions" in written:
        entries = entries_of(colours)
        written = {**written, "positions": [entry_of(entries, "positions", each) for each in written["positions"]]}
    return understood("options", written, kind)


def before_setup(case: Case, options: type[T], new_race: Callable[[T, Sequence[Entrant]], Any], *, own: bool) -> Any:
    """Return the race of a case that begins with the set-up."""
    factions = {colour: setting.faction for colour, setting in settings_of(case, Setting).items()}
    return new_race(options_of(case.options, factions, options), entrants_of(factions, own=own))


def said_of(
    race: Any,
    name: str,
    of_race: Callable[[Any], dict[str, Any]],
    of_chariot: Callable[[Any, EntryId, Any], dict[str, Any]],
) -> dict[str, Any]:
    """Return all that a case may expect of the chariot of that colour, or of ``race``.

    :raises ValueError: if there is no such chariot.
    """
    if name == "race":
        return of_race(race)
    for entry, chariot in race.chariots.items():
        if chariot.colour == name:
            return of_chariot(race, entry, chariot)
    raise ValueError(f"there is no chariot {name!r} in this position")
