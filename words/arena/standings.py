"""How a match stands, in a few lines."""

from engine.arena.state import Options
from engine.arena.views import FighterView, MatchView
from words.arena.glance import left_of
from words.arena.story import MOODS
from words.shared.telling import STARTS_BY_RATING, called, count
from words.shared.words import Names

_SIDES = {"one": "one against one", "two": "two a side", "three": "three a side", "melee": "all against all"}
_MERCY = {"owner": "the victor's owner decides on life", "host": "the host decides on life"}
_PLACES = {"fallen": "down", "spared": "spared", "dead": "dead"}


def terms(options: Options) -> str:
    """Return the host's choices."""
    parts = [_SIDES[options.sides]]
    parts += ["men by dice"] if options.men == "drawn" else []
    parts += ["best of three bouts"] if options.bouts > 1 else []
    parts += [_MERCY[options.mercy]] if options.mercy in _MERCY else []
    parts += [f"{count(options.turns, 'turn')} at most"]
    parts += [f"a plan for each {options.exchange}"] if options.exchange is not None else []
    parts += [STARTS_BY_RATING] if options.by_rating else []
    return ", ".join(parts)


def turn(view: MatchView) -> str:
    """Return which exchange it is; nothing before the first."""
    if view.stage in ("men", "places"):
        return ""
    return f"Exchange {view.turn if view.is_over else view.turn + 1}"


def over(view: MatchView) -> str:
    """Return which exchange has just been played; nothing before the first."""
    return f"Exchange {view.turn}" if view.turn else ""


def standings(view: MatchView, names: Names) -> str:
    """Return the men, the one who can take most first."""
    if view.stage in ("men", "places"):
        return "The men are being chosen."
    played = turn(view) or "Before the fight"
    head = f"{played}, the crowd {MOODS[max(-3, min(3, view.mood))]}"
    if view.won and view.options.bouts > 1:
        head += ", bouts " + " : ".join(str(view.won.get(man.entry, 0)) for man in view.fighters)
    ranked = sorted(
        view.fighters, key=lambda man: (man.entry not in view.winners, man.status != "fighting", -left_of(man))
    )
    return "\n".join([head, *(_row(man, names) for man in ranked)])


def _row(man: FighterView, names: Names) -> str:
    who = f", {man.man.name} ({man.man.kind})" if man.man is not None else ""
    state = _PLACES.get(man.status) or f"{man.cf} CFs"
    return f"{called(names, man.entry)}{who} · {man.all_wounds} of {man.collapse} wounds · {state}"
