"""The steps of members, and of the calendar, in a case: steps as text, read into answers and acts of a league."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

import msgspec

from conformance.leagues import sand
from conformance.leagues.position import Position
from conformance.words import read_written
from engine.goods.chariots import ChariotHome, HorseHome, Wounds
from engine.goods.gladiators import Kind
from engine.leagues.words import acts
from engine.leagues.words.epic_acts import MatchReturned
from engine.leagues.words.epic_sheets import BidSheet, Maximum
from engine.leagues.words.sheets import (
    Bid,
    Bids,
    CalledOff,
    Entries,
    Eve,
    Founding,
    GoOn,
    Plan,
    RaceReturned,
)
from engine.leagues.words.state import BANK, Allotment, Entry, Goods, League, Manager, Part, Stake
from engine.plots import Device, Trigger, When
from engine.questions import Answer
from engine.stables import Aftermath

CALENDAR_NAME = "calendar"
_ACTS: Mapping[str, type] = {each.__name__: each for each in get_args(acts.Acts)}
_NUMBERS = r"\d+(?:,\d+)*"


def is_act(answer: Answer) -> bool:
    """Tell whether it is an act, and not an answer to a question."""
    return isinstance(answer, acts.Acts)


def read_step(position: Position, text: str) -> Answer:
    """Return the answer or act that a step names.

    :raises ValueError: if it cannot be understood.
    """
    name = text.split(" ", 1)[0]
    if name in _ACTS:
        return _flat_act(position, name, text)
    for pattern, read in _STEPS:
        found = re.fullmatch(pattern, text)
        if found:
            return read(position, {key: value for key, value in found.groupdict().items() if value is not None})
    raise ValueError(f"{text!r} is not a step; docs/cases.md lists them")


def _flat_act(position: Position, name: str, text: str) -> Answer:
    """Return an act written like a fact: ``BuyHorse chariot=1 place=4 price=2000``."""
    values = {key: value for key, value in read_written(text).items() if key != "fact"}
    for key in ("to", "stable", "on", "by"):
        if key in values:
            values[key] = position.numbers.get(str(values[key]), 0)
    act: Answer = msgspec.convert({"type": name, **values}, _ACTS[name])
    return act


Given = Mapping[str, str]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split(",") if each)


def _founds(_position: Position, given: Given) -> Answer:
    points = tuple(Allotment(*map(int, each)) for each in given["points"].split())
    return Founding(points)


def _enters(_position: Position, given: Given) -> Answer:
    return Entries(() if given["chariots"] == "nothing" else _numbers(given["chariots"]))


def _leaves_stable(_position: Position, _given: Given) -> Answer:
    return Entries(by_manager=True)


def _leaves_eve(_position: Position, _given: Given) -> Answer:
    return Eve(by_manager=True)


def _eve(position: Position, given: Given) -> Answer:
    """Return a sheet of the eve: its lines, one after the other."""
    stakes, plans, guards = list[Stake](), list[Plan](), (0, 0, 0)
    for line in filter(None, (each.strip() for each in given.get("lines", "").split(";"))):
        if found := re.fullmatch(r"bet (-?\d+) on (\d+)", line):
            stakes.append(Stake(int(found[2]), int(found[1])))
        elif found := re.fullmatch(r"guard (-?\d+) (-?\d+) (-?\d+)", line):
            guards = (int(found[1]), int(found[2]), int(found[3]))
        else:
            plans.append(_plan(position, line))
    return Eve(tuple(stakes), tuple(plans), guards)


_DEVICES = "|".join(get_args(Device))
_PLAN = re.compile(
    rf"(?P<device>{_DEVICES}) (?P<chariot>\d+) for (?P<sum>-?\d+)(?: horses (?P<horses>{_NUMBERS}))?"
    rf"(?P<spread> spread)?(?: (?P<wheel>inside|outside))?(?: on (?P<when>{'|'.join(get_args(When))})"
    r"(?: (?P<number>\d+))?)?(?: sparing (?P<spares>\w+))?"
)


def _plan(position: Position, line: str) -> Plan:
    found = _PLAN.fullmatch(line)
    if found is None:
        raise ValueError(f"{line!r} is no line of the eve: bet, guard, or one of {_DEVICES}")
    given = found.groupdict()
    when = given["when"] or "by hand"
    return Plan(
        msgspec.convert(given["device"], Device),
        int(given["chariot"]),
        int(given["sum"]),
        _numbers(given["horses"] or ""),
        bool(given["spread"]),
        given["wheel"] or "outside",
        Trigger(msgspec.convert(when, When), int(given["number"] or 0)),
        position.number_of(given["spares"]) if given["spares"] else None,
    )


def _bids(_position: Position, given: Given) -> Answer:
    bids = list[Bid]()
    for line in filter(None, (each.strip() for each in given.get("lines", "").split(";"))):
        found = re.fullmatch(r"(\d+) on lot (\d+) into (\d+)(?: place (\d))?", line)
        if found is None:
            raise ValueError(f"{line!r} is no bid, such as `700 on lot 1 into 3`")
        bids.append(Bid(int(found[2]), int(found[1]), int(found[3]), int(found[4] or 0)))
    return Bids(tuple(bids))


def _maxima(_position: Position, given: Given) -> Answer:
    """Return a sheet of an auction by post: maxima, a budget, how many lots are wanted."""
    lines, budget, wanted = list[Maximum](), None, None
    for line in filter(None, (each.strip() for each in given.get("lines", "").split(";"))):
        if found := re.fullmatch(r"(-?\d+) on lot (\d+)(?: as (\w+))?", line):
            armed_as: Kind = msgspec.convert(found[3] or "medium", Kind)
            lines.append(Maximum(int(found[2]), int(found[1]), armed_as))
        elif found := re.fullmatch(r"budget (-?\d+)", line):
            budget = int(found[1])
        elif found := re.fullmatch(r"wanted (-?\d+)", line):
            wanted = int(found[1])
        else:
            raise ValueError(f"{line!r} is no line of it: `1200 on lot 3`, `budget 3000`, `wanted 1`")
    return BidSheet(tuple(lines), budget, wanted)


def _goods(text: str) -> Goods:
    """Return goods such as ``500``, ``chariot 3 and 200`` or ``driver of 3 into 7``."""
    money, chariots, parts = 0, list[int](), list[Part]()
    for piece in text.split(" and "):
        if re.fullmatch(r"-?\d+", piece):
            money += int(piece)
        elif found := re.fullmatch(r"chariot (\d+)", piece):
            chariots.append(int(found[1]))
        elif found := re.fullmatch(r"(driver|team|car) of (\d+) into (\d+)", piece):
            parts.append(msgspec.convert({"kind": found[1], "of": int(found[2]), "into": int(found[3])}, Part))
        elif found := re.fullmatch(r"horse (\d) of (\d+) into (\d+) place (\d)", piece):
            parts.append(Part("horse", int(found[2]), int(found[3]), int(found[1]), int(found[4])))
        elif found := re.fullmatch(r"stored (driver|car|horse|gladiator) (\d+)", piece):
            parts.append(msgspec.convert({"kind": found[1], "of": 0, "into": 0, "horse": int(found[2])}, Part))
        elif piece != "nothing":
            raise ValueError(f"{piece!r} are no goods")
    return Goods(money, tuple(chariots), tuple(parts))


def _offers(position: Position, given: Given) -> Answer:
    to = BANK if given["to"] == "bank" else position.number_of(given["to"])
    return acts.OfferDeal(to, _goods(given["gives"]), _goods(given["takes"]))


def _lends(position: Position, given: Given) -> Answer:
    to = position.number_of(given["to"])
    return acts.OfferLoan(to, int(given["sum"]), int(given["due"]), int(given["after"]))


def _bets(_position: Position, given: Given) -> Answer:
    stakes = list[Stake]()
    for line in filter(None, (each.strip() for each in given.get("lines", "").split(";"))):
        found = re.fullmatch(r"(-?\d+) on (\d+)", line)
        if found is None:
            raise ValueError(f"{line!r} is no bet, such as `400 on 1`")
        stakes.append(Stake(int(found[2]), int(found[1])))
    return acts.BetInWindow(int(given["window"]), tuple(stakes))


def _instructs(_position: Position, given: Given) -> Answer:
    values = {key: value for key, value in read_written("x " + given["values"]).items() if key not in ("fact", "")}
    return acts.Instruct(msgspec.convert(values, Manager))


def _instructs_flat(position: Position, given: Given) -> Answer:
    return _instructs(position, {"values": "_ " + given["values"]})


# Of the calendar


def _race(position: Position, given: Given) -> Answer:
    """Return how a race came back: of each chariot that is named, its place, gap, hits, horses and car."""
    return RaceReturned(_aftermath(position.league, position.league.entries, given))


def _match(position: Position, given: Given) -> Answer:
    """Return how a match came back, chariot by chariot, as a race does."""
    number = int(given["number"])
    entries = next((each.entries for each in position.league.matches if each.number == number), [])
    return MatchReturned(number, _aftermath(position.league, entries, given))


def _aftermath(league: League, entries: Sequence[Entry], given: Given) -> Aftermath:
    lines_of = dict[int, Mapping[str, Any]]()
    for line in filter(None, (each.strip() for each in given.get("lines", "").split(";"))):
        number, _, rest = line.partition(" ")
        lines_of[int(number)] = {k: v for k, v in read_written("x _ " + rest).items() if k not in ("fact", "")}
    return Aftermath.of([_home(league, entry, lines_of) for entry in entries], 20)


def _home(league: League, entry: Entry, lines_of: Mapping[int, Mapping[str, Any]]) -> ChariotHome:
    fields = dict(lines_of.get(entry.chariot, {}))
    everybody = [*league.strangers.values(), *(c for s in league.stables.values() for c in s.chariots.values())]
    chariot = next(each for each in everybody if each.number == entry.chariot)
    assert chariot.team is not None
    assert chariot.driver is not None
    injuries: Sequence[int] = fields.pop("injuries", [horse.injury for horse in chariot.team.horses])
    boxes = [horse.boxes for horse in chariot.team.horses]
    horses = tuple(HorseHome(injury, injury < most) for injury, most in zip(injuries, boxes, strict=True))
    home = ChariotHome(
        entry.entry,
        fields.pop("place", None),
        fields.pop("gap", None),
        horses,
        fields.pop("hits", chariot.driver.hits),
        not fields.pop("wrecked", False),
        fields.pop("control", True),
        tuple(fields.pop("wheels", (0, 0))),
        Wounds(fields.pop("weakened", 0)),
    )
    if fields:
        known = "place, gap, hits, injuries, wrecked, control, wheels, weakened"
        raise ValueError(f"a chariot has {known}; no {', '.join(fields)}")
    return home


def _called_off(_position: Position, given: Given) -> Answer:
    return CalledOff(given.get("reason", ""))


def _goes_on(_position: Position, _given: Given) -> Answer:
    return GoOn()


_STEPS: tuple[tuple[str, Callable[[Position, Given], Answer]], ...] = (
    (r"founds (?P<points>[\d ]+)", _founds),
    (rf"enters (?P<chariots>nothing|{_NUMBERS})", _enters),
    (r"leaves the stable to the manager", _leaves_stable),
    (r"leaves the eve to the manager", _leaves_eve),
    (r"eve(?P<lines>;.*)?", _eve),
    (r"bids(?P<lines>;.*)?", _bids),
    (r"maxima(?P<lines>;.*)?", _maxima),
    (r"offers (?P<to>\w+) (?P<gives>.+) for (?P<takes>.+)", _offers),
    (r"lends (?P<to>\w+) (?P<sum>-?\d+) for (?P<due>-?\d+) after (?P<after>\d+)", _lends),
    (r"bets in window (?P<window>\d)(?P<lines>;.*)?", _bets),
    (r"instructs (?P<values>.+)", _instructs_flat),
    (r"race(?P<lines>;.*)?", _race),
    (r"match (?P<number>\d+)(?P<lines>;.*)?", _match),
    (r"called off(?: as (?P<reason>.+))?", _called_off),
    (r"goes on", _goes_on),
    *sand.STEPS,
)
