"""CM-32: two chariots that win together."""

from collections.abc import Sequence

from engine.circus_maximus.harm import finish
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.seen.series import results
from engine.circus_maximus.words.facts import RaceEnded
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Race
from engine.game import Table
from records.values import EntryId
from tests.circus_maximus.builders import BLUE, RED, a_chariot, a_race
from tests.scripted_dice import ScriptedDice


def ended(*chariots: Chariot, allies: Sequence[tuple[EntryId, EntryId]]) -> tuple[RaceEnded, Race]:
    """Return how a race with these allies ends as it stands."""
    race = a_race(*chariots)
    race.options = Options(teams=True)
    for one, other in allies:
        race.chariots[one].ally, race.chariots[other].ally = other, one
    table = Table(ScriptedDice())
    finish.end_race(race, table)
    (told,) = table.told
    assert isinstance(told, RaceEnded)
    return told, race


def test_cm_32_without_a_winner_nobody_has_a_place() -> None:
    told, race = ended(a_chariot("A9.1"), a_chariot("A9.2"), allies=[(RED, BLUE)])

    assert told.places == ()
    assert {each.place for each in results(RULESET.view_for(race, {}, ()))} == {None}
