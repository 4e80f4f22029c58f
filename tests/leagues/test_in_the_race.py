"""The two doors of Circus Maximus: what entrants bring, what comes home, and plots that nobody sees (24)."""

from dataclasses import replace

import msgspec
import pytest

from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.seen.homecoming import STABLES
from engine.circus_maximus.words.asks import Forward, NextAction, PullBribe, ShareDrugs, Shares
from engine.circus_maximus.words.facts import Bribed, Drugged, LaneDrawn, PhaseBegan, PlotRevealed, SpeedFell, TurnBegan
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Horse, Race
from engine.dice import RaceDice
from engine.game import Entrant
from engine.goods.chariots import Brought, BroughtHorse, ChariotHome, HorseHome
from engine.leagues import events
from engine.leagues.events import check_kinds
from engine.leagues.races import RACE
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.reasons import LeagueReason
from engine.options import at_pace
from engine.plots import Plot, Trigger
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint
from engine.stables import packed
from records.refusals import Refused
from records.values import EntryId, Faction, Square

RED, BLUE, GREEN = map(EntryId, (1, 2, 3))
ADVANCED = Options(laps=1, edition="advanced")


def brought(lane: int, *plots: Plot, hits: int = 7, second_row: bool = False) -> Brought:
    horses = tuple(BroughtHorse(boxes, injury) for boxes, injury in ((6, 2), (4, 0), (4, 0), (5, 0)))
    return Brought(lane, second_row, horses, 37, "heavy", 2, 7, hits, plots)


def race(*brings: Brought, options: Options = ADVANCED) -> Race:
    goods = enumerate(map(packed, brings), start=1)
    entrants = [Entrant(EntryId(n), RULESET.colours[n - 1], Faction(n), brings=each) for n, each in goods]
    return RULESET.new_race(options, entrants)


def session(made: Race, seed: bytes = b"x") -> Session[Race]:
    return Session(RULESET, first_checkpoint(RULESET, made), RaceDice(seed))


def write_speeds(played: Session[Race]) -> None:
    for ask in list(played.open.values()):
        played.answer(ask.entry, ask.default)


def test_entrants_race_with_what_they_bring() -> None:
    """No points are asked for; lanes are those that the league drew; wounds count."""
    played = session(race(brought(7), brought(2, hits=3), brought(2, second_row=True)))

    chariot = played.state.chariots[BLUE]
    assert played.kind == "speed"
    assert (chariot.hits, chariot.hits_start, chariot.modifier, chariot.endurance, chariot.car) == (
        3,
        7,
        2,
        37,
        "heavy",
    )
    assert [horse.speed for horse in chariot.horses] == [4, 4, 4, 5]
    lanes = {fact.entry: fact.square for fact in played.table.told if isinstance(fact, LaneDrawn)}
    assert lanes[RED].endswith(".7")
    assert lanes[BLUE].endswith(".2")
    assert lanes[GREEN] != lanes[BLUE], "the second row stands behind the first"


@pytest.mark.parametrize("device", ["no attack", "slow", "drug", "sabotage"])
def test_nobody_sees_a_plot_before_it_is_revealed(device: str) -> None:
    plot = msgspec.convert({"number": 1, "payer": 2, "device": device, "sum": 3000, "security": 0}, Plot)
    worlds = [session(race(brought(1), brought(2))), session(race(brought(1, plot), brought(2)))]

    for viewer in ([], [RED], [BLUE]):
        one, other = (msgspec.json.encode(played.view(viewer)) for played in worlds)
        assert one == other
    assert worlds[0].table.told == worlds[1].table.told
    assert worlds[0].open == worlds[1].open


def revealed_turns(played: Session[Race]) -> list[int]:
    """Return the turns in which bribes came to light."""
    turns, turn = list[int](), 0
    for fact in played.table.told:
        if isinstance(fact, TurnBegan):
            turn = fact.turn
        elif isinstance(fact, PlotRevealed):
            turns.append(turn)
    return turns


def test_shown_by_hand_a_bribe_comes_before_the_driver_decides_again() -> None:
    """Blue shows it while speeds are written: Red's phase of this turn is held back by it."""
    bribe = Plot(4, Faction(2), "slow", 3_000, 0)
    played = session(race(brought(1, bribe), brought(2)))
    played.act(BLUE, PullBribe(Faction(2), 4))
    assert revealed_turns(played) == []

    while played.state.turn == 1:
        write_speeds(played)

    assert revealed_turns(played) == [1]
    told = [fact for fact in played.table.told if isinstance(fact, Bribed | PhaseBegan) and fact.entry == RED]
    assert [type(fact) for fact in told[:2]] == [Bribed, PhaseBegan], "before straining is asked for"


