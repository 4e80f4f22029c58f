"""Answers of orders to a round's questions (19.4): always a legal answer with the clause that gave it, or none.

A clause is a code, and the rooms above turn it into words. N stands for a number:

``speed-best-N``, ``speed-recover-1``, ``speed-keep``, ``speed-N``
    The Speed Level: by the measure, for Rattled's sake, the old one, or the one named (or the next lower legal one).
``whip-HOW-PAY``, ``whip-HOW-not``
    Hard Driving and its payment. HOW is ``best``, ``never``, ``free``, ``straight``, ``last-lap`` or ``always``.
``line-best``, ``line-keep``, ``line-inside``, ``line-outside``, ``line-N``, ``hunt-N``
    A step; a hunt for the Nth Attack wished for.
``attack-N-KIND``, ``attack-wait``
    The Nth Attack wished for; a dearer one is in sight.
``cards-GROUP-keep-N``, ``cards-GROUP-all``
    Cards kept of a draw, or all of them removed. GROUP is ``corner``, ``attack`` or ``danger``.
``spare-tactics``, ``spare-endurance``
    The resource to lose.
``strike-back``, ``strike-back-not``, ``resist``, ``resist-not``, ``replace``, ``replace-not``, ``number-N``,
``roll-higher``, ``roll-lower``, ``roll-best``, ``follow``, ``follow-not``, ``benefit``, ``initiative``
    A charioteer's choices.
``gods-gifts``, ``gods-pay``, ``gods-pay-not``, ``gods-debris``, ``gods-trade``, ``gods-trade-not``
    Answers to Fate cards.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.chariots_of_rome.orders.orders import AttackWish, Orders, Whip
from engine.chariots_of_rome.position.judging import best_level, best_step, blown, is_whip_best, turn_cost, ways_with
from engine.chariots_of_rome.position.routes import WishedWays, entered, ground_of
from engine.chariots_of_rome.position.silence import gifts, nearest_ahead
from engine.chariots_of_rome.position.speeds import base_move
from engine.chariots_of_rome.position.steps import Path
from engine.chariots_of_rome.position.worth import TOLERANCE
from engine.chariots_of_rome.printed.data import ACTIONS, BLESSING, FATAL_RATTLED, Result
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from engine.chariots_of_rome.turn.attacking import attacks_from
from engine.chariots_of_rome.words import questions
from engine.chariots_of_rome.words.answers import (
    Attack,
    ChooseLevel,
    Defend,
    DriveHard,
    KeepRoll,
    LeaveCards,
    Lose,
    MoveCard,
    NameNumber,
    NoAttack,
    Payment,
    PlaceDebris,
    Step,
    TakeBenefit,
    Use,
)
from engine.chariots_of_rome.words.state import ChariotLog
from engine.game import Followed
from engine.questions import Ask, Question
from records.values import EntryId, Square

GRAVE: tuple[Result, ...] = ("swerve", "rattled2", "wounded")
"""Results that C19 does not wait for when it sees them on top (19.4)."""


def follow(view: RaceView, ask: Ask, orders: Orders) -> Followed | None:
    """Return the answer of *orders* to a question; ``None`` where they foresee nothing."""
    answer = _ANSWERS.get(type(ask.question))
    return None if answer is None else answer(view, view.chariot(ask.entry), orders, ask.question)


# Speed and Hard Driving


def _speed(view: RaceView, own: ChariotView, orders: Orders, question: questions.ChooseSpeed) -> Followed:
    """Recover first; then the level ordered, else the next lower legal one (19.4.1)."""
    levels = question.levels
    if orders.recover and own.rattled >= orders.recover:
        return Followed(ChooseLevel(levels[0]), "speed-recover-1")
    if orders.speed == "best":
        level = best_level(view, own.entry, levels)
        return Followed(ChooseLevel(level), f"speed-best-{level}")
    wanted = own.speed if orders.speed == "keep" else orders.speed
    level = max((each for each in levels if each <= wanted), default=levels[0])
    return Followed(ChooseLevel(level), f"speed-{orders.speed}")


def _hard_driving(view: RaceView, own: ChariotView, orders: Orders, question: questions.ChooseHardDriving) -> Followed:
    """Drive hard as ordered, if it can be paid so (19.4.2)."""
    how = orders.ability.second_whip if question.is_second else orders.whip
    pay = _payment(own, orders, question) if _drives_hard(view, own, how, question) else None
    return Followed(DriveHard(pay), f"whip-{how.replace(' ', '-')}-{pay or 'not'}")


def _drives_hard(view: RaceView, own: ChariotView, how: Whip, question: questions.ChooseHardDriving) -> bool:
    match how:
        case "always":
            return True
        case "free":
            return "free" in question.payments
        case "last lap":
            return own.laps == view.laps - 1
        case "straight":
            return not reaches_corner(view, own.entry, question.move + 3)
        case "best":
            return is_whip_best(view, own.entry, max(1, question.move))
    return False


def _payment(own: ChariotLog, orders: Orders, question: questions.ChooseHardDriving) -> Payment | None:
    if "free" in question.payments:
        return "free"
    if own.endurance <= orders.spare_at and own.tactics > orders.keep_tactics:
        return "tactics"
    return "endurance" if "endurance" in question.payments else None


def reaches_corner(view: RaceView, entry: EntryId, moves: int) -> bool:
    """Tell whether a corner that a chariot has yet to enter lies within so many moves, the way being clear."""
    own, board = view.chariot(entry), view.board
    assert own.square is not None, "who drives is on the track"
    done, reached = entered(view, entry, own), {(own.square, own.laps)}
    for _ in range(moves):
        steps = {
            (square, to, laps + board.crosses(square, to)) for square, laps in reached for to in board.steps[square]
        }
        for square, to, laps in steps:
            is_new = laps > own.laps or board.corner[to] not in done
            if board.corner[to] and not board.corner[square] and is_new and laps < view.laps:
                return True
        reached = {(to, laps) for _, to, laps in steps}
    return False


# Driving


def _step(view: RaceView, own: ChariotView, orders: Orders, question: questions.ChooseStep) -> Followed | None:
    """Hunt, or keep to a line, if that is little worse than the best way (19.4.3)."""
    path, clause = next(_wished_steps(view, own, orders), ((), ""))
    if not path:
        path, clause = best_step(view, own.entry), "line-best"
    return Followed(Step(path), clause) if path in question.steps else None


def _wished_steps(view: RaceView, own: ChariotView, orders: Orders) -> Iterator[tuple[Path, str]]:
    """Yield steps to the wishes, the dearest first, as far as the tolerance allows."""
    if orders.eagerness == "hunt":
        yield from _hunts(view, own, orders)
    if orders.line != "best":
        lane = _lane(view, own, orders)
        ways, square = ways_with(view, own.entry, view.total_move, view.moves_left)
        best = ways.cost(square, view.moves_left)
        found = _by_lane(view, own).best(square, view.moves_left)
        near = {each: wish for each, wish in found.items() if wish.cost <= best + TOLERANCE}
        nearest = min(near, key=lambda each: (abs(int(str(each)) - lane), near[each].cost), default=None)
        if nearest is not None:
            yield near[nearest].path, f"line-{orders.line}"


def _lane(view: RaceView, own: ChariotView, orders: Orders) -> int:
    """Return the lane that is ordered."""
    assert own.square is not None, "who drives is on the track"
    named = {"inside": 1, "outside": view.board.lanes, "keep": view.board.lane[own.square]}
    return named[orders.line] if isinstance(orders.line, str) else orders.line


def _by_lane(view: RaceView, own: ChariotView) -> WishedWays:
    """Return ways by the lane in which they enter the next corner, or end where they enter none."""
    board = view.board

    def label(square: Square, to: Square, _is_clear: bool) -> int | None:
        return board.lane[to] if board.corner[to] and not board.corner[square] else None

    ground = ground_of(view, own.entry, view.total_move, view.moves_left)
    return WishedWays(ground, label, lambda square: board.lane[square])


def _hunts(view: RaceView, own: ChariotView, orders: Orders) -> Iterator[tuple[Path, str]]:
    if view.locked or view.attacked or "F15" in view.effects:
        return
    ways, square = ways_with(view, own.entry, view.total_move, view.moves_left)
    most = ways.cost(square, view.moves_left) + TOLERANCE
    ground = ground_of(view, own.entry, view.total_move, view.moves_left)
    for number, wish in enumerate(orders.attacks, start=1):

        def label(_square: Square, to: Square, is_clear: bool, wish: AttackWish = wish) -> bool | None:
            return True if is_clear and _wished(view, own, orders, wish, to) else None

        found = WishedWays(ground, label, lambda _: False).best(square, view.moves_left).get(True)
        if found is not None and found.cost <= most:
            yield found.path, f"hunt-{number}"


# Attacks


def _wished(view: RaceView, own: ChariotView, orders: Orders, wish: AttackWish, square: Square) -> Attack | None:
    """Return the wished Attack that is possible from a space; a wish for anybody takes the foremost rival (RO-7)."""
    mates = {each.entry for each in view.chariots if own.faction is not None and each.faction == own.faction}
    possible = [
        each
        for each, price in attacks_from(view, own.entry, square)
        if own.tactics - price >= orders.keep_tactics
        and wish.kind in ("either", each.kind)
        and (each.rival == wish.rival if wish.rival is not None else each.rival not in mates)
    ]
    if not possible:
        return None
    return max(possible, key=lambda each: (_lead(view, each.rival), each.kind == "whip"))


def _lead(view: RaceView, entry: EntryId) -> tuple[int, int]:
    chariot = view.chariot(entry)
    return chariot.laps, -1 if chariot.square is None else view.board.rank[chariot.square]


def _attack(view: RaceView, own: ChariotView, orders: Orders, question: questions.ChooseAttack) -> Followed | None:
    """Make the first Attack wished for that is possible (19.4.6)."""
    assert own.square is not None, "who attacks is on the track"
    for number, wish in enumerate(orders.attacks, start=1):
        found = _wished(view, own, orders, wish, own.square)
        if found is None or found not in question.attacks:
            continue
        if orders.eagerness == "best" and _comes_dearer(view, own, orders, number - 1):
            return Followed(NoAttack(), "attack-wait")
        return Followed(found, f"attack-{number}-{found.kind}")
    return None


def _comes_dearer(view: RaceView, own: ChariotView, orders: Orders, number: int) -> bool:
    """Tell whether one of the first *number* wishes comes into reach on the best way, the board as it is."""
    at, moves, since = own.square, view.moves_left, view.since_overtake
    ways, _ = ways_with(view, own.entry, view.total_move, view.moves_left)
    while moves and at is not None:
        path = ways.step(at, moves)
        if not path:
            return False
        since = 0 if len(path) > 1 else since + 1
        for to in path:
            ways = ways.beyond(to)
        at, moves = path[-1], moves - len(path)
        if (since or own.can("C18")) and any(_wished(view, own, orders, wish, at) for wish in orders.attacks[:number]):
            return True
    return False


# Reactions


def _group(question: questions.ChooseDefense) -> str:
    """Return which of the fields counts for a draw (19.4)."""
    if question.reason == "fate" or question.column == "danger":
        return "danger"
    return "corner" if question.reason == "corner" else "attack"


def _defense(view: RaceView, own: ChariotView, orders: Orders, question: questions.ChooseDefense) -> Followed:
    """Keep as many cards as ordered, fewer in need (19.4.4)."""
    group = _group(question)
    kept = {"corner": orders.corner_cards, "attack": orders.attack_cards, "danger": orders.danger_cards}[group]
    kept = 0 if own.rattled >= 4 or own.endurance <= 2 else max(0, kept - (own.rattled == 3))
    wanted = max(0, question.cards - kept_by_sight(view, kept, question))
    paid = min(wanted, max(0, own.tactics - orders.keep_tactics) // question.price)
    if _may_put_out(own, question.cards - paid):
        needed = next((each for each in range(question.cards + 1) if not _may_put_out(own, question.cards - each)), 0)
        paid = max(wanted, needed)
    paid = min(paid, question.most)
    left = question.cards - paid
    return Followed(Defend(paid), f"cards-{group}-keep-{left}" if left else f"cards-{group}-all")


def kept_by_sight(view: RaceView, kept: int, question: questions.ChooseDefense) -> int:
    """Return how many cards are kept, fewer or more if C19 has seen the top one (19.4.4)."""
    if view.top_card is None:
        return kept
    result = ACTIONS[view.top_card][question.column]
    return 0 if result in GRAVE else kept + (result == "none")


def _may_put_out(own: ChariotLog, cards: int) -> bool:
    return cards > 0 and (own.rattled + cards >= FATAL_RATTLED or own.endurance <= cards)


def _loss(_view: RaceView, own: ChariotView, orders: Orders, _question: questions.ChooseLoss) -> Followed:
    """Spare Endurance as ordered, and where little is left (19.4.5)."""
    is_tired = own.endurance <= orders.spare_at and own.tactics > orders.keep_tactics
    what = Lose("tactics" if is_tired or own.endurance <= 2 else "endurance")
    return Followed(what, f"spare-{what.what}")


def _yes_or_no(yes: bool, clause: str) -> Followed:
    return Followed(Use(yes), clause if yes else f"{clause}-not")


def _strike(_view: RaceView, _own: ChariotView, orders: Orders, _question: questions.StrikeBack) -> Followed:
    return _yes_or_no(orders.ability.strike_back, "strike-back")


def _resist(_view: RaceView, own: ChariotView, orders: Orders, _question: questions.ResistSwerve) -> Followed:
    return _yes_or_no(own.tactics >= orders.ability.pay_at, "resist")


def _replace(_view: RaceView, _own: ChariotView, orders: Orders, question: questions.ReplaceCard) -> Followed:
    return _yes_or_no(question.result in orders.ability.replaces, "replace")


# Abilities in the own turn, and the gods


def _number(_view: RaceView, _own: ChariotView, orders: Orders, _question: questions.ChooseNumber) -> Followed:
    return Followed(NameNumber(orders.ability.number), f"number-{orders.ability.number}")


def _roll(view: RaceView, own: ChariotView, orders: Orders, question: questions.ChooseRoll) -> Followed:
    how, rolls = orders.ability.roll, question.rolls
    if how == "best":
        face = min(rolls, key=lambda each: turn_cost(view, own.entry, max(1, _base(view, own) + each)))
    else:
        face = max(rolls) if how == "higher" else min(rolls)
    return Followed(KeepRoll(face), f"roll-{how}")


def _base(view: RaceView, own: ChariotView) -> int:
    return base_move(own, own.speed) + blown(view)


def _close(view: RaceView, own: ChariotView, orders: Orders, _question: questions.FollowClose) -> Followed:
    how, base = orders.ability.follow, _base(view, own)
    is_better = how == "best" and turn_cost(view, own.entry, base + 1) < turn_cost(view, own.entry, max(1, base))
    return _yes_or_no(how == "yes" or is_better, "follow")


def _benefit(_view: RaceView, _own: ChariotView, orders: Orders, _question: questions.ChooseBenefit) -> Followed | None:
    god = next((god for god, what in BLESSING.items() if what == orders.ability.benefit), None)
    return None if god is None else Followed(TakeBenefit(god), "benefit")


def _cards(_view: RaceView, own: ChariotView, orders: Orders, question: questions.ArrangeCards) -> Followed:
    """Put the own card where it is wished (19.4)."""
    others = [card for card in question.cards if card != own.entry]
    now = question.cards.index(own.entry)
    place = _wished_place(others, orders, now)
    return Followed(LeaveCards() if place == now else MoveCard(own.entry, place), "initiative")


def _wished_place(others: Sequence[EntryId], orders: Orders, now: int) -> int:
    how, rival = orders.ability.place, orders.ability.rival
    if how in ("ahead", "behind"):
        return others.index(rival) + (how == "behind") if rival in others else now
    return {"first": 0, "last": len(others)}.get(how, now)


def _gifts(_view: RaceView, _own: ChariotView, orders: Orders, _question: questions.ChooseGifts) -> Followed | None:
    return None if orders.gods.gifts is None else Followed(gifts(*orders.gods.gifts), "gods-gifts")


def _obey(_view: RaceView, own: ChariotView, orders: Orders, question: questions.ObeyFate) -> Followed:
    if question.card == "F28":
        return _yes_or_no(orders.gods.trade, "gods-trade")
    at = orders.gods.pay_at
    return _yes_or_no(at < FATAL_RATTLED and own.rattled >= at, "gods-pay")


def _marker(view: RaceView, _own: ChariotView, orders: Orders, question: questions.PlaceMarker) -> Followed | None:
    rival = orders.gods.debris_before
    standing = next((each.square for each in view.chariots if each.entry == rival), None)
    square = None if standing is None else nearest_ahead(view.board, standing, question.squares)
    return None if square is None else Followed(PlaceDebris(square), "gods-debris")


_ANSWERS: Mapping[type[Question], Callable[[RaceView, ChariotView, Orders, Any], Followed | None]] = MappingProxyType(
    {
        questions.ChooseSpeed: _speed,
        questions.ChooseHardDriving: _hard_driving,
        questions.ChooseStep: _step,
        questions.ChooseAttack: _attack,
        questions.ChooseDefense: _defense,
        questions.ChooseLoss: _loss,
        questions.StrikeBack: _strike,
        questions.ResistSwerve: _resist,
        questions.ReplaceCard: _replace,
        questions.ChooseNumber: _number,
        questions.ChooseRoll: _roll,
        questions.FollowClose: _close,
        questions.ChooseBenefit: _benefit,
        questions.ArrangeCards: _cards,
        questions.ChooseGifts: _gifts,
        questions.ObeyFate: _obey,
        questions.PlaceMarker: _marker,
    }
)
