"""The cost of a start from zero, off the speed that a player writes."""

from engine.circus_maximus.printed.editions import dice_of_start, edition_of
from engine.circus_maximus.seen.views import ChariotView, RaceView
from words.circus_maximus.numbers import rule


def standing_start(view: RaceView, chariot: ChariotView, speed: int, when: str = "") -> str:
    """Return the cost of a standing start, off *speed*; empty if there is none to pay (6.9, 16.5, II.8.4.3).

    :param speed: the written one, or the highest legal one.
    :param when: words to put after the cost, with a comma before them.
    """
    dice = dice_of_start(view.options, max(1, view.turn), chariot, speed)
    if not dice:
        return ""
    if view.options.first_turn_acceleration:
        return f"Two dice less your driver modifier come off it for the standing start{when}. (rule 16.5)"
    edition = edition_of(view.options)
    if "start" in edition.sequence and chariot.start_die:
        return f"Your standing start took {chariot.start_die} off it. {rule(edition, '6.9')}"
    left = "" if edition.least_start is None else f"; at least {edition.least_start} is left"
    if dice == 1:
        return f"A die comes off it for the standing start{when}{left}. {rule(edition, '6.9')}"
    return f"{dice} dice come off it for the start of your {chariot.car} car{when}{left}. {rule(edition, '6.9')}"