def test_in_the_midst_of_a_phase_a_bribe_takes_what_is_left_of_it() -> None:
    bribe = Plot(4, Faction(2), "slow", 3_000, 0)
    played = session(race(brought(1, bribe), brought(2)))
    while not isinstance(getattr(played.open.get(RED), "question", None), NextAction):
        write_speeds(played)
    before = played.state.phase
    assert before is not None
    most = before.total_speed
    played.act(BLUE, PullBribe(Faction(2), 4))
    assert revealed_turns(played) == [], "the question that is open stays as it is"

    played.answer(RED, Forward(1))

    assert len(revealed_turns(played)) == 1
    fallen = next(fact for fact in played.table.told if isinstance(fact, SpeedFell))
    assert fallen.total_speed < most


def test_where_turns_are_ordered_a_bribe_waits_for_the_next_one() -> None:
    bribe = Plot(4, Faction(2), "slow", 3_000, 0)
    played = session(race(brought(1, bribe), brought(2), options=at_pace(ADVANCED, is_ordered=True)))
    played.act(BLUE, PullBribe(Faction(2), 4))

    while played.state.turn == 1:
        write_speeds(played)

    assert revealed_turns(played) == [2]


def test_the_drugger_says_which_horses_as_the_drug_is_revealed() -> None:
    """R-G26: red's horses have 4, 4, 4 and 5 left; the plan is two horses of four."""
    drug = Plot(4, Faction(2), "drug", 1_500, 0, horses=(2, 3))
    played = session(race(brought(1, drug), brought(2)))
    while not any(isinstance(ask.question, ShareDrugs) for ask in played.open.values()):
        write_speeds(played)

    assert list(played.open) == [BLUE]
    assert played.open[BLUE].question == ShareDrugs(RED, 3, (4, 4, 4, 5))
    assert played.open[BLUE].default == Shares((0, 3, 0, 0)), "the plan counts in silence"
    with pytest.raises(Refused):
        played.answer(BLUE, Shares((3, 3, 0, 0)))
    played.answer(BLUE, Shares((1, 0, 0, 2)))

    drugged = next(fact for fact in played.table.told if isinstance(fact, Drugged))
    assert drugged.points == (1, 0, 0, 2)
    assert played.state.chariots[RED].drugged == [1, 0, 0, 2]


@pytest.mark.parametrize(("payer", "is_ordered"), [(2, True), (7, False)])
def test_ordered_turns_and_payers_without_a_chariot_keep_to_the_plan(payer: int, is_ordered: bool) -> None:
    drug = Plot(4, Faction(payer), "drug", 1_500, 0, horses=(2, 3))
    played = session(race(brought(1, drug), brought(2), options=at_pace(ADVANCED, is_ordered=is_ordered)))
    while played.state.turn == 1:
        write_speeds(played)

    drugged = next(fact for fact in played.table.told if isinstance(fact, Drugged))
    assert drugged.points == (0, 3, 0, 0)


def test_a_bribe_is_pulled_by_hand() -> None:
    bribe = Plot(4, Faction(2), "slow", 3_000, 0)
    played = session(race(brought(1, bribe), brought(2)))
    told = len(played.table.told)

    played.act(BLUE, PullBribe(Faction(2), 4))

    assert len(played.table.told) == told, "the others learn nothing"
    while played.state.turn == 1:
        write_speeds(played)
    revealed = [fact for fact in played.table.told if isinstance(fact, PlotRevealed)]
    assert [(fact.entry, fact.payer, fact.sum) for fact in revealed] == [(RED, 2, 3_000)]
    brought_home = STABLES.aftermath(played.state).revealed
    assert [(each.entry, each.payer, each.sum, each.works) for each in brought_home] == [
        (RED, 2, 3_000, revealed[0].works)
    ], "the league hears of it"


def test_a_trigger_is_changed_until_it_fires() -> None:
    bribe = Plot(4, Faction(2), "slow", 3_000, 0, trigger=Trigger("turn", 2))
    played = session(race(brought(1, bribe), brought(2)))

    played.act(BLUE, PullBribe(Faction(2), 4, Trigger("turn", 3)))

    while played.state.turn < 3:
        revealed_in_two = any(isinstance(fact, PlotRevealed) for fact in played.table.told)
        assert not revealed_in_two
        write_speeds(played)
    assert any(isinstance(fact, PlotRevealed) for fact in played.table.told)
    with pytest.raises(Refused) as caught:
        played.act(BLUE, PullBribe(Faction(2), 4))
    assert caught.value.reason is CircusReason.NO_SUCH_PLOT


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (PullBribe(Faction(3), 4), "another's"),
        (PullBribe(Faction(2), 5), "no such number"),
        (PullBribe(Faction(2), 6), "drugs are not pulled"),
        (PullBribe(Faction(2), 4, Trigger("turn", 0)), "a turn has a number"),
        (PullBribe(Faction(2), 4, Trigger("leads", 2)), "a lead has none"),
    ],
)
def test_what_is_no_bribe_of_theirs_is_refused(act: PullBribe, why: str) -> None:
    plots = (Plot(4, Faction(2), "slow", 3_000, 0), Plot(6, Faction(2), "drug", 3_000, 0))
    played = session(race(brought(1, *plots), brought(2)))
    before = msgspec.json.encode(played.state)

    with pytest.raises(Refused) as caught:
        played.act(BLUE, act)

    assert caught.value.reason is CircusReason.NO_SUCH_PLOT, why
    assert msgspec.json.encode(played.state) == before


