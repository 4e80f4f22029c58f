"""The question for a plan: three menus on the first page, everything else behind *More*."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

import msgspec

from engine.arena.advice import begun, suggested
from engine.arena.asks import (
    CONDITIONS,
    GIVE_UP,
    GUARDS,
    MOST_CONDITIONS,
    MOVES,
    STRIKES,
    Condition,
    MakePlan,
    Menus,
    Plan,
    Strike,
)
from engine.arena.data import ENTANGLED_OUT, LIVES, MOST_EACH
from engine.arena.derived import is_quick_surrender
from engine.arena.forecast import Forecast, Hit, forecast
from engine.arena.men import AREA_NAMES
from engine.arena.notation import write_plan
from engine.arena.views import FighterView, MatchView
from engine.marks import ReachMark
from engine.questions import Answer, Ask
from words.arena.codes import PAGES, SURE, pack, read_plan
from words.arena.labels import CONDITIONS as WHEN
from words.arena.labels import GUARDS as GUARDED
from words.arena.labels import IN_SHORT, PLEAS, Said, advised_told, menus_told, more_told
from words.arena.labels import MOVES as MOVED
from words.arena.labels import STRIKES as STRUCK
from words.shared.names import unformatted
from words.shared.telling import called, capital, joined
from words.shared.words import Choice, Controls, Crop, Menu, Names, Option, Style

_MORE = PAGES.index("more")
_PHASES = ("", "", "second", "third")


class With(Protocol):
    """Makes the code of a plan with some fields changed."""

    def __call__(self, **changed: Any) -> str: ...


_SELDOM = 35  # hits of a hundred
_BLOWS = 10  # in so many a chance is told


def controls(view: MatchView, ask: Ask, names: Names, plan: str = "") -> Controls:
    """Return the panel of a plan.

    :param plan: the code of the plan that is looked at; empty at first.
    :raises Refused: if it cannot be made.
    """
    question = ask.question
    assert isinstance(question, MakePlan)
    shown, page = read_plan(plan) if plan else (begun(view, ask), 0)
    shown = _sound(question, shown)
    question.verify(shown)
    if shown.surrender:
        return _surrendering(view, ask, shown)
    lines = [
        *_standing(view, ask, names),
        *_held(view.fighter(ask.entry)),
        f"**{capital(menus_told(shown.menus))}**",
        *_cost(view, ask, shown),
    ]
    lines += [f"-# {capital(joined(told))}" for told in [more_told(shown)] if told]
    lines += _would_fill_in(view, ask, shown, page)
    return Controls(
        title=f"What does {_name(view, ask)} do?",
        text="\n".join(lines),
        typed_label="Move, strike, guard",
        typed_example=write_plan(shown)[:100],
        rows=_rows(view, ask, shown, page, is_new=not plan),
        menus=tuple(_menus(view, ask, names, shown, page)),
        crop=Crop(tuple[ReachMark, ...](), ()),
    )


def _sound(question: MakePlan, plan: Plan) -> Plan:
    """Return a plan without what no longer fits: a foe who fell, a second cut at the area of the first, a lost net."""
    changed: dict[str, Any] = {}
    if plan.foe is not None and plan.foe not in question.limits.foes:
        changed["foe"] = None
    if plan.second and plan.strike == f"two-{AREA_NAMES[plan.second - 1]}":
        changed["second"] = 0
    if plan.move == "net" and not question.limits.has_net:
        changed["move"] = "close"
    later = [msgspec.structs.replace(each, move="close") if _lost_net(question, each) else each for each in plan.later]
    return msgspec.structs.replace(plan, later=tuple(later[: question.phases - 1]), **changed)


def _lost_net(question: MakePlan, menus: Menus) -> bool:
    return menus.move == "net" and not question.limits.has_net


# What is read


def _name(view: MatchView, ask: Ask) -> str:
    man = view.fighter(ask.entry).man
    return man.name if man is not None else "your man"


def _standing(view: MatchView, ask: Ask, names: Names) -> Iterator[str]:
    """Yield how both men are, in a line or two."""
    own = view.fighter(ask.entry)
    foe = view.fighter(own.foe) if own.foe is not None else None
    explained = "" if view.turn else " (what your man can do in a phase)"
    mine = f"You have **{own.cf} CFs**{explained}{_ailing(own)}; {_hurt(own)}."
    if foe is not None:
        yield f"{called(names, foe.entry)} has {foe.cf} CFs{_ailing(foe)}; {_hurt(foe)}."
    yield mine


def _held(own: FighterView) -> Iterator[str]:
    """Yield what a man in a net cannot do, and the way out (D.8)."""
    if own.netted == "entangled":
        yield (
            f"🕸️ **No step and no blow in the net.** Your man puts {MOST_EACH} CFs into getting out, and the rest on "
            f"guard. Two dice, strength and those CFs: {ENTANGLED_OUT} or more, and only an arm stays caught."
        )


def _hurt(man: FighterView) -> str:
    """Return a man's wounds: every area that has some, the worst first, and all against the collapse number."""
    if man.man is None or not man.all_wounds:
        return "unhurt"
    ranked = sorted(range(5), key=lambda area: -man.wounds[area])
    worst = [f"{AREA_NAMES[area]} {man.wounds[area]} of {man.man.w}" for area in ranked if man.wounds[area]]
    return f"{', '.join(worst)}, in all {man.all_wounds} of {man.collapse}"


