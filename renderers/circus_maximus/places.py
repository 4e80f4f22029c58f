"""The order of the chariots, and the gaps between them."""

from collections.abc import Sequence

from engine.circus_maximus.seen.gaps import squares_run
from engine.circus_maximus.seen.series import is_placed, results
from engine.circus_maximus.seen.views import ChariotView, RaceView
from records.values import EntryId
from renderers.scene import Standing


def standings(view: RaceView) -> Sequence[Standing]:
    """Return how all chariots stand, leader first, as the race would be ranked if it ended now (10.2 to 10.5)."""
    ranked = [view.chariot(result.entry) for result in results(view)]
    places = {result.entry: result.place for result in results(view)}
    runs = [run for run in (squares_run(view, chariot) for chariot in ranked) if run is not None]
    lead = runs[0] if runs else None
    found = []
    for number, chariot in enumerate(ranked, start=1):
        run = squares_run(view, chariot)
        behind = None if run is None or lead is None else max(0, round(lead - run))
        may_be_placed = is_placed(chariot) or (not view.is_set_up and chariot.status == "racing")
        place = places[chariot.entry] if view.is_over else number if may_be_placed else None
        found.append(Standing(chariot.entry, chariot.colour, place, behind, fate_of(chariot)))
    return found


def winners(view: RaceView) -> list[EntryId]:
    """Return who has won, or the allies who have; nobody before the end, and where nobody came home (10.2 to 10.5)."""
    return [result.entry for result in results(view) if result.place == 1] if view.is_over else []


def ranked(view: RaceView) -> list[ChariotView]:
    """Return all chariots, leader first."""
    return [view.chariot(each.entry) for each in standings(view)]


def fate_of(chariot: ChariotView) -> str:
    """Return a chariot's fate in a word; empty while it simply races."""
    match chariot.status:
        case "finished":
            return "home"
        case "racing":
            return ""
        case "runaway":
            return "dragged" if chariot.driver == "dragged" else "runaway"
        case _:
            return "out"
