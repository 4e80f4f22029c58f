"""A race on which people bet, and everything that can happen to both; who looks on, and counts the money anew."""

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec

from conformance.betting.bank import Bank
from db.store import StaleRace
from engine.betting import settling
from engine.betting.book import Book, Market, NewBet, NewSide, SideBet, Ticket
from engine.betting.draft import Draft
from engine.betting.outcomes import Ended
from engine.betting.rules import ServerRules, TableRules
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId
from tests.betting.fair import given_by_week, require_fair
from tests.betting.test_sequences import what_is_paid
from tests.db.around import around_the_program
from tests.db.statements import before_each, before_each_commit
from tests.steward.betting import DAN, FAY
from tests.steward.circus import ANN, BOB, EVE, Circus
from tests.steward.test_crashes import PowerCut
from tests.steward.test_properties import DEEDS as RACE_DEEDS
from tests.steward.test_properties import ENTRIES, PEOPLE, WHY, World

GUS, HAL, IDA = PlayerId(600), PlayerId(700), PlayerId(800)
BETTORS = (DAN, FAY, GUS, HAL, IDA, DAN, FAY, GUS, HAL, EVE, ANN, BOB)
"""Three drive from the beginning, two may take the reins of somebody, three only look on."""

GUILD = 1
Press = Callable[[Circus], Awaitable[Any]]


class Fuse:
    """Cuts the power before the statement of a transaction that it was set to; commits count as well."""

    def __init__(self) -> None:
        self.left: int | None = None

    def burn(self, _statement: str = "COMMIT") -> None:
        if self.left is None or not threading.current_thread().name.startswith("writer"):
            return
        self.left -= 1
        if self.left < 0:
            raise PowerCut

    @contextlib.contextmanager
    def set(self, statements: int) -> Iterator[None]:
        self.left = statements
        try:
            yield
        finally:
            self.left = None


@contextlib.contextmanager
def fused() -> Iterator[Fuse]:
    """Give a fuse that all writers of all databases hang on."""
    fuse = Fuse()
    with before_each(fuse.burn), before_each_commit(fuse.burn):
        yield fuse


class Witness:
    """Notes the books of races as they are about to be settled; the last one is that of the settlement that counts."""

    def __init__(self) -> None:
        self.banks: dict[RaceId, Bank] = {}
        self._settle_all = settling.settle_all

    def settle_all(self, draft: Draft, ended: Ended) -> None:
        book = draft.book
        bank = Bank(book.race, book.rules, book.server)
        bank.factions, bank.entries, bank.acts = book.factions, book.entries, list(book.acts())
        bank.markets, bank.sides = dict(draft.markets), dict(draft.sides)
        bank.tickets = {each.number: each for each in draft.tickets()}
        self.banks[book.race.id] = bank
        self._settle_all(draft, ended)


@contextlib.contextmanager
def witnessed() -> Iterator[Witness]:
    """Have somebody look over the shoulder of whoever settles."""
    witness = Witness()
    settling.settle_all = witness.settle_all
    try:
        yield witness
    finally:
        settling.settle_all = witness._settle_all


class Pressed:
    """A press, and what came of it."""

    def __init__(self, press: Press) -> None:
        self.press = press
        self.came_to: Any = None

    async def __call__(self, circus: Circus) -> None:
        """Press; once something came of it, it is the same whenever it is pressed again."""
        found = await self.press(circus)
        number = getattr(found, "number", None)
        assert self.came_to in (None, number)
        self.came_to = number


