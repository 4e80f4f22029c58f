"""Gladiators of a league as a case describes them: in stables, on the market, in a gala; and how they come home."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from conformance.words import read_written
from engine.goods.gladiators import Armour, Kind, ManHome, Plea, Shield, Wounds
from engine.leagues.words.arena_acts import BetOnPair, DuelReturned
from engine.leagues.words.arena_sheets import GalaEntries, GalaEntry, GalaEve
from engine.leagues.words.arena_state import (
    BARE,
    UNHURT,
    Gala,
    GalaForm,
    Gladiator,
    ManEntry,
    ManOnMarket,
    ManStake,
)
from engine.leagues.words.sheets import RaceReturned
from engine.leagues.words.state import League
from engine.questions import Answer
from engine.stables import Aftermath
from records.values import EntryId

COLOURS = ("red", "blue", "green", "yellow", "purple", "black", "white", "orange")


class GladiatorSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gladiator of a stable, or on the market; one without a type is not armed."""

    tr: int = 9
    st: int = 0
    ag: int = 0
    con: int = 3
    w: int = 10
    kind: Kind | Literal["none"] = "medium"
    armour: Armour = BARE
    shield: Shield = "large"
    wounds: Wounds = UNHURT
    xp: int = 0
    victories: int = 0
    private_wins: int = 0
    may_learn: bool = True
    matched: int = 0
    start: int = 0  # on the market
    unsold: int = 0

    def made(self, number: int) -> Gladiator:
        return Gladiator(
            number,
            f"Man {number}",
            self.tr,
            self.st,
            self.ag,
            self.con,
            self.w,
            None if self.kind == "none" else self.kind,
            self.armour,
            self.shield,
            self.wounds,
            self.xp,
            self.victories,
            self.private_wins,
            may_learn=self.may_learn,
            matched=self.matched,
        )


class GalaSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gala that is drawn: matches of gladiators by number, those of the state below 0."""

    matches: list[list[int]]
    odd: list[int] = []
    form: GalaForm = "pairs"
    stakes: dict[str, dict[str, int]] = {}  # by stable: sums by gladiator, put into the pot already


def put_on_market(league: League, men: Mapping[str, GladiatorSetting]) -> None:
    for written, each in men.items():
        man = msgspec.structs.replace(each, kind="none", shield="none").made(int(written))
        league.men.append(ManOnMarket(man, each.start, each.unsold))


def draw(league: League, setting: GalaSetting, numbers: Mapping[str, EntryId]) -> None:
    """Put a gala into the league as its case has drawn it, with bets in the pot; the cash is the rest after them."""
    owners = {number: stable.number for stable in league.stables.values() for number in stable.gladiators}
    gala = league.gala = Gala(setting.form)
    for match in [*setting.matches, *([each] for each in setting.odd)]:
        for place, number in enumerate(match):
            if number < 0:
                gala.strangers[number] = GladiatorSetting().made(number)
            name = f"Man {number}"
            entry = EntryId(len(gala.entries) + 1)
            gala.entries.append(ManEntry(entry, number, owners.get(number), COLOURS[place % len(COLOURS)], name))
    entries = {each.man: each.entry for each in gala.entries}
    gala.matches = [tuple(entries[number] for number in match) for match in setting.matches]
    gala.odd = [entries[number] for number in setting.odd]
    _stake(league, gala, setting, numbers, entries)


def _stake(
    league: League,
    gala: Gala,
    setting: GalaSetting,
    numbers: Mapping[str, EntryId],
    entries: Mapping[int, EntryId],
) -> None:
    for name, sums in setting.stakes.items():
        stakes = tuple(ManStake(entries[int(man)], amount) for man, amount in sums.items())
        gala.stakes[numbers[name]] = stakes
        league.pot += sum(stake.sum for stake in stakes)
    for match in gala.matches:
        on = {entry: _on(gala, entry) for entry in match}
        gala.odds |= {entry: sum(on.values()) // amount for entry, amount in on.items() if amount}


def _on(gala: Gala, entry: EntryId) -> int:
    return sum(stake.sum for each in gala.stakes.values() for stake in each if stake.man == entry)


# What is asked of a case


def fields_of(league: League, name: str, names: Mapping[EntryId, str]) -> dict[str, Any] | None:
    """Return all values of ``gala`` or of ``gladiator 3``; ``None`` for any other name."""
    if name == "gala":
        return of_gala(league)
    kind, _, number = name.partition(" ")
    for stable in league.stables.values() if kind == "gladiator" and number.isdecimal() else ():
        if int(number) in stable.gladiators:
            return {"owner": names[stable.number], **of_gladiator(stable.gladiators[int(number)])}
    return None


def of_gladiator(man: Gladiator) -> dict[str, Any]:
    return {
        "tr": man.tr,
        "st": man.st,
        "ag": man.ag,
        "con": man.con,
        "w": man.w,
        "kind": man.kind,
        "armour": "/".join(man.armour),
        "shield": man.shield,
        "wounds": list(man.wounds),
        "xp": man.experience,
        "victories": man.victories,
        "private_wins": man.private_wins,
        "spared": man.spared,
        "may_learn": man.may_learn,
    }


def of_gala(league: League) -> dict[str, Any]:
    """Return the matches and those who sit out, by the numbers of their gladiators."""
    gala = league.gala
    if gala is None:
        return {"matches": None, "odd": None}
    men = {each.entry: each.man for each in gala.entries}
    return {
        "matches": [[men[entry] for entry in match] for match in gala.matches],
        "odd": [men[entry] for entry in gala.odd],
        "pot": league.pot,
        "odds": {str(men[entry]): odds for entry, odds in gala.odds.items()},
        "pleas": {str(each.man): each.plea for each in gala.entries if each.plea != "silent"},
    }


# Steps

Given = Mapping[str, str]


def enters(_position: Any, given: Given) -> Answer:
    """Return the entries for a gala, with one plea for all."""
    plea: Plea = msgspec.convert(given.get("plea", "silent"), Plea)
    men = "" if given["men"] == "nobody" else given["men"]
    return GalaEntries(tuple(GalaEntry(int(each), plea) for each in men.split(",") if each))


def leaves(_position: Any, _given: Given) -> Answer:
    return GalaEntries(by_manager=True)


def backs(position: Any, given: Given) -> Answer:
    return GalaEve(_stakes(position.league, given.get("lines", "")))


def backs_again(position: Any, given: Given) -> Answer:
    return BetOnPair(int(given["match"]), _stakes(position.league, given.get("lines", "")))


def _stakes(league: League, lines: str) -> tuple[ManStake, ...]:
    entries = {each.man: each.entry for each in league.gala.entries} if league.gala is not None else {}
    stakes = list[ManStake]()
    for line in filter(None, (each.strip() for each in lines.split(";"))):
        found = re.fullmatch(r"(-?\d+) on (-?\d+)", line)
        if found is None:
            raise ValueError(f"{line!r} is no bet, such as `400 on 1`")
        stakes.append(ManStake(entries.get(int(found[2]), EntryId(99)), int(found[1])))
    return tuple(stakes)


def comes_back(position: Any, given: Given) -> Answer:
    """Return how a gala came back: of each gladiator that is named, what became of him; the others stand unhurt."""
    gala = position.league.gala
    entries = [each for each in gala.entries if each.entry in gala.fighting] if gala is not None else []
    return RaceReturned(_aftermath(entries, given.get("lines", "")))


def duel_comes_back(position: Any, given: Given) -> Answer:
    number = int(given["number"])
    men: list[ManEntry] = next((each.men for each in position.league.matches if each.number == number), [])
    return DuelReturned(number, _aftermath(men, given.get("lines", "")))


def _aftermath(entries: Sequence[ManEntry], lines: str) -> Aftermath:
    told = dict[int, dict[str, Any]]()
    for line in filter(None, (each.strip() for each in lines.split(";"))):
        number, _, rest = line.partition(" ")
        told[int(number)] = {k: v for k, v in read_written("x _ " + rest).items() if k not in ("fact", "")}
    return Aftermath.of([_home(entry, told.get(entry.man, {})) for entry in entries], 4)


def _home(entry: ManEntry, said: Mapping[str, Any]) -> ManHome:
    fields = dict(said)
    home = ManHome(
        entry=entry.entry,
        place=fields.pop("place", None),
        gap=None,
        fate=fields.pop("fate", "stands"),
        wounds=tuple(fields.pop("wounds", UNHURT)),
        attacks=fields.pop("attacks", 5),
        turns=fields.pop("turns", 4),
        how=fields.pop("how", "fall"),
        won=fields.pop("won", False),
        points=fields.pop("points", 0),
    )
    if fields:
        known = "place, fate, wounds, attacks, turns, how, won, points"
        raise ValueError(f"a gladiator has {known}; no {', '.join(fields)}")
    return home


STEPS = (
    (r"fights with (?P<men>nobody|-?\d+(?:,-?\d+)*)(?: pleading (?P<plea>life|death))?", enters),
    (r"leaves the gala to the manager", leaves),
    (r"backs(?P<lines>;.*)?", backs),
    (r"backs again in (?P<match>\d+)(?P<lines>;.*)?", backs_again),
    (r"gala(?P<lines>;.*)?", comes_back),
    (r"duel (?P<number>\d+)(?P<lines>;.*)?", duel_comes_back),
)
