"""A second kind of event for a league: drivers run on foot, in the toy game of these tests."""

from collections.abc import Mapping, Sequence

from engine.leagues.kinds import ChariotKind
from engine.leagues.words.facts import CameHomeHurt
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import Chariot, Entry, Stable
from engine.plots import Plot
from engine.table import Table
from records.values import EntryId
from tests.toy_goods import RunnerBrought, RunnerHome
from tests.toy_ruleset import TOY, Options


def _options(options: LeagueOptions) -> Options:
    return Options(turns=options.laps)


def _fit(stable: Stable) -> Mapping[int, int]:
    """Return who can run: every living driver, with or without a team."""
    drivers = {number: each.driver for number, each in stable.chariots.items()}
    return {number: each.boxes - each.hits for number, each in drivers.items() if each is not None and each.is_alive}


def _worth(chariot: Chariot) -> tuple[int, ...]:
    assert chariot.driver is not None
    return chariot.driver.modifier, chariot.driver.hits, -chariot.number


def _room(_options: LeagueOptions) -> int:
    return len(TOY.colours)


def _brings(_entry: Entry, chariot: Chariot, plots: Sequence[Plot]) -> RunnerBrought:
    assert chariot.driver is not None
    return RunnerBrought(chariot.driver.modifier, chariot.driver.hits, tuple(plots))


def _credit(_table: Table, _stable: EntryId, chariot: Chariot, home: RunnerHome, _field: int) -> None:
    assert chariot.driver is not None
    chariot.driver.wins += home.place == 1


def _come_home(table: Table, stable: EntryId, chariot: Chariot, home: RunnerHome) -> None:
    assert chariot.driver is not None
    chariot.driver.hits, chariot.driver.is_new = home.hits, False
    if home.hits < chariot.driver.boxes:
        table.tell(CameHomeHurt(stable, chariot.number, home.hits, ()))


RUN: ChariotKind[RunnerHome] = ChariotKind(
    rules=TOY,
    options=_options,
    fit=_fit,
    worth=_worth,
    most_each=1,
    room=_room,
    abreast=0,
    brings=_brings,
    devices=("drug",),
    home=RunnerHome,
    credit=_credit,
    come_home=_come_home,
    prizes=(300, 100),
)
