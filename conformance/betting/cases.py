"""Cases of the betting table: bets, the course of the race, and everybody's money in the end."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from conformance.betting import charts
from conformance.betting.bank import Bank, BankBroken, a_race
from conformance.betting.fields import fields_of
from conformance.cases import BadCase, Case, Refusal
from conformance.charts import wrong_cells
from conformance.comparing import fields_differ
from conformance.converting import understood
from conformance.words import fits
from engine.betting import house, pairs, purses, sides, table
from engine.betting.book import AHEAD, Changes, NewBet, NewSide
from engine.betting.rules import ServerRules, TableRules
from engine.betting.table import Happened
from engine.moments import LapDone, Moment, TurnBegan, WentOut
from engine.series import Result
from records.acts import ActKind, ActRecord
from records.races import EntryRecord, FactionRecord
from records.refusals import Refused
from records.values import EntryId, Faction, PlayerId

RULESET = "betting"
RACE = "race"
WEEK = 7 * 86_400
LONG_AGO = 1_000
"""Days that members have been in the server, unless the case says otherwise."""


class ChariotSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chariot in the lobby."""

    driver: str = ""  # a player's name; a house driver if there is none
    substitute: str = ""


class TableSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the server and the race in a case, under ``race``."""

    purses: dict[str, int] = {}  # what is in them before, by player
    server: dict[str, int] = {}  # its settings; of gift and stipend nothing, unless they are named
    days: dict[str, int] = {}  # in the server, by player
    host: str = ""  # a player's name; somebody else if there is none
    league: list[str] = []  # players who have, or had, a part in the league whose race this is
    moments: bool = True  # whether the game tells its moments
    commitment: str = "published"
    guild: int = 1


class TableDiffers(Exception):
    """A step did not go as the case wants; the rest is off."""


class BettingTable:
    """One case, played."""

    def __init__(self, case: Case) -> None:
        """:raises ValueError: if the position is wrong, or the case wants more than a table has."""
        expect = case.expect
        if case.dice or expect.facts or expect.never or expect.asks or expect.legal or expect.exact:
            raise ValueError(
                "a case of the betting table has neither facts nor questions nor dice, only `expect.state`"
            )
        self.case = case
        self.setting = understood("race", case.race, TableSetting)
        server = {"gift": 0, "stipend": 0} | self.setting.server
        rules = msgspec.json.encode(understood("options", case.options, TableRules)).decode()
        server_rules = msgspec.json.encode(understood("race: server", server, ServerRules)).decode()
        race = a_race(guild=self.setting.guild, commitment=self.setting.commitment)
        self.bank = Bank(race, rules, server_rules)
        self.players: dict[str, PlayerId] = {}
        self.entries: dict[str, EntryId] = {}
        self.now = 1.0
        self.moments: list[Moment] = []
        self._marks: dict[str, tuple[int, list[Moment]]] = {}
        self._press = 0
        self._happened: Happened | None = None
        self._last_bet: Mapping[str, str] = {}
        self._enter()
        if self.setting.host:
            self.bank.set_race(host=self.player(self.setting.host))
        self.bank.insiders = frozenset(map(self.player, self.setting.league))
        for name, amount in self.setting.purses.items():
            movements = purses.opening(1, self.player(name), ServerRules(gift=amount, stipend=0), 0.0)
            self.bank.move(*(replace(each, key=f"before:{each.key}") for each in movements))
        self.bank.apply(table.open_table(self.bank.book(), 0.0, has_moments=self.setting.moments))

    def _enter(self) -> None:
        stables: dict[str, FactionRecord] = {}
        for number, (colour, fields) in enumerate(self.case.position.items(), start=1):
            chariot = understood(colour, fields, ChariotSetting)
            stable = chariot.driver or colour
            if stable not in stables:
                stables[stable] = self._stable(len(stables) + 1, chariot, stable)
            self.entries[colour] = EntryId(number)
            entry = EntryRecord(entry=EntryId(number), colour=colour, name=colour, faction=stables[stable].faction)
            self.bank.entries += (entry,)
        self.bank.factions = tuple(stables.values())

    def _stable(self, number: int, chariot: ChariotSetting, name: str) -> FactionRecord:
        player = self.player(chariot.driver) if chariot.driver else None
        substitute = self.player(chariot.substitute) if chariot.substitute else None
        driver = None if player else "calm"
        return FactionRecord(faction=Faction(number), player=player, driver=driver, name=name, substitute=substitute)

    def player(self, name: str) -> PlayerId:
        """Return a player by name; all that are named take part."""
        return self.players.setdefault(name, PlayerId(101 + len(self.players)))

    def entry(self, colour: str) -> EntryId:
        """:raises ValueError: if there is no such chariot."""
        if colour not in self.entries:
            raise ValueError(f"there is no chariot {colour!r}")
        return self.entries[colour]

    # Steps

    def take(self, text: str) -> None:
        """Take one step.

        :raises ValueError: if it cannot be understood.
        """
        who, colon, step = (part.strip() for part in text.partition(":"))
        if not colon:
            raise ValueError(f"{text!r} does not begin with a player's name, or {RACE}, and a colon")
        self.now += 1
        self._press += 1
        for pattern, does in _OF_THE_RACE if who == RACE else _OF_PLAYERS:
            found = re.fullmatch(pattern, step)
            if found:
                arguments = found.groupdict()
                self.bank.apply(does(self, arguments) if who == RACE else does(self, arguments | {"who": who}))
                return
        raise ValueError(f"{step!r} is not a step; docs/cases.md lists those of players and of the race")

    def choice(self, word: str) -> str:
        return str(self.entries.get(word, word))

    def market(self, kind: str, window: int = 0) -> int:
        """Return the number of the newest market of a kind; one that is not there, if there is none."""
        found = [each.number for each in self.bank.markets.values() if (each.kind, each.window) == (kind, window)]
        return max(found, default=0)

    def bets(self, given: Mapping[str, str]) -> Changes:
        self._last_bet = {"key": f"press {self._press}", **given}
        return self.bets_again(given)

    def bets_again(self, _given: Mapping[str, str]) -> Changes:
        """Repeat the press of the last bet, as after a lost connection; :exc:`ValueError` without one."""
        given = self._last_bet
        if not given:
            raise ValueError("nothing was bet yet")
        name = given["who"]
        kind, window = given.get("kind") or "sealed", int(given.get("window") or 0)
        bet = NewBet(
            player=self.player(name),
            name=name,
            market=self.market(kind, window),
            choice=self.choice(given["choice"]),
            stake=int(given["stake"]),
            key=given["key"],
            days=self.days(name),
        )
        return table.place(self.bank.book(), bet, self.now, salt="00")

    def days(self, name: str) -> int:
        """Return for how many days a player has been in the server."""
        return self.setting.days.get(name, LONG_AGO)

    def cancels(self, given: Mapping[str, str]) -> Changes:
        return table.cancel(self.bank.book(), self.player(given["who"]), int(given["ticket"]), self.now)

    def offers(self, given: Mapping[str, str]) -> Changes:
        new = NewSide(
            player=self.player(given["who"]),
            name=given["who"],
            taker=self.player(given["taker"]),
            taker_name=given["taker"],
            entry=self.entry(given["entry"]),
            rival=self.entry(given["rival"]) if given["rival"] else None,
            stake=int(given["stake"]),
            against=int(given["against"]),
            key=f"press {self._press}",
            days=self.days(given["who"]),
        )
        return sides.offer(self.bank.book(), new, self.now)

    def answers(self, given: Mapping[str, str]) -> Changes:
        return sides.answer(
            self.bank.book(),
            player=self.player(given["who"]),
            number=int(given["side"]),
            accepts=given["answer"] == "accepts",
            now=self.now,
            days=self.days(given["who"]),
        )

    def withdraws(self, given: Mapping[str, str]) -> Changes:
        return sides.withdraw(
            self.bank.book(), player=self.player(given["who"]), number=int(given["side"]), now=self.now
        )

    def gives(self, given: Mapping[str, str]) -> Changes:
        movements = purses.give(
            self.bank.purses_now(),
            giver=self.player(given["who"]),
            taker=self.player(given["taker"]),
            amount=int(given["amount"]),
            key=f"press {self._press}",
            now=self.now,
            is_bot=given["bot"] is not None,
            days=self.days(given["who"]),
        )
        return Changes(movements=movements)

    def touches(self, given: Mapping[str, str]) -> Changes:
        return Changes(movements=purses.touch(self.bank.purses_now(), self.player(given["who"]), self.now))

    # The race

    def starts(self, _given: Mapping[str, str]) -> Changes:
        self.bank.set_race(state="running", seq=self.bank.race.seq + 1)
        return table.start(self.bank.book(), self.bank.race.seq, self.now)

    def turns(self, given: Mapping[str, str]) -> Changes:
        turn = int(given["turn"])
        self.moments.append(TurnBegan(turn))
        return self._follow(new_turn=turn)

    def laps(self, given: Mapping[str, str]) -> Changes:
        self.moments.append(LapDone(self.entry(given["entry"]), int(given["lap"]), self.turn()))
        return Changes()

    def goes_out(self, given: Mapping[str, str]) -> Changes:
        self.moments.append(WentOut(self.entry(given["entry"]), self.turn()))
        return Changes()

    def seals(self, _given: Mapping[str, str]) -> Changes:
        return self._follow(orders_in=True)

    def marks(self, given: Mapping[str, str]) -> Changes:
        self._marks[given["mark"]] = (self.bank.race.seq, list(self.moments))
        return Changes()

    def goes_back(self, given: Mapping[str, str]) -> Changes:
        if given["mark"] not in self._marks:
            raise ValueError(f"nothing was marked {given['mark']!r}")
        to, moments = self._marks[given["mark"]]
        self.moments = list(moments)
        self._marks = {mark: (seq, then) for mark, (seq, then) in self._marks.items() if seq <= to}
        return self._follow(void_after=to)

    def replaces(self, given: Mapping[str, str]) -> Changes:
        entry = self.entry(given["entry"])
        faction, player = self._stable_of(entry), self.player(given["player"])
        self.bank.factions = tuple(
            replace(each, substitute=player) if each.faction == faction else each for each in self.bank.factions
        )
        self.bank.acts.append(ActRecord(kind="substitute", by=player, entry=entry, at=self.now))
        return self._follow(replaced=(entry,))

    def gives_back(self, given: Mapping[str, str]) -> Changes:
        """Let a chariot's owner drive it again."""
        faction = self._stable_of(self.entry(given["entry"]))
        self.bank.factions = tuple(
            replace(each, substitute=None) if each.faction == faction else each for each in self.bank.factions
        )
        return Changes()

    def enters(self, given: Mapping[str, str]) -> Changes:
        """Let a player drive chariots of the house, while the race is open to enter."""
        entry = self.entry(given["entry"])
        faction, player = self._stable_of(entry), self.player(given["player"])
        self.bank.factions = tuple(
            replace(each, player=player, driver=None) if each.faction == faction else each
            for each in self.bank.factions
        )
        return Changes()

    def _stable_of(self, entry: EntryId) -> Faction | None:
        for each in self.bank.entries:
            if each.entry == entry:
                return each.faction
        raise ValueError("that chariot has left")

    def leaves(self, given: Mapping[str, str]) -> Changes:
        entry = self.entry(given["entry"])
        self.bank.entries = tuple(each for each in self.bank.entries if each.entry != entry)
        left = [each.faction for each in self.bank.entries]
        self.bank.factions = tuple(each for each in self.bank.factions if each.faction in left)
        return table.scratch(self.bank.book(), entry, self.now)

    def ends(self, given: Mapping[str, str]) -> Changes:
        """The race is over: those placed, first to last, with a plus between those who share a place."""
        results = list[Result]()
        for place, together in enumerate((given["placed"] or "").split(), start=1):
            results += [Result(self.entry(colour), place) for colour in together.split("+")]
        placed = [each.entry for each in results]
        results += [Result(each.entry, None) for each in self.bank.entries if each.entry not in placed]
        self.bank.set_race(state="finished")
        return self._follow(is_over=True, results=tuple(results))

    def is_cancelled(self, given: Mapping[str, str]) -> Changes:
        self.bank.set_race(state="cancelled")
        by = self.player(given["by"]) if given["by"] else None
        return table.void(self.bank.book(), "cancelled", self.now, by)

    def steers(self, given: Mapping[str, str]) -> Changes:
        """Carry out one of the host's acts in a race under way."""
        body = '{"faction":1,"player":null,"was":null}' if given["act"] == "replaces" else "{}"
        by = self.player(given["player"])
        self.bank.acts.append(ActRecord(kind=_ACTS[given["act"]], by=by, body=body, at=self.now))
        if given["act"] != "closes":
            return Changes()
        self.bank.set_race(state="cancelled")
        return table.void(self.bank.book(), "closed", self.now, by)

    def sets(self, given: Mapping[str, str]) -> Changes:
        """The host sets the rules of the table anew."""
        table.check_settable(self.bank.book())
        rules = msgspec.json.decode(self.bank.rules, type=TableRules)
        changed = replace(rules, **{given["switch"]: given["value"] == "on"})
        self.bank.rules = msgspec.json.encode(changed).decode()
        return table.open_table(self.bank.book(), self.now, has_moments=self.setting.moments)

    def house_offers(self, given: Mapping[str, str]) -> Changes:
        """The house sets its odds on the winner: what 100 bring."""
        book, words = self.bank.book(), iter(given["odds"].split())
        odds = {self.choice(colour): int(pays) for colour, pays in zip(words, words, strict=True)}
        return house.open_bank(book, odds, house.basis_of(book.race, book.factions, book.entries), self.now)

    def house_pairs(self, given: Mapping[str, str]) -> Changes:
        """The house sets its odds on who is ahead as the turn that began last ends."""
        odds = {self._pair(given["entry"], given["rival"]): int(given["pays"])}
        return pairs.open_pairs(self.bank.book(), odds, self.turn() - 1, self.now)

    def _pair(self, entry: str, rival: str) -> str:
        return f"{self.entry(entry)}{AHEAD}{self.entry(rival)}"

    def bets_on_pair(self, given: Mapping[str, str]) -> Changes:
        return self.bets({**given, "kind": "pair", "choice": self._pair(given["entry"], given["rival"])})

    def answers_first(self, _given: Mapping[str, str]) -> Changes:
        """Somebody gives the first answer of the turn."""
        return pairs.close_pairs(self.bank.book(), self.bank.race.seq, self.now)

    def turn_ends(self, given: Mapping[str, str]) -> Changes:
        order = [self.entry(colour) for colour in given["order"].split()]
        return pairs.settle_pairs(self.bank.book(), order, self.turn(), self.bank.race.seq, self.now)

    def waits(self, _given: Mapping[str, str]) -> Changes:
        self.now += WEEK
        return Changes()

    def happens_again(self, _given: Mapping[str, str]) -> Changes:
        """Repeat the last event; the bank takes no movement twice. :exc:`ValueError` without one."""
        if self._happened is None:
            raise ValueError("nothing has happened yet")
        return table.follow(self.bank.book(), self._happened, self.now)

    def turn(self) -> int:
        """Return the turn that began last; 0 before the first."""
        return max((each.turn for each in self.moments if isinstance(each, TurnBegan)), default=0)

    def _follow(self, **what: Any) -> Changes:
        self.bank.set_race(seq=self.bank.race.seq + 1)
        self._happened = Happened(seq=self.bank.race.seq, moments=tuple(self.moments), **what)
        return table.follow(self.bank.book(), self._happened, self.now)


