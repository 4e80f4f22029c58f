"""A session drives one play: it puts questions, takes answers, collects facts, and seals secret answers and orders.

:func:`seal_of` makes a seal; :mod:`engine.proving` checks it once the answer is open.
"""

import hashlib
from collections.abc import Collection, Mapping
from typing import Any, Generic

import msgspec

from engine.dice import Dice
from engine.facts import Fact, OrderFollowed, OrdersSealed, OrdersUnsealed, Rewound, Sealed, Unsealed
from engine.game import Ruleset, State
from engine.questions import Answer, Ask, AskAll, Play
from engine.refusals import GameReason
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId

SALT_BYTES = 16
"""Random bytes of one seal."""


class Checkpoint(msgspec.Struct, frozen=True):
    """A race at the start of a turn, as plain data; a session can be taken up from here."""

    state: bytes  # JSON
    version: int  # of the ruleset's state
    seq: int = 0  # inputs before
    rolled: int = 0  # dice before
    told: int = 0  # facts before
    digest: bytes = b""  # of the story before
    stream: int = 0  # of the dice; a fresh one after each rewinding


class Scene(msgspec.Struct, frozen=True):
    """The end of a phase: the public view when *told* facts of the race had been told."""

    told: int
    view: Any
    since: int = 0  # facts that had been told when the turn began


def first_checkpoint(rules: Ruleset[Any, State, Any, Any], state: State) -> Checkpoint:
    """Return where a new race begins."""
    return Checkpoint(msgspec.json.encode(state), rules.version)


def seal_of(answer: Answer, salt: bytes) -> str:
    """Return the announced seal of a secret answer: SHA-256 over *salt* and the answer as it is kept."""
    return seal_of_text(msgspec.json.encode(answer).decode(), salt)


def seal_of_text(text: str, salt: bytes) -> str:
    """Return the seal of an answer, or of a turn's orders: SHA-256 over *salt* and the text as it is kept.

    Text that is read and written anew by a later version may differ: a field more is enough.
    """
    return hashlib.sha256(salt + text.encode()).hexdigest()


