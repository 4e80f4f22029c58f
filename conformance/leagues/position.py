"""A league as a case describes it: stables by name, chariots by number, the event under way."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import msgspec

from conformance.cases import Case
from conformance.converting import understood
from conformance.leagues import sand
from conformance.leagues.sand import GalaSetting, GladiatorSetting
from engine.circus_maximus.printed.tables import COLOURS
from engine.goods.chariots import Wounds
from engine.leagues import fitness
from engine.leagues.words.arena_state import ManEntry
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import (
    BANK,
    Allotment,
    CarType,
    Chariot,
    Consigned,
    Driver,
    Entry,
    Horse,
    ItemKind,
    League,
    Loan,
    Manager,
    MarketLot,
    Match,
    MatchState,
    PhaseName,
    Role,
    Stable,
    Stake,
    Status,
    StoredCar,
    Team,
)
from records.values import EntryId


class ChariotSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chariot of a stable; parts left out are whole and of no account."""

    horses: tuple[int, int, int, int] = (5, 4, 4, 5)  # full speeds
    injuries: tuple[int, int, int, int] = (0, 0, 0, 0)
    dead: list[int] = []  # places of dead horses, 1 leftmost
    endurance: int = 40
    ceiling: int | None = None
    built: int = 1  # points of endurance it was built with
    team: bool = True  # false if an auction has taken it
    team_xp: int = 0
    car: CarType = "normal"
    wrecked: bool = False
    dm: int = 0
    boxes: int = 7
    hits: int | None = None  # left; all, unless it is said; 0 for a dead driver
    driver_xp: int = 0
    driver_wins: int = 0
    private_wins: int = 0  # of them, those of match races
    name: str = ""  # of the driver
    bought: int = 0  # in which event, a team of the Epic campaign
    had_car: bool = True
    had_driver: bool = True
    matched: int = 0
    wheels: tuple[int, int] = (0, 0)
    weakened: int = 0  # by a critical wound


class DriverSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A driver in a store."""

    dm: int = 0
    boxes: int = 7
    hits: int = 7
    xp: int = 0
    name: str = ""
    bought: int = 0


class StoreSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A store of the Epic campaign; cars and horses are numbered on, horses first."""

    horses: list[tuple[int, int]] = []  # full speed, injury
    cars: list[CarType] = []
    drivers: list[DriverSetting] = []


class StableSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member of the league."""

    cash: int = 10_000
    role: Role = "owner"
    status: Status = "active"
    house: bool = False
    chariots: dict[str, ChariotSetting] = {}
    manager: Manager = Manager()
    places: list[int] = []
    starts: int = 0
    wins: int = 0
    helped: int = 0
    store: StoreSetting = StoreSetting()
    champions: list[str] = []
    restarts: int = 0
    was_slave: bool = False
    gladiators: dict[str, GladiatorSetting] = {}
    gala_wins: int = 0


class LotSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chariot on the market of the Epic campaign."""

    start: int = 500
    unsold: int = 0
    chariot: ChariotSetting = ChariotSetting()


class ConsignedSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Goods that an owner has put into the next auction."""

    owner: str
    kind: ItemKind
    item: int
    reserve: int = 100


class MatchSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match race; its stakes are in escrow if it is agreed, and its chariots line up in order if it is run."""

    challenger: str
    challenged: str
    side: int = 1
    odds: int = 1
    stake: int = 100
    state: MatchState = "agreed"
    named: dict[str, list[int]] = {}
    raised_by: str = ""
    duel: bool = False  # of gladiators


class LoanSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A loan under way."""

    lender: str
    borrower: str
    sum: int
    due: int
    after: int


class LeagueSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the whole league in a case, under ``race``."""

    phase: PhaseName = "stable"
    event: int = 1
    entries: list[int] = []  # chariots of the race, in order; a number no stable has is a chariot of nobody
    stakes: dict[str, dict[str, int]] = {}  # by stable: sums by chariot, put into the pot already
    loans: list[LoanSetting] = []
    matches: list[MatchSetting] = []
    market: dict[str, LotSetting] = {}  # by number
    consigned: list[ConsignedSetting] = []
    chariots: int = 0  # numbers given so far; the highest in use, unless it is said
    men: dict[str, GladiatorSetting] = {}  # on the market, by number
    gala: GalaSetting | None = None
    began_with: int | None = None  # members at the start; all there are, unless it is said


