"""How a player who is attacked is asked: hold or get away, by which way, and whether to keep a whip."""

from collections.abc import Mapping
from fractions import Fraction

from engine.circus_maximus.orders.following import follow
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.position import steps
from engine.circus_maximus.position.speed import turn_speed
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.odds import OF_THREE, strain_odds
from engine.circus_maximus.printed.tables import AVOIDING_BRAKE_COST, CHANGE_COST, TRACK
from engine.circus_maximus.seen.race_from_view import race_from_view
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import (
    Change,
    ChooseSide,
    ChooseWayOut,
    GrabbedWhip,
    KeepWhip,
    Means,
    Meet,
    MeetAttack,
    Target,
    WayOut,
)
from engine.game import Answer, Ask
from engine.track import Side
from records.values import Square
from words.circus_maximus.chances import blow_of, escape, outcome, percent
from words.circus_maximus.codes import pack
from words.circus_maximus.numbers import rule
from words.shared.words import Choice, Controls, Names

_PRICES: Mapping[WayOut, str] = {
    "brake": f"Braking costs {AVOIDING_BRAKE_COST} endurance and a square.",
    "evade": "Evading takes you a lane away and costs factors of your next move.",
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


def comes(means: Means, target: Target, who: str) -> str:
    """Return in a sentence what comes at the one who is asked."""
    return _COMES[means].format(who=who, target=target)


def meet(view: RaceView, ask: Ask, names: Names) -> Controls:
    """Return how an attack is told to the one attacked, with the chances of getting away and of what it does."""
    question = ask.question
    assert isinstance(question, MeetAttack)
    blow = blow_of(view, question.attacker, question, ask.entry)
    ways, best = " or ".join(question.ways), advised(view, ask)
    if blow.defender.status == "runaway":
        return _meet_as_runaway(edition_of(view.options), question, names, outcome(blow))
    return Controls(
        title="You are attacked!" if question.means != "wreck" else "A wreck comes down on you!",
        text=(
            f"{comes(question.means, question.target, names[question.attacker])} "
            f"Hold, or try to {ways}: you get away in **{100 * escape(blow).numerator // escape(blow).denominator}%** "
            f"of all rolls. {' '.join(_PRICES[way] for way in question.ways)} {rule(edition_of(view.options), '9.3')}\n"
            f"If it strikes: {outcome(blow)}."
        ),
        typed_label="hold or avoid",
        typed_example="hold",
        rows=(
            (
                _choice("Hold", Meet(False), best),
                _choice(f"Try to {ways}", Meet(True), best),
            ),
        ),
    )


def advised(view: RaceView, ask: Ask) -> Answer | None:
    """Return what is likely best for one who is attacked: what an order would do that leaves it to the price."""
    followed = follow(view, ask, _BY_PRICE)
    return None if followed is None else followed.answer


_BY_PRICE = Orders(defend="either", corner_strain=12)


def _choice(label: str, answer: Answer, best: Answer | None) -> Choice:
    """Return the button of an answer; the one that is advised is coloured, and no other."""
    return Choice(label, "answer", pack(answer), "success" if answer == best else "secondary")


def _meet_as_runaway(edition: Edition, question: MeetAttack, names: Names, strikes: str) -> Controls:
    """A team without a driver needs no roll: it shies where there is room (15.25, 10.2)."""
    return Controls(
        title="Your runaway team is attacked!",
        text=(
            f"{comes(question.means, question.target, names[question.attacker])} A team without a driver shies "
            f"away without a roll, a lane to the far side, for factors of its next move; or it holds. "
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
    to = f" Evading takes you to {question.to}{_corner(view, ask, question.to)}." if question.to else ""
    prices, best = " ".join(_PRICES[way] for way in question.ways), advised(view, ask)
    return Controls(
        title="You can get away",
        text=(
            f"You won the roll against {names[question.attacker]}: choose what to do. {prices}{to}{hold} "
            f"{rule(edition_of(view.options), '9.32')}"
        ),
        typed_label="brake, evade or hold",
        typed_example="hold",
        rows=(tuple(_choice(answer.how.title(), answer, best) for answer in question.legal()),),
    )


def _corner(view: RaceView, ask: Ask, to: Square) -> str:
    """Return what a corner does to one who evades into a square of it, at the speed of this turn (9.312)."""
    race = race_from_view(view)
    chariot, speed = race.chariots[ask.entry], turn_speed(race, ask.entry)
    away: Side = "inside" if TRACK.lane[to] < TRACK.lane[chariot.square] else "outside"
    limit = steps.limit_at(race, to)
    if limit is None or not steps.is_checked(race, chariot, chariot.square, to, away, speed):
        return ""
    edition = edition_of(view.options)
    cdm = edition.helps * sum(modifier.amount for modifier in steps.strain_modifiers(race, chariot))
    odds = strain_odds(edition, speed - limit, cdm)
    flips = odds["FP"] if chariot.endurance else OF_THREE  # 8.41
    return f", {speed - limit} over its safe speed of {limit}: turned over {percent(Fraction(flips, OF_THREE))} or more"


def side(view: RaceView, ask: Ask, names: Names) -> Controls:
    """Return how the side to evade a wreck to is chosen (12.4)."""
    question = ask.question
    assert isinstance(question, ChooseSide)
    return Controls(
        title="To which side?",
        text=(
            f"The wreck of {names[question.attacker]} comes down along your lane, and you get away from it. Outward "
            f"costs {CHANGE_COST['outside']} factor of your next move, inward {CHANGE_COST['inside']}; in a corner a "
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