class Session(Generic[State]):
    """One race under way.

    ``open`` holds the open questions by entry, in their order; ``asked`` is the ``seq`` at which they opened. Secret
    answers to questions asked together wait in ``sealed``; until the reveal one may answer anew. An answer may seal
    orders for the whole turn, which the end of the turn tells. ``is_held`` is true while all have answered and the play
    waits. ``scenes`` and ``table.told`` hold everything since the checkpoint that the session started from;
    ``checkpoint`` is the latest one, made at the start of each turn.
    """

    def __init__(
        self,
        rules: Ruleset[Any, State, Any, Any],
        start: Checkpoint,
        dice: Dice | Table,
        *,
        scenes: bool = True,
    ) -> None:
        """:param dice: of the race, or the table at which they fall otherwise.
        :param scenes: whether to keep the view after each phase; simulations do without.
        """
        self.rules = rules
        self.state: State = rules.read_state(start.state, start.version)
        self.table = dice if isinstance(dice, Table) else Table(dice, start.digest)
        self.table.on_scene = self._keep_scene if scenes else None
        self.seq = self.asked = start.seq
        self.open: dict[EntryId, Ask] = {}
        self.scenes: list[Scene] = []
        self.checkpoint = start
        self.is_held = False
        self._stream = start.stream
        self._told_before = start.told
        self._given: dict[EntryId, tuple[Answer, bytes]] = {}
        self._ordered: dict[EntryId, tuple[str, bytes]] = {}
        self._waiting: Ask | AskAll | None = None
        self._play: Play[None] | None = None
        self._go_on(None)

    @property
    def facts_told(self) -> int:
        """How many facts the race has told since its beginning."""
        return self._told_before + len(self.table.told)

    @property
    def is_over(self) -> bool:
        return self.rules.is_over(self.state)

    def view(self, drives: Collection[EntryId] = ()) -> Any:
        """Return the view of the player who drives these entries; without any, the public's."""
        sealed = {entry: answer for entry, (answer, _) in self._given.items() if entry not in self.open}
        return self.rules.view_for(self.state, sealed, drives)

    @property
    def kind(self) -> str | None:
        """The kind of the latest decision, even if all have answered it; ``None`` when the race is over."""
        asks = self._waiting.asks if isinstance(self._waiting, AskAll) else (self._waiting,)
        return None if asks[0] is None else asks[0].question.kind

    @property
    def sealed(self) -> Mapping[EntryId, Ask]:
        """The questions whose secret answers are in and not yet revealed, by entry."""
        if not isinstance(self._waiting, AskAll):
            return {}
        return {ask.entry: ask for ask in self._waiting.asks if ask.secret and ask.entry in self._given}

    def sealed_answer(self, entry: EntryId) -> Answer | None:
        """Return the answer of *entry* that is not yet revealed: for its own driver alone."""
        return self._given[entry][0] if entry in self.sealed else None

    def seal(self, entry: EntryId) -> Sealed:
        """Return the announced seal of the answer of *entry* that is not yet revealed."""
        return Sealed(entry, seal_of(*self._given[entry]))

    def sealed_orders(self, entry: EntryId) -> str | None:
        """Return the orders, JSON, that are sealed for this turn: for its own driver alone."""
        return self._ordered[entry][0] if entry in self._ordered else None

    def orders_seal(self, entry: EntryId) -> str:
        """Return the announced seal of the orders of *entry* for this turn; empty if none are sealed."""
        return seal_of_text(*self._ordered[entry]) if entry in self._ordered else ""

    def answer(
        self,
        entry: EntryId,
        answer: Answer,
        *,
        asked: int | None = None,
        salt: bytes = b"",
        orders: str = "",
        clause: str = "",
        held: bool = False,
    ) -> list[Fact]:
        """Take *answer*, play on to the next question, and return the facts it led to.

        :param asked: :attr:`asked` of the question; ``None`` for the open one.
        :param salt: 16 random bytes for the seal of a secret answer, and 16 more for that of orders; empty in a
            simulation, which tells no seals.
        :param orders: for the whole turn, JSON, sealed with this answer.
        :param clause: the clause of orders that answered; a fact tells it.
        :param held: whether the play waits for :meth:`proceed`, if this was the last answer it waited for.
        :raises Refused: if it is not legal; all stays as it was.
        """
        ask = self._verified(entry, answer, asked, orders)
        # Accepted: from here on nothing refuses.
        before = len(self.table.told)
        self.seq += 1
        self._given[entry] = answer, salt[:SALT_BYTES]
        self.open.pop(entry, None)
        if clause:
            self.table.tell(OrderFollowed(entry, clause))
        self._seal(ask, answer, salt[:SALT_BYTES])
        self._seal_orders(entry, orders, salt[SALT_BYTES:])
        self.is_held = held and not self.open
        if not self.open and not held:
            self._go_on(self._gathered())
        return self.table.told[before:]

    def _seal(self, ask: Ask, answer: Answer, salt: bytes) -> None:
        if ask.secret and salt:
            self.table.tell(Sealed(ask.entry, seal_of(answer, salt)))

    def _seal_orders(self, entry: EntryId, orders: str, salt: bytes) -> None:
        if not orders:
            return
        self._ordered[entry] = orders, salt
        if salt:
            self.table.tell(OrdersSealed(entry, seal_of_text(orders, salt)))

    def _open_orders(self) -> None:
        """Tell the orders for the turn that is over: during the turn their targets are secret."""
        for entry, (orders, salt) in sorted(self._ordered.items()):
            if salt:
                self.table.tell(OrdersUnsealed(entry, salt.hex(), orders))
        self._ordered = {}

    def act(self, entry: EntryId, act: Answer) -> list[Fact]:
        """Do an act without a question, and return its facts; it is an input.

        It makes all questions anew. A sealed answer that has become illegal opens its question again; if no question
        is left, the play goes on.

        :raises Refused: if it may not be done; all stays as it was.
        """
        acts, waiting = self.rules.acts, self._waiting
        if acts is None or waiting is None:
            raise Refused(GameReason.NOT_ASKED)
        before = len(self.table.told)
        acts.do(self.state, self.table, entry, act, {each: answer for each, (answer, _) in self._given.items()})
        self.seq += 1
        self._waiting = acts.ask_again(self.state, waiting)
        asks = self._waiting.asks if isinstance(self._waiting, AskAll) else (self._waiting,)
        self.open = {ask.entry: ask for ask in asks if not self._still_holds(ask)}
        self._given = {each: given for each, given in self._given.items() if each not in self.open}
        if self.open:
            self.is_held = False
        elif not self.is_held:
            self._go_on(self._gathered())
        return self.table.told[before:]

    def _still_holds(self, ask: Ask) -> bool:
        """Tell whether a question is answered, and the answer still legal."""
        if ask.entry not in self._given:
            return False
        try:
            ask.question.verify(self._given[ask.entry][0])
        except Refused:
            return False
        return True

    def proceed(self) -> list[Fact]:
        """Play on after all have answered and the play was held; this is an input."""
        assert self.is_held, "nothing was held"
        before = len(self.table.told)
        self.seq += 1
        self.is_held = False
        self._go_on(self._gathered())
        return self.table.told[before:]

    def branch_off(self, seq: int, told: int, dice: Dice, fact: Rewound, *, anew: bool = False) -> list[Fact]:
        """Make this the point that a race has gone back to: number inputs and facts on, and roll other dice.

        :param seq: of the rewinding, which is an input.
        :param told: number of facts that the race had told before, void ones included.
        :param anew: whether to shuffle unseen cards anew; the ruleset must know how.
        :returns: the facts it led to.
        """
        self._told_before = told - len(self.table.told)
        self.seq = self.asked = seq
        self.table.dice = dice
        self._stream = fact.stream
        before = len(self.table.told)
        self.table.tell(fact)
        if anew:
            assert self.rules.anew is not None, "this game has nothing to shuffle"
            self.rules.anew(self.state, self.table)
        return self.table.told[before:]

    def _verified(self, entry: EntryId, answer: Answer, asked: int | None, orders: str) -> Ask:
        ask = self.open.get(entry) or self.sealed.get(entry)
        if asked not in (None, self.asked):
            raise Refused(GameReason.ASK_IS_OVER)
        is_known = answer == self.sealed_answer(entry) and orders in ("", self.sealed_orders(entry))
        if ask is None or is_known:
            raise Refused(GameReason.NOT_ASKED)
        try:
            ask.question.verify(answer)
        except Refused as refused:
            if refused.reason is not GameReason.NOT_A_CHOICE:
                raise
            raise self.rules.explain(self.view([entry]), ask, answer) from refused
        return ask

    def _gathered(self) -> Answer | dict[EntryId, Answer]:
        """Return the answers to send the play, and break the seals."""
        waiting, given = self._waiting, self._given
        self._given = {}
        asks = waiting.asks if isinstance(waiting, AskAll) else (waiting,)
        for ask in asks:
            assert ask is not None
            answer, salt = given[ask.entry]
            if ask.secret and salt and not ask.stays_sealed:
                text = msgspec.json.encode(answer).decode()
                self.table.tell(Unsealed(ask.entry, salt.hex(), text))
        if isinstance(waiting, AskAll):
            # In the order asked: who was quicker to answer must not matter.
            return {ask.entry: given[ask.entry][0] for ask in asks if ask is not None}
        assert waiting is not None
        return given[waiting.entry][0]

    def _go_on(self, sent: Any) -> None:
        """Play to the next question, over the turns' ends; make a checkpoint at the start of each turn."""
        self._waiting = None
        while self._waiting is None:
            if self._play is None:
                self._open_orders()
                if self.is_over:
                    return
                self._begin_turn()
                sent = None
            assert self._play is not None
            try:
                self._wait_for(self._play.send(sent))
            except StopIteration:
                self._play = None

    def _begin_turn(self) -> None:
        self.checkpoint = Checkpoint(
            msgspec.json.encode(self.state),
            self.rules.version,
            self.seq,
            self.table.dice.at,
            self.facts_told,
            self.table.digest,
            self._stream,
        )
        self.table.begin_turn()
        self._play = self.rules.play_turn(self.state, self.table)

    def _wait_for(self, asked: Ask | AskAll) -> None:
        asks = asked.asks if isinstance(asked, AskAll) else (asked,)
        self.asked = self.seq
        self._waiting = asked
        self.open = {ask.entry: ask for ask in asks}

    def _keep_scene(self) -> None:
        self.scenes.append(Scene(self.facts_told, self.rules.view_for(self.state, {}, ()), self.checkpoint.told))
