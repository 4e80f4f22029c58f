"""The betting table for players. It keeps nothing in memory: each press is one transaction on the record."""

from collections.abc import Callable
from typing import TypeVar

import msgspec

from db.store import StaleRace, Store
from engine.betting import board, purses, sides, table
from engine.betting.book import Book, Changes, Movement, NewBet, NewSide, Purses, SideBet, Ticket
from engine.betting.model import Chances, chances_of
from engine.betting.rules import ServerRules, TableRules
from engine.betting.views import BoardView, SlipView, SwingView
from engine.refusals import GameReason
from records.people import GuildRecord
from records.races import RaceRecord
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId, Sesterces
from steward.delivering.proofs import SealedBet, sealed_bets
from steward.money.swings import swing_of, winners_of
from steward.running.bookmaker import opening, with_notices
from steward.running.live import Rulesets
from steward.telling.notices import BetNotice, BetSealed, Panel, notice, read_body
from steward.telling.shown import NAME_LENGTH, visible
from steward.time.standstill import Clock

SALT_BYTES = 16
ATTEMPTS = 4

NO_CHANCES = Chances(0, 0, {})

T = TypeVar("T")


class Wagers:
    """Bets, purses and their rules. The races' own transactions pay out: see :mod:`steward.running.bookmaker`."""

    def __init__(
        self,
        store: Store,
        rulesets: Rulesets,
        clock: Clock,
        entropy: Callable[[int], bytes],
        wake: Callable[[], None],
    ) -> None:
        """:param wake: called when something is new to be delivered."""
        self._store, self._rulesets = store, rulesets
        self._clock, self._entropy, self._wake = clock, entropy, wake

    # Looking

    async def board(self, race: RaceId, viewer: PlayerId | None = None) -> BoardView:
        """Return a race's betting table as *viewer* may see it; ``None`` is the public.

        Their purse holds what it will once it is touched: looking opens none.
        """
        records, now = await self._store.chances.of_race(race), self._clock()
        latest = chances_of(records[-1]) if records else NO_CHANCES

        def look(book: Book) -> BoardView:
            due = Sesterces(0) if viewer is None else purses.due(book, viewer, now)
            chances, turn, samples = latest.thousandths, latest.turn, latest.samples
            return board.board_for(book, viewer, chances=chances, turn=turn, samples=samples, due=due)

        return await self._read(race, look, viewer)

    async def slip(self, race: RaceId, player: PlayerId) -> SlipView | None:
        """Return a player's slip: tickets and side bets on a race, and payoffs so far; ``None`` without any."""
        last = await self._store.stories.last_scene(race)

        def look(book: Book) -> SlipView | None:
            return board.slip_for(book, player, winners_of(book, self._rulesets[book.race.ruleset], last))

        return await self._read(race, look, player)

    async def swing(self, race: RaceId) -> SwingView | None:
        """Return how the chances of a race swung; ``None`` while none have been worked out."""
        records, last = await self._store.chances.of_race(race), await self._store.stories.last_scene(race)
        return await self._read(race, lambda book: swing_of(book, self._rulesets[book.race.ruleset], records, last))

    async def revealed(self, race: RaceId, market: int | None = None) -> list[Ticket]:
        """Return the sealed bets that are open to all, of one market or of the whole race, by number.

        Each has its salt; one that was put by rule at the start has none.
        """

        def look(book: Book) -> list[Ticket]:
            shown = {each.number for each in book.markets if each.kind == "sealed" and not board.is_secret(each)}
            return [each for each in book.tickets if each.market in shown and market in (None, each.market)]

        return await self._read(race, look)

    async def sealed_bets(self, race: RaceId) -> list[SealedBet]:
        """Return every sealed bet with the seal that was announced, and its content once it is revealed."""
        bodies = [read_body(each, BetNotice) for each in await self._store.outbox.of_race(race) if each.kind == "bets"]
        announced = [each for each in bodies if isinstance(each, BetSealed)]
        return sealed_bets(announced, await self.revealed(race)) if announced else []

    async def _read(self, race: RaceId, look: Callable[[Book], T], *who: PlayerId | None) -> T:
        """Return the result of *look* at a race's book, on another thread."""
        try:
            return await self._store.wagers.read(race, look, *(each for each in who if each is not None))
        except StaleRace as error:
            raise Refused(Reason.NO_SUCH_RACE) from error

    # Betting

    async def place(self, race: RaceId, bet: NewBet) -> Ticket:
        """Place a bet. The same press again returns the same ticket.

        :raises Refused: as :func:`engine.betting.table.place`; for a late press with the time when the market closed.
        """
        now, salt = self._clock(), self._entropy(SALT_BYTES).hex()
        bet = msgspec.structs.replace(bet, name=_shown(bet.name))

        def decide(book: Book) -> tuple[Changes, Ticket]:
            known = table.placed_by(book, bet)
            if known is not None:
                return Changes(), known
            changes = table.place(book, bet, now, salt)
            return changes, changes.tickets[-1]

        return await self._change(race, decide, bet.player)

    async def check(self, race: RaceId, bet: NewBet) -> None:
        """Check whether a bet could be placed now; keep nothing of it.

        :raises Refused: as :meth:`place` would.
        """
        now = self._clock()
        await self._read(race, lambda book: table.place(book, bet, now), bet.player)

    async def cancel(self, race: RaceId, player: PlayerId, ticket: int) -> Ticket:
        """Take a ticket of a pool back while its market is open.

        :raises Refused: if it is not theirs, sealed, or too late.
        """
        now = self._clock()

        def decide(book: Book) -> tuple[Changes, Ticket]:
            changes = table.cancel(book, player, ticket, now)
            return changes, changes.tickets[-1] if changes.tickets else book.tickets[ticket - 1]

        return await self._change(race, decide, player)

    async def offer_side(self, race: RaceId, new: NewSide) -> SideBet:
        """Offer another player a side bet, and tell them. The same press again offers nothing.

        :raises Refused: as :func:`engine.betting.sides.offer`.
        """
        now = self._clock()
        new = msgspec.structs.replace(new, name=_shown(new.name), taker_name=_shown(new.taker_name))

        def decide(book: Book) -> tuple[Changes, SideBet]:
            changes = sides.offer(book, new, now)
            return changes, changes.sides[-1]

        return await self._change(race, decide, new.player, new.taker)

    async def answer_side(self, race: RaceId, player: PlayerId, number: int, accept: bool, days: int = 0) -> SideBet:
        """Accept a side bet that was offered, or decline it.

        :param days: for how many whole ones the player has been in the server; 0 where that is not known.
        :raises Refused: as :func:`engine.betting.sides.answer` says.
        """
        now = self._clock()

        def decide(book: Book) -> tuple[Changes, SideBet]:
            changes = sides.answer(book, player=player, number=number, accepts=accept, now=now, days=days)
            return changes, _side(book, changes, number)

        return await self._change(race, decide, player)

    async def withdraw_side(self, race: RaceId, player: PlayerId, number: int) -> SideBet:
        """Take an offer back that was not accepted; :exc:`Refused` if it is not theirs, or over."""
        now = self._clock()

        def decide(book: Book) -> tuple[Changes, SideBet]:
            changes = sides.withdraw(book, player=player, number=number, now=now)
            return changes, _side(book, changes, number)

        return await self._change(race, decide, player)

    async def _change(self, race: RaceId, decide: Callable[[Book], tuple[Changes, T]], *who: PlayerId) -> T:
        """Make a decision in one transaction, and return its changes."""
        came_to: list[T] = []

        def deciding(book: Book) -> Changes:
            changes, value = decide(book)
            came_to.append(value)
            return with_notices(book, changes, self._clock())

        try:
            await self._store.wagers.change(race, deciding, *who)
        except StaleRace as error:
            raise Refused(Reason.NO_SUCH_RACE) from error
        self._wake()
        return came_to[-1]

    # Purses

    async def purse(self, guild: int, player: PlayerId) -> Sesterces:
        """Return a player's sesterces in a server, once the gift and this week's stipend are paid in."""
        now = self._clock()
        await self._store.wagers.move(guild, lambda known: purses.touch(known, player, now), player)
        return await self._store.wagers.purse(guild, player) or Sesterces(0)

    async def give(  # noqa: PLR0913  a present is that much
        self,
        guild: int,
        giver: PlayerId,
        giver_name: str,
        receiver: PlayerId,
        receiver_name: str,
        amount: int,
        key: str,
        *,
        is_bot: bool = False,
        days: int = 0,
    ) -> Sesterces:
        """Give sesterces to another player, and return those left. A press that comes twice gives once.

        :param is_bot: whether the receiver is no person.
        :param days: for how many whole ones the giver has been in the server; 0 where that is not known.
        :raises Refused: as :func:`engine.betting.purses.give` says.
        """
        now, memo = self._clock(), f"{_shown(giver_name)} to {_shown(receiver_name)}"

        def decide(known: Purses) -> tuple[Movement, ...]:
            return purses.give(
                known, giver=giver, taker=receiver, amount=amount, key=key, now=now, memo=memo, is_bot=is_bot, days=days
            )

        await self._store.wagers.move(guild, decide, giver, receiver)
        return await self._store.wagers.purse(guild, giver) or Sesterces(0)

    # Rules

    async def rules_of(self, race: RaceId) -> TableRules:
        """Return how there is betting on a race."""
        return await self._read(race, _rules_of)

    async def set_rules(self, race: RaceId, host: PlayerId, change: Callable[[TableRules], TableRules]) -> TableRules:
        """Set the kinds of bets on a race, by its host and before the first bet; open and remove markets to fit (B-2).

        The house's share and the bank's limit stay as they were when the race opened (B-8, B-9).

        :param change: from the present rules to the new ones; called again if they have changed since.
        :raises Refused: if this is not the host, somebody has bet, or the race has begun.
        """
        for _ in range(ATTEMPTS):
            known, rules = await self._read(race, lambda book: (book.race, _rules_of(book)))
            if known.host != host:
                raise Refused(Reason.NOT_THE_HOST)
            rules = msgspec.structs.replace(change(rules), share=rules.share, bank=rules.bank, circus=rules.circus)
            try:
                await self._set_rules(known, rules)
            except StaleRace:
                await self._read(race, table.check_settable)  # says why; else somebody was quicker: look again
                continue
            await self._store.outbox.put(notice(race, "panel", Panel(), self._clock()))
            self._wake()
            return rules
        raise Refused(Reason.CHANGED_MEANWHILE)

    async def _set_rules(self, known: RaceRecord, rules: TableRules) -> None:
        open_all = opening(self._rulesets[known.ruleset], self._clock())

        def decide(changed: Book) -> Changes:
            table.check_settable(changed)
            return with_notices(changed, open_all(changed), self._clock())

        was = {"betting": known.betting}
        await self._store.races.set(known.id, only_if=("lobby",), was=was, decide=decide, betting=_kept(rules))

    async def server_rules(self, guild: int) -> ServerRules:
        """Return a server's rules for its purses."""
        return _server_rules_of(await self._store.people.guild(guild))

    async def days_of_bettors(self, guild: int) -> int:
        """Return for how many days somebody has to be a member of a server before they bet there."""
        return (await self.server_rules(guild)).age

    async def set_server_rules(self, guild: int, change: Callable[[ServerRules], ServerRules]) -> ServerRules:
        """Change a server's rules for its purses. The caller checks the right to do so.

        :raises Refused: if something is out of its range.
        """

        def changed(known: GuildRecord) -> GuildRecord:
            return msgspec.structs.replace(known, betting=_kept(_checked(change(_server_rules_of(known)))))

        return _server_rules_of(await self._store.people.change_guild(guild, changed))


def _shown(name: str) -> str:
    return visible(name, NAME_LENGTH, instead="Player")


def _rules_of(book: Book) -> TableRules:
    return msgspec.json.decode(book.rules, type=TableRules)


def _server_rules_of(guild: GuildRecord) -> ServerRules:
    return msgspec.json.decode(guild.betting, type=ServerRules)


def _checked(rules: ServerRules) -> ServerRules:
    """Return *rules*; :exc:`Refused` if something is out of its range."""
    try:
        return msgspec.convert(msgspec.to_builtins(rules), ServerRules)
    except msgspec.ValidationError as error:
        raise Refused(GameReason.NO_SUCH_OPTION, option=str(error), possible=[]) from error


def _side(book: Book, changes: Changes, number: int) -> SideBet:
    return next(each for each in (*changes.sides, *book.sides) if each.number == number)


def _kept(rules: msgspec.Struct) -> str:
    return msgspec.json.encode(rules).decode()
