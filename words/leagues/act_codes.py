"""Acts between sheets as short codes: purchases, training, deals, loans, bets in the race, bribes."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from engine.leagues.words.acts import (
    Accept,
    Arrange,
    AskHelp,
    BetInWindow,
    BuyCar,
    BuyDriver,
    BuyHorse,
    BuyTeam,
    Decline,
    Instruct,
    LetStand,
    ObjectTo,
    OfferDeal,
    OfferLoan,
    OrderLots,
    Repay,
    TrainDriver,
    TrainEndurance,
    TrainHorse,
)
from engine.leagues.words.sheets import Eve
from engine.leagues.words.state import Goods, Manager, Part, PartKind, Stake
from engine.plots import Trigger
from engine.questions import Answer
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId
from words.leagues import epic_codes
from words.leagues.codes import STEP, pack, trigger_code, trigger_of, unpack
from words.shared.codes import matching

MOST = 75
"""Characters of a code, so that a button has room for its race beside it."""

PARTS: Mapping[str, PartKind] = {"d": "driver", "t": "team", "k": "car", "h": "horse", "g": "gladiator"}
_LETTERS: Mapping[PartKind, str] = {kind: letter for letter, kind in PARTS.items()}
_PART = re.compile(r"([dtkh])(\d{1,4})x(\d{1,4})(?:x([1-4])x([1-4]))?")
MENDING: Sequence[str] = ("nothing", "one", "all")
TRAINING: Sequence[str] = ("save", "driver", "speed", "endurance")


class PullBribe(Answer, frozen=True):
    """Reveal a bribe as soon as may be, or change what reveals it (R-G35)."""

    number: int  # of the plot
    trigger: Trigger | None = None  # none to reveal it


def unpack_act(code: str) -> Answer:
    """Return the act of a button or of a menu's line, such as ``car-3``.

    :raises Refused: if it is none: of another version, or made up.
    """
    kind, *values = code.split("-")
    try:
        return _NAMED[kind](values) if kind in _NAMED else _ACTS[kind]([int(each) for each in values])
    except (KeyError, ValueError, IndexError, AttributeError) as error:
        raise Refused(GameReason.NOT_A_PLAN, at=code[:40], place=1, expected="a line of this menu") from error


_ACTS: Mapping[str, Callable[[list[int]], Answer]] = {
    "car": lambda v: BuyCar(v[0]),
    "driver": lambda v: BuyDriver(v[0], v[1]),
    "horse": lambda v: BuyHorse(v[0], v[1], v[2] * STEP),
    "team": lambda v: BuyTeam(v[0], (v[1] * STEP,) * 4),
    "learn": lambda v: TrainDriver(v[0]),
    "speed": lambda v: TrainHorse(v[0], v[1]),
    "stamina": lambda v: TrainEndurance(v[0]),
    "help": lambda v: AskHelp(v[0] * STEP),
    "accept": lambda v: Accept(v[0]),
    "decline": lambda v: Decline(v[0]),
    "repay": lambda v: Repay(v[0]),
    "lots": lambda v: OrderLots(tuple(v)),
    "stand": lambda v: LetStand(v[0]),
    "object": lambda v: ObjectTo(v[0]),
    "order": lambda v: Arrange(v[0], tuple(int(each) for each in str(v[1]))),
    "loan": lambda v: OfferLoan(EntryId(v[0]), v[1] * STEP, v[2] * STEP, v[3]),
}


# Deals


def pack_deal(to: EntryId, gives: Goods, takes: Goods) -> str:
    """Return an offer's code; :func:`unpack_act` is the way back.

    >>> pack_deal(EntryId(2), Goods(chariots=(3,)), Goods(500, parts=(Part("driver", 7, 1),)))
    'deal-2-gc3-tm5-td7x1'
    """
    return "-".join([f"deal-{to}", *(f"g{each}" for each in _goods(gives)), *(f"t{each}" for each in _goods(takes))])


def _goods(goods: Goods) -> Iterator[str]:
    if goods.money:
        yield f"m{goods.money // STEP}"
    yield from (f"c{each}" for each in goods.chariots)
    yield from (f"s{_LETTERS[part.kind]}{part.horse}" for part in goods.parts if not part.of)
    for part in (each for each in goods.parts if each.of):
        places = f"x{part.horse}x{part.place}" if part.kind == "horse" else ""
        yield f"{_LETTERS[part.kind]}{part.of}x{part.into}{places}"


def _deal(values: list[str]) -> OfferDeal:
    to, *parts = values
    sides = {side: _read_goods([each[1:] for each in parts if each[0] == side]) for side in "gt"}
    if any(each[0] not in sides for each in parts):
        raise ValueError(parts)
    return OfferDeal(EntryId(int(to)), sides["g"], sides["t"])


def _read_goods(parts: Sequence[str]) -> Goods:
    money, chariots, found = 0, list[int](), list[Part]()
    for part in parts:
        if part[0] == "m":
            money += int(part[1:]) * STEP
        elif part[0] == "c":
            chariots.append(int(part[1:]))
        elif part[0] == "s":  # of a store, in the Epic campaign
            found.append(Part(PARTS[part[1]], 0, 0, int(part[2:])))
        else:
            match = _PART.fullmatch(part)
            if match is None:
                raise ValueError(part)
            kind, of, into, horse, place = match.groups()
            found.append(Part(PARTS[kind], int(of), int(into), int(horse or 0), int(place or 0)))
    return Goods(money, tuple(chariots), tuple(found))


# Bets during the race, and bribes


def pack_window(window: int, stakes: Sequence[Stake]) -> str:
    """Return bets in a window as a code.

    >>> pack_window(1, [Stake(3, 200)])
    'win-1-b3x2'
    """
    return f"win-{window}-{pack(Eve(tuple(stakes))).removeprefix('eve-')}"


def _window(values: list[str]) -> BetInWindow:
    (sheet,) = unpack("-".join(["eve", *values[1:]]))
    assert isinstance(sheet, Eve)
    if sheet != Eve(sheet.stakes):
        raise ValueError(values)
    return BetInWindow(int(values[0]), sheet.stakes)


def pack_pull(number: int, trigger: Trigger | None) -> str:
    """Return the act that reveals a bribe, as a code.

    >>> pack_pull(4, None), pack_pull(4, Trigger("turn", 3))
    ('pull-4', 'pull-4-t3')
    """
    return f"pull-{number}" if trigger is None else f"pull-{number}-{trigger_code(trigger) or 'a'}"


def _pull(values: list[str]) -> PullBribe:
    if len(values) == 1:
        return PullBribe(int(values[0]))
    number, shown = values
    return PullBribe(int(number), trigger_of("" if shown == "a" else shown))


# The manager


def pack_manager(manager: Manager) -> str:
    """Return standing instructions as a code; sums are written in hundreds.

    >>> pack_manager(Manager(2, mending="all"))
    'mgr-2-1-0-0-0-2-0'
    """
    sums = (manager.own_bet, *manager.security)
    chosen = (MENDING.index(manager.mending), TRAINING.index(manager.training))
    return "-".join(["mgr", str(manager.entries), *(str(each // STEP) for each in sums), *map(str, chosen)])


def _manager(values: list[str]) -> Instruct:
    entries, own_bet, *guards, mending, training = (int(each) for each in values)
    one, two, three = (each * STEP for each in guards)
    fields = {"mending": MENDING[mending], "training": TRAINING[training]}
    told = Manager(matching((0, 1, 2), entries), (), own_bet * STEP, (one, two, three))
    return Instruct(msgspec.structs.replace(told, **fields))


_NAMED: Mapping[str, Callable[[list[str]], Answer]] = {
    "deal": _deal,
    "win": _window,
    "pull": _pull,
    "mgr": _manager,
    **epic_codes.NAMED,
}