Step = Callable[[BettingTable, Mapping[str, str]], Changes]

_KINDS = "win|place|last survivor|first wreck|fastest lap|finishers|bank"

_SUM = r"-?\d+"
_WHAT = r"(wins|beats (?P<rival>\w+))"

_ACTS: Mapping[str, ActKind] = {
    "extends": "extend",
    "pauses": "pause",
    "resumes": "resume",
    "rewinds": "rewind",
    "restarts": "restart",
    "corrects": "correct",
    "replaces": "replace",
    "decides": "default",
    "closes": "close",
}
"""Acts of a race's steward, as cases say them."""

_OF_PLAYERS: tuple[tuple[str, Step], ...] = (
    (r"seals (?P<stake>-?\d+) on (?P<choice>\w+)( in window (?P<window>\d))?", BettingTable.bets),
    (rf"bets (?P<stake>-?\d+) on (?P<choice>\w+) in (?P<kind>{_KINDS})", BettingTable.bets),
    (r"bets (?P<stake>-?\d+) on (?P<entry>\w+) ahead of (?P<rival>\w+)", BettingTable.bets_on_pair),
    (r"presses again", BettingTable.bets_again),
    (r"cancels (?P<ticket>\d+)", BettingTable.cancels),
    (
        rf"offers (?P<taker>\w+) (?P<stake>{_SUM}) against (?P<against>{_SUM}) that (?P<entry>\w+) {_WHAT}",
        BettingTable.offers,
    ),
    (r"(?P<answer>accepts|declines) (?P<side>\d+)", BettingTable.answers),
    (r"withdraws (?P<side>\d+)", BettingTable.withdraws),
    (r"gives (?P<amount>-?\d+) to (?P<bot>the bot )?(?P<taker>\w+)", BettingTable.gives),
    (r"looks into the purse", BettingTable.touches),
)