# What comes home


def ended(**chariots: Chariot) -> Race:
    entries = {EntryId(n): chariot for n, chariot in enumerate(chariots.values(), start=1)}
    return Race(entries, ADVANCED, len(entries), is_set_up=True, turn=12, final_turn=True, is_over=True)


def home(square: str, corners: int, **fields: object) -> Chariot:
    horses = [Horse(boxes) for boxes in (5, 4, 4, 5)]
    made = Chariot("red", square=Square(square), corners=corners, horses=horses, hits=7, hits_start=7)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def gaps(made: Race) -> dict[int, tuple[int | None, int | None]]:
    return {each.entry: (each.place, each.gap) for each in STABLES.aftermath(made).heads}


def test_the_gap_of_two_who_crossed_is_their_factors() -> None:
    one = home("E3.1", 2, status="finished", factors_left=9, order=1)
    other = home("E1.1", 2, status="finished", factors_left=2, order=2)

    assert gaps(ended(red=one, blue=other)) == {1: (1, 7), 2: (2, None)}


def test_the_gap_over_the_line_is_factors_and_squares() -> None:
    """The winner has 4 factors left, the second lacks 3 squares to the line: 7 (D52)."""
    first = home("E3.1", 2, status="finished", factors_left=4, order=1)

    assert gaps(ended(red=first, blue=home("B31.1", 1))) == {1: (1, 7), 2: (2, None)}


def test_the_gap_of_two_on_the_track_is_the_squares_to_draw_level() -> None:
    made = ended(red=home("B30.3", 1), blue=home("B24.3", 1), green=home("E1.5", 2))
    made.chariots[GREEN].status = "finished"
    made.chariots[GREEN].factors_left = 1

    found = gaps(made)

    assert found[1] == (2, 6)
    assert found[3][0] == 1


def test_what_drugs_did_wears_off() -> None:
    """A horse with 5 boxes, 2 by drugs, 3 by rams: dead in the race, alive at home with 3 lost (R-G25)."""
    chariot = home("B30.3", 1, drugged=[2, 0, 0, 0])
    chariot.horses[0] = Horse(5, 5, "dead")
    chariot.horses[1] = Horse(4, 4, "cut free")

    (came, _) = STABLES.aftermath(ended(red=chariot, blue=home("B10.3", 1))).homes_as(ChariotHome)

    assert came.horses == (HorseHome(3, True), HorseHome(4, False), HorseHome(0, True), HorseHome(0, True))


def test_the_dead_and_the_wrecked_come_home_so() -> None:
    dead = home("B30.3", 1, driver="dead", hits=0, status="out")
    flipped = home("B20.3", 1, has_car=False, is_wrecked=True, status="runaway", driver="dragged", hits=2)
    held = home("B25.3", 1, has_car=False, status="halted", driver="on foot")

    homes = STABLES.aftermath(ended(red=dead, blue=flipped, green=held)).homes_as(ChariotHome)

    assert [(each.hits, each.is_car_whole, each.place) for each in homes] == [
        (0, True, None),
        (2, False, 1),
        (7, True, None),
    ]


# Who may race for a league


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (Options(), CircusReason.LEAGUE_IS_ADVANCED),
        (Options(edition="advanced", share_out=True), CircusReason.NOT_WITH_A_LEAGUE),
        (Options(edition="advanced", teams=True), CircusReason.NOT_WITH_A_LEAGUE),
        (Options(edition="advanced", detailed_specification=True), CircusReason.NOT_WITH_A_LEAGUE),
    ],
)
def test_races_that_take_nothing_from_a_stable_are_refused(options: Options, reason: CircusReason) -> None:
    with pytest.raises(Refused) as caught:
        STABLES.equip(options)

    assert caught.value.reason is reason


def test_only_games_with_the_door_serve_leagues(monkeypatch: pytest.MonkeyPatch) -> None:
    check_kinds(LeagueOptions())
    assert RULESET.stables is STABLES
    assert [rules.id for rules in RULESETS.values() if rules.stables is not None] == ["circus-maximus", "arena"]
    for rules in RULESETS.values():
        if rules.stables is not None:
            continue
        monkeypatch.setitem(events._KNOWN, "game", replace(RACE, rules=rules))
        with pytest.raises(Refused) as caught:
            check_kinds(LeagueOptions(kinds=("race", "game")))
        assert caught.value.reason is LeagueReason.NO_LEAGUE
        assert caught.value.values == {"game": rules.name}
