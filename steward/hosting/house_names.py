"""The names of house drivers and managers."""

from records.lookalikes import look_alike
from records.races import PublicRace

HOUSE_NAMES = (
    *("Scorpus", "Diocles", "Fuscus", "Crescens", "Musclosus", "Epaphroditus", "Teres", "Thallus"),
    *("Porphyrius", "Uranius", "Polynices", "Calpurnianus", "Communis", "Macaris", "Tatianus", "Hierax"),
)
"""Charioteers of old, for the house."""


def house_name(lobby: PublicRace) -> str:
    """Return a name for one more house driver that looks like none here; the entry list tells the temperament."""
    begin = len(lobby.factions)
    names = [*HOUSE_NAMES[begin:], *HOUSE_NAMES[:begin]]
    borne = [*(entry.name for entry in lobby.entries), *(faction.name for faction in lobby.factions)]
    wanted = (*names, *(f"{name} II" for name in names))  # more than all people of a race can take
    return next((name for name in wanted if not any(look_alike(name, each) for each in borne)), names[0])
