"""A second kind of event in a league: a run on foot, in turn with the race. It costs its own files and one value."""

import msgspec
import pytest

from engine.game import decoder
from engine.leagues import events, house, lineup, money, season, setup
from engine.leagues.ruleset import RULESET
from engine.leagues.words.facts import (
    BetsRevealed,
    CameHomeHurt,
    Entered,
    PlotExposed,
    Posted,
    RaceCameBack,
    ReckoningBegan,
)
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import Entries, Eve, Plan, RaceReturned, StableDay
from engine.leagues.words.state import CALENDAR, League, Stake
from engine.session import Session
from engine.stables import Aftermath, unpacked
from records.refusals import Refused
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, league, session
from tests.leagues.seasons import require_sound
from tests.toy_event import RUN
from tests.toy_goods import RunnerBrought, RunnerHome
from words.leagues import eve, refusals
from words.leagues.lines import line

TEMPERS = ("steady", "bold", "sly")
NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo"}


@pytest.fixture(autouse=True)
def _there_are_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(events._KNOWN, "run", RUN)  # the one line


def on_foot(phase: str) -> Session[League]:
    """Return a league of three stables before a run; Bob's driver has lost their team, and Cleo's is hurt."""
    made = league({ANN: 2, BOB: 1, CLEO: 1}, "stable", laps=2, kinds=("run",))
    for stable in made.stables.values():
        for each in stable.chariots.values():
            assert each.driver is not None
            if stable.number == BOB:
                each.team = None
            if stable.number == CLEO:
                each.driver.hits = 3
    played = session(made)
    while played.state.phase != phase:
        for ask in list(played.open.values()):
            first = Entries((min(made.stables[ask.entry].chariots),))
            played.answer(ask.entry, first if isinstance(ask.question, StableDay) else ask.default)
    return played


def come_home(played: Session[League], *homes: RunnerHome) -> None:
    played.answer(CALENDAR, RaceReturned(Aftermath.of(homes, 2)))
    played.answer(CALENDAR, played.open[CALENDAR].default)


def test_a_season_of_races_and_runs_is_played_to_its_end() -> None:
    options = LeagueOptions(events=4, laps=1, filled_to=4, kinds=("race", "run"))
    managers = {EntryId(n): house.MANAGERS[temper] for n, temper in enumerate(TEMPERS, start=1)}

    played = season.play_season(setup.new_league(options, season.members(TEMPERS)), managers, "two kinds")

    require_sound(played)
    told = played.table.told
    came = [fact for fact in told if isinstance(fact, RaceCameBack)]
    assert [b"horses" in bytes(fact.homes[0]) for fact in came] == [True, False, True, False]
    prizes = [fact for fact in told if isinstance(fact, Posted) and fact.why == "prize"]
    assert {sum(line.amount for line in fact.lines) for fact in prizes} == {0}
    assert sorted(abs(fact.lines[0].amount) for fact in prizes)[-1] == 300
    assert [stable.starts for stable in played.state.stables.values()] == [4, 4, 4]
    assert money.balance(played.state) == 0
    again = season.play_season(setup.new_league(options, season.members(TEMPERS)), managers, "two kinds")
    assert again.table.told == told


def test_the_sheet_of_entries_is_that_of_the_kind() -> None:
    """A driver without a team may run, and a stable enters one; in a race it is two, and a team there must be."""
    played = on_foot("stable")
    sheets = {ask.entry: ask.question for ask in played.open.values()}

    assert all(isinstance(each, StableDay) and each.most == 1 for each in sheets.values())
    assert isinstance(bobs := sheets[BOB], StableDay)
    assert (dict(bobs.injuries), tuple(bobs.cannot)) == ({3: 0}, ())
    with pytest.raises(Refused) as caught:
        played.answer(ANN, Entries((1, 2)))
    assert (caught.value.reason, caught.value.values["at_most"]) == (LeagueReason.TOO_MANY_ENTRIES, 1)


def test_the_line_up_draws_no_lanes_and_brings_runners() -> None:
    played = on_foot("eve")

    assert [(each.stable, each.lane, each.second_row) for each in played.state.entries] == [
        (ANN, 1, False),
        (BOB, 2, False),
        (CLEO, 3, False),
    ]
    brought = [
        unpacked(each.brings, RunnerBrought) for each in lineup.entrants(played.state) if each.brings is not None
    ]
    assert [(each.ahead, each.hits) for each in brought] == [(1, 7), (1, 7), (1, 3)]


def test_a_game_with_fewer_colours_and_places_leaves_somebody_out() -> None:
    """Five stables want to run, the toy game has four places; colours that it does not know become others."""
    made = league({EntryId(n): 1 for n in range(1, 6)}, laps=1, kinds=("run",))
    for number, colour in enumerate(("red", "orange", "white", "purple", "pink"), start=1):
        made.stables[EntryId(number)].colour = colour
    played = session(made)
    for ask in list(played.open.values()):
        played.answer(ask.entry, Entries((int(ask.entry),)))

    entered = [fact for fact in played.table.told if isinstance(fact, Entered)]
    assert len(entered) == 4
    assert sorted(fact.colour for fact in entered) == sorted(RUN.rules.colours)
    assert len(played.state.left_out) == 1


