"""The game's words that several texts use: levels, results, charioteers, gods and their cards."""

from collections.abc import Mapping

from engine.chariots_of_rome.printed.data import (
    BASE_MOVE,
    CHARIOTEERS,
    LEVEL_NAMES,
    CharioteerId,
    Column,
    FateId,
    God,
    Resource,
    Result,
)
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from engine.chariots_of_rome.words.answers import Gift, Payment
from engine.chariots_of_rome.words.questions import DrawReason

LEVELS = ("0", "I", "II", "III")
"""Speed Levels as the rules write them, the dead stop first."""

SIGNS: Mapping[Resource, str] = {"endurance": "❤️", "tactics": "⭐", "rattled": "💢"}

RESULTS: Mapping[Result, str] = {
    "none": "nothing",
    "endurance": "1 Endurance lost",
    "tactics": "1 Tactics lost",
    "rattled": "1 Rattled",
    "rattled2": "2 Rattled",
    "swerve": "a swerve",
    "wounded": "a wound",
}
"""The result of a card in words."""

COLUMNS: Mapping[Column, str] = {"whip": "Whip", "ram": "Ram", "corner": "Corner", "danger": "Danger"}

REASONS: Mapping[DrawReason, str] = {
    "corner": "the corner",
    "whip": "the whip",
    "ram": "the ram",
    "backlash": "your own ram",
    "strike back": "the whip that strikes back",
    "overtake": "overtaking",
    "crash": "the crash",
    "fate": "the gods",
}
"""Why cards are drawn, after "for"."""

GIFTS: Mapping[Gift, str] = {"space": "+1 space", "endurance": "+1 Endurance", "rattled": "−1 Rattled"}

PRICES: Mapping[Payment, str] = {"endurance": "1 Endurance", "tactics": "1 Tactics", "free": "nothing"}

BLESSINGS: Mapping[God, str] = {
    "neptune": "1 Endurance",
    "minerva": "1 Rattled less",
    "mendacius": "1 Tactics",
    "jupiter": "a Fate card",
}

EFFECTS: Mapping[FateId, str] = {
    "F01": "each turn takes two gifts: a space, 1 Endurance or 1 Rattled less",
    "F02": "each Cornering stack has 1 card fewer",
    "F03": "everybody moves 1 space more",
    "F04": "everybody moves 1 space less",
    "F05": "rain: Safe Speeds are 1 lower",
    "F06": "all not at Speed III gain 1 Endurance",
    "F07": "all gain 1 Rattled or pay 1 Tactics",
    "F08": "debris falls onto the track",
    "F09": "debris falls onto the track",
    "F10": "the leader draws a Whip card",
    "F11": "the last chariot gains 1 Endurance and 2 Tactics",
    "F12": "whoever has the fewest Tactics gains 2",
    "F13": "the leader loses 2 Tactics or calm",
    "F14": "Attacks are free",
    "F15": "no Attacks",
    "F16": "drivers with 3 Rattled or more draw a Danger card",
    "F17": "each corner gives 1 Tactics more",
    "F18": "Hard Driving is free",
    "F19": "Danger draws have 1 card more",
    "F20": "wounds heal, the unhurt calm down",
    "F21": "the rest of the Initiative is reversed",
    "F22": "a die for each: Endurance, Tactics or calm",
    "F23": "wrecks and debris are cleared away",
    "F24": "overtaking draws 1 card more",
    "F25": "nobody may raise the Speed Level",
    "F26": "Speed III is free",
    "F27": "removing a Cornering card costs 2 Tactics",
    "F28": "trade 1 Endurance for 2 Tactics",
}
"""The effect of each Fate card, in a few words (16.3)."""


def level(number: int) -> str:
    """Return a Speed Level with its name.

    >>> level(2)
    'II Medius'
    """
    return f"{LEVELS[number]} {LEVEL_NAMES[number]}"


def base(number: int) -> int:
    """Return the spaces that a Speed Level gives, before Hard Driving and adjustments (5.1)."""
    return BASE_MOVE[number]


def card_name(charioteer: CharioteerId) -> str:
    """Return a charioteer's name and epithet.

    >>> card_name("C02")
    'Derisor, the Wrecker'
    """
    card = CHARIOTEERS[charioteer]
    return f"{card.name}, {card.epithet}"


def gate_number(gate: str) -> str:
    """Return a gate as it is written on the track.

    >>> gate_number("G03")
    '3'
    """
    return str(int(gate[1:]))


def figures(chariot: ChariotView) -> str:
    """Return the figures on a mat, in signs.

    The signs are those of every line of the game: heart, star and burst.
    """
    signs = [f"❤️ {chariot.endurance}", f"⭐ {chariot.tactics}", f"💢 {chariot.rattled}"]
    if chariot.stack:
        signs.append(f"🃏 {chariot.stack}")
    if chariot.wounds:
        signs.append("🩹")
    return " ".join(signs)


MEANINGS = (
    "❤️ Endurance keeps you in the race: at 0 you are out. ⭐ Tactics pay for Attacks and buy cards off. "
    "💢 Rattled slows you in corners: at 6 you are out. "
    "`S1/3/7` is straight 1, lane 3 from inside, space 7; `C` stands for a corner."
)
"""The meanings of the signs beside a chariot."""


def standing(view: RaceView, chariot: ChariotView) -> str:
    """Return how a chariot stands: figures in words, level, lap and space."""
    words = [
        f"❤️ {chariot.endurance} Endurance",
        f"⭐ {chariot.tactics} Tactics",
        f"💢 {chariot.rattled} Rattled",
    ]
    if chariot.stack:
        words.append(f"🃏 {chariot.stack} Cornering")
    place = f" on {chariot.square}" if chariot.square is not None else ""
    lap = f"lap {max(0, chariot.laps) + 1} of {view.laps}" if not view.has_finished(chariot) else "home"
    return f"{', '.join(words)}; Speed {LEVELS[chariot.speed]}, {lap}{place}."