_OF_THE_RACE: tuple[tuple[str, Step], ...] = (
    (r"starts", BettingTable.starts),
    (r"turn (?P<turn>\d+)", BettingTable.turns),
    (r"lap (?P<lap>\d+) by (?P<entry>\w+)", BettingTable.laps),
    (r"(?P<entry>\w+) goes out", BettingTable.goes_out),
    (r"a player seals", BettingTable.seals),
    (r"mark (?P<mark>\w+)", BettingTable.marks),
    (r"back to (?P<mark>\w+)", BettingTable.goes_back),
    (r"(?P<player>\w+) takes over (?P<entry>\w+)", BettingTable.replaces),
    (r"(?P<entry>\w+) is given back", BettingTable.gives_back),
    (r"(?P<player>\w+) enters (?P<entry>\w+)", BettingTable.enters),
    (r"(?P<entry>\w+) leaves", BettingTable.leaves),
    (r"ends( (?P<placed>[\w+ ]+))?", BettingTable.ends),
    (r"is cancelled( by (?P<by>\w+))?", BettingTable.is_cancelled),
    (rf"(?P<player>\w+) (?P<act>{'|'.join(_ACTS)})", BettingTable.steers),
    (r"(?P<switch>pools|sealed|owners|windows) (?P<value>on|off)", BettingTable.sets),
    (r"the house offers (?P<odds>[\w ]+)", BettingTable.house_offers),
    (r"the house pairs (?P<entry>\w+) ahead of (?P<rival>\w+) (?P<pays>\d+)", BettingTable.house_pairs),
    (r"somebody answers", BettingTable.answers_first),
    (r"the turn ends (?P<order>[\w ]+)", BettingTable.turn_ends),
    (r"a week passes", BettingTable.waits),
    (r"again", BettingTable.happens_again),
)