def _ailing(man: FighterView) -> str:
    told = [
        "lies on the ground" if man.prone else "",
        {"snagged": "a net holds an arm", "entangled": "entangled in a net"}.get(man.netted, ""),
        f"stun {man.stun}" if man.stun else "",
        "left open" if man.overreached else "",
        "no weapon" if man.weapon == "none" else "",
    ]
    some = [each for each in told if each]
    return f" ({', '.join(some)})" if some else ""


def _cost(view: MatchView, ask: Ask, plan: Plan) -> Iterator[str]:
    """Yield what a plan costs in its first phase, and how well it may go."""
    seen = forecast(view, ask.entry, plan)
    spent = seen.spent
    parts = [f"{spent.strike} to strike", f"{spent.guard} to guard"]
    parts += [f"{spent.other} for the rest"] if spent.other else []
    lapsing = max(0, seen.cf - sum(spent))
    lapse = (
        f" {lapsing} more {'finds' if lapsing == 1 else 'find'} no place and {'lapses' if lapsing == 1 else 'lapse'}."
    )
    yield f"{sum(spent)} CFs: {', '.join(parts)}.{lapse if lapsing else ''}"
    yield from _praised(view, ask, plan, seen)
    yield from (f"{line}" for line in _chances(seen))


def _praised(view: MatchView, ask: Ask, plan: Plan, seen: Forecast) -> Iterator[str]:
    """Yield why the plan that stands first is the best that is known, though its blow seldom hits."""
    own, best = view.fighter(ask.entry), None if view.options.lesson else suggested(view, ask)
    if best is None or plan.menus != best.menus or not seen.hits or own.netted == "entangled":
        return
    if max(hit.all_round for hit in seen.hits) < _SELDOM:
        yield "-# The best plan I know. It seldom hits: a hit there counts more, or the guard it leaves is worth more."


def _would_fill_in(view: MatchView, ask: Ask, plan: Plan, page: int) -> Iterator[str]:
    """Yield the menus that *Fill in as advised* would set, on the page that has this button."""
    best = None if page else _advised(view, ask, plan)
    if best is not None and best != plan:
        yield f"-# Advised: {advised_told(best)}."


def _chances(seen: Forecast) -> Iterator[str]:
    if seen.net is not None:
        yield f"The net catches {_in_ten(seen.net)}, if it is not watched."
    told: dict[str, list[str]] = {}
    for hit in seen.hits:
        told.setdefault(_hits(hit), []).append(AREA_NAMES[hit.area - 1])
    yield from (f"{capital(joined(areas))}: {hits}." for hits, areas in told.items())
    if seen.hits and not seen.is_in_reach:
        yield "-# Out of reach now: your man has to step up first."


