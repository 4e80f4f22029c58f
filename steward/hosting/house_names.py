"""The names of house drivers and managers."""

from records.races import PublicRace

HOUSE_NAMES = (
    *("Scorpus", "Diocles", "Fuscus", "Crescens", "Musclosus", "Epaphroditus", "Teres", "Thallus"),
    *("Porphyrius", "Uranius", "Polynices", "Calpurnianus", "Communis", "Macaris", "Tatianus", "Hierax"),
)
"""Charioteers of old, for the house."""


def house_name(lobby: PublicRace) -> str:
    """Return a name for one more house driver that no chariot bears yet."""
    begin = len(lobby.factions)
    names = [*HOUSE_NAMES[begin:], *HOUSE_NAMES[:begin]]
    borne = {entry.name.lower() for entry in lobby.entries} | {faction.name.lower() for faction in lobby.factions}
    return next((name for name in names if name.lower() not in borne), names[0])
