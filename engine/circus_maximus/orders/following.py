"""Answers of orders to a turn's questions: always a legal answer with the clause that gave it, or none where they stop.

A clause is a code of at most 100 letters, digits and hyphens, and the rooms above turn it into words. ``3`` stands for
any number, words in capitals for a policy of the orders, a means and a target, a side:

``start-plain``, ``start-strain-WHIP``, ``start-gain-GAIN``, both together; ``cut-free``, ``cut-not``
    As the phase begins.
``line-LINE``, ``line-finish``, ``wreck-over``; then ``-strain-3`` and ``-beyond``; then ``-brake-3``
    A step on the line, in the last straight, over an obstacle; with the strain points it leads to, and whether these
    are more than were accepted; with the factors burnt.
``attack-3-MEANS-TARGET``, then ``-spare`` where the factor was to spare; ``hunt-3``
    An attack on an entry, or a step to come beside it.
``blocked-close-up``, ``blocked-slip-SIDE``, ``blocked-brake-3``, ``blocked-attack-3-MEANS-TARGET``,
``blocked-run-into-3``
    On a blocked road.
``defend-DEFEND``, ``defend-hold-harmless``, ``defend-hold-no-way``, ``defend-hold-keep-3``, ``defend-hold-too-dear``
    Under attack: the way out, or the reason to hold.
``wreck-evade-SIDE``, ``jump-pay-3``, ``whip-keep``, ``whip-leave``, ``run-to-lane-3``, ``free-try``, ``free-hang-on``,
``share-spare-the-weakest``
    Everything else.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.circus_maximus.house import attacking, hazards
from engine.circus_maximus.house.lines import is_sprint
from engine.circus_maximus.orders.ordered_line import next_action
from engine.circus_maximus.orders.ordered_speed import TEMPER, accepted, begin, opening
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.position import sky
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import (
    Avoid,
    BeginPhase,
    Change,
    ChooseSide,
    ChooseWayOut,
    CrossObstacle,
    GetFree,
    GrabbedWhip,
    JumpFactors,
    KeepWhip,
    Meet,
    MeetAttack,
    NameWayOut,
    NextAction,
    Run,
    RunOnFoot,
    ShareInjuries,
    StepOff,
    TryToGetFree,
    WayOut,
)
from engine.game import Followed
from engine.questions import Ask, Question
from records.values import Square

__all__ = ["follow", "opening"]

_ENOUGH = 4
"""Endurance beyond that kept back with which a lash on the team is welcome: it gives as much speed (9.41)."""


def follow(view: RaceView, ask: Ask, orders: Orders) -> Followed | None:
    """Return the answer of *orders* to a question of the turn; ``None`` where they stop and the default counts.

    :param view: of the player who drives the asked entry.
    """
    own = view.chariot(ask.entry)
    answer = _ANSWERS.get(type(ask.question))
    return None if answer is None else answer(view, own, orders, ask.question)


# Being attacked


def _meet(view: RaceView, own: ChariotView, orders: Orders, question: MeetAttack | NameWayOut) -> Followed:
    """Try to get away if the orders say so and endurance allows; after a won roll the driver may still hold (9.32)."""
    if orders.defend == "hold":
        return Followed(Meet(False), "defend-hold")
    if _is_welcome(own, orders, question):
        return Followed(Meet(False), "defend-hold-harmless")
    ways = _ordered_ways(own, orders, question.ways)
    if not ways:
        return Followed(Meet(False), "defend-hold-no-way")
    if not any(_is_affordable(view, own, orders, way) for way in ways):
        return Followed(Meet(False), f"defend-hold-keep-{orders.keep_back}")
    return Followed(Meet(True), f"defend-{orders.defend}")


def _name(view: RaceView, own: ChariotView, orders: Orders, question: NameWayOut) -> Followed | None:
    """Name brake or evade before the roll, where the orders would try to get away and take that way (T9)."""
    met = _meet(view, own, orders, question)
    if met.answer == Meet(False):
        return Followed(Avoid("hold"), met.clause)
    return _way_out(view, own, orders, ChooseWayOut(question.attacker, question.ways, question.to))


def _is_welcome(own: ChariotView, orders: Orders, question: MeetAttack | NameWayOut) -> bool:
    is_lash = question.means == "lash" and question.target == "team"
    return orders.defend == "either" and is_lash and own.endurance > orders.keep_back + _ENOUGH


def _ordered_ways(own: ChariotView, orders: Orders, ways: tuple[WayOut, ...]) -> tuple[WayOut, ...]:
    if own.status != "racing":
        return ()
    return tuple(way for way in ways if orders.defend in (way, "either"))


def _is_affordable(view: RaceView, own: ChariotView, orders: Orders, way: WayOut) -> bool:
    return way == "evade" or own.endurance - edition_of(view.options).costs.avoiding_brake >= orders.keep_back


def _way_out(view: RaceView, own: ChariotView, orders: Orders, question: ChooseWayOut) -> Followed | None:
    if own.status != "racing":  # nobody drives
        return None
    ordered = _ordered_ways(own, orders, question.ways)
    ways = [way for way in ordered if _is_affordable(view, own, orders, way)]
    if (
        "evade" in ways
        and question.to is not None
        and _strain_of_evading(view, own, question.to) > accepted(own, orders)
    ):
        ways.remove("evade")
    if not ways:
        return Followed(Avoid("hold"), "defend-hold" if not ordered else "defend-hold-too-dear")
    chosen = attacking.way_out(TEMPER, view, own, ChooseWayOut(question.attacker, tuple(ways), question.to))
    if len(ways) == 1:
        chosen = Avoid(ways[0])
    return Followed(chosen, f"defend-{chosen.how}")


def _strain_of_evading(view: RaceView, own: ChariotView, to: Square) -> int:
    """Return the strain points of a lane change out of the way that leads into a corner, or further inside in it."""
    assert own.square is not None
    limit = TRACK.limit.get(to) or TRACK.limit.get(TRACK.behind[to])  # the car alone counts, too (6.32)
    is_inward = TRACK.lane[to] < TRACK.lane[own.square]
    is_entering = to in TRACK.limit and own.square not in TRACK.limit
    if limit is None or not (is_entering or is_inward) or is_sprint(view, own):
        return 0
    limit -= sky.lowered(view.has_mud)
    if own.survived is not None and limit >= own.survived:  # 7.22
        return 0
    speed = own.last_speed if own.has_moved else min(own.written or 0, own.max_speed) + own.gain_must
    return max(0, speed - limit)


def _side(view: RaceView, own: ChariotView, orders: Orders, question: ChooseSide) -> Followed:
    """Evade a falling wreck to the side of the line ordered, else outside (E3)."""
    del view, own, question
    side = Change("inside" if orders.line == "inside" else "outside")
    return Followed(side, f"wreck-evade-{side.side}")


def _whip(view: RaceView, own: ChariotView, orders: Orders, question: GrabbedWhip) -> Followed:
    del view, own, question
    return Followed(KeepWhip(orders.keep_whip), "whip-keep" if orders.keep_whip else "whip-leave")


# What else may be asked


def _cross(view: RaceView, own: ChariotView, orders: Orders, question: CrossObstacle) -> Followed:
    """Pay in full: savings would worsen the roll (14.3)."""
    del view, own, orders
    return Followed(JumpFactors(question.at_most), f"jump-pay-{question.at_most}")


def _run(view: RaceView, own: ChariotView, orders: Orders, question: RunOnFoot) -> Followed:
    del orders
    run: Run = hazards.run(TEMPER, view, own, question)
    lane = TRACK.lane[run.to]
    return Followed(run, f"run-to-lane-{lane}")


def _step_off(view: RaceView, own: ChariotView, orders: Orders, question: StepOff) -> Followed:
    """Stay with the chariot: it may be cut free yet (R-A57)."""
    del view, own, orders
    return Followed(question.legal()[0], "stay-in-car")


def _get_free(view: RaceView, own: ChariotView, orders: Orders, question: TryToGetFree) -> Followed:
    """Try to get free if that was ordered, but not once the team has crossed the finish line (16.4, E29)."""
    del view, question
    tries = orders.get_free and own.status != "finished"
    return Followed(GetFree(tries), "free-try" if tries else "free-hang-on")


def _share(view: RaceView, own: ChariotView, orders: Orders, question: ShareInjuries) -> Followed:
    del orders
    return Followed(hazards.share(TEMPER, view, own, question), "share-spare-the-weakest")


_ANSWERS: Mapping[type[Question], Callable[[RaceView, ChariotView, Orders, Any], Followed | None]] = MappingProxyType(
    {
        BeginPhase: begin,
        NextAction: next_action,
        MeetAttack: _meet,
        ChooseWayOut: _way_out,
        NameWayOut: _name,
        ChooseSide: _side,
        GrabbedWhip: _whip,
        CrossObstacle: _cross,
        RunOnFoot: _run,
        StepOff: _step_off,
        TryToGetFree: _get_free,
        ShareInjuries: _share,
    }
)
