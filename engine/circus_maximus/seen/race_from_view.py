"""A race made up from a view: nothing is in it that its viewer cannot see."""

from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.seen.views import ChariotView, PhaseView, RaceView
from engine.circus_maximus.words.state import (
    Chariot,
    Crossing,
    Dragging,
    Horse,
    Obstacle,
    Phase,
    Race,
    Runner,
    Weather,
    Wheels,
    log_of,
)
from records.values import Square


def race_from_view(view: RaceView) -> Race:
    """Return a race that looks like *view*; fields that the view does not tell are as at the start."""
    return Race(
        {chariot.entry: _chariot_from(view, chariot) for chariot in view.chariots},
        view.options,
        factions=len({chariot.faction for chariot in view.chariots} - {None}),
        is_set_up=view.is_set_up,
        turn=view.turn,
        markers=view.markers,
        final_turn=view.final_turn,
        is_over=view.is_over,
        phase=None if view.phase is None else _phase_from(view.phase),
        obstacles=[Obstacle(obstacle.kind, obstacle.square, obstacle.entry) for obstacle in view.obstacles],
        weather=Weather(view.is_raining, view.has_mud) if view.options.weather else None,
    )


def _chariot_from(view: RaceView, seen: ChariotView) -> Chariot:
    return Chariot(
        *log_of(seen),
        square=seen.square or Square(""),
        horses=[Horse(horse.original, horse.injury, horse.state) for horse in seen.horses],
        wheels=Wheels(seen.wheel_inside, seen.wheel_outside),
        jostle=seen.cdm - seen.modifier,
        no_strain=int(seen.may_not_strain),
        slowed=_slowed(view),
        stands_at_zero=edition_of(view.options).stands_at_zero,
        dragging=_dragging(seen),
        runner=_runner(view, seen),
        crossing=None if seen.crossing is None else Crossing(seen.crossing, seen.crossing_unpaid, seen.crossing_own),
        eyes_lost=list(seen.eyes_lost),
        weapons=list(seen.weapons),
        blinded_since=view.turn if seen.blinded else None,
    )


def _slowed(view: RaceView) -> int:
    """Return every team's loss of speed by the weather, in movement factors (16.7)."""
    return edition_of(view.options).slows(view.is_raining, view.has_mud)


def _dragging(seen: ChariotView) -> Dragging | None:
    """Return the dragging of a driver, as if it began here and now."""
    if seen.driver != "dragged" or seen.driver_square is None:
        return None
    return Dragging([seen.driver_square])


def _runner(view: RaceView, seen: ChariotView) -> Runner | None:
    """Return a driver on foot, as if they had just come free."""
    if seen.driver != "on foot" or seen.driver_square is None:
        return None
    return Runner(seen.driver_square, view.turn)


def _phase_from(seen: PhaseView) -> Phase:
    return Phase(
        seen.entry,
        base=seen.base,
        penalty=seen.penalty,
        gain_must=seen.gain_must,
        gain_may=seen.gain_may,
        strain=seen.strain,
        evade_debit=seen.evade_debit,
        total_speed=seen.total_speed,
        used=seen.used,
        factors=seen.factors,
        wheels_tried=[seen.entry] if seen.wheels_checked else [],
        attacked_from=list(seen.attacked_from),
        has_begun=seen.has_begun,
        is_straight=seen.is_straight,
        has_stepped=seen.has_stepped,
    )