def _hits(hit: Hit) -> str:
    if hit.all_round == hit.guarded:
        return f"hits {_in_ten(hit.all_round)}"
    return f"hits {_in_ten(hit.all_round)} (guard all round), {_in_ten(hit.guarded)} if guarded"


def _in_ten(percent: int) -> str:
    """
    >>> _in_ten(58), _in_ten(3), _in_ten(97)
    ('about 6 in 10', 'hardly ever', 'nearly always')
    """
    tenths = round(percent / _BLOWS)
    return "hardly ever" if tenths < 1 else "nearly always" if tenths >= _BLOWS else f"about {tenths} in 10"


# What is pressed


def _rows(view: MatchView, ask: Ask, plan: Plan, page: int, *, is_new: bool) -> tuple[tuple[Choice, ...], ...]:
    """Return the buttons of a page.

    :param is_new: whether nothing was chosen yet: then the way to the best plan is green, as the last one stands there.
    """
    question = ask.question
    assert isinstance(question, MakePlan)
    if page:
        back = Choice("Back", "plan", pack(plan))
        others = [Choice("More", "plan", pack(plan, _MORE))] if page != _MORE else []
        others += [
            Choice(f"Phase {number}", "plan", pack(plan, number))
            for number in range(2, question.phases + 1)
            if number != page
        ]
        up = [Choice(_UP, "plan", pack(_surrender(plan)), "danger")] if page == _MORE else []
        return ((_seal(view, ask, plan), back, *others, *up),)
    best = _advised(view, ask, plan)
    style: Style = "success" if is_new else "secondary"
    better = [] if best is None or best == plan else [Choice("Fill in as advised", "plan", pack(best), style)]
    return ((_seal(view, ask, plan), Choice("More", "plan", pack(plan, _MORE)), *better),)


def _seal(view: MatchView, ask: Ask, plan: Plan) -> Choice:
    """Return the button that seals a plan: green if no better one is known."""
    return Choice("Seal", "answer", pack(plan), "success" if plan == _advised(view, ask, plan) else "primary")


def _advised(view: MatchView, ask: Ask, plan: Plan) -> Plan | None:
    """Return a plan with the best menus that are known, its habits and conditions kept; ``None`` in a lesson."""
    if view.options.lesson:
        return None
    best = suggested(view, ask)
    return msgspec.structs.replace(
        plan, move=best.move, strike=best.strike, guard=best.guard, second=best.second, later=(), hand=()
    )


def _surrender(plan: Plan) -> Plan:
    return msgspec.structs.replace(plan, surrender=True)


# Giving up is asked once


def risky(_view: MatchView, _ask: Ask, answers: Sequence[Answer]) -> str | None:
    """Return the code of a plan that is typed and gives up: it is shown with what may follow, and asked once."""
    match answers:
        case (Plan(surrender=True) as plan,):
            return pack(plan)
    return None


_ADVISED, _UP = "As advised", "Surrender"


def unseen(label: str, code: str) -> bool:
    """Tell whether a button on a post of before sealed an advised plan that nobody had seen, or gave up unasked."""
    return label == _ADVISED or (label == _UP and not code.endswith(SURE))


def _surrendering(view: MatchView, ask: Ask, plan: Plan) -> Controls:
    """Return the question whether a man gives up, with what may follow (D.9)."""
    name, back = _name(view, ask), msgspec.structs.replace(plan, surrender=False)
    lines = [
        f"{capital(name)} lays down arms, and has lost. You can change that until all plans are in, not later.",
        f"Then comes the Moment of Truth: life (missus), or **death**. {_judges(view)}",
    ]
    man = view.fighter(ask.entry)
    if man.man is not None and is_quick_surrender(man.all_wounds, man.man.w):
        lines.append("A man with so few wounds gives up too soon for the crowd: −2 on that roll.")
    buttons = (Choice(_UP, "answer", f"{pack(plan)}{SURE}", "danger"), Choice("Back", "plan", pack(back, _MORE)))
    crop = Crop(tuple[ReachMark, ...](), ())
    return Controls(f"Does {name} surrender?", "\n".join(lines), "", "", (buttons,), crop=crop)


