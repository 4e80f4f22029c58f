"""Gladiators who come from a stable: they bring wounds and a plea, and come home with what the match has left."""

import msgspec
import pytest

from engine.arena.asks import ChooseMan, Plan
from engine.arena.facts import ManEntered, PlansTold
from engine.arena.homecoming import aftermath, has_won, midway, winners
from engine.arena.ruleset import RULESET
from engine.arena.state import Match, Options
from engine.dice import RaceDice
from engine.facts import Rolled
from engine.game import Entrant
from engine.goods.gladiators import BroughtMan, ManHome, Plea, Wounds
from engine.leagues.gala_reckoning import is_coward
from engine.session import Session, first_checkpoint
from engine.stables import packed
from records.values import EntryId, Faction

ONE, TWO = EntryId(5), EntryId(8)
"""Entries of a gala's match are of its own sequence: they need not begin with 1."""

ARMOUR = ("A7", "C", "C", "C8", "C8")


def brought(number: int, wounds: Wounds = (0,) * 5, plea: Plea = "silent", w: int = 10) -> BroughtMan:
    return BroughtMan(number, f"Man {number}", "medium", 10, 1, 0, 3, w, ARMOUR, "large", 4, wounds, plea)


def session(*men: BroughtMan, seed: str = "sand", **options: object) -> Session[Match]:
    entrants = [
        Entrant(entry, colour, Faction(entry), brings=packed(man))
        for entry, colour, man in zip((ONE, TWO), ("red", "blue"), men, strict=True)
    ]
    match = RULESET.new_race(Options(**options), entrants)  # type: ignore[arg-type]
    return Session(RULESET, first_checkpoint(RULESET, match), RaceDice(seed.encode()))


def fight(played: Session[Match]) -> Match:
    while not played.is_over:
        view = played.view()
        for ask in list(played.open.values()):
            played.answer(ask.entry, RULESET.driver(RULESET.stand_in)(view, ask))
    return played.state


def test_nobody_is_asked_for_a_man_and_wounds_are_there_from_the_start() -> None:
    played = session(brought(3, wounds=(0, 2, 0, 0, 4)), brought(4))
    view = played.view()

    assert not any(isinstance(ask.question, ChooseMan) for ask in played.open.values())
    assert [list(each.wounds) for each in view.fighters] == [[0, 2, 0, 0, 4], [0, 0, 0, 0, 0]]
    entered = [fact.man for fact in played.table.told if isinstance(fact, ManEntered)]
    assert [(each.name, each.number, each.victories) for each in entered] == [("Man 3", 3, 4), ("Man 4", 4, 4)]


@pytest.mark.parametrize("seed", range(25))
def test_men_come_home_as_the_match_has_left_them(seed: int) -> None:
    match = fight(session(brought(3, wounds=(0, 2, 0, 0, 4)), brought(4), seed=f"home {seed}"))

    homes = aftermath(match).homes_as(ManHome)

    assert [home.entry for home in homes] == [ONE, TWO]
    for home in homes:
        fighter = match.fighters[home.entry]
        assert home.wounds == tuple(fighter.wounds)
        assert home.fate == {"fighting": "stands", "spared": "spared", "dead": "dead"}[fighter.status]
        assert (home.points, home.attacks) == (fighter.points, fighter.attacks)
        assert home.points == 0 or home.fate != "dead"
        assert home.won == (match.how == "fall" and match.winners == [home.entry] and home.fate == "stands")
    assert all(now >= before for now, before in zip(homes[0].wounds, (0, 2, 0, 0, 4), strict=True))
    assert {home.place for home in homes} in ({1, 2}, {None})
    assert {home.how for home in homes} == {match.how}


def test_a_match_is_followed_by_its_exchanges_and_who_stands() -> None:
    played = session(brought(3), brought(4), exchange="phase")
    assert (midway(played.state).turn, midway(played.state).order) == (0, (ONE, TWO))
    for ask in list(played.open.values()):
        played.answer(ask.entry, ask.default)

    assert midway(played.state).turn == 1


