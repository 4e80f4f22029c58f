"""Orders by hand for whole turns, at random: whatever is written for a state that is gone, the rules of D.4.4 hold."""

import random
from collections.abc import Iterator

import pytest

from engine.arena import facts
from engine.arena.asks import Plan, PlanTurn
from engine.arena.orders import Attack, Five, Manoeuvre, PhaseOrder
from engine.arena.state import Match, Options
from engine.facts import Fact
from engine.questions import Ask
from engine.session import Session
from records.refusals import Refused
from records.values import EntryId
from tests.arena.builders import a_session

MOVES: tuple[Manoeuvre, ...] = ("hold", "hold", "hold", "close", "charge", "left", "right", "back", "recover", "rise")
MEDIUM, LIGHT, RETIARIUS = 1, 0, 3


def an_order(pick: random.Random, foes: tuple[EntryId, ...]) -> PhaseOrder:
    """Return an order without a look at what its man can do."""
    areas: list[int] = [0, 0, 0, 0, 0]
    areas[pick.randrange(5)] = pick.randint(0, 3)
    shield: list[int] = [0, 0, 0, 0, 0]
    shield[pick.randrange(5)] = pick.choice((0, 0, 1, 2))
    attacks = tuple(an_attack(pick, foes) for _ in range(pick.choice((0, 1, 1, 2))))
    return PhaseOrder(
        pick.choice(foes),
        pick.choice(MOVES),
        item=pick.choice(("weapon", "shield")),
        attacks=attacks,
        guard=pick.choice((0, 0, 2, 4)),
        areas=five(areas),
        evade=pick.choice((0, 0, 1)),
        shield=five(shield),
        escape=pick.choice((0, 0, 2)),
    )


def five(values: list[int]) -> Five:
    head, chest, groin, arms, legs = values
    return head, chest, groin, arms, legs


def an_attack(pick: random.Random, foes: tuple[EntryId, ...]) -> Attack:
    kind = pick.choice(("blow", "blow", "blow", "bash", "net"))
    if kind == "blow":
        return Attack("blow", pick.choice(foes), pick.randint(1, 6), pick.randint(1, 5))
    return Attack("bash" if kind == "bash" else "net", pick.choice(foes), pick.randint(1, 4))


def a_plan(pick: random.Random, ask: Ask) -> Plan | None:
    """Return a turn of orders that the rules take; none if chance finds none."""
    question = ask.question
    assert isinstance(question, PlanTurn)
    for _ in range(40):
        hand = tuple(an_order(pick, question.limits.foes) for _ in range(question.phases))
        plan = Plan("close", "none", "all", hand=hand)
        try:
            question.verify(plan)
        except Refused:
            continue
        return plan
    return None


def fought_by_hand(seed: int, options: Options, entries: int) -> Session[Match]:
    """Fight a match in which all orders are by hand, many of them standing for the turn after."""
    pick = random.Random(seed)
    session = a_session(options, entries=entries, seed=str(seed).encode())
    while session.open:
        entry, ask = next(iter(session.open.items()))
        if session.kind == "man":
            answer = ask.question.legal()[pick.choice((MEDIUM, LIGHT, RETIARIUS, RETIARIUS))]
        else:
            answer = (a_plan(pick, ask) if session.kind == "turn" and pick.random() < 0.7 else None) or ask.default
        session.answer(entry, answer)
    return session


class Watch:
    """What the facts of a match say of a man, counted by the letter of D."""

    def __init__(self, entry: EntryId, entered: facts.ManEntered) -> None:
        self.entry, self.kind, self.w = entry, entered.man.kind, entered.man.w
        self.durability = {"large": 14, "small": 8, "none": 0}[entered.shield]
        self.has_net, self.ready = self.kind == "retiarius", 0
        self.weapon = "trident" if self.has_net else "gladius"
        self.shield_lies, self.arms, self.legs = False, 0, 0
        self.attacks = 0  # in the phase


