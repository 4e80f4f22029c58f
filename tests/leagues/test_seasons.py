"""Seasons of house managers and seasons at random: they end, and what must always hold always holds."""

import copy
from typing import Literal

import msgspec
import pytest

from engine.dice import RaceDice, audit
from engine.facts import Concealed, Rolled
from engine.game import decoder
from engine.leagues import house, lineup, money, races, season, setup
from engine.leagues.ruleset import RULESET
from engine.leagues.views import LeagueView
from engine.leagues.words.facts import Whispered
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.sheets import CalledOff, RaceReturned
from engine.leagues.words.state import League
from engine.questions import Answer
from engine.stables import Aftermath
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, league
from tests.leagues.seasons import RandomSeason, public, require_sound

TEMPERS = ("steady", "bold", "sly")


@pytest.mark.parametrize("seed", range(6))
def test_a_season_at_random_breaks_nothing(seed: int) -> None:
    require_sound(RandomSeason(seed).play())


def test_the_dice_of_a_season_are_those_of_its_seed() -> None:
    session = RandomSeason(3).play()

    rolls = [fact for fact in public(session.table.told) if isinstance(fact, Rolled | Concealed)]

    assert any(isinstance(fact, Whispered) for fact in session.table.told)
    assert audit(b"season 3", rolls) is None
    assert audit(b"season 4", rolls) is not None


def test_one_person_plays_a_season_against_the_house() -> None:
    """Races are driven by house drivers; the person says nothing, and the season ends."""
    members = [setup.Member("white"), *season.members(TEMPERS)]
    managers = {EntryId(n): house.MANAGERS[temper] for n, temper in enumerate(TEMPERS, start=2)}
    league = setup.new_league(LeagueOptions(events=2, laps=1), members)

    session = season.play_season(league, managers, "a season")

    assert session.is_over
    assert money.balance(session.state) == 0
    assert [stable.starts for stable in session.state.stables.values()] == [2, 2, 2, 2]
    again = season.play_season(setup.new_league(LeagueOptions(events=2, laps=1), members), managers, "a season")
    assert again.table.told == session.table.told, "the same seed gives the same season"


@pytest.mark.parametrize("laps", [1, 2, 3])
def test_races_take_as_many_turns_as_a_season_is_reckoned_with(laps: Literal[1, 2, 3]) -> None:
    started = setup.new_league(LeagueOptions(events=4, laps=laps), season.members(TEMPERS * 2))
    played, turns = season.begin(started, RaceDice(b"turns")), list[int]()

    def race(state: League) -> Answer:
        came_home = season.run_race(state, RaceDice(f"{laps}:{state.event}".encode()))
        assert came_home is not None
        turns.append(came_home.turns)
        return RaceReturned(came_home)

    while not played.is_over:
        season.answer_open(played, {}, race)

    assert len(turns) == 4
    assert abs(sum(turns) / len(turns) - races.TURNS[laps]) <= 1.5


def endurances(league: League) -> dict[int, int]:
    """Return the endurance that each stable's teams have, by chariot."""
    owned = (chariot for stable in league.stables.values() for chariot in stable.chariots.values())
    return {chariot.number: chariot.team.endurance for chariot in owned if chariot.team}


def test_an_event_of_the_epic_edition_comes_home() -> None:
    """What a stable brings is changed by the edition for the race alone, and what it lost there comes home."""
    league = setup.new_league(LeagueOptions(events=2, laps=1, edition="epic"), season.members(TEMPERS))
    managers = {EntryId(n): house.MANAGERS[temper] for n, temper in enumerate(TEMPERS, start=1)}
    raced: list[tuple[League, Aftermath]] = []

    def race(state: League) -> Answer:
        came_home = season.run_race(state, RaceDice(b"an epic event"))
        assert came_home is not None
        raced.append((copy.deepcopy(state), came_home))
        return RaceReturned(came_home)

    session = season.begin(league, RaceDice(b"epic"))
    while not raced or session.state.event == 1:
        season.answer_open(session, managers, race)

    (before, home) = raced[0]
    options = races.race_options(before.options)
    assert (options.edition, options.weather, options.horse_carcasses) == ("epic", True, True)
    assert {each.entry for each in home.heads} == set(range(1, len(lineup.entrants(before)) + 1))
    assert sorted(each.place for each in home.heads if each.place) == list(
        range(1, 1 + sum(each.place is not None for each in home.heads))
    )
    assert endurances(session.state) == endurances(before)
    assert money.balance(session.state) == 0


def test_a_session_is_taken_up_from_any_checkpoint() -> None:
    """A league that is rebuilt in the midst of a phase, and answered alike, tells the same story."""
    members = season.members(TEMPERS)
    managers = {EntryId(n): house.MANAGERS[temper] for n, temper in enumerate(TEMPERS, start=1)}

    def no_race(_league: League) -> Answer:
        return CalledOff()

    one = season.begin(setup.new_league(LeagueOptions(events=1), members), RaceDice(b"x"))
    season.answer_open(one, managers, no_race)
    season.answer_open(one, managers, no_race)
    other = type(one)(RULESET, one.checkpoint, RaceDice(b"x", one.checkpoint.rolled))
    assert other.state == one.state
    assert other.open == one.open
    season.answer_open(one, managers, no_race)
    season.answer_open(other, managers, no_race)

    assert other.state == one.state
    assert other.table.digest == one.table.digest


def test_what_an_earlier_version_kept_of_a_season_is_read() -> None:
    """Fields that were added while seasons were under way are missing there."""
    made = league({ANN: 1, BOB: 1})
    shown = RULESET.view_for(made, {}, [])
    state, view = msgspec.to_builtins(made, str_keys=True), msgspec.to_builtins(shown, str_keys=True)
    del state["let_stand"], view["let_stand"], view["may_protest"]
    del state["options"]["prizes"], view["options"]["prizes"]
    for each in (*state["stables"].values(), *state["shown"].values()):
        del each["final"]

    assert decoder(League).decode(msgspec.json.encode(state)) == made
    assert decoder(LeagueView).decode(msgspec.json.encode(view)) == shown