def _judges(view: MatchView) -> str:
    """Return who decides on a fallen man."""
    dice = f"two dice decide, and {LIVES} or more is life"
    if view.options.judged == "host":
        return f"The host decides; without a word {dice}."
    if view.options.judged == "crowd":
        return f"The crowd has its thumbs, and {dice}."
    if view.options.mercy == "owner":
        return f"The victor's player decides; if they leave it open, {dice}."
    return f"{capital(dice)}."


def _menus(view: MatchView, ask: Ask, names: Names, plan: Plan, page: int) -> Iterator[Menu]:
    question = ask.question
    assert isinstance(question, MakePlan)
    if page == _MORE:
        yield from _more_menus(question, names, plan)
    elif page:
        yield from _later_menus(question, plan, page)
    else:
        yield from _first_menus(view, ask, plan)


def _menu(name: str, title: str, options: Sequence[Option], chosen: str) -> Menu:
    return Menu(name, title, tuple(options), (chosen,))


def _first_menus(view: MatchView, ask: Ask, plan: Plan) -> Iterator[Menu]:
    question = ask.question
    assert isinstance(question, MakePlan)

    def with_(**changed: Any) -> str:
        return pack(_sound(question, msgspec.structs.replace(plan, **changed)))

    moves = [each for each in MOVES if each != "net" or question.limits.has_net]
    yield _menu("move", "Move", [_option("Move", MOVED[each], with_(move=each)) for each in moves], pack(plan))
    strikes = [Option(STRUCK[each].label, with_(strike=each), _forecast(view, ask, plan, each)) for each in STRIKES]
    yield _menu("strike", "Strike", [replace(each, label=f"Strike: {each.label}") for each in strikes], pack(plan))
    guards = [each for each in GUARDS if each != "net" or plan.guard == "net" or _faces_net(view, ask)]
    yield _menu("guard", "Guard", [_option("Guard", GUARDED[each], with_(guard=each)) for each in guards], pack(plan))


def _faces_net(view: MatchView, ask: Ask) -> bool:
    """Tell whether a foe has a net that may fly again."""
    question = ask.question
    assert isinstance(question, MakePlan)
    return any(view.fighter(foe).net in ("held", "thrown") for foe in question.limits.foes)


def _option(menu: str, said: Said, code: str) -> Option:
    return Option(f"{menu}: {said.label}", code, said.about)


def _forecast(view: MatchView, ask: Ask, plan: Plan, strike: Strike) -> str:
    """Return what a strike costs, with how well it hits a man who guards all round, in one line of a phone."""
    about = STRUCK[strike].about
    if strike in ("bash", "none"):
        return about
    hits = forecast(view, ask.entry, msgspec.structs.replace(plan, strike=strike, second=0, hand=())).hits
    return f"Hits {_in_ten(hits[0].all_round)} · {IN_SHORT[strike]}" if hits else about


def _later_menus(question: MakePlan, plan: Plan, phase: int) -> Iterator[Menu]:
    """Yield the three menus of a later phase of the turn; as the first ones where none were chosen."""
    later = [*plan.later, *[plan.menus] * (question.phases - 1 - len(plan.later))]
    now = later[phase - 2]

    def with_(**changed: Any) -> str:
        new = [*later[: phase - 2], msgspec.structs.replace(now, **changed), *later[phase - 1 :]]
        return pack(_sound(question, msgspec.structs.replace(plan, later=tuple(new))), phase)

    moves = [each for each in MOVES if each != "net" or question.limits.has_net]
    here = with_()
    title = f"Phase {phase}"
    yield _menu("move", title, [_option(f"{title}, move", MOVED[each], with_(move=each)) for each in moves], here)
    strikes = [_option(f"{title}, strike", STRUCK[each], with_(strike=each)) for each in STRIKES]
    yield _menu("strike", title, strikes, here)
    guards = [_option(f"{title}, guard", GUARDED[each], with_(guard=each)) for each in GUARDS]
    yield _menu("guard", title, guards, here)


