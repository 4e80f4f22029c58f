"""Leagues to be drawn: in mid-season, and as crowded as one can be."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine.circus_maximus.printed.tables import COLOURS
from engine.dice import RaceDice
from engine.goods.gladiators import Kind
from engine.leagues import season, views
from engine.leagues.house import MANAGERS
from engine.leagues.setup import new_league
from engine.leagues.views import GalaView, GladiatorView, LeagueView, ManEntryView
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import Consigned, Driver, Entry, Horse, League, Loan, Match, MatchState, StoredCar
from engine.session import Session
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, DIO, league

NAMES: Mapping[EntryId, str] = {ANN: "Ann", BOB: "Fuscus (careful)", CLEO: "Cleopatra of Alexandria", DIO: "Dio"}
MANY: Mapping[EntryId, str] = {EntryId(n): f"W🏇{'Maximus ' * 4}"[:32] for n in range(1, 17)}


def in_mid_season() -> LeagueView:
    """Return a season in its third race: hurt horses, a dead one, debts, a better, odds."""
    made = league({ANN: 2, BOB: 2, CLEO: 1, DIO: 0}, "race", event=3, betters=(DIO,))
    fortunes = {ANN: (9_800, 12_400), BOB: (10_900, 8_300), CLEO: (9_100, 10_600), DIO: (10_000, 10_000)}
    for stables in (made.stables, made.shown):
        for number, cash in fortunes.items():
            stables[number].fortunes = dict(enumerate(cash, start=1))
            stables[number].cash = cash[-1]
        chariots = stables[ANN].chariots
        assert chariots[1].team is not None
        chariots[1].form, chariots[1].team.horses[0].injury = [3, 1], 2
        chariots[2].has_car = False
        hurt = stables[BOB].chariots[3]
        assert hurt.team is not None
        hurt.form, hurt.team.horses[2].is_alive = [1, 0], False
        stables[CLEO].places = [2, 1]
    made.entries.append(Entry(EntryId(4), 9, None, "white", 6, False))
    made.loans = [Loan(1, CLEO, BOB, 500, 600, 4), Loan(2, ANN, BOB, 1_000, 1_500, 5)]
    made.odds = {1: 2, 3: 7}
    return views.view_for(made, {}, ())


def at_its_fullest() -> LeagueView:
    """Return a season of sixteen stables with long names and large sums, sixteen chariots in two rows."""
    made = league({EntryId(n): 5 for n in range(1, 17)} | {}, "eve", event=20, cash=1_234_567)
    for stables in (made.stables, made.shown):
        for number, stable in stables.items():
            stable.colour = COLOURS[number - 1]
            stable.fortunes = {event: 1_000_000 + number * event * 1_000 for event in range(1, 20)}
            for chariot in stable.chariots.values():
                chariot.form = [16, 15, 14, 13, 12]
    for n, entry in enumerate(made.entries):
        entry.lane, entry.second_row, entry.colour = n % 8 + 1, n >= 8, COLOURS[n]
    made.loans = [Loan(n, EntryId(1), EntryId(2), 100_000, 300_000, 20) for n in range(1, 9)]
    made.odds = {entry.chariot: 1_000 for entry in made.entries}
    return views.view_for(made, {}, ())


def _on_the_day() -> Session[League]:
    tempers = ["steady", "bold", "sly", "steady"]
    made = new_league(LeagueOptions(campaign="epic", laps=1), season.members(tempers))
    return season.begin(made, RaceDice(b"lots"))


def on_the_day_of_the_auction() -> LeagueView:
    """Return an Epic season with its first twenty lots, one of them sold by its owner."""
    session = _on_the_day()
    session.state.consigned.append(Consigned(1_001, BOB, "driver", 99, 500))
    view: LeagueView = session.view()
    return view


def after_the_auction() -> LeagueView:
    """Return the same in the stable phase: chariots that nobody wanted, and a stable with a full store."""
    session = _on_the_day()
    for member in list(session.open):
        session.answer(member, MANAGERS["steady"](session.view([member]), session.open[member]))
    stable = session.state.stables[ANN]
    stable.store.drivers = [Driver(90 + n, n, 7, 7 - n, name=f"Mamercus Felicissimus {n}") for n in range(3)]
    stable.store.cars = [StoredCar(1, "heavy"), StoredCar(2, "light"), StoredCar(3, "heavy")]
    stable.store.horses = [Horse(8, injury=2, number=4), Horse(3, number=5)]
    view: LeagueView = session.view([ANN])
    return view


def a_man(number: int, name: str, kind: Kind | None = "medium", **others: Any) -> GladiatorView:
    """Return a gladiator as all see him."""
    given: dict[str, Any] = {
        "tr": 10, "st": 1, "ag": 0, "con": 3, "w": 11, "armour": ("A7", "-", "C", "C8", "-"), "shield": "large",
        "wounds": (0, 0, 0, 0, 0), "collapse": 14, "experience": 0, "victories": 0, "private_wins": 0, "fights": 0,
        "spared": 0, "may_learn": False, "is_fit": True,
    }  # fmt: skip
    return GladiatorView(number=number, name=name, kind=kind, **{**given, **others})


def in_a_gala() -> LeagueView:
    """Return a league on the eve of a gala: two pairs, one man of the state, one who sits out."""
    view = after_the_auction()
    men = [
        a_man(1, "Mamercus Felicissimus the Egyptian", wounds=(1, 0, 4, 0, 11), victories=9, experience=33, fights=12),
        a_man(2, "Celer", "retiarius", shield="none", armour=("-", "-", "-", "C8", "-")),
        a_man(3, "Syrus", "heavy", st=-1, ag=-2),
        a_man(4, "Taurus", None, armour=("-",) * 5, shield="none"),
    ]
    owners = (view.stables[0].number, view.stables[1].number)
    stables = tuple(
        replace(each, gladiators=tuple(men[2 * place : 2 * place + 2]) if place < 2 else ())
        for place, each in enumerate(view.stables)
    )
    stranger = a_man(-1, "Verus", "light")
    whose = ((1, owners[0]), (2, owners[0]), (3, owners[1]), (4, owners[1]), (-1, None))
    colours = ("red", "red", "blue", "blue", "black")
    named = {each.number: each.name for each in (*men, stranger)}
    entries = tuple(
        ManEntryView(EntryId(place), man, owner, colour, named[man])
        for place, ((man, owner), colour) in enumerate(zip(whose, colours, strict=True), start=1)
    )
    pairs = ((EntryId(1), EntryId(3)), (EntryId(2), EntryId(5)))
    gala = GalaView("pairs", entries, pairs, (EntryId(4),), (stranger,), {}, {EntryId(1): 2, EntryId(3): 1}, {}, {})
    return replace(view, stables=stables, gala=gala)


def with_match(state: MatchState = "running", *, side: int = 3, names_told: bool = True) -> LeagueView:
    """Return a season with a match: of sides of three if nothing else is said, named by both, or by Ann alone."""
    made = league({ANN: 3, BOB: 3, CLEO: 1, DIO: 0}, "stable", event=3, betters=(DIO,), campaign="epic")
    match = Match(1, ANN, BOB, side, 5, 12_000, 3, 3, state)
    match.named = {ANN: tuple(range(1, side + 1))}
    if names_told:
        match.named[BOB] = tuple(range(4, side + 4))
    if state == "over":
        match.winner, match.places = ANN, {1: 1, 4: 2, 2: 3, 5: 0, 3: 4, 6: 5}
    made.matches.append(match)
    return views.view_for(made, {}, ())
