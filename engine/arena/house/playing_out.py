"""How a match might end: house fighters play it out, from the public view as an exchange begins (B-20)."""

from collections.abc import Mapping

from engine.arena.house.fighters import FIGHTERS
from engine.arena.house.simulation import fight_out
from engine.arena.series import results
from engine.arena.state import Fall, Fighter, Match
from engine.arena.views import FighterView, MatchView, view_for
from engine.dice import Dice
from engine.playing import QuietTable, stand_ins
from engine.series import Result
from records.values import EntryId

PLAIN = "steady"
"""The house fighter who stands in for a player."""


def play_out(view: MatchView, temperaments: Mapping[EntryId, str], dice: Dice) -> tuple[Result, ...]:
    """Fight a match on to its end and return the results.

    :param view: the public's, as an exchange begins or before the men are chosen.
    :param temperaments: of the house fighters; plain ones stand in for the others.
    """
    match = match_as_an_exchange_begins(view)
    for fighter in match.fighters.values():
        fighter.omen = dice.roll(2, 256)
    fighters = stand_ins(match.fighters, temperaments, FIGHTERS, PLAIN)
    fight_out(match, QuietTable(dice), fighters)
    return results(view_for(match, {}, ()))


def match_as_an_exchange_begins(view: MatchView) -> Match:
    """Return a match as its public view shows it; its plans are unknown."""
    fighters = {each.entry: _fighter(each) for each in view.fighters}
    order = [each.entry for each in sorted(view.fighters, key=lambda each: each.number)]
    match = Match(
        fighters, view.options, order, view.stage, view.bout, dict(view.won), view.phase, view.turn, view.mood
    )
    match.winners, match.how, match.is_over = list(view.winners), view.how, view.is_over
    return match


def _fighter(seen: FighterView) -> Fighter:
    fall = None if seen.why is None else Fall(seen.fell_in, seen.why, seen.by)
    return Fighter(
        seen.colour,
        seen.faction,
        seen.man,
        (),
        seen.status,
        seen.at,
        seen.shield,
        seen.durability,
        seen.weapon,
        seen.weapon_at,
        seen.shield_at,
        seen.net,
        seen.net_ready,
        list(seen.wounds),
        list(seen.cuts),
        seen.stun,
        seen.prone,
        seen.netted,
        seen.netted_by,
        seen.netted_in,
        seen.overreached,
        seen.stagger,
        seen.gave_ground,
        seen.foe,
        None,
        seen.attack_cf,
        seen.defence_cf,
        seen.attacks,
        seen.inflicted,
        list(seen.aimed),
        seen.trail,
        fall,
        seen.kills,
        seen.spared,
    )
