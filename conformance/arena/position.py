"""Positions of the arena as cases write them: fields left out have sensible values."""

from collections.abc import Mapping
from typing import Annotated, Any, cast

import msgspec

from conformance.positions import entries_of, entry_of
from engine.arena.data import DURABILITY
from engine.arena.derived import agility, allowance, factors_of_phase, fatigue, impact, penalty, turn_of
from engine.arena.hexes import SINGLE, Hex, field
from engine.arena.men import AREAS, Kind, Man, Shield
from engine.arena.notation import read_text
from engine.arena.rules.scoring import learned
from engine.arena.rules.setup import numbered
from engine.arena.state import Fall, Fighter, Match, Net, Netted, Options, Status, Weapon, WhyFallen
from records.values import EntryId, Faction

Count = Annotated[int, msgspec.Meta(ge=0)]


class FighterSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a man in a case."""

    type: Kind = "medium"
    tr: int = 10
    st: int = 0
    ag: int = 0
    con: int = 3
    w: Annotated[int, msgspec.Meta(ge=1)] = 11
    armour: str = "- - - - -"  # cells of areas 1 to 5
    victories: Count = 0
    faction: Count | None = None  # a side of his own, unless it is said
    status: Status = "fighting"
    at: str | None = None  # "q,r"; the places of single combat
    foe: str | None = None  # the first enemy
    shield: Shield | None = None  # that of his type, a large one
    durability: Count | None = None  # full
    weapon: Weapon | None = None  # that of his type
    weapon_at: str | None = None
    shield_at: str | None = None
    net: Net | None = None  # in hand for a retiarius
    net_ready: Count = 0
    wounds: str = "0 0 0 0 0"
    cuts: str | None = None  # one for each area that is wounded
    stun: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    prone: bool = False
    netted: Netted = "free"
    netted_by: str | None = None
    netted_in: Count = 0
    overreached: bool = False
    stagger: Count = 0
    gave_ground: bool = False
    plan: str | None = None  # the last one
    attack_cf: Count = 0
    defence_cf: Count = 0
    attacks: Count = 1
    inflicted: Count = 0
    aimed: str = "0 0 0 0 0"
    kills: Count = 0
    spared: Count = 0
    why: WhyFallen | None = None
    by: str | None = None
    fell_in: Count = 1


class MatchSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a match in a case."""

    phase: Count = 0  # of the bout, that are over
    mood: Annotated[int, msgspec.Meta(ge=-3, le=3)] = 0
    bout: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    order: list[str] | None = None  # by number; side by side
    won: dict[str, int] = {}


def match_of(options: Options, race: MatchSetting, settings: Mapping[str, FighterSetting]) -> Match:
    """Return the match of a case as an exchange begins.

    :raises ValueError: if the position cannot be; the message says why.
    """
    entries = entries_of(settings)
    fighters = {entries[name]: _fighter(name, setting, entries) for name, setting in settings.items()}
    match = Match(fighters, options, stage="fight", phase=race.phase, mood=race.mood, bout=race.bout)
    match.order = [entry_of(entries, "order", name) for name in race.order] if race.order else numbered(match)
    match.won = {entry_of(entries, "won", name): bouts for name, bouts in race.won.items()}
    for (name, setting), entry in zip(settings.items(), entries.values(), strict=True):
        _place(match, name, setting, entry, entries)
    _check_places(match)
    return match


def _fighter(name: str, setting: FighterSetting, entries: Mapping[str, EntryId]) -> Fighter:
    is_netter = setting.type == "retiarius"
    shield: Shield = setting.shield or ("none" if is_netter else "large")
    man = Man(
        name, setting.type, setting.tr, setting.st, setting.ag, setting.con, setting.w,
        _five(name, setting.armour.split()), shield, setting.victories,
    )  # fmt: skip
    wounds = _numbers(name, setting.wounds)
    entry = entries[name]
    fighter = Fighter(name, Faction(entry if setting.faction is None else setting.faction), man, status=setting.status)
    fighter.shield, fighter.wounds = shield, wounds
    fighter.cuts = [int(each > 0) for each in wounds] if setting.cuts is None else _numbers(name, setting.cuts)
    fighter.durability = DURABILITY[shield] if setting.durability is None else setting.durability
    fighter.weapon = setting.weapon or ("trident" if is_netter else "gladius")
    fighter.net = setting.net or ("held" if is_netter else "none")
    fighter.aimed = _numbers(name, setting.aimed)
    fighter.weapon_at, fighter.shield_at = _hex(name, setting.weapon_at), _hex(name, setting.shield_at)
    same = (
        "net_ready", "stun", "prone", "netted", "netted_in", "overreached", "stagger", "gave_ground", "attack_cf",
        "defence_cf", "attacks", "inflicted", "kills", "spared",
    )  # fmt: skip
    for each in same:
        setattr(fighter, each, getattr(setting, each))
    fighter.plan = None if setting.plan is None else read_text(setting.plan)
    return fighter