def _more_menus(question: MakePlan, names: Names, plan: Plan) -> Iterator[Menu]:
    """Yield the menus behind *More*, four at most: foe or second area, conditions, giving up, habits."""

    def with_(**changed: Any) -> str:
        return pack(_sound(question, msgspec.structs.replace(plan, **changed)), _MORE)

    here = pack(plan, _MORE)
    if len(question.limits.foes) > 1:
        nearest = Option("Foe: the nearest", with_(foe=None), "Face whoever stands nearest")
        named = [
            Option(f"Foe: {unformatted(called(names, foe))}", with_(foe=foe), "Face and strike this man")
            for foe in question.limits.foes
        ]
        yield _menu("foe", "Foe", [nearest, *named], here)
    elif plan.strike.startswith("two"):
        yield _menu("second", "Second cut", list(_seconds(plan, with_)), here)
    yield _menu("when", "If", list(_whens(plan, with_)), here)
    yield _menu("give_up", "Give up", list(_give_ups(plan, with_)), here)
    yield _menu("habits", "Habits", list(_habits(with_)), here)


def _seconds(plan: Plan, with_: With) -> Iterator[Option]:
    yield Option("Second cut: least armoured", with_(second=0), "At the least armoured area besides the first")
    for number, area in enumerate(AREA_NAMES, start=1):
        if plan.strike != f"two-{area}":
            yield Option(f"Second cut: {area}", with_(second=number), f"The second cut goes to the {area}")


def _whens(plan: Plan, with_: With) -> Iterator[Option]:
    """Yield one or two conditions beside what is chosen on giving up."""
    kept = tuple(each for each in plan.when if each in GIVE_UP)
    some: list[Condition] = [each for each in CONDITIONS if each not in GIVE_UP]
    yield Option("If: nothing", with_(when=kept), "The plan holds for the whole exchange")
    for each in some:
        yield Option(f"If: {WHEN[each].label}", with_(when=(each, *kept)), WHEN[each].about)
    if len(kept) + 2 <= MOST_CONDITIONS:
        for at, one in enumerate(some):
            for other in some[at + 1 :]:
                both = f"{WHEN[one].label}, {WHEN[other].label.removeprefix('when ')}"
                yield Option(f"If: {both}", with_(when=(one, other)), "The first of the two that holds counts")


def _give_ups(plan: Plan, with_: With) -> Iterator[Option]:
    kept = tuple(each for each in plan.when if each not in GIVE_UP)
    yield Option("Give up: never", with_(when=kept), "Your man fights until the end")
    for each in CONDITIONS:
        if each in GIVE_UP and len(kept) < MOST_CONDITIONS:
            label = WHEN[each].label.removeprefix("give up ")
            yield Option(f"Give up: {label}", with_(when=(*kept, each)), WHEN[each].about)


def _habits(with_: With) -> Iterator[Option]:
    """Yield what becomes of a foe who lies, whether the plan stands, and the plea, each alone and as it is usual."""
    usual = {"finish": True, "keep": True, "plea": "silent"}
    yield Option("Habits: as usual", with_(**usual), "A hard blow at a foe who lies; the plan stands; no plea")
    yield Option(
        "Habits: spare who lies", with_(**usual | {"finish": False}), "No hard blow at a man just for lying there"
    )
    yield Option(
        "Habits: this exchange only", with_(**usual | {"keep": False}), "Unanswered, the rules decide next time"
    )
    for plea in ("life", "death"):
        yield Option(f"Habits: {PLEAS[plea].label.lower()}", with_(**usual | {"plea": plea}), PLEAS[plea].about)
