"""The sequence of a match: men, places, then exchange by exchange, phase by phase (D.3)."""

from engine import questions
from engine.arena.asks import MakePlan, NoPlan, Plan, PlanTurn
from engine.arena.derived import factors, factors_of_phase, has_one_attack, reach
from engine.arena.facts import OrderTold, Overreached, PhaseBegan, Rose, TookUp
from engine.arena.hexes import distance
from engine.arena.orders import Item, Limits
from engine.arena.planning import Worked, work_out
from engine.arena.rules import blows, effects, fate, manoeuvre, net, scoring, setup
from engine.arena.rules.phase import Doing, Phase, ground_of
from engine.arena.state import PHASES, Fighter, Match
from engine.questions import Ask, AskAll
from engine.table import Table
from records.values import EntryId


def play_turn(match: Match, table: Table) -> questions.Play[None]:
    """Play what comes before the first phase, or an exchange."""
    if match.stage != "fight":
        yield from _begin(match, table)
        return
    phases = exchange_length(match)
    plans = yield from _ask_plans(match, phases)
    for fighter in match.fighters.values():
        fighter.trail = ()
    for place in range(phases):
        yield from _play_phase(match, table, plans, place)
        is_last = scoring.is_bout_over(match)
        if is_last or place == phases - 1:
            match.exchanges += 1
        if is_last:
            scoring.end_bout(match, table)
        table.end_scene()
        if is_last:
            return


def _begin(match: Match, table: Table) -> questions.Play[None]:
    if match.stage == "men":
        yield from setup.choose_men(match, table)
    yield from setup.take_places(match, table)
    table.end_scene()


def exchange_length(match: Match) -> int:
    """Return how many phases the next exchange covers: what is left of a turn, or one."""
    return PHASES - match.phase % PHASES if match.options.whole_turns else 1


# Plans


def _ask_plans(match: Match, phases: int) -> questions.Play[dict[EntryId, tuple[Plan | None, bool]]]:
    """Ask for all plans at once; return each with whether it stands from before (D.4.4)."""
    kind = PlanTurn if match.options.whole_turns else MakePlan
    asks = [
        Ask(entry, _question(match, entry, kind, phases), NoPlan(), secret=True, stays_sealed=True)
        for entry in match.standing()
    ]
    answers: dict[EntryId, Plan | NoPlan] = yield AskAll(tuple(asks))
    plans: dict[EntryId, tuple[Plan | None, bool]] = {}
    for entry, answer in answers.items():
        fighter = match.fighters[entry]
        if isinstance(answer, Plan):
            fighter.plan = answer
            match.opened.append((entry, match.exchanges + 1, answer))
            plans[entry] = answer, False
        else:
            plans[entry] = standing_plan(fighter), True
    return plans


def _question(match: Match, entry: EntryId, kind: type[MakePlan], phases: int) -> MakePlan:
    stands = standing_plan(match.fighters[entry]) is not None
    return kind(match.phase + 1, phases, limits_of(match, entry), stands)


def standing_plan(fighter: Fighter) -> Plan | None:
    """Return the plan that counts for a silent man: the last one, unless it was for one exchange alone (D.4.4)."""
    return fighter.plan if fighter.plan is not None and fighter.plan.keep else None


def limits_of(match: Match, entry: EntryId) -> Limits:
    """Return what a plan of a man is measured by."""
    fighter, ground = match.fighters[entry], ground_of(match, match.phase + 1)
    return Limits(
        factors_of_phase(fighter, ground.turn),
        tuple(ground.foes_of(entry)),
        fighter.net == "held",
        fighter.net_ready,
        factors(fighter),
        has_one_attack(fighter),
        fighter.weapon != "none",
        reach(fighter),
        lying_near(fighter),
    )


def lying_near(fighter: Fighter) -> tuple[Item, ...]:
    """Return the man's own things on the ground within one hex."""
    assert fighter.at is not None
    at, items = fighter.at, list[Item]()
    if fighter.weapon_at is not None and distance(at, fighter.weapon_at) <= 1:
        items.append("weapon")
    if fighter.shield_at is not None and distance(at, fighter.shield_at) <= 1:
        items.append("shield")
    return tuple(items)


# A phase


def _play_phase(
    match: Match, table: Table, plans: dict[EntryId, tuple[Plan | None, bool]], place: int
) -> questions.Play[None]:
    """Play a phase, in the order of D.3."""
    number = match.phase + 1
    ground = ground_of(match, number)
    table.tell(PhaseBegan(ground.turn, (number - 1) % PHASES + 1, number))
    phase = Phase(match, table, number, {})
    worked = {
        entry: work_out(ground, entry, plans[entry][0], place, is_kept=plans[entry][1]) for entry in match.standing()
    }
    for entry, each in worked.items():
        _give_order(phase, entry, each, plans[entry][0])
    manoeuvre.manoeuvre(phase)
    net.throw_nets(phase)
    blows.strike_all(phase)
    _count(phase)
    effects.take_effect(phase)
    fallen = effects.let_fall(phase)
    _end_phase(phase)
    match.phase = number
    yield from fate.decide(match, table, fallen)


def _give_order(phase: Phase, entry: EntryId, worked: Worked, plan: Plan | None) -> None:
    phase.doing[entry] = Doing(worked.order, worked.cf, plan)
    phase.fighters[entry].foe = worked.order.foe
    phase.table.tell(OrderTold(entry, worked.by, worked.menus, worked.cf, worked.order))


def _count(phase: Phase) -> None:
    """Count CFs for experience, and who made attacks (D.10)."""
    for entry, doing in phase.doing.items():
        fighter, order = phase.fighters[entry], doing.order
        fighter.attack_cf += sum([each.cf for each in doing.made])
        fighter.attacks += len(doing.made)
        for each in doing.made:
            if each.kind == "blow":
                phase.fighters[each.foe].aimed[each.area - 1] += 1
        if doing.is_target:
            fighter.defence_cf += order.guard + sum(order.areas) + order.evade


def _end_phase(phase: Phase) -> None:
    """Let those still in the fight escape, rise and take up; note what the next phase has to know."""
    for entry, doing in phase.doing.items():
        fighter = phase.fighters[entry]
        fighter.overreached = entry in phase.overreached
        fighter.gave_ground = doing.order.manoeuvre == "back" and len(doing.path) > 1
        fighter.trail = (*fighter.trail, tuple(doing.path))
        if fighter.overreached:
            phase.table.tell(Overreached(entry))
    for entry, doing in phase.doing.items():
        fighter = phase.fighters[entry]
        if fighter.status != "fighting":
            continue
        net.escape(phase, entry)
        if doing.order.manoeuvre == "rise" and fighter.prone and entry not in phase.downed:
            fighter.prone = False
            phase.table.tell(Rose(entry))
        if doing.order.manoeuvre == "recover" and not fighter.prone and fighter.netted != "entangled":
            _take_up(phase, entry, fighter, doing.order.item)


def _take_up(phase: Phase, entry: EntryId, fighter: Fighter, item: Item) -> None:
    if item not in lying_near(fighter):
        return
    if item == "weapon":
        fighter.weapon_at = None
        fighter.weapon = "trident" if fighter.man is not None and fighter.man.kind == "retiarius" else "gladius"
    else:
        fighter.shield_at = None
    phase.table.tell(TookUp(entry, item))
