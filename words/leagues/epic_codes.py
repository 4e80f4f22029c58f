"""Acts of the Epic campaign as short codes."""

from collections.abc import Callable, Mapping, Sequence

from engine.goods.gladiators import Kind
from engine.leagues.words import arena_acts, epic_acts
from engine.leagues.words.arena_facts import Attribute
from engine.leagues.words.state import CarType, ItemKind
from engine.questions import Answer
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId
from words.leagues import gala_codes

STEP = 100
KINDS: Mapping[str, ItemKind] = {"c": "chariot", "d": "driver", "k": "car", "h": "horse", "g": "gladiator"}
LETTERS: Mapping[ItemKind, str] = {kind: letter for letter, kind in KINDS.items()}
MEN: Mapping[str, Kind] = {"l": "light", "m": "medium", "h": "heavy", "r": "retiarius"}
ATTRIBUTES: Mapping[str, Attribute] = {
    "t": "training", "a": "agility", "s": "strength", "c": "constitution", "w": "wounds",
}  # fmt: skip
CARS: Mapping[str, CarType] = {"light": "light", "medium": "normal", "heavy": "heavy"}
CAR_WORDS: Mapping[CarType, str] = {kind: word for word, kind in CARS.items()}


def _part(letter: str) -> str:
    """:raises KeyError: for whole chariots, and what is no part."""
    return {"d": "driver", "k": "car", "h": "horse"}[letter]


def _harness(v: Sequence[str]) -> Answer:
    place = int(v[3]) if len(v) > 3 else 0
    kind: object = _part(v[1])
    return epic_acts.Harness(int(v[0]), kind, int(v[2]), place)  # type: ignore[arg-type]


def _unharness(v: Sequence[str]) -> Answer:
    kind: object = {"d": "driver", "k": "car"}[v[1]]
    return epic_acts.Unharness(int(v[0]), kind)  # type: ignore[arg-type]


NAMED: Mapping[str, Callable[[list[str]], Answer]] = {
    "newteam": lambda v: epic_acts.BuyNewTeam(tuple(int(each) * STEP for each in v)),
    "ahorse": lambda v: epic_acts.BuyStoredHorse(int(v[0]) * STEP),
    "acar": lambda v: epic_acts.BuyStoredCar(CARS[v[0]]),
    "hire": lambda v: epic_acts.HireDriver(int(v[0])),
    "put": _harness,
    "off": _unharness,
    "teach": lambda v: epic_acts.TrainStoredDriver(int(v[0])),
    "place": lambda v: epic_acts.BidForPlace(int(v[0]) * STEP),
    "consign": lambda v: epic_acts.Consign(KINDS[v[0]], int(v[1]), int(v[2]) * STEP),
    "withdraw": lambda v: epic_acts.Withdraw(int(v[0])),
    "take": lambda v: epic_acts.TakeGoods(int(v[0]), KINDS[v[1]], int(v[2]), int(v[3])),
    "give": lambda v: epic_acts.GiveGoods(int(v[0])),
    "ruin": lambda _v: epic_acts.DeclareBankrupt(),
    "again": lambda v: epic_acts.BeginAgain(
        {"owner": False, **dict.fromkeys(("slave", *MEN), True)}[v[0]], MEN.get(v[0])
    ),
    "end": lambda v: epic_acts.VoteToEnd({"yes": True, "no": False}[v[0]]),
    "duel": lambda v: epic_acts.Challenge(EntryId(int(v[0])), int(v[1]), int(v[2]), int(v[3]) * STEP, int(v[4])),
    "raise": lambda v: epic_acts.RaiseMatch(int(v[0]), int(v[1]) * STEP),
    "okmatch": lambda v: epic_acts.AcceptMatch(int(v[0])),
    "nomatch": lambda v: epic_acts.DeclineMatch(int(v[0])),
    "side": lambda v: epic_acts.OfferSideBet(int(v[0]), EntryId(int(v[1])), int(v[2]) * STEP, int(v[3]) * STEP),
    "takeside": lambda v: epic_acts.TakeSideBet(int(v[0])),
    "backside": lambda v: epic_acts.WithdrawSideBet(int(v[0])),
    "names": lambda v: epic_acts.NameForMatch(int(v[0]), tuple(int(each) for each in v[1:])),
    "drill": lambda v: arena_acts.TrainGladiator(int(v[0]), ATTRIBUTES[v[1]]),
    "arm": lambda v: arena_acts.ArmGladiator(int(v[0]), MEN[v[1]]),
    "sand": lambda v: arena_acts.ChallengeToDuel(EntryId(int(v[0])), int(v[1]), int(v[2]), int(v[3]) * STEP, int(v[4])),
    "fights": lambda v: arena_acts.NameForDuel(int(v[0]), tuple(int(each) for each in v[1:])),
    "pair": lambda v: arena_acts.BetOnPair(int(v[0]), gala_codes.stakes_of(v[1:])),
}
"""What makes an act of the values of a code, by the code's first word."""


def drafted(code: str) -> tuple[Answer | None, str]:
    """Return the act that is drawn up on a page, with its own code; none on a fresh one.

    :raises Refused: if the code is forged.
    """
    _, *rest = code.split("-")
    if not rest or rest[0] not in NAMED:
        return None, ""
    try:
        return NAMED[rest[0]](rest[1:]), "-".join(rest)
    except (KeyError, ValueError, IndexError) as error:
        raise Refused(GameReason.NOT_A_PLAN, at=code[:40], place=1, expected="a line of this menu") from error
