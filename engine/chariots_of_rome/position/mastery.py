"""How a master weighs: speed, Hard Driving, Attacks and cards, by the measure and the needs of the rest of the way.

House drivers answer so, and players are advised so. All that bears on it is public.
"""

from engine.chariots_of_rome.position.judging import best_level, is_whip_best
from engine.chariots_of_rome.position.silence import default_defense
from engine.chariots_of_rome.position.steps import Sight
from engine.chariots_of_rome.position.worth import STEP, to_go
from engine.chariots_of_rome.words import questions
from engine.chariots_of_rome.words.answers import Attack, ChooseLevel, Defend, DriveHard, NoAttack
from engine.chariots_of_rome.words.state import ChariotLog
from engine.questions import Ask

SPARED_TACTICS = 3
"""Tactics with which somebody attacks, or pays for Hard Driving with one."""

TIRED = 4
"""Endurance at which one card fewer is taken."""

SHAKEN = 4
"""Rattled at which a master recovers."""

_LAST_ENDURANCE = 2
"""A master pays for Hard Driving with Endurance as long as more is left."""

_PACE = 8
"""Spaces that a round is thought to bring."""

_ASKED_A_ROUND = 0.6
"""Endurance or Tactics that each round to come is thought to ask for."""

_MOST_POINT = 2.0
"""How much an Endurance or Tactics counts at most, in points of the measure."""


def point(sight: Sight, own: ChariotLog) -> float:
    """Return the worth of an Endurance or Tactics: little, if more are left than the way will ask for."""
    assert own.square is not None, "who drives is on the track"
    steps = to_go(sight.board.id, max(0, sight.race_laps - own.laps))[own.square] / STEP
    left = max(0.0, steps) / _PACE
    return min(_MOST_POINT, _ASKED_A_ROUND * left / max(1.0, own.endurance - 1 + own.tactics / 2))


def good_speed(sight: Sight, ask: Ask, question: questions.ChooseSpeed) -> ChooseLevel:
    """Choose the best level for the rest of the way; recover when badly rattled."""
    own = sight.chariot(ask.entry)
    if own.rattled >= SHAKEN:
        return ChooseLevel(question.levels[0])
    return ChooseLevel(best_level(sight, ask.entry, question.levels, point(sight, own)))


def good_whip(sight: Sight, ask: Ask, question: questions.ChooseHardDriving) -> DriveHard:
    """Drive hard where it pays; with Tactics, if there are some to spare."""
    own = sight.chariot(ask.entry)
    if not is_whip_best(sight, ask.entry, max(1, question.move), point(sight, own)):
        return DriveHard(None)
    if "free" in question.payments:
        return DriveHard("free")
    if own.tactics >= SPARED_TACTICS:
        return DriveHard("tactics")
    return DriveHard("endurance" if own.endurance > _LAST_ENDURANCE else None)


def quiet_attack(sight: Sight, ask: Ask, question: questions.ChooseAttack) -> Attack | NoAttack:
    """Whip the leader, with Tactics to spare."""
    own = sight.chariot(ask.entry)
    whips = [each for each in question.attacks if each.kind == "whip" and not _is_ally(sight, own, each)]
    if own.tactics < SPARED_TACTICS or not whips:
        return NoAttack()
    return max(whips, key=lambda each: _lead(sight, each))


def _lead(sight: Sight, attack: Attack) -> tuple[int, int]:
    rival = sight.chariot(attack.rival)
    return rival.laps, -1 if rival.square is None else sight.board.rank[rival.square]


def _is_ally(sight: Sight, own: ChariotLog, attack: Attack) -> bool:
    return own.faction is not None and own.faction == sight.chariot(attack.rival).faction


def wary_defense(sight: Sight, ask: Ask, question: questions.ChooseDefense) -> Defend:
    """Defend as silent players do; keep one card fewer with little Endurance."""
    own = sight.chariot(ask.entry)
    silent = default_defense(own, question.cards, question.most)
    return Defend(min(question.most, silent.remove + (own.endurance <= TIRED)))