class BettingWorld(World):
    """A race, those who bet on it, and the process that runs it now."""

    def __init__(self, circus: Circus, race: RaceId, fuse: Fuse) -> None:
        super().__init__(circus, race)
        self.fuse = fuse
        self.presses: list[Pressed] = []
        self.over: dict[int, Ticket] = {}
        self.cuts = self.looks = 0

    async def do(self, deed: tuple[str, int, int]) -> None:
        name, who, much = deed
        with contextlib.suppress(Refused):
            await DEEDS[name](self, who, much)

    async def _press(self, press: Press) -> None:
        self.presses.append(Pressed(press))
        await self.presses[-1](self.circus)

    def _key(self) -> str:
        return f"press {len(self.presses)}"

    # Bettors

    async def seal(self, who: int, much: int) -> None:
        """Bet in secret: in a window, once there is one."""
        board = await self.steward.wagers.board(self.race)
        numbers = [each.number for each in board.markets if each.kind == "sealed"]
        await self._press(self.a_bet(who, much, numbers[-1:]))

    async def window(self, who: int, much: int) -> None:
        """Let time pass until there is a window, and people add to what they have sealed, all at once."""
        for _ in range(8):
            book = await self.circus.store.wagers.book(self.race)
            opened = [each.number for each in book.markets if each.window and each.state == "open"]
            if opened or book.race.state != "running":
                break
            self.circus.clock.pass_by(3600)
            await self.steward.timekeeper.tick()
        for place, before in enumerate([each for each in book.tickets if each.market == 1 and each.state == "open"]):
            stake = (before.stake, 100, before.stake + 100)[(much + place) % 3]
            self.presses.append(
                Pressed(self._placing(before.player, opened[0] if opened else 99, before.choice, stake))
            )
        self.presses += [Pressed(self.a_bet(who, much, opened))]
        await self.at_once(*(press(self.circus) for press in self.presses[-5:]))

    async def regret(self, who: int, much: int) -> None:
        """Bet in a window, let time pass, and take the race back, perhaps to before the window."""
        await self.window(who, much)
        for deed in ("order", "time", "rewind" if who % 3 else "restart_turn"):
            await self.do((deed, who, much))

    async def pool(self, who: int, much: int) -> None:
        board = await self.steward.wagers.board(self.race)
        numbers = [each.number for each in board.markets if each.kind != "sealed"]
        await self._press(self.a_bet(who, much, numbers))

    def a_bet(self, who: int, much: int, numbers: list[int]) -> Press:
        player = BETTORS[who % 12]
        market = numbers[much % len(numbers)] if numbers else 99
        stake = (100, 200, 300, 700, 900, 150)[(much + who) % 6]
        choice = "4" if much == 24 else str(1 + (who + much // 3) % 3)
        if market % 7 == 0:  # the last of seven markets is on numbers
            choice = ("over", "under")[(who + much) % 2]
        return self._placing(player, market, choice, stake)

    def _placing(self, player: PlayerId, market: int, choice: str, stake: int) -> Press:
        bet, race = NewBet(player, f"Bettor {player}", market, choice, stake, self._key(), 30), self.race
        return lambda circus: circus.steward.wagers.place(race, bet)

    async def again(self, who: int, much: int) -> None:
        """Press again what was pressed before, perhaps at another process and long ago."""
        if self.presses:
            await self.presses[-1 - (much % 3) % len(self.presses)](self.circus)

    async def take_back(self, who: int, much: int) -> None:
        tickets = (await self.circus.store.wagers.book(self.race)).tickets
        if tickets:
            ticket = tickets[much % len(tickets)]
            player = ticket.player if who else BETTORS[much % 12]
            await self.steward.wagers.cancel(self.race, player, ticket.number)

    async def side(self, who: int, much: int) -> None:
        race, player, taker, key = self.race, BETTORS[who % 12], BETTORS[(who + 1 + much % 4) % 12], self._key()
        entry, rival = EntryId(1 + much % 3), (None, EntryId(1 + (much + 1) % 3))[who % 2]
        side = NewSide(player, "One", taker, "Other", entry, rival, 1 + 37 * much, 5 + 11 * who, key, 30)
        await self._press(lambda circus: circus.steward.wagers.offer_side(race, side))

    async def reply(self, who: int, much: int) -> None:
        sides = (await self.circus.store.wagers.book(self.race)).sides
        for side in sides[-2:]:
            with contextlib.suppress(Refused):
                player = side.taker if who else BETTORS[much % 12]
                await self.steward.wagers.answer_side(self.race, player, side.number, much % 4 > 0, 30)

    async def withdraw(self, who: int, much: int) -> None:
        await self.steward.wagers.withdraw_side(self.race, BETTORS[who % 12], 1 + much % 4)

    async def give(self, who: int, much: int) -> None:
        giver, receiver, key = BETTORS[who % 12], BETTORS[(who + much) % 12], self._key()
        await self._press(
            lambda circus: circus.steward.wagers.give(GUILD, giver, "One", receiver, "Other", 50 * much, key)
        )

    async def look(self, who: int, much: int) -> None:
        """Look at everything there is; it touches a purse, and no more."""
        wagers, player = self.steward.wagers, BETTORS[who % 12]
        board = await wagers.board(self.race, player)
        open_to_all = [each.number for each in board.markets if each.kind == "sealed" and each.moment]
        assert all(each.player == player or each.market in open_to_all for each in board.tickets)
        await wagers.slip(self.race, player)
        purse = await wagers.purse(GUILD, player)
        lines = await self.steward.purses.statement(GUILD, player, 500)
        assert sum(each.amount for each in lines) == purse
        assert [each.balance for each in lines[:1]] in ([], [purse])

    # Many at once

    async def crowd(self, who: int, much: int) -> None:
        """Let all press at once, one of them three times."""
        first = len(self.presses)
        for place in range(8):
            numbers = [1 + much % 8] if place % 2 else [1, 2]
            self.presses.append(Pressed(self.a_bet(who + place, much + 7 * place, numbers)))
        new = self.presses[first:]
        await self.at_once(*(press(self.circus) for press in (*new, new[0], new[-1], new[0])))

    async def rivals(self, who: int, much: int) -> None:
        """Let two processes work on one database at the same time: people press at both, and the race goes on."""
        here, there = self.circus, replace(self.circus, messenger=self.circus.messenger)
        self.processes.append(there)
        self.presses.append(Pressed(self.a_bet(who, much, [1, 2, 3])))
        doubled = self.presses[-1]
        self.presses.append(Pressed(self.a_bet(who, much + 1, [2, 8, 3])))
        await self.at_once(
            doubled(here),
            doubled(there),
            self.presses[-1](there),
            here.steward.timekeeper.tick(),
            there.steward.timekeeper.tick() if much % 2 else self.order(who, much),
            self.answer(who, much),
        )
        self.circus = (here, there)[who % 2]

    async def at_once(self, *deeds: Awaitable[Any]) -> None:
        for each in await asyncio.gather(*deeds, return_exceptions=True):
            if isinstance(each, BaseException) and not isinstance(each, Refused | StaleRace):
                raise each

    # The race

    async def leave(self, who: int, much: int) -> None:
        await self.steward.lobbies.leave(self.race, PEOPLE[who % 3])

    async def enter(self, who: int, much: int) -> None:
        player = (*PEOPLE, DAN)[who % 4]
        await self.steward.lobbies.join(self.race, player, f"Player {player}")

    async def begin(self, who: int, much: int) -> None:
        if len((await self.steward.race(self.race)).entries) < 2:
            await self.steward.lobbies.fill(self.race, ANN, "pushy", 2)
        await self.steward.lobbies.start(self.race, ANN)

    async def put_right(self, who: int, much: int) -> None:
        if ENTRIES[who % 3] in {each.entry for each in (await self.steward.race(self.race)).entries}:
            await super().put_right(who, much)

    async def end(self, who: int, much: int) -> None:
        """End the race without a result; most who think of it do not."""
        if who == 11:
            await self.steward.lobbies.cancel(self.race, ANN)
        elif much > 21:
            await self.steward.desk.close(self.race, ANN, WHY)

    async def cut(self, who: int, much: int) -> None:
        """Do something during which the power fails, perhaps; a new process goes on."""
        names = ("seal", "pool", "side", "reply", "give", "begin", "leave", "time", "time", "order", "answer", "rewind")
        try:
            with self.fuse.set(1 + (5 * much + who) % 40):
                await self.do((names[(who + much) % 12], who, much))
        except PowerCut:
            self.cuts += 1
            await self.crash(who, much)

    # What must hold

    async def require_whole(self) -> None:
        self.looks += 1
        if self.looks % 5 == 0:
            await super().require_whole()
        await self.require_paid()

    async def require_paid(self) -> None:
        """Fail unless all money is where it should be, and what was settled stays as it was."""
        audit = await self.steward.purses.audit((None, GUILD)[self.looks % 2])
        assert audit.is_sound, audit
        money = Counted(self.circus)
        assert money.sum() == 0
        book = await self.circus.store.wagers.book(self.race)
        for ticket in book.tickets:
            moved = money.moved(ticket)
            assert moved[0] == -ticket.stake
            if ticket.state == "open":
                assert moved[1:] == []
                assert ticket.paid == 0
            else:
                assert self.over.setdefault(ticket.number, ticket) == ticket
                assert moved[1:] == [each for each in [ticket.paid] if each], ticket.number
        money.require_pots(list(book.tickets), book.markets)
        assert money.held("escrow") == sum(map(held_in, book.sides))
        await self._require_founded(book)
        if book.race.state in ("finished", "cancelled"):
            assert all(each.state != "open" for each in book.tickets)
            assert all(each.state in ("settled", "void") for each in book.markets)
            assert money.held("pot") == money.held("escrow") == 0

    async def _require_founded(self, book: Book) -> None:
        """Fail if a bet stands on a chariot that is gone, or a market on what does not hold any more."""
        there = {str(each.entry) for each in book.entries}
        for ticket in book.tickets:
            assert ticket.state != "open" or ticket.choice in there | {"over", "under"}
        for side in book.sides:
            assert not held_in(side) or {str(side.entry), str(side.rival or side.entry)} <= there
        void = {each.seq for each in await self.circus.store.stories.inputs(self.race) if each.void}
        for market in book.markets:
            assert market.state == "void" or not void & {market.opened_at, market.closed_at}, market


class Counted:
    """All postings, as they are on record; nothing of the program's own is used to read them."""

    def __init__(self, circus: Circus) -> None:
        with around_the_program(circus.path) as database:
            self.rows = database.execute(
                "SELECT movement, account, amount, balance FROM posting ORDER BY account, n"
            ).fetchall()
            self.owners: dict[str, int] = dict(database.execute("SELECT name, player FROM account").fetchall())
            self.times: dict[str, float] = dict(database.execute("SELECT key, at FROM movement").fetchall())

    def sum(self) -> int:
        assert all(balance >= 0 for _, account, _, balance in self.rows if account.split(":")[0] != "mint")
        return sum(amount for _, _, amount, _ in self.rows)

    def held(self, kind: str) -> int:
        return sum(amount for _, account, amount, _ in self.rows if account.split(":")[0] == kind)

    def from_mint(self) -> set[str]:
        """Return the kinds of movements that the mint has paid for."""
        return {key.split(":")[0] for key, account, _, _ in self.rows if account.split(":")[0] == "mint"}

    def minted(self) -> int:
        """Return what the mint has paid for winning tickets."""
        mint = [(key, amount) for key, account, amount, _ in self.rows if account.split(":")[0] == "mint"]
        return -sum(int(amount) for key, amount in mint if key.split(":")[0] == "payoff")

    def presents(self) -> list[tuple[PlayerId, int, float]]:
        """Return who gave how much to somebody, and when."""
        given = [(key, account, -amount) for key, account, amount, _ in self.rows if amount < 0]
        return [
            (PlayerId(self.owners[account]), amount, self.times[key])
            for key, account, amount in given
            if key.split(":")[0] == "present"
        ]

    def moved(self, ticket: Ticket) -> list[int]:
        """Return what a ticket has moved in its player's purse, in order."""
        keys = [f"{what}:{ticket.race}:{ticket.number}" for what in ("stake", "return", "payoff")]
        theirs = {name for name, who in self.owners.items() if who == ticket.player and name.startswith("purse:")}
        return [amount for key, account, amount, _ in self.rows if key in keys and account in theirs]

    def require_pots(self, tickets: list[Ticket], markets: tuple[Market, ...]) -> None:
        """Fail unless each pot holds the open stakes of its market; sealed bets and their windows have one."""
        expected: dict[str, int] = {}
        kinds = {each.number: each.kind for each in markets}
        for each in tickets:
            if each.state == "open":
                kind = kinds[each.market]
                expected[kind] = expected.get(kind, 0) + each.stake
        found: dict[str, int] = {}
        for _, account, amount, _ in self.rows:
            if account.startswith("pot:"):
                kind = kinds[int(account.split(":")[-1])]
                found[kind] = found.get(kind, 0) + amount
        assert {kind: held for kind, held in found.items() if held} == expected


def held_in(side: SideBet) -> int:
    return {"offered": side.stake, "accepted": side.stake + side.against}.get(side.state, 0)


# Nobody gets rich by a trick


async def require_nobody_rich(world: BettingWorld) -> None:
    """Fail if anybody has more by the race than others lost by bets, the bank may add, and a week's presents allow."""
    book, money = await world.circus.store.wagers.book(world.race), Counted(world.circus)
    require_fair(
        book.markets,
        book.tickets,
        book.sides,
        rules=msgspec.json.decode(book.rules, type=TableRules),
        host=book.race.host,
        acts=await world.circus.store.stories.acts(world.race),
        minted=money.minted(),
    )
    given = given_by_week(money.presents(), book.sides, len(book.entries))
    assert max(given.values(), default=0) <= msgspec.json.decode(book.server, type=ServerRules).most_given


# The settlement, worked out anew


async def require_settled_right(world: BettingWorld, bank: Bank | None) -> None:
    """Fail unless a race that ended paid what another calculation says."""
    book = await world.circus.store.wagers.book(world.race)
    if book.race.state != "finished" or not book.markets:
        assert all(each.state != "settled" for each in book.markets)
        return
    status = await world.steward.log.status(world.race)
    view = status.view
    assert view is not None
    places = places_of({each.entry: each.place for each in view.runners})
    require_winners(book.markets, places)
    is_bank = msgspec.json.decode(book.rules, type=TableRules).cover == "bank"
    assert Counted(world.circus).from_mint() <= {"gift", "stipend", *(["payoff"] if is_bank else [])}
    if bank is not None:
        before = {number: each for number, each in bank.tickets.items() if each.state == "open"}
        markets, sides = dict(bank.markets), dict(bank.sides)
        bank.markets = {each.number: each for each in book.markets}
        bank.tickets = {each.number: each for each in book.tickets}
        assert {number: bank.tickets[number].paid for number in before} == what_is_paid(bank, markets, before)
        for number, side in sides.items():
            if side.state == "accepted":
                require_side(next(each for each in book.sides if each.number == number), places)


def places_of(squares: dict[EntryId, int]) -> dict[str, int]:
    """Return who ended where; who never left the start has no place."""
    ranked = sorted(squares, key=lambda entry: (-squares[entry], entry))
    return {str(entry): ranked.index(entry) + 1 for entry in ranked if squares[entry] > 0}


def require_winners(markets: tuple[Market, ...], places: dict[str, int]) -> None:
    by_place = {place: entry for entry, place in places.items()}
    last = [by_place[max(by_place)]] if by_place else []
    first = [by_place[1]] if by_place else []
    expected = {"sealed": first, "win": first, "last survivor": last, "first wreck": []}
    for market in markets:
        if market.state == "settled" and market.kind in expected:
            assert list(market.winners) == expected[market.kind]
        if market.state == "settled" and market.kind == "place":
            assert set(market.winners) <= {by_place[place] for place in (1, 2, 3) if place in by_place}
            assert set(first) <= set(market.winners)


def require_side(side: SideBet, places: dict[str, int]) -> None:
    mine = places.get(str(side.entry), 99)
    rivals = [places.get(str(side.rival), 99)] if side.rival else [each for each in places.values() if each != mine]
    if mine == 99 and rivals in ([99], []):
        assert (side.state, side.winner) == ("void", None)
    else:
        ahead = all(mine < each for each in rivals)
        assert side.winner == (side.proposer if ahead else side.taker)


DEEDS: dict[str, Callable[[BettingWorld, int, int], Awaitable[None]]] = {
    **{
        name: getattr(BettingWorld, name)
        for name in (
            *RACE_DEEDS, "seal", "pool", "window", "regret", "again", "take_back", "side", "reply", "withdraw", "give",
            "look", "crowd", "rivals", "leave", "enter", "begin", "end", "cut",
        )
    },
}  # fmt: skip

IN_LOBBY = (
    "seal", "seal", "seal", "pool", "pool", "pool", "crowd", "crowd", "crowd", "crowd", "crowd", "again", "take_back",
    "side", "side", "reply", "reply", "withdraw", "give", "look", "rivals", "leave", "enter", "end", "cut", "crash",
    "time",
)  # fmt: skip
IN_RACE = (
    "window", "window", "window", "regret", "regret", "time", "order", "order", "answer", "answer", "seal", "cut",
    "cut", "cut", "rivals", "again", "crowd", "rewind", "restart_turn", "replace", "take_reins", "offer", "crash",
    "deliver", "end", "put_right", "pause", "resume", "look", "pool", "reply", "take_back", "give",
)  # fmt: skip

KINDS = (
    TableRules(),
    TableRules(),
    TableRules(cover="bank"),
    TableRules(owners=True),
    TableRules(owners=True, cover="bank", windows=False),
    TableRules(pools=False),
    TableRules(sealed=False),
)
PURSES = (
    ServerRules(),
    ServerRules(gift=3_000, stipend=0, share=7),
    ServerRules(gift=900, stipend=100, share=25, cap=2_000),
    ServerRules(gift=300, stipend=0, most_given=0),
)
