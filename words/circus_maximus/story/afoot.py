"""Lines of drivers who are dragged, or on foot."""

from engine.circus_maximus.words import facts
from words.circus_maximus.story.lines import CAUSES, Names, line, squares
from words.shared.telling import count


@line.register
def driver_dragged(fact: facts.DriverDragged, names: Names) -> str:
    return f"{names[fact.entry]}'s driver hangs in the reins and is dragged along ({fact.square})."


@line.register
def pulled_out(fact: facts.PulledOut, names: Names) -> str:
    by = f" by {names[fact.by]}" if fact.by is not None else ""
    return f"{names[fact.entry]}'s driver is pulled out of the car{by} and dragged along behind it."


@line.register
def driver_freed(fact: facts.DriverFreed, names: Names) -> str:
    return f"🏃 {names[fact.entry]}'s driver cuts the reins and gets up on {fact.square}."


@line.register
def freeing_failed(fact: facts.FreeingFailed, names: Names) -> str:
    return f"{names[fact.entry]}'s driver cannot get free of the reins."


@line.register
def driver_hurt(fact: facts.DriverHurt, names: Names) -> str:
    return f"{names[fact.entry]}'s driver loses {count(fact.hits, 'hit')} ({CAUSES[fact.cause]}): {fact.left} left."


@line.register
def stood_up(fact: facts.StoodUp, names: Names) -> str:
    return f"🏃 {names[fact.entry]}'s driver stands up on {fact.square} and is on foot."


@line.register
def run_down(fact: facts.RunDown, names: Names) -> str:
    paid = "" if fact.at_once else " of its next highest speed"
    return (
        f"☠️ {names[fact.by]} runs down the driver of {names[fact.entry]}, who is killed; it costs "
        f"{squares(fact.factors)}{paid}."
    )


@line.register
def run_over(fact: facts.RunOver, names: Names) -> str:
    owed = f", and its next move {fact.owed} more" if fact.owed else ""
    return (
        f"☠️ {names[fact.by]} runs down the driver of {names[fact.entry]}, who is killed; it costs "
        f"{squares(fact.paid)}{owed}."
    )


@line.register
def dodged(fact: facts.Dodged, names: Names) -> str:
    return f"🏃 {names[fact.entry]}'s driver jumps out of the way of {names[fact.by]}, to {fact.to}."


@line.register
def stepped_off(fact: facts.SteppedOff, names: Names) -> str:
    return f"🏃 {names[fact.entry]}'s driver leaves the chariot to stand there, for {fact.square}, and is on foot."


@line.register
def ran_on_foot(fact: facts.RanOnFoot, names: Names) -> str:
    return f"🏃 {names[fact.entry]}'s driver runs to {fact.to}."


@line.register
def climb_failed(fact: facts.ClimbFailed, names: Names) -> str:
    return f"{names[fact.entry]}'s driver slips off the wall at {fact.square}."


@line.register
def escaped(fact: facts.Escaped, names: Names) -> str:
    return f"🧗 {names[fact.entry]}'s driver climbs over the wall at {fact.square} and is safe."
