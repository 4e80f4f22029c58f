"""Seasons with gladiators at random, and with matches that are fought: they end, and what must always hold holds."""

from collections import Counter

import pytest

from engine.dice import audit
from engine.facts import Concealed, Rolled
from engine.leagues import season
from engine.leagues.house import MANAGERS
from engine.leagues.ruleset import RULESET
from engine.leagues.setup import new_league
from engine.leagues.words.arena_facts import GalaReckoned, PotShared
from engine.leagues.words.options import OF_GALAS, OF_GLADIATORS, ONLY_EPIC, LeagueOptions
from records.values import EntryId
from tests.leagues.arena_seasons import RandomArena
from tests.leagues.seasons import public, require_sound


@pytest.mark.parametrize("seed", range(8))
def test_a_season_at_random_breaks_nothing(seed: int) -> None:
    require_sound(RandomArena(seed).play())


@pytest.mark.slow
def test_all_that_can_happen_happens_in_some_season() -> None:
    told = Counter[str]()
    for seed in range(60):
        session = RandomArena(seed).play()
        require_sound(session)
        told.update(type(fact).__name__ for fact in session.table.told)

    wanted = (
        *("GladiatorMade", "GladiatorArmed", "GladiatorTrained", "GladiatorWithdrawn"),
        *("StateGladiatorCame", "PairsDrawn", "GalaPassedOver", "ManBetsRevealed", "PairOddsFixed", "GalaOpened"),
        *("PairWindowOpened", "PairWindowClosed", "PairWindowVoid", "GalaCameBack", "GalaReckoned", "CowardExecuted"),
        *("PotShared", "GladiatorLearned", "GladiatorLost", "GladiatorHurt", "WoundsHealed", "MarkLeft"),
        *("DuelOffered", "DuelAgreed", "DuelNamed", "DuelEnded", "DuelFought"),
    )
    assert [name for name in wanted if not told[name]] == []


def test_the_dice_of_a_season_are_those_of_its_seed() -> None:
    session = RandomArena(3).play()

    rolls = [fact for fact in public(session.table.told) if isinstance(fact, Rolled | Concealed)]

    assert audit(b"arena 3", rolls) is None
    assert audit(b"arena 4", rolls) is not None


def test_a_season_is_read_back_at_every_step() -> None:
    played = RandomArena(5)
    for _ in range(250):
        if played.session.is_over:
            break
        played.step()
        stored = RULESET.read_state(played.session.checkpoint.state, RULESET.version)
        assert stored.options.has_gladiators


@pytest.mark.parametrize(("arena", "form"), [("both", "pairs"), ("galas", "melee"), ("duels", "pairs")])
def test_house_managers_play_seasons_with_gladiators(arena: str, form: str) -> None:
    options = LeagueOptions(campaign="epic", events=4, laps=1, arena=arena, gala_every=2, form=form)  # type: ignore[arg-type]
    tempers = ("steady", "bold", "sly", "steady")
    managers = {EntryId(n): MANAGERS[temper] for n, temper in enumerate(tempers, start=1)}

    played = season.play_season(new_league(options, season.members(tempers)), managers, f"{arena} {form}")

    require_sound(played)
    told = played.table.told
    galas = [fact for fact in told if isinstance(fact, GalaReckoned)]
    assert len(galas) == (2 if options.has_galas else 0)
    for fact in told:
        if isinstance(fact, PotShared) and fact.share:
            assert fact.share * len(fact.survivors) <= fact.pot < (fact.share + 1) * len(fact.survivors)


def test_settings_of_the_arena_mean_nothing_without_it() -> None:
    assert set(RULESET.idle_options(LeagueOptions())) == {*ONLY_EPIC, *OF_GLADIATORS, *OF_GALAS}
    assert set(RULESET.idle_options(LeagueOptions(arena="both"))) == {*ONLY_EPIC, *OF_GLADIATORS, *OF_GALAS}
    epic = LeagueOptions(campaign="epic")
    assert set(RULESET.idle_options(epic)) == {"help", *OF_GLADIATORS, *OF_GALAS}
    assert set(RULESET.idle_options(LeagueOptions(campaign="epic", arena="duels"))) == {"help", *OF_GALAS}
    assert set(RULESET.idle_options(LeagueOptions(campaign="epic", arena="both"))) == {"help"}