class Position(msgspec.Struct):
    """A league with names for its stables."""

    league: League
    names: dict[EntryId, str]

    @property
    def numbers(self) -> dict[str, EntryId]:
        return {name: number for number, name in self.names.items()}

    def number_of(self, name: str) -> EntryId:
        """:raises ValueError: if no stable has that name."""
        if name not in self.numbers:
            raise ValueError(f"there is no stable {name!r}; there are {', '.join(self.numbers)}")
        return self.numbers[name]


def position_of(case: Case) -> Position:
    """Return the league of a case.

    :raises ValueError: if it cannot be understood.
    """
    setting = understood("race", case.race, LeagueSetting)
    options = understood("options", case.options, LeagueOptions)
    if max(len(case.position), len(setting.entries)) > len(COLOURS):
        raise ValueError(f"at most {len(COLOURS)} stables and {len(COLOURS)} entries have a colour")
    names = {EntryId(number): name for number, name in enumerate(case.position, start=1)}
    stables = {
        number: _stable(number, understood(name, case.position[name], StableSetting)) for number, name in names.items()
    }
    league = League(options, stables, phase=setting.phase, event=setting.event, owners=len(stables))
    position = Position(league, names)
    owned = [number for stable in stables.values() for number in stable.chariots]
    _number_drivers(league)
    for written, lot in setting.market.items():
        league.market.append(MarketLot(_chariot(int(written), lot.chariot), lot.start, lot.unsold))
    league.chariots = max([setting.chariots, *owned, *setting.entries, *map(int, setting.market)], default=0)
    league.began_with = len(stables) if setting.began_with is None else setting.began_with
    for name, stable in zip(names.values(), stables.values(), strict=True):
        _fill_store(league, stable, understood(name, case.position[name], StableSetting).store)
    _enter(league, setting)
    _stake(position, setting)
    for number, loan in enumerate(setting.loans, start=1):
        lender, borrower = position.number_of(loan.lender), position.number_of(loan.borrower)
        league.loans.append(Loan(number, lender, borrower, loan.sum, loan.due, loan.after))
    for place, goods in enumerate(setting.consigned, start=1001):
        owner = position.number_of(goods.owner)
        league.consigned.append(Consigned(place, owner, goods.kind, goods.item, goods.reserve))
        league.consignments += 1
    _match(position, setting)
    sand.put_on_market(league, setting.men)
    gladiators = [number for stable in stables.values() for number in stable.gladiators]
    league.gladiators = max([*gladiators, *map(int, setting.men)], default=0)
    if setting.gala is not None:
        sand.draw(league, setting.gala, position.numbers)
    league.bank = -league.pot - league.escrow - sum(stable.cash for stable in stables.values())
    assert BANK not in stables
    league.shown = deepcopy(league.stables)
    return position


def _stable(number: EntryId, setting: StableSetting) -> Stable:
    found = Stable(
        number,
        COLOURS[number - 1],
        setting.role,
        setting.status,
        setting.house,
        setting.cash,
        {int(each): _chariot(int(each), chariot) for each, chariot in setting.chariots.items()},
        setting.manager,
        list(setting.places),
        setting.starts,
        setting.wins,
        setting.helped,
    )
    found.gladiators = {int(each): man.made(int(each)) for each, man in setting.gladiators.items()}
    found.champions, found.restarts, found.was_slave = list(setting.champions), setting.restarts, setting.was_slave
    found.gala_wins = setting.gala_wins
    return found