def test_only_what_can_be_bought_for_an_event_is_offered_and_taken() -> None:
    played = on_foot("eve")
    question: object = played.open[ANN].question
    with pytest.raises(Refused) as caught:
        played.answer(ANN, Eve((Stake(1, 100),), (Plan("sabotage", 3, 2_000),)))

    assert caught.value.reason is LeagueReason.NOT_FOR_THIS
    assert (
        refusals.sentence(caught.value)
        == "You can't have a sawn axle in this event. Possible here: drugged feed. (rule 24)"
    )
    sheet = Eve((Stake(1, 100),), (Plan("drug", 3, 900),))
    shown = eve.controls(played.view([ANN]), question, NAMES, sheet)  # type: ignore[arg-type]
    dark = next(menu for menu in shown.menus if menu.name == "dark")
    assert not [each.label for each in dark.options if "axle" in each.label or "bribe" in each.label]
    played.answer(ANN, sheet)


def test_a_plot_goes_out_with_its_runner_and_comes_to_light() -> None:
    played = on_foot("eve")
    played.answer(ANN, Eve((Stake(1, 100),), (Plan("drug", 3, 900),)))
    for ask in list(played.open.values()):
        played.answer(ask.entry, ask.default)
    came = season.run_race(played.state, played.table.dice, "pushy")
    assert came is not None

    played.answer(CALENDAR, RaceReturned(came))
    played.answer(CALENDAR, played.open[CALENDAR].default)

    [exposed] = [fact for fact in played.table.told if isinstance(fact, PlotExposed)]
    assert (exposed.payer, exposed.stable, exposed.device, exposed.works) == (ANN, BOB, "drug", True)


def test_who_comes_home_hurt_is_hurt_and_places_are_paid() -> None:
    played = on_foot("race")

    come_home(
        played,
        RunnerHome(EntryId(1), 2, None, 5),
        RunnerHome(EntryId(2), 1, 4, 7),
        RunnerHome(EntryId(3), None, None, 3),
    )

    told, stables = played.table.told, played.state.stables
    assert [(fact.stable, fact.hits) for fact in told if isinstance(fact, CameHomeHurt)] == [(ANN, 5), (CLEO, 3)]
    ann, bob = stables[ANN].chariots[1].driver, stables[BOB].chariots[3].driver
    assert ann is not None
    assert bob is not None
    assert (ann.hits, bob.hits, bob.wins) == (6, 7, 1), "a hit is recovered since"
    prizes = {fact.lines[0].account: fact for fact in told if isinstance(fact, Posted) and fact.why == "prize"}
    assert {number: fact.lines[0].amount for number, fact in prizes.items()} == {ANN: 100, BOB: 300}
    assert line(prizes[BOB], NAMES) == "🏆 Bob wins a prize of 300s"
    assert [fact.event for fact in told if isinstance(fact, ReckoningBegan)] == [2]
    assert money.balance(played.state) == 0
    assert any(isinstance(fact, BetsRevealed) for fact in told)


def test_a_season_under_way_is_read_back_with_all_that_came_home() -> None:
    played = on_foot("race")
    played.answer(CALENDAR, RaceReturned(Aftermath.of([RunnerHome(EntryId(n), n, 0, 7) for n in (1, 2, 3)], 2)))

    stored = msgspec.json.encode(played.state)

    assert decoder(League).decode(stored) == played.state
    told = [RULESET.read_fact(msgspec.json.encode(fact).decode()) for fact in played.table.told]
    assert told == played.table.told


def test_a_season_from_before_there_were_kinds_is_of_races() -> None:
    kept = msgspec.to_builtins(LeagueOptions())
    del kept["kinds"]

    assert msgspec.convert(kept, LeagueOptions) == LeagueOptions()
    assert events.kind_of(LeagueOptions(), 1) is events.KINDS["race"]


def test_races_and_galas_are_numbered_each_by_themselves() -> None:
    options = LeagueOptions(campaign="epic", events=6, arena="both", gala_every=2)

    told = [events.numbered(options, event) for event in range(1, 7)]

    assert told == [("race", 1, 3), ("gala", 1, 3), ("race", 2, 3), ("gala", 2, 3), ("race", 3, 3), ("gala", 3, 3)]
    assert events.numbered(LeagueOptions(events=10), 4) == ("race", 4, 10)
    for beyond in (LeagueOptions(events=10), options):
        _, number, many = events.numbered(beyond, beyond.events + 1)
        assert number > many, "no event of the season has this number"