def fate_modifiers(plea: Plea, plan: Plan) -> list[int]:
    """Return what the victor's plea was worth, in a match in which the other man gives up."""
    played = session(brought(3, plea=plea), brought(4), exchange="phase", seed="plea")
    gives_up = Plan("close", "none", "all", surrender=True)
    while not played.is_over:
        for ask in list(played.open.values()):
            played.answer(ask.entry, plan if ask.entry == ONE else gives_up)
    rolls = [fact for fact in played.table.told if isinstance(fact, Rolled) and fact.what_for == "fate"]
    return [each.amount for roll in rolls for each in roll.modifiers if each.name == "plea"]


def test_an_owners_standing_plea_counts_where_the_plan_is_silent() -> None:
    silent = Plan("close", "hard-chest", "all")

    assert fate_modifiers("silent", silent) == []
    assert fate_modifiers("life", silent) == [1]
    assert fate_modifiers("death", silent) == [-1]
    assert fate_modifiers("death", msgspec.structs.replace(silent, plea="life")) == [1]


def test_a_plea_shows_in_no_view() -> None:
    views = [session(brought(3, plea=plea), brought(4)).view() for plea in ("life", "death")]

    assert views[0] == views[1]
    assert "life" not in repr(brought(3, plea="life"))


def test_in_a_melee_who_has_brought_nobody_down_has_not_won() -> None:
    played = session(brought(3), brought(4), sides="melee")
    match = fight(played)
    stands = [entry for entry, each in match.fighters.items() if each.status == "fighting"]

    assert any(isinstance(fact, PlansTold) for fact in played.table.told)
    for entry in match.fighters:
        fighter = match.fighters[entry]
        assert has_won(match, entry) == (entry in stands and fighter.kills + fighter.spared > 0)


THREE = EntryId(9)


def gives_up_in(exchange: int) -> ManHome:
    """Return how a man comes home of a melee that goes on, who strikes at nobody and gives up in some exchange."""
    men = zip((ONE, TWO, THREE), ("red", "blue", "green"), (brought(3), brought(4), brought(5)), strict=True)
    entrants = [Entrant(entry, colour, Faction(entry), brings=packed(man)) for entry, colour, man in men]
    begun = RULESET.new_race(Options(sides="melee", exchange="phase"), entrants)
    played = Session(RULESET, first_checkpoint(RULESET, begun), RaceDice(b"melee"))
    match = played.state
    waits, gives_up = Plan("stand", "none", "all"), Plan("stand", "none", "all", surrender=True)
    while not played.is_over and match.exchanges < 7:
        for ask in list(played.open.values()):
            gone = ask.entry == ONE and match.exchanges == exchange - 1
            played.answer(ask.entry, gives_up if gone else waits)
    assert match.fighters[ONE].status in ("spared", "dead")
    return next(each for each in aftermath(match).homes_as(ManHome) if each.entry == ONE)


@pytest.mark.parametrize(("exchange", "turns"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_in_a_melee_the_match_of_a_man_ends_as_he_falls(exchange: int, turns: int) -> None:
    """AR-26: who fell in the first turn had no time to attack, however long others fight on."""
    came = gives_up_in(exchange)

    assert (came.turns, came.attacks) == (turns, 0)
    spared = msgspec.structs.replace(came, fate="spared")
    assert is_coward(spared) == (turns > 1)
    assert not is_coward(msgspec.structs.replace(spared, attacks=1))


def home(entry: int, fate: str, points: int, place: int | None = None) -> ManHome:
    shared = {"gap": None, "wounds": (0,) * 5, "attacks": 3, "turns": 4, "how": "fall", "won": place == 1}
    return ManHome(entry=EntryId(entry), place=place, fate=fate, points=points, **shared)  # type: ignore[arg-type]


def test_backers_of_a_pair_are_paid_by_its_winner_those_of_a_melee_by_experience() -> None:
    """L-79, H.8.4: whoever stands last need not have learned most; the dead bring nobody anything."""
    melee = [home(1, "dead", 90), home(2, "spared", 30), home(3, "stands", 20, 1), home(4, "spared", 30)]

    assert winners(melee, is_melee=True) == [2, 4]
    assert winners(melee, is_melee=False) == [3]
    assert winners([home(1, "dead", 9), home(2, "dead", 9)], is_melee=True) == []
    assert winners([home(1, "stands", 9), home(2, "stands", 9)], is_melee=False) == []
