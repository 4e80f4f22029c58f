"""Two worlds with gladiators that differ in one secret: nobody else sees a difference before it is told (H.11)."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from engine.goods.gladiators import ManHome
from engine.leagues import barracks
from engine.leagues.words import acts, arena_acts, epic_acts
from engine.leagues.words.arena_facts import DuelNamed, GladiatorTrained, PairsDrawn
from engine.leagues.words.arena_sheets import GalaEntries, GalaEntry, GalaEve
from engine.leagues.words.arena_state import Gladiator, ManOnMarket, ManStake
from engine.leagues.words.epic_sheets import BidSheet, Maximum
from engine.leagues.words.sheets import RaceReturned, RunRace
from engine.leagues.words.state import CALENDAR, Goods, League, Match, Part, PhaseName
from engine.questions import Answer
from engine.session import Session
from engine.stables import Aftermath
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, DIO, league, session
from tests.leagues.test_secrets import SALT, acts_so, answers, check_alike, seen_by

OTHERS = (None, BOB, CLEO, DIO)
Steps = Callable[[Session[League]], object]


def man(number: int, **fields: object) -> Gladiator:
    made = Gladiator(number, f"Man {number}", 10, 0, 0, 3, 10, "medium", shield="large")
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def made(phase: PhaseName, *, duel: bool = False) -> Session[League]:
    """Return a season whose second event is a gala; Ann has three gladiators, Bob two, Cleo one, Dio bets only."""
    owns = {ANN: 1, BOB: 1, CLEO: 1, DIO: 0}
    found = league(owns, "stable", betters=(DIO,), campaign="epic", arena="both", gala_every=2)
    found.phase = phase
    numbers = {ANN: (1, 2, 3), BOB: (4, 5), CLEO: (6,)}
    for stable, own in numbers.items():
        found.stables[stable].gladiators = {number: man(number) for number in own}
    found.stables[ANN].gladiators[1].experience = 90
    found.stables[ANN].gladiators[1].may_learn = True
    found.stables[ANN].gladiators[3].kind = None
    found.gladiators = 6
    table = Table(session(deepcopy(found)).table.dice)
    found.men = [ManOnMarket(barracks.random_gladiator(found, table, None), 300) for _ in range(2)]
    if duel:
        found.matches.append(Match(1, ANN, BOB, 1, 1, 100, 1, found.event, "agreed", is_duel=True))
        for stable in (ANN, BOB):
            found.stables[stable].cash -= 100
        found.escrow = 200
    found.shown = deepcopy(found.stables)
    return session(found)


def worlds(phase: PhaseName, one: Steps, other: Steps, *, duel: bool = False) -> list[Session[League]]:
    both = [made(phase, duel=duel), made(phase, duel=duel)]
    for played, steps in zip(both, (one, other), strict=True):
        steps(played)
    return both


def enters(*men: GalaEntry) -> Steps:
    return answers(GalaEntries(men))


@pytest.mark.parametrize(
    ("phase", "one", "other"),
    [
        ("market", answers(BidSheet((Maximum(2_007, 900),))), answers(BidSheet((Maximum(2_007, 900, "heavy"),)))),
        ("market", answers(BidSheet((Maximum(2_007, 900),))), answers(BidSheet((Maximum(2_008, 400),), wanted=1))),
        ("market", acts_so(arena_acts.TrainGladiator(1, "agility")), acts_so()),
        ("stable", acts_so(arena_acts.TrainGladiator(1, "wounds")), acts_so(arena_acts.TrainGladiator(1, "training"))),
        ("stable", acts_so(arena_acts.ArmGladiator(3, "heavy")), acts_so(arena_acts.ArmGladiator(3, "light"))),
        ("stable", enters(GalaEntry(1)), enters(GalaEntry(1, "death"))),
        ("stable", enters(GalaEntry(1)), enters(GalaEntry(2), GalaEntry(1))),
        ("stable", enters(), answers(GalaEntries(by_manager=True))),
    ],
    ids=["a type", "a bid", "a lesson", "another lesson", "armour", "a plea", "entries", "nobody"],
)
def test_what_is_sealed_or_learned_shows_nowhere(phase: PhaseName, one: Steps, other: Steps) -> None:
    check_alike(worlds(phase, one, other), OTHERS)


def to_the_show(played: Session[League], plea: GalaEntry, *stakes: ManStake) -> None:
    """Let Ann and Bob enter a man each, and all go on to the show."""
    played.answer(ANN, GalaEntries((plea,)), salt=SALT)
    played.answer(BOB, GalaEntries((GalaEntry(4),)), salt=SALT)
    played.answer(CLEO, GalaEntries(), salt=SALT)
    if stakes:
        played.answer(ANN, GalaEve(stakes), salt=SALT)


def test_a_plea_shows_nowhere_before_the_match() -> None:
    """The pairs are drawn alike, and nobody sees it in the entries, nor while they fight, nor in the reckoning."""
    both = [made("stable"), made("stable")]
    for played, plea in zip(both, (GalaEntry(1, "life"), GalaEntry(1, "death")), strict=True):
        to_the_show(played, plea)
        for ask in list(played.open.values()):
            played.answer(ask.entry, ask.default, salt=SALT)
    check_alike(both, OTHERS)

    for played in both:
        assert isinstance(played.open[CALENDAR].question, RunRace)
        homes = [
            ManHome(EntryId(n), n, None, "stands" if n == 1 else "spared", (0,) * 5, 4, 3, "fall", n == 1, 9)
            for n in (1, 2)
        ]
        played.answer(CALENDAR, RaceReturned(Aftermath.of(homes, 3)))
        played.answer(CALENDAR, played.open[CALENDAR].default)
    for viewer in OTHERS:
        assert seen_by(both[0], viewer) == seen_by(both[1], viewer)


def test_a_bet_on_a_pair_shows_nowhere_before_the_eve_closes() -> None:
    both = [made("stable"), made("stable")]
    for played, amount in zip(both, (100, 2_000), strict=True):
        to_the_show(played, GalaEntry(1), ManStake(EntryId(1), amount))
    check_alike(both, OTHERS)


def test_a_bet_of_the_second_round_shows_nowhere_before_it_closes() -> None:
    both = [made("stable"), made("stable")]
    for played, amount in zip(both, (100, 400), strict=True):
        to_the_show(played, GalaEntry(1), ManStake(EntryId(1), 500))
        for ask in list(played.open.values()):
            played.answer(ask.entry, ask.default, salt=SALT)
        played.act(CALENDAR, arena_acts.OpenPairWindow(1))
        played.act(ANN, arena_acts.BetOnPair(1, (ManStake(EntryId(1), amount),)))
    check_alike(both, OTHERS)


# Duels


def named(*men: int) -> Steps:
    return acts_so(arena_acts.NameForDuel(1, men))


@pytest.mark.parametrize("other", [named(2), acts_so()], ids=["another one", "nobody"])
def test_a_name_for_a_duel_shows_nowhere(other: Steps) -> None:
    check_alike(worlds("stable", named(1), other, duel=True), OTHERS)


@pytest.mark.parametrize(
    "probe",
    [
        acts.OfferDeal(ANN, Goods(money=100), Goods(parts=(Part("gladiator", 0, 0, 1),))),
        acts.OfferDeal(ANN, Goods(money=100), Goods(parts=(Part("gladiator", 0, 0, 2),))),
        arena_acts.ChallengeToDuel(ANN, 3, 1, 100),
        arena_acts.NameForDuel(1, (1,)),
        arena_acts.TrainGladiator(1, "agility"),
        epic_acts.Consign("gladiator", 1, 100),
    ],
    ids=["a deal", "another deal", "a challenge", "the name", "training", "an auction"],
)
def test_nobody_finds_a_name_out_by_trying(probe: Answer) -> None:
    found = []
    for played in worlds("stable", named(1), acts_so(), duel=True):
        try:
            played.act(BOB, probe)
            found.append(("", seen_by(played, BOB)))
        except Refused as refused:
            found.append((str(refused), seen_by(played, BOB)))

    assert found[0] == found[1]


def test_both_names_are_told_together() -> None:
    played = made("stable", duel=True)
    played.act(ANN, arena_acts.NameForDuel(1, (1,)))
    before = [fact for fact in played.table.told if isinstance(fact, DuelNamed)]
    hidden = played.view([BOB]).matches[0].named
    played.act(BOB, arena_acts.NameForDuel(1, (4,)))

    assert (before, hidden) == ([], {})
    assert [fact.names for fact in played.table.told if isinstance(fact, DuelNamed)] == [("Man 1", "Man 4")]
    assert played.view([]).matches[0].named == {ANN: (1,), BOB: (4,)}


def test_all_is_told_as_the_stables_close() -> None:
    played = made("stable")
    played.act(ANN, arena_acts.TrainGladiator(1, "agility"))
    hidden = played.view([BOB]).stable(ANN).gladiators[0].ag
    for member in (ANN, BOB, CLEO):
        played.answer(member, GalaEntries(by_manager=True), salt=SALT)

    assert (hidden, played.view([BOB]).stable(ANN).gladiators[0].ag) == (0, 1)
    told = [type(fact) for fact in played.table.told]
    assert GladiatorTrained in told
    assert told.index(GladiatorTrained) < told.index(PairsDrawn)


def test_who_accepts_a_man_too_late_cannot_tell_whether_he_was_named_or_has_learned() -> None:
    told = []
    for meanwhile in (arena_acts.NameForDuel(1, (1,)), arena_acts.TrainGladiator(1, "agility")):
        played = made("stable", duel=True)
        played.act(ANN, acts.OfferDeal(BOB, Goods(parts=(Part("gladiator", 0, 0, 1),)), Goods(money=100)))
        played.act(ANN, meanwhile)
        with pytest.raises(Refused) as refused:
            played.act(BOB, acts.Accept(1))
        told.append((str(refused.value), seen_by(played, BOB)))
        assert 1 in played.state.stables[ANN].gladiators

    assert told[0] == told[1]