def differences(case: Case) -> tuple[list[str], list[dict[str, Any]]]:
    """Play a case of the betting table; return in words the differences, and all movements.

    :raises BadCase: if it cannot be understood.
    """
    if case.chart:
        return wrong_cells(case, charts.look_up), []
    try:
        played = BettingTable(case)
        found = _played(played)
    except ValueError as error:  # msgspec's are
        raise BadCase(f"case {case.id}", str(error)) from error
    return found, [_in_short(played, key) for key in played.bank.movements]


def _played(played: BettingTable) -> list[str]:
    try:
        for step in played.case.answers:
            _take(played, step)
    except (TableDiffers, BankBroken) as difference:
        return [str(difference)]
    except ValueError:
        raise
    except Exception as error:
        # Rules that break down are what a case is there to show.
        return [f"the rules broke down: {type(error).__name__}: {error}"]
    found = list(played.bank.has_faults())
    for name, expected in played.case.expect.state.items():
        found += fields_differ(name, expected, fields_of(played.bank, name, played.players, played.entries))
    return found


def _take(played: BettingTable, step: str | Refusal) -> None:
    text = step.refuse if isinstance(step, Refusal) else step
    try:
        played.take(text)
    except Refused as refused:
        _compare(text, refused, step if isinstance(step, Refusal) else None, played.entries)
    else:
        if isinstance(step, Refusal):
            raise TableDiffers(f"{text!r} should be refused, and was accepted")
    faults = played.bank.has_faults()
    if faults:
        raise TableDiffers(f"after {text!r} {'; '.join(faults)}")


