"""Questions to an attacked player: hold or get away, by which way, and whether to keep a whip."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.circus_maximus.orders.following import follow
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.position import steps
from engine.circus_maximus.position.speed import turn_speed
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.odds import OF_THREE, strain_odds
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.race_from_view import race_from_view
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import (
    Avoid,
    Change,
    ChooseSide,
    ChooseWayOut,
    GrabbedWhip,
    KeepWhip,
    Means,
    Meet,
    MeetAttack,
    NameWayOut,
    Target,
    WayOut,
    WriteSpeed,
)
from engine.circus_maximus.words.facts import Held
from engine.facts import Fact
from engine.questions import Answer, Ask
from engine.track import Side
from records.values import EntryId, Square
from words.circus_maximus.chances import blow_of, escape, outcome, percent
from words.circus_maximus.codes import pack
from words.circus_maximus.numbers import rule
from words.shared.words import Choice, Controls, Menu, Names, Option, Style

_PRICES: Mapping[WayOut, str] = {
    "brake": "Braking costs {cost} endurance and a square.",
    "evade": "Evading takes you a lane away and costs squares of your next move.",
}
_COMES: Mapping[Means, str] = {
    "lash": "{who} lashes your {target}.",
    "ram": "{who} rams your {target}.",
    "dust": "{who} throws dust at you.",
    "knife": "{who} throws a knife at you.",
    "small knife": "{who} throws the small knife at you.",
    "spear": "{who} thrusts a spear at you.",
    "wreck": "The wreck of {who} comes down on your {target}.",
}


def _costs_of(view: RaceView, ways: Sequence[WayOut]) -> str:
    """Return what each way out of an attack takes (9.31, 6.62)."""
    cost = edition_of(view.options).costs.avoiding_brake
    return " ".join(_PRICES[way].format(cost=cost) for way in ways)


POLICIES: Mapping[str, tuple[str, str]] = {
    "either": ("whatever costs less", "Brake, evade or hold; keeps 6 endurance"),
    "brake": ("brake", "Costs {cost} endurance and a square if you win the roll; else you hold"),
    "evade": ("evade", "Takes you a lane away, for squares of your next move, if you win the roll; else you hold"),
    "hold": ("hold", "Take the blow and keep your way"),
    "ask": ("ask me", "You choose each time, and the others wait for you"),
}
"""The ways to meet attacks at a pace that asks for each step: the name and the meaning, with the ``cost`` to brake."""


def if_attacked(view: RaceView, ask: Ask, orders: Orders | None) -> Menu | None:
    """Return the menu beside the speed that sets how attacks of this turn and later ones are met (9.3)."""
    own = view.chariot(ask.entry)
    if not isinstance(ask.question, WriteSpeed) or view.options.lesson or own.status != "racing":
        return None
    cost = edition_of(view.options).costs.avoiding_brake
    options = [
        Option(f"If attacked: {name}", code, about.format(cost=cost)) for code, (name, about) in POLICIES.items()
    ]
    return Menu("if_attacked", "If attacked", tuple(options), ((orders or Orders()).if_attacked,))


def comes(means: Means, target: Target, who: str) -> str:
    """Return the coming attack in a sentence, for the player attacked."""
    return _COMES[means].format(who=who, target=target)


def meet(view: RaceView, ask: Ask, names: Names) -> Controls:
    """Return the controls for meeting an attack, with the chances of getting away and of its effects.

    A button is a whole answer: a try to get away includes the way.
    """
    question = ask.question
    assert isinstance(question, MeetAttack)
    blow = blow_of(view, question.attacker, question, ask.entry)
    ways, best = " or ".join(question.ways), _advised_at_once(view, ask)
    typed = ", ".join(["hold", *question.ways])
    if blow.defender.status == "runaway":
        return _meet_as_runaway(edition_of(view.options), question, names, outcome(blow))
    return Controls(
        title="You are attacked!" if question.means != "wreck" else "A wreck comes down on you!",
        text=(
            f"{comes(question.means, question.target, names[question.attacker])} "
            f"Hold, or try to {ways}: you get away in **{percent(escape(blow))}** "
            f"of all rolls. {_prices(view, ask)} {rule(edition_of(view.options), '9.3')}\n"
            f"If it strikes: {outcome(blow)}."
        ),
        typed_label=f"{typed} or avoid" if len(question.ways) > 1 else f"hold or {ways}",
        typed_example="hold",
        rows=(tuple(_choice(answers, best) for answers in _answers(question)),),
    )


def name_way_out(view: RaceView, ask: Ask, names: Names) -> Controls:
    """Return the controls for naming a way out before the roll: whoever wins it does as named (T9)."""
    question = ask.question
    assert isinstance(question, NameWayOut)
    blow, best = blow_of(view, question.attacker, question, ask.entry), advised(view, ask)
    leads = (
        f" Evading takes you into lane {TRACK.lane[question.to]}{_corner(view, ask, question.to)}."
        if question.to
        else ""
    )
    return Controls(
        title="You are attacked!" if question.means != "wreck" else "A wreck comes down on you!",
        text=(
            f"{comes(question.means, question.target, names[question.attacker])} Hold, or say now what you try: you "
            f"get away in **{percent(escape(blow))}** of all rolls. Win, and you do what you said; lose, and you hold. "
            f"{_costs_of(view, question.ways)}{leads} {rule(edition_of(view.options), '9.3')}\n"
            f"If it strikes: {outcome(blow)}."
        ),
        typed_label=", ".join(["hold", *question.ways]),
        typed_example="hold",
        rows=(tuple(_named(answer, best) for answer in question.legal()),),
    )


def _named(answer: Avoid, best: Answer | None) -> Choice:
    """Return the button of a way out that is named before the roll; the advised one is coloured."""
    label = "Hold" if answer.how == "hold" else f"Try to {answer.how}"
    return Choice(label, "answer", pack(answer), "success" if answer == best else "secondary")


def _answers(question: MeetAttack) -> list[tuple[Answer, ...]]:
    """Return the answers of one press: hold, or a way out to take if the roll is won."""
    return [(Meet(False),), *((Meet(True), Avoid(way)) for way in question.ways)]


def _prices(view: RaceView, ask: Ask) -> str:
    """Return the cost of each way out, and where evading leads."""
    question = ask.question
    assert isinstance(question, MeetAttack)
    to = _evades_to(view, ask) if "evade" in question.ways else None
    leads = f" It takes you into lane {TRACK.lane[to]}{_corner(view, ask, to)}." if to else ""
    return _costs_of(view, question.ways) + leads


def _evades_to(view: RaceView, ask: Ask) -> Square | None:
    """Return where evading leads; ``None`` if unknown yet, as with a wreck that comes along the lane (12.4)."""
    question = ask.question
    assert isinstance(question, MeetAttack)
    attacker, own = view.chariot(question.attacker).car_square, view.chariot(ask.entry).square
    if question.means == "wreck" or attacker is None or own is None or TRACK.lane[attacker] == TRACK.lane[own]:
        return None
    away: Side = "outside" if TRACK.lane[attacker] < TRACK.lane[own] else "inside"
    return steps.evade_square(race_from_view(view), ask.entry, away)


def _advised_at_once(view: RaceView, ask: Ask) -> tuple[Answer, ...]:
    """Return the answer that is likely best for the chariot attacked, with the way out."""
    question, best = ask.question, advised(view, ask)
    assert isinstance(question, MeetAttack)
    if best != Meet(True):
        return () if best is None else (best,)
    after = Ask(ask.entry, ChooseWayOut(question.attacker, question.ways, _evades_to(view, ask)), Avoid("hold"))
    way = advised(view, after)
    return (best, way if way in [Avoid(each) for each in question.ways] else Avoid(question.ways[0]))


def in_vain(answers: Sequence[Answer], facts: Sequence[Fact], entry: EntryId) -> str:
    """Return a sentence if the player tried to get away and lost the roll; else an empty text."""
    is_lost = any(isinstance(fact, Held) and fact.entry == entry and not fact.by_choice for fact in facts)
    has_tried = isinstance(answers[0], Meet) or (isinstance(answers[0], Avoid) and answers[0].how != "hold")
    return "You lost the roll, so you hold." if has_tried and is_lost else ""


def advised(view: RaceView, ask: Ask) -> Answer | None:
    """Return the answer that is likely best for the chariot attacked: that of an order which leaves it to the price."""
    followed = follow(view, ask, _BY_PRICE)
    return None if followed is None else followed.answer


_BY_PRICE = Orders(defend="either", corner_strain=12)


def _choice(answers: tuple[Answer, ...], best: tuple[Answer, ...]) -> Choice:
    """Return the button of an answer; the one that is advised is coloured, and no other."""
    style: Style = "success" if answers == best else "secondary"
    last = answers[-1]
    label = last.how.title() if isinstance(last, Avoid) else "Hold"
    label = f"Try to {label.lower()}" if len(answers) > 1 else label
    return Choice(label, "answer", "".join(pack(each) for each in answers), style)


def _meet_as_runaway(edition: Edition, question: MeetAttack, names: Names, strikes: str) -> Controls:
    """A team without a driver needs no roll: it shies where there is room (15.25, 10.2)."""
    return Controls(
        title="Your runaway team is attacked!",
        text=(
            f"{comes(question.means, question.target, names[question.attacker])} A team without a driver shies "
            f"away without a roll, a lane to the far side, for squares of its next move; or it holds. "
            f"{rule(edition, '15.25')}\nIf it strikes: {strikes}."
        ),
        typed_label="hold or avoid",
        typed_example="avoid",
        rows=(
            (
                Choice("Hold", "answer", pack(Meet(False))),
                Choice("Shy away", "answer", pack(Meet(True)), "primary"),
            ),
        ),
    )


def way_out(view: RaceView, ask: Ask, names: Names) -> Controls:
    """Return how the way out is chosen after a roll that was won."""
    question = ask.question
    assert isinstance(question, ChooseWayOut)
    hold = " Holding after all lets the attack strike."
    to = (
        f" Evading takes you into lane {TRACK.lane[question.to]}{_corner(view, ask, question.to)}."
        if question.to
        else ""
    )
    prices, best = _costs_of(view, question.ways), advised(view, ask)
    return Controls(
        title="You can get away",
        text=(
            f"You won the roll against {names[question.attacker]}: choose what to do. {prices}{to}{hold} "
            f"{rule(edition_of(view.options), '9.32')}"
        ),
        typed_label="brake, evade or hold",
        typed_example="hold",
        rows=(tuple(_choice((answer,), () if best is None else (best,)) for answer in question.legal()),),
    )


def _corner(view: RaceView, ask: Ask, to: Square) -> str:
    """Return the risk of evading into a square of a corner, at the speed of this turn (9.312)."""
    race = race_from_view(view)
    chariot, speed = race.chariots[ask.entry], turn_speed(race, ask.entry)
    away: Side = "inside" if TRACK.lane[to] < TRACK.lane[chariot.square] else "outside"
    limit = steps.limit_at(race, to)
    if limit is None or not steps.is_checked(race, chariot, chariot.square, to, away, speed):
        return ""
    edition = edition_of(view.options)
    cdm = edition.helps * sum(modifier.amount for modifier in steps.strain_modifiers(race, chariot))
    odds = strain_odds(edition, speed - limit, cdm)
    risk = percent(Fraction(odds["FP"] if chariot.endurance else OF_THREE, OF_THREE))  # 8.41
    return f", {speed - limit} over its safe speed of {limit}: a risk of {risk} or more to turn over"


def side(view: RaceView, ask: Ask, names: Names) -> Controls:
    """Return how the side to evade a wreck to is chosen (12.4)."""
    question = ask.question
    assert isinstance(question, ChooseSide)
    costs = edition_of(view.options).costs.change
    return Controls(
        title="To which side?",
        text=(
            f"The wreck of {names[question.attacker]} comes down along your lane, and you get away from it. Outward "
            f"costs {costs['outside']} square of your next move, inward {costs['inside']}; in a corner a "
            f"lane further inside may be too fast for you. {rule(edition_of(view.options), '12.4')}"
        ),
        typed_label="in or out",
        typed_example="out",
        rows=(
            (
                Choice("To the outside", "answer", pack(Change("outside")), "primary"),
                Choice("To the inside", "answer", pack(Change("inside"))),
            ),
        ),
    )


def whip(view: RaceView, ask: Ask, names: Names) -> Controls:
    """Return how a caught whip is offered."""
    question = ask.question
    assert isinstance(question, GrabbedWhip)
    return Controls(
        title="You caught the whip",
        text=(
            f"You hold the whip of {names[question.attacker]} and have none yourself. Kept, it lets you lash and "
            "whip your team on again; thrown away, it is lost to both of you. "
            f"{rule(edition_of(view.options), '9.42')}"
        ),
        typed_label="yes or no",
        typed_example="yes",
        rows=(
            (
                Choice("Keep it", "answer", pack(KeepWhip(True)), "primary"),
                Choice("Throw it away", "answer", pack(KeepWhip(False))),
            ),
        ),
    )
