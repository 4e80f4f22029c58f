"""The order panel of a whole turn: its outcome, presets, and a menu for each thing to order."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from engine.circus_maximus.orders.dry_run import Course, DryRun, dry_run
from engine.circus_maximus.orders.ordered_speed import OffLine
from engine.circus_maximus.orders.orders import MOST_WISHES, AttackWish, Orders, Preset
from engine.circus_maximus.orders.presets import PRESETS, SUGGESTED, Drawn, preset
from engine.circus_maximus.orders.presets import drawn as presets_for
from engine.circus_maximus.position.reach import attack_cost
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.risks import CornerRisk, crash_at
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import Speed
from engine.questions import Ask
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId, Square
from words.circus_maximus import dry_runs, notation
from words.circus_maximus.controls import outlook, safe_speeds
from words.circus_maximus.defending import POLICIES, if_attacked
from words.circus_maximus.in_short import aim, crash_told, danger_told, risk_line
from words.circus_maximus.notation import FIELDS, WEAPONS
from words.circus_maximus.order_menus import (
    ANYBODY,
    MEANS,
    SWITCHES,
    code_of,
    first_menus,
    highest_of,
    more_menus,
    shown_switches,
    wish_odds,
)
from words.circus_maximus.ordered import MAIN, kept, ordered
from words.circus_maximus.refusals import refusal
from words.circus_maximus.starting import standing_start
from words.circus_maximus.story import squares
from words.circus_maximus.story.clauses import clauses_in_words
from words.shared import presets
from words.shared.codes import matching
from words.shared.telling import capital
from words.shared.typed import Word
from words.shared.words import Choice, Crop, Names, OrderWords, Sheet

_MOST_MADE, _MOST_ODDS = 2, 4
"""Number of attacks with odds on the first page, and on the second."""


def sheet(view: RaceView, entry: EntryId, ask: Ask | None, orders: Orders, names: Names) -> Sheet:
    """Return how *orders* are put to the driver of *entry*."""
    own = view.chariot(entry)
    drawn = presets_for(view, entry)
    summary = _summary(drawn.orders, orders, names)
    crop, come, details, danger = _outcome(view, entry, orders, names)
    return Sheet(
        title=f"Turn {max(1, view.turn)}: your order for {names[entry]}",
        text="\n".join([summary, *come, f"-# {_most(view, own, ask)} {outlook(view, own)}".rstrip()]),
        menus=tuple(first_menus(view, own, ask, orders)),
        typed=notation.write(view, entry, orders),
        crop=crop,
        presets=tuple(_choice(name, drawn.orders[name], orders) for name in _offered(drawn, orders)),
        more=tuple(more_menus(view, own, orders, names)),
        details="\n".join([*details, *_attack_odds(view, own, orders, names), *_safe(view, own)]),
        summary=summary,
        silence=_silence(ask),
        danger=danger,
    )


def _offered(drawn: Drawn, orders: Orders) -> Sequence[Preset]:
    """Return the presets to show: of those that come to the same here, the one that the player has chosen."""
    chosen = orders.preset
    if chosen not in drawn.orders or chosen in drawn.offered:
        return drawn.offered
    return tuple(chosen if name == SUGGESTED else name for name in drawn.offered)


def _choice(name: Preset, drawn: Orders, orders: Orders) -> Choice:
    """Return the button of a preset, with the speed that it comes to here, and where."""
    return presets.button(name, orders, f" · {drawn.speed}{aim(drawn)}" if isinstance(drawn.speed, int) else "")


def _summary(drawn: Mapping[Preset, Orders], orders: Orders, names: Names) -> str:
    """Return orders in words: the preset with all that it fills in, and all that differs from it."""
    base = drawn.get(orders.preset, Orders())
    return presets.summary(
        orders, base, (*FIELDS, "attacks"), _filled_in(base), lambda each, name: ordered(each, name, names)
    )


def _filled_in(base: Orders) -> list[str]:
    """Return the fields told of a preset: speed, line, strain, the whip, and those that are not as usual."""
    usual = Orders()
    others = [name for name in (*FIELDS, "attacks") if name not in MAIN and name not in _UNTOLD]
    return [*MAIN, *(name for name in others if name == "whip" or getattr(base, name) != getattr(usual, name))]


_UNTOLD = ("most_attacks", "eagerness", "keep_back", "blocked")
"""Fields that a preset fills in and need not tell."""

_Outcome = tuple[Crop | None, list[str], list[str], str]


def _outcome(view: RaceView, entry: EntryId, orders: Orders, names: Names) -> _Outcome:
    """Return where orders lead on a clear road, their outcome, first in short and then in full, and their danger."""
    own = view.chariot(entry)
    if own.square is None:
        return None, [], [], ""
    try:
        run = dry_run(view, entry, orders)
    except Refused as refused:
        refused.options = view.options
        why = refusal(refused, names) or "Nobody can drive this chariot now. These orders count once somebody can."
        return Crop((), (own.square,)), [f"⚠️ {why}"], [], ""
    alone, peril = run.alone or run.course, _peril(view, entry, orders, run)
    return (
        Crop((), (own.square, *alone.forecast.path), _with_speed(view, own, run)),
        [*_in_short(view, own, run, names), *_if_in_the_way(orders, peril)],
        list(dry_runs.in_words(run, edition_of(view.options), names)),
        _danger(run, peril),
    )


def _peril(view: RaceView, entry: EntryId, orders: Orders, run: DryRun) -> Fraction | None:
    """Return the chance to crash at the strain that a preset came to where others moved before.

    ``None`` if no more is accepted than the ways cost that are told, or the player chose that strain.
    """
    met = [risk.points for each in _courses(run) for risk in each.forecast.risks if isinstance(risk, CornerRisk)]
    if not orders.preset or "corner_strain" in orders.by_hand or orders.corner_strain <= max(met, default=0):
        return None
    return crash_at(view, entry, orders.corner_strain)


def _courses(run: DryRun) -> list[Course]:
    return [run.course, *([run.alone] if run.alone is not None else [])]


def _if_in_the_way(orders: Orders, peril: Fraction | None) -> list[str]:
    """Return the line on a strain that comes only if others move before; none where none is to be feared."""
    if peril is None:
        return []
    return [f"🚧 If others move first you may go {orders.corner_strain} over: {crash_told(peril)}."]


def _danger(run: DryRun, peril: Fraction | None) -> str:
    """Return the greatest chance to crash, for the button that takes the orders; empty where it need not be named."""
    certain = max(Fraction(1) if each.forecast.flips else each.flip_chance for each in _courses(run))
    told = danger_told(max(certain, peril or Fraction()))
    return f"up to {told}" if told and peril is not None and peril > certain else told


def _with_speed(view: RaceView, own: ChariotView, run: DryRun) -> RaceView:
    """Return the view in which the speed that is ordered is written, for a picture to its driver."""
    driven = replace(own, written=run.speed.factors)
    return replace(view, chariots=tuple(driven if each.entry == own.entry else each for each in view.chariots))


def _in_short(view: RaceView, own: ChariotView, run: DryRun, names: Names) -> Iterator[str]:
    alone = run.alone or run.course
    dice = ", with average dice" if run.assumed else ""
    line = ", 🏁 across the finish line" if alone.forecast.crosses_line else ""
    burnt = f", {alone.burnt} endurance spent on braking" if alone.burnt else ""
    yield f"➡️ On a clear road you end on **{alone.end}**, lane {TRACK.lane[alone.end]}{line}{dice}{burnt}."
    if alone.off_line is not None:
        yield _off_line(alone.off_line)
    if not view.obstacles and _is_zigzag([own.square, *alone.forecast.path]):
        yield "〰️ The zigzag uses up squares you don't need: braking costs endurance."
    now, clear, crowded = run.course.forecast, risk_line(alone.forecast, names), risk_line(run.course.forecast, names)
    is_riskier = crowded != clear and bool(now.risks or now.flips)
    if not is_riskier or alone.forecast.risks or alone.forecast.flips:
        yield clear
    if is_riskier or alone.end != run.course.end:
        why = f" {capital(clauses_in_words(run.course.clauses, names))}." if run.course.clauses else ""
        yield f"👥 As the others stand now you end on {run.course.end}.{why}"
    if is_riskier:
        yield crowded
    for attack in run.course.attacks[:_MOST_MADE]:
        wish = AttackWish(attack.defender, matching(WEAPONS, attack.means), attack.target)
        yield f"⚔️ You would {_with_odds(view, own, wish, names)}"


def _is_zigzag(way: Sequence[Square | None]) -> bool:
    """Tell whether a way changes lanes in both directions."""
    lanes = [TRACK.lane[square] for square in way if square is not None]
    return {now > before for before, now in pairwise(lanes) if now != before} == {False, True}


def _off_line(off: OffLine) -> str:
    """Return why a way is not in the lane that was ordered."""
    if off.can_wait:
        return f"↔️ Lane {off.lane} is for the next corner. You don't reach it this turn."
    return f"↔️ Lane {off.lane} is too far or too dear from here, so you take lane {off.instead}."


def _attack_odds(view: RaceView, own: ChariotView, orders: Orders, names: Names) -> Iterator[str]:
    """Yield the odds of the attacks that are ordered on somebody."""
    named = [wish for wish in orders.attacks if wish.rival is not None]
    for wish in named[:_MOST_ODDS] if own.square is not None else ():
        yield f"⚔️ {capital(_with_odds(view, own, wish, names))}"
    if named:
        yield "-# Those odds are for rivals who dodge. With no way out, a hit is sure."


def _safe(view: RaceView, own: ChariotView) -> Iterator[str]:
    """Yield the safe speeds of all lanes, small; nothing for a chariot off the track."""
    if speeds := safe_speeds(view, own):
        yield f"-# {speeds}"


def _with_odds(view: RaceView, own: ChariotView, wish: AttackWish, names: Names) -> str:
    """Return an attack with its cost and its odds."""
    assert wish.rival is not None
    target = f" the {wish.target} of" if wish.target else ""
    cost = squares(attack_cost(view.options, wish.means))
    return f"{wish.means}{target} {wish_odds(view, own, wish, names[wish.rival])} ({cost})"


def _silence(ask: Ask | None) -> str:
    """Return the speed that the rules write for a player who orders nothing (11.7)."""
    if ask is None or not isinstance(ask.default, Speed):
        return "the rules decide for you"
    return f"the rules write speed {ask.default.factors} and decide the rest"


def _most(view: RaceView, own: ChariotView, ask: Ask | None) -> str:
    highest = highest_of(own, ask)
    starts = standing_start(view, own, highest)
    return f"You can go {highest} at most.{' ' if starts else ''}{starts}"


# What is chosen


def choose(view: RaceView, entry: EntryId, orders: Orders, menu: str, codes: Sequence[str]) -> Orders:
    """Return *orders* with the choices made in a menu, or as a preset draws them up.

    :raises Refused: if there is no such menu or value: it came from another version, or was made up.
    """
    if menu == "preset":
        (name,) = _known(PRESETS, codes) if len(codes) == 1 else _known(PRESETS, [""])
        return preset(view, entry, name)
    return presets.by_hand(orders, _chosen(view, entry, orders, menu, codes), partial(preset, view, entry))


def _chosen(view: RaceView, entry: EntryId, orders: Orders, menu: str, codes: Sequence[str]) -> Orders:
    match menu:
        case "whom":
            rivals = [_rival(view, entry, code) for code in codes]
            return _with_attacks(orders, rivals, [code_of(wish) for wish in orders.attacks] or ["ram"])
        case "means":
            rivals = [wish.rival for wish in orders.attacks] or [None]
            return _with_attacks(orders, rivals, _known(list(MEANS), codes))
        case "switches":
            return _switched(view, orders, _known(list(SWITCHES), codes))
        case "if_attacked" if len(codes) == 1:
            return replace(orders, if_attacked=_known(list(POLICIES), codes)[0])
    if menu not in FIELDS or len(codes) != 1:
        raise Refused(GameReason.NO_SUCH_OPTION, option=menu, possible=list(FIELDS))
    (code,) = _known(list(FIELDS[menu].values), codes)
    changed: dict[str, Any] = {menu: FIELDS[menu].values[code]}
    return replace(orders, **changed)


def _known(possible: Sequence[Word], codes: Sequence[str]) -> list[Word]:
    """Return codes that were chosen, as the words that they are; refused if one was not offered."""
    for code in codes:
        if code not in possible:
            raise Refused(GameReason.NO_SUCH_OPTION, option=code, possible=list(possible))
    return [matching(possible, code) for code in codes]


def _rival(view: RaceView, entry: EntryId, code: str) -> EntryId | None:
    others = {str(chariot.entry): chariot.entry for chariot in view.chariots if chariot.entry != entry}
    (code,) = _known([ANYBODY, *others], [code])
    return others.get(code)


def _with_attacks(orders: Orders, rivals: Sequence[EntryId | None], means: Sequence[str]) -> Orders:
    """Return *orders* with an attack on each of *rivals* with each of *means*, the first ones."""
    wishes = [AttackWish(rival, *MEANS[code][1:]) for rival in dict.fromkeys(rivals) for code in dict.fromkeys(means)]
    return replace(orders, attacks=tuple(wishes[:MOST_WISHES]))


def _switched(view: RaceView, orders: Orders, on: Sequence[str]) -> Orders:
    """Return *orders* with the extras that are *on*; hidden extras stay as they are."""
    changes: dict[str, Any] = {name: name in on for name in shown_switches(view)}
    if "take_gain" in changes:
        gain = orders.take_gain if orders.take_gain != "never" else "if safe"
        changes["take_gain"] = gain if "take_gain" in on else "never"
    return replace(orders, **changes)


def read(view: RaceView, entry: EntryId, orders: Orders, text: str) -> Orders:
    """Return *orders* with the typed changes; a preset's name draws all up anew, and the rest changes that.

    :raises Refused: if some of it cannot be read.
    """
    return presets.by_hand(orders, notation.read(view, entry, orders, text), partial(preset, view, entry))


def _risk(orders: Orders) -> str:
    """Return the risk that orders accept in corners."""
    return ordered(orders, "corner_strain", {})


WORDS = OrderWords(
    sheet=sheet,
    choose=choose,
    read=read,
    write=notation.write,
    example=notation.example,
    risk=_risk,
    kept=kept,
    unasked=if_attacked,
)
"""The order panel of Circus Maximus."""