def _chariot(number: int, setting: ChariotSetting) -> Chariot:
    horses = [Horse(boxes, injury) for boxes, injury in zip(setting.horses, setting.injuries, strict=True)]
    for place in setting.dead:
        if not 1 <= place <= len(horses):
            raise ValueError(f"chariot {number}: `dead` names horses from 1 to {len(horses)}, not {place}")
        horses[place - 1] = Horse(setting.horses[place - 1], setting.horses[place - 1], is_alive=False)
    hits = setting.boxes if setting.hits is None else setting.hits
    driver = _driver(setting, hits) if hits else None
    team = Team(horses, setting.endurance, setting.ceiling, setting.team_xp) if setting.team else None
    points = Allotment(0, 0, 0, setting.built)
    found = Chariot(number, points, setting.car, not setting.wrecked, team, driver)
    found.bought, found.had_car, found.had_driver = setting.bought, setting.had_car, setting.had_driver
    found.matched, found.wheels = setting.matched, setting.wheels
    if found.driver is not None:
        found.driver.wounds = Wounds(setting.weakened)
    return found


def _driver(setting: ChariotSetting, hits: int) -> Driver:
    wins = setting.driver_wins, False, setting.name, setting.private_wins
    return Driver(0, setting.dm, setting.boxes, hits, setting.driver_xp, *wins)


def _fill_store(league: League, stable: Stable, setting: StoreSetting) -> None:
    for boxes, injury in setting.horses:
        league.items += 1
        stable.store.horses.append(Horse(boxes, injury, number=league.items))
    for car in setting.cars:
        league.items += 1
        stable.store.cars.append(StoredCar(league.items, car))
    for each in setting.drivers:
        league.drivers += 1
        driver = Driver(league.drivers, each.dm, each.boxes, each.hits, each.xp, name=each.name, bought=each.bought)
        stable.store.drivers.append(driver)


def _number_drivers(league: League) -> None:
    for stable in league.stables.values():
        for chariot in stable.chariots.values():
            if chariot.driver is not None:
                league.drivers += 1
                chariot.driver.number = league.drivers


def _enter(league: League, setting: LeagueSetting) -> None:
    owners = {number: stable.number for stable in league.stables.values() for number in stable.chariots}
    for place, number in enumerate(setting.entries, start=1):
        if number not in owners:
            league.strangers[number] = _chariot(number, ChariotSetting())
        elif lacking := fitness.lacks(league.stables[owners[number]].chariots[number]):
            raise ValueError(f"chariot {number} cannot race (`race.entries`): it has no {' and no '.join(lacking)}")
        league.entries.append(Entry(EntryId(place), number, owners.get(number), COLOURS[place - 1], place, False))


def _match(position: Position, setting: LeagueSetting) -> None:
    """Put matches into the league, with stakes in escrow: the cash is the rest after them."""
    league = position.league
    for number, each in enumerate(setting.matches, start=1):
        sides = position.number_of(each.challenger), position.number_of(each.challenged)
        made = Match(number, *sides, each.side, each.odds, each.stake, 1, league.event, each.state)
        made.named = {position.number_of(name): tuple(chariots) for name, chariots in each.named.items()}
        made.raised_by = position.number_of(each.raised_by) if each.raised_by else None
        made.is_duel = each.duel
        if each.state in ("agreed", "running"):
            league.escrow += sum(made.stakes.values())
        if each.state == "running":
            wishes = [(stable, chariot) for stable in made.stakes for chariot in made.named[stable]]
            if each.duel:
                made.men = [
                    ManEntry(EntryId(place), man, stable, COLOURS[place - 1], f"Man {man}")
                    for place, (stable, man) in enumerate(wishes, start=1)
                ]
                league.matches.append(made)
                continue
            made.entries = [
                Entry(EntryId(place), chariot, stable, COLOURS[place - 1], place, False)
                for place, (stable, chariot) in enumerate(wishes, start=1)
            ]
        league.matches.append(made)


