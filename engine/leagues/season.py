"""Whole seasons without I/O (H.1): house managers answer the sheets, house drivers drive the races."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.dice import Dice, RaceDice
from engine.game import AnyRuleset, Entrant
from engine.leagues import events, gala_days, lineup, setup
from engine.leagues.epic_house import ADVISER, MOST_ACTS
from engine.leagues.house import INSTRUCTIONS
from engine.leagues.midway import due, of_house
from engine.leagues.ruleset import RULESET
from engine.leagues.views import LeagueView
from engine.leagues.words.acts import OpenWindow
from engine.leagues.words.sheets import GoOn, RaceReturned, RunRace
from engine.leagues.words.state import CALENDAR, League
from engine.questions import Answer, Ask
from engine.session import Session, first_checkpoint
from engine.stables import Aftermath, Midway
from records.refusals import Refused
from records.values import EntryId

Manager = Callable[[LeagueView, Ask], Answer]
MOST_TURNS = 200
"""A race that has come to no end after so many turns is called off."""


def run_race(
    league: League, dice: Dice, temper: str = "racer", midway: Callable[[Midway, bool], None] | None = None
) -> Aftermath | None:
    """Let house drivers run the event, and return its aftermath; ``None`` if it comes to no end.

    :param temper: of the drivers; where the game has none of that name, its first one.
    :param midway: told how the race stands as a turn begins, and again as its speeds are known.
    """
    kind = events.held(league)
    if league.gala is None:
        return _run(kind.rules, kind.options(league.options), lineup.entrants(league), dice, temper, midway)
    matches = [_run(kind.rules, each.options, each.entrants, dice, temper) for each in gala_days.contests(league)]
    ended = [each for each in matches if each is not None]
    return Aftermath.together(ended) if len(ended) == len(matches) else None


def _run(
    rules: AnyRuleset,
    options: Any,
    entrants: Sequence[Entrant],
    dice: Dice,
    temper: str,
    midway: Callable[[Midway, bool], None] | None = None,
) -> Aftermath | None:
    """Let house drivers, or fighters, play a contest to its end."""
    door = rules.stables
    assert door is not None
    session = Session(rules, first_checkpoint(rules, rules.new_race(options, entrants)), dice, scenes=False)
    driver = rules.drivers[temper if temper in rules.drivers else rules.stand_in]
    while not session.is_over:
        if session.state.turn > MOST_TURNS:
            return None
        if midway is not None and door.midway is not None:
            midway(door.midway(session.state), 0 < session.asked == session.checkpoint.seq)
        view = session.view()
        for ask in list(session.open.values()):
            session.answer(ask.entry, driver(view, ask))
    return door.aftermath(session.state)


def begin(league: League, dice: Dice) -> Session[League]:
    """Return a session that plays a league from where it is."""
    return Session(RULESET, first_checkpoint(RULESET, league), dice)


def answer_open(
    session: Session[League],
    managers: Mapping[EntryId, Manager],
    race: Callable[[League], Any],
    tempers: Mapping[EntryId, str] | None = None,
) -> None:
    """Answer all that is open: members by their managers, silence by default, the calendar by a race or by going on.

    :param race: gives the answer for a race that is to be run.
    :param tempers: of the members who buy and train by themselves before they answer.
    """
    for ask in list(session.open.values()):
        if ask.entry in managers:
            run_errands(session, ask.entry, (tempers or {}).get(ask.entry, ADVISER))
            now = session.open.get(ask.entry, ask)
            session.answer(ask.entry, managers[ask.entry](session.view([ask.entry]), now))
        elif ask.entry != CALENDAR:
            session.answer(ask.entry, ask.default)
        elif isinstance(ask.question, RunRace):
            session.answer(CALENDAR, race(session.state))
        else:
            session.answer(CALENDAR, GoOn())


def run_errands(session: Session[League], entry: EntryId, temper: str) -> None:
    """Let a house manager buy and train before it answers, as far as the rules allow."""
    for _ in range(MOST_ACTS):
        act = RULESET.errand(session.view([entry]), entry, temper)
        if act is None:
            return
        try:
            session.act(entry, act)
        except Refused:
            return


def play_season(
    league: League, managers: Mapping[EntryId, Manager], seed: str, tempers: Mapping[EntryId, str] | None = None
) -> Session[League]:
    """Play a whole season; the same arguments give the same one.

    :param tempers: of the stables that bet in the rounds during a race; none, and there are no rounds.
    """
    session = begin(league, RaceDice(seed.encode()))

    def midway(at: Midway, is_between: bool) -> None:
        act = due(session.state, at, is_between=is_between)
        if act is None:
            return
        session.act(CALENDAR, act)
        for stable, temper in (tempers or {}).items() if isinstance(act, OpenWindow) else ():
            for bet in of_house(session.state, at, act.window, temper, stable):
                session.act(stable, bet)

    def race(state: League) -> Answer:
        dice = RaceDice(f"{seed}:{state.event}".encode())
        came_home = run_race(state, dice, midway=midway if tempers else None)
        ask = session.open[CALENDAR]
        return ask.default if came_home is None else RaceReturned(came_home)

    while not session.is_over:
        answer_open(session, managers, race, tempers)
    return session


def members(tempers: Sequence[str], colours: Sequence[str] = RULESET.colours) -> list[setup.Member]:
    """Return as many members of the house as there are temperaments."""
    pairs = zip(colours, tempers, strict=False)
    return [setup.Member(colour, keeper="house", manager=INSTRUCTIONS[temper]) for colour, temper in pairs]