class Sand:
    """All men of a match as its facts go by."""

    def __init__(self, told: list[Fact]) -> None:
        self.men = {each.entry: Watch(each.entry, each) for each in told if isinstance(each, facts.ManEntered)}
        self.hung: dict[EntryId, EntryId] = {}  # whose net is on whom
        self.number = 0

    def against(self, fact: Fact) -> Iterator[str]:
        """Yield what a fact tells that the rules forbid."""
        match fact:
            case facts.OrderTold() if fact.order.cost > fact.cf:
                yield f"phase {self.number}: an order of {fact.order.cost} CFs with {fact.cf}"
            case facts.NetThrown():
                yield from _thrown(self.men[fact.entry], self.number)
            case facts.Struck():
                yield from _struck(self.men[fact.entry], fact.cf, self.number)
            case facts.Bashed():
                yield from _bashed(self.men[fact.entry], fact, self.number)

    def note(self, fact: Fact) -> None:
        """Take note of what a fact changes."""
        match fact:
            case facts.PhaseBegan():
                self.number = fact.number
                for each in self.men.values():
                    each.attacks = 0
            case facts.ShieldWorn():
                self.men[fact.entry].durability = fact.durability
            case facts.Dropped():
                _dropped(self.men[fact.entry], fact.item)
            case facts.TookUp():
                _took_up(self.men[fact.entry], fact.item)
            case facts.Wounded():
                self.men[fact.entry].arms += fact.wounds * (fact.area == 4)
                self.men[fact.entry].legs += fact.wounds * (fact.area == 5)

    def note_nets(self, fact: Fact) -> None:
        """Take note of nets that fly, and come back in the third phase after."""
        match fact:
            case facts.NetThrown():
                self.hung.update({} if fact.result == "miss" else {fact.foe: fact.entry})
                self.men[fact.entry].has_net, self.men[fact.entry].ready = fact.result == "miss", self.number + 3
            case facts.NetTried() if fact.now == "free" and fact.entry in self.hung:
                thrower = self.men[self.hung.pop(fact.entry)]
                thrower.has_net, thrower.ready = not fact.is_destroyed, self.number + 3
            case facts.Fell() if fact.entry in self.hung:
                thrower = self.men[self.hung.pop(fact.entry)]
                thrower.has_net, thrower.ready = True, self.number + 3


def broken(told: list[Fact]) -> Iterator[str]:
    """Yield what of a told match the rules forbid."""
    sand = Sand(told)
    for fact in told:
        yield from sand.against(fact)
        sand.note(fact)
        sand.note_nets(fact)


def _one_more(man: Watch, number: int) -> Iterator[str]:
    man.attacks += 1
    if man.attacks > (1 if man.arms * 2 >= man.w else 2):
        yield f"phase {number}: {man.attacks} attacks with {man.arms} of {man.w} wounds in the arms"


def _thrown(man: Watch, number: int) -> Iterator[str]:
    yield from _one_more(man, number)
    if not man.has_net or number < man.ready:
        yield f"phase {number}: a net that is back in phase {man.ready}, in hand {man.has_net}"


def _struck(man: Watch, cf: int, number: int) -> Iterator[str]:
    yield from _one_more(man, number)
    if cf > (3 if man.weapon == "none" else 6):
        yield f"phase {number}: a blow of {cf} with {man.weapon}"


def _bashed(man: Watch, fact: facts.Bashed, number: int) -> Iterator[str]:
    yield from _one_more(man, number)
    if man.durability <= 0 or man.shield_lies or fact.cf > 4:
        yield f"phase {number}: a bash of {fact.cf} with a shield of {man.durability}, on the sand {man.shield_lies}"
    if fact.charge and man.legs * 2 >= man.w:
        yield f"phase {number}: a charge with {man.legs} of {man.w} wounds in the legs"


def _dropped(man: Watch, item: str) -> None:
    if item == "shield":
        man.shield_lies = True
    else:
        man.weapon = "dagger" if man.weapon == "trident" else "none"


def _took_up(man: Watch, item: str) -> None:
    if item == "shield":
        man.shield_lies = False
    else:
        man.weapon = "trident" if man.kind == "retiarius" else "gladius"


@pytest.mark.parametrize(("sides", "entries"), [("one", 2), ("melee", 4)])
def test_orders_by_hand_break_no_rule(sides: str, entries: int) -> None:
    """Nets that are away, broken shields, lost weapons, half limbs: an order that stands knows nothing of them."""
    options = Options(exchange="turn", mercy="dice", sides="melee" if sides == "melee" else "one")
    kinds: set[type] = set()
    for seed in range(60):
        told = list(fought_by_hand(seed, options, entries).table.told)
        kinds |= {type(fact) for fact in told}
        assert not list(broken(told)), seed

    assert {facts.NetThrown, facts.NetTried, facts.Bashed, facts.Struck} <= kinds


def test_the_watch_sees_a_net_that_flies_too_soon() -> None:
    session = fought_by_hand(1, Options(exchange="turn", mercy="dice"), 2)
    told = [each for each in session.table.told if isinstance(each, facts.ManEntered)]
    net = facts.NetThrown(told[0].entry, told[1].entry, 4, -1, "miss")
    begun = [facts.PhaseBegan(1, each, each) for each in (1, 2)]

    assert any("net" in each for each in broken([*told, begun[0], net, begun[1], net]))