def _place(match: Match, name: str, setting: FighterSetting, entry: EntryId, entries: Mapping[str, EntryId]) -> None:
    """Give a man what names others: his place, his foe, the owner of the net on him, how he fell."""
    fighter = match.fighters[entry]
    fighter.at = _hex(name, setting.at)
    if fighter.at is None and entry <= len(SINGLE):
        fighter.at = SINGLE[entry - 1]
    others = [each for each in match.order if not match.are_friends(entry, each)]
    fighter.foe = entry_of(entries, name, setting.foe) if setting.foe else next(iter(others), None)
    by = entry_of(entries, name, setting.netted_by) if setting.netted_by else None
    fighter.netted_by = by if by is not None or setting.netted == "free" else fighter.foe
    if setting.status in ("fallen", "spared", "dead"):
        victor = entry_of(entries, name, setting.by) if setting.by else fighter.foe
        fighter.fall = Fall(setting.fell_in, setting.why or "collapse", victor)


def _check_places(match: Match) -> None:
    standing = [match.fighters[entry].at for entry in match.standing()]
    if None in standing or len(set(standing)) < len(standing):
        raise ValueError("each man who fights stands `at` a hex of his own")
    if outside := [at for at in standing if at not in field(match.radius)]:
        raise ValueError(f"hex {outside[0]} does not lie on a field of radius {match.radius}")


def _hex(name: str, written: str | None) -> Hex | None:
    if written is None:
        return None
    parts = written.split(",")
    if len(parts) != 2:
        raise ValueError(f"{name}: a hex is written 'q,r', not {written!r}")
    return int(parts[0]), int(parts[1])


def _numbers(name: str, written: str) -> list[int]:
    return [int(each) for each in _five(name, written.split())]


def _five(name: str, words: list[str]) -> tuple[str, str, str, str, str]:
    if len(words) != len(AREAS):
        raise ValueError(f"{name}: five areas are written, head to legs, not {' '.join(words)!r}")
    return cast(tuple[str, str, str, str, str], tuple(words))


# What can be said of a position


def fields_of(match: Match, name: str) -> dict[str, Any]:
    """Return all that a case may expect of a man, or of ``race``.

    :raises ValueError: if there is no such man.
    """
    colours = {fighter.colour: entry for entry, fighter in match.fighters.items()}
    if name == "race":
        return _match_fields(match)
    if name not in colours:
        raise ValueError(f"there is no man {name!r} in this position")
    return _fighter_fields(match, colours[name])


def _match_fields(match: Match) -> dict[str, Any]:
    same = ("phase", "turn", "mood", "bout", "stage", "how", "is_over", "exchanges", "radius")
    return {each: getattr(match, each) for each in same} | {
        "winners": [match.fighters[entry].colour for entry in match.winners],
        "order": [match.fighters[entry].colour for entry in match.order],
        "won": {match.fighters[entry].colour: bouts for entry, bouts in match.won.items()},
    }


def _fighter_fields(match: Match, entry: EntryId) -> dict[str, Any]:
    fighter, turn = match.fighters[entry], turn_of(match.phase + 1)
    same = (
        "status", "shield", "durability", "weapon", "net", "net_ready", "stun", "prone", "netted", "netted_in",
        "overreached", "stagger", "gave_ground", "attack_cf", "defence_cf", "attacks", "inflicted", "kills", "spared",
        "points",
    )  # fmt: skip
    found = {each: getattr(fighter, each) for each in same}
    found |= {each: _written(getattr(fighter, each)) for each in ("at", "weapon_at", "shield_at")}
    found |= {"wounds": " ".join(map(str, fighter.wounds)), "cuts": " ".join(map(str, fighter.cuts))}
    found["foe"] = None if fighter.foe is None else match.fighters[fighter.foe].colour
    fall = fighter.fall
    found |= {"why": fall and fall.why, "first": fall and fall.first, "worn": fall and fall.worn}
    found["by"] = match.fighters[fall.by].colour if fall is not None and fall.by is not None else None
    if fighter.man is None:
        return found
    return found | {
        "cf": factors_of_phase(fighter, turn),
        "ma": allowance(fighter),
        "impact": impact(fighter),
        "fatigue": fatigue(fighter, turn),
        "penalty": penalty(fighter),
        "agility": agility(fighter),
        "learned": dict(learned(match, entry, fighter)),
        "type": fighter.man.kind,
    }


def _written(at: Hex | None) -> str | None:
    return None if at is None else f"{at[0]},{at[1]}"