def _compare(text: str, refused: Refused, expected: Refusal | None, entries: Mapping[str, EntryId]) -> None:
    colours = {str(entry): colour for colour, entry in entries.items()}
    values = {name: _named(name, value, colours) for name, value in refused.values.items()}
    words = f"refused as {refused.reason.value!r} by rule {refused.rule}, {values}"
    if expected is None:
        raise TableDiffers(f"{text!r} was {words}")
    is_reason = expected.reason in (None, refused.reason.value) and expected.rule in (None, refused.rule)
    if not is_reason or not fits(expected.values, values):
        wanted = f"{expected.reason!r} by rule {expected.rule}, {expected.values}"
        raise TableDiffers(f"{text!r} should be refused as {wanted}, was {words}")


def _named(name: str, value: Any, colours: Mapping[str, str]) -> Any:
    """Return a value of a refusal with chariots by their colours, and times in whole seconds."""
    if name == "possible":
        return [colours.get(str(each), each) for each in value]
    if isinstance(value, float):
        return int(value)
    return colours.get(str(value), value) if name == "choice" else value


def _in_short(played: BettingTable, key: str) -> dict[str, Any]:
    movement = played.bank.movements[key]
    names = {player: name for name, player in played.players.items()}
    postings = [
        f"{names.get(each.account.player or PlayerId(0), each.account.kind)}{each.amount:+}"
        for each in movement.postings
    ]
    return {"fact": movement.kind, "key": key, "postings": postings}