def _stake(position: Position, setting: LeagueSetting) -> None:
    """Put bets into the pot that were revealed before the case begins; the cash is the rest after them."""
    league = position.league
    for name, sums in setting.stakes.items():
        stakes = tuple(Stake(int(chariot), amount) for chariot, amount in sums.items())
        league.stakes[position.number_of(name)] = stakes
        league.pot += sum(stake.sum for stake in stakes)
    on: dict[int, int] = {}
    for stakes in league.stakes.values():
        for stake in stakes:
            on[stake.chariot] = on.get(stake.chariot, 0) + stake.sum
    league.odds = {chariot: league.pot // amount for chariot, amount in sorted(on.items())}


def fields_of(position: Position, name: str) -> Mapping[str, Any]:
    """Return all values of a stable by name, of ``chariot 3``, of ``loan 1`` or of ``league``.

    :raises ValueError: if there is none.
    """
    league, numbers = position.league, position.numbers
    if name == "league":
        return {
            "phase": league.phase,
            "event": league.event,
            "pot": league.pot,
            "bank": league.bank,
            "odds": {str(chariot): odds for chariot, odds in league.odds.items()},
            "entries": [entry.chariot for entry in league.entries],
            "over": league.is_over,
            "market": [lot.number for lot in league.market],
            "escrow": league.escrow,
            "ending": league.ending,
            "men": [lot.man.number for lot in league.men],
        }
    if name in numbers:
        return _of_stable(league.stables[numbers[name]], league.shown[numbers[name]])
    if (of_the_sand := sand.fields_of(league, name, position.names)) is not None:
        return of_the_sand
    kind, _, number = name.partition(" ")
    if kind in ("loan", "match") and number.isdecimal():
        found = _of_bargain(position, kind, int(number))
        if found is not None:
            return found
    for stable in league.stables.values():
        if kind == "chariot" and number.isdecimal() and int(number) in stable.chariots:
            return {"owner": position.names[stable.number], **_of_chariot(stable.chariots[int(number)])}
    if kind == "lot" and (lots := [lot for lot in league.market if str(lot.number) == number]):
        return {"start": lots[0].start, "unsold": lots[0].unsold, **_of_chariot(lots[0].chariot)}
    raise ValueError(f"there is no {name!r} in this league")


def _of_bargain(position: Position, kind: str, number: int) -> Mapping[str, Any] | None:
    """Return a loan or a match by number; ``None`` if there is none."""
    league = position.league
    if kind == "loan" and number <= len(league.loans):
        return msgspec.structs.asdict(league.loans[number - 1])
    if kind == "match" and number <= len(league.matches):
        return _of_match(position, league.matches[number - 1])
    return None


def _of_match(position: Position, match: Match) -> Mapping[str, Any]:
    return {
        "state": match.state,
        "stakes": list(match.stakes.values()),
        "winner": None if match.winner is None else position.names[match.winner],
        "entries": [entry.chariot for entry in match.entries],
        "men": [entry.man for entry in match.men],
        "on_points": match.on_points,
    }


def _of_stable(stable: Stable, shown: Stable) -> Mapping[str, Any]:
    return {
        "cash": stable.cash,
        "shown_cash": shown.cash,
        "fortune": stable.fortune,
        "status": stable.status,
        "chariots": sorted(stable.chariots),
        "wins": stable.wins,
        "gala_wins": stable.gala_wins,
        "places": stable.places,
        "starts": stable.starts,
        "helped": stable.helped,
        "champions": stable.champions,
        "gladiators": sorted(stable.gladiators),
        "restarts": stable.restarts,
        "horses": [[each.boxes, each.injury] for each in stable.store.horses],
        "cars": [each.car for each in stable.store.cars],
        "drivers": [[each.modifier, each.hits, each.boxes] for each in stable.store.drivers],
    }


def _of_chariot(chariot: Chariot) -> Mapping[str, Any]:
    team, driver = chariot.team, chariot.driver
    return {
        "horses": [horse.boxes for horse in team.horses] if team else None,
        "injuries": [horse.injury for horse in team.horses] if team else None,
        "dead": [place for place, horse in enumerate(team.horses, start=1) if not horse.is_alive] if team else None,
        "endurance": team.endurance if team else None,
        "ceiling": team.ceiling if team else None,
        "team_xp": team.experience if team else None,
        "team_wins": team.wins if team else None,
        "car": chariot.car,
        "wrecked": not chariot.has_car,
        "dm": driver.modifier if driver else None,
        "boxes": driver.boxes if driver else None,
        "hits": driver.hits if driver else 0,
        "driver_xp": driver.experience if driver else None,
        "driver_wins": driver.wins if driver else None,
        "name": driver.name if driver else None,
        "private_wins": driver.private_wins if driver else None,
        "weakened": driver.wounds.weakened if driver else None,
        "wheels": list(chariot.wheels),
        "races": chariot.races,
    }
