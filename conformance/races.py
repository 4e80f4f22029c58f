"""Whole races between players who choose at random among legal answers, checked at every step.

Its ruleset, a number that all its choices and dice come from, and its number of chariots identify a race; the report of
a broken promise has all three, so that you can run the race again.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from conformance.arena import promises as arena
from conformance.chariot_race import promises as chariot_race
from conformance.chariots_of_rome import promises as chariots_of_rome
from conformance.circus_maximus import endings as circus_endings
from conformance.circus_maximus import promises as circus
from engine.dice import RaceDice
from engine.facts import Fact
from engine.game import AnyRuleset, Entrant
from engine.options import choose, is_by_rating, option_fields, shares_out, with_ranking
from engine.questions import Answer, Ask
from engine.rulesets import RULESETS
from engine.session import Checkpoint, Session, first_checkpoint
from records.refusals import Refused
from records.values import EntryId, Faction

MOST_ANSWERS = 60_000
"""Most questions of a race, with any drivers."""

PLAINNESS = (0.0, 0.3, 0.6, 0.9)
"""How often a player takes the default: of those who play at random alone few get far."""

CUT_SHORT = 20
"""One race in so many ends by its rounds, in a game whose races can."""

Player = Callable[[Session[Any], EntryId, Ask], Answer]

PROMISES: Mapping[str, Callable[[], Callable[[Any], list[str]]]] = {
    "circus-maximus": lambda: circus.Promises().broken_by,
    "chariot-race": lambda: chariot_race.broken_by,
    "chariots-of-rome": lambda: chariots_of_rome.broken_by,
    "arena": lambda: arena.broken_by,
}
"""By ruleset: makes the checker of a race, which tells in words the faults of its state, from look to look."""

PROMISES_AT_END: Mapping[str, Callable[[Any, Sequence[Fact]], list[str]]] = {
    "circus-maximus": circus.broken_at_end,
    "chariot-race": chariot_race.broken_at_end,
    "chariots-of-rome": chariots_of_rome.broken_at_end,
    "arena": arena.broken_at_end,
}
"""The same of a race that is over, with all its facts."""


ENDINGS: Mapping[str, tuple[Sequence[str], Callable[[Any, Sequence[Fact]], set[str]]]] = {
    "circus-maximus": (circus_endings.ENDINGS, circus_endings.endings_of),
    "chariot-race": (chariot_race.ENDINGS, chariot_race.endings_of),
    "chariots-of-rome": (chariots_of_rome.ENDINGS, chariots_of_rome.endings_of),
    "arena": (arena.ENDINGS, arena.endings_of),
}
"""The ways in which races end, and the function for those of a finished race, from its state and facts."""


class Broken(AssertionError):
    """A promise that was not kept, with all that it takes to see it again."""


@dataclass(frozen=True)
class Setup:
    """A race to be run."""

    ruleset: str
    seed: int
    entries: int
    wishes: Mapping[str, str]  # options, as a host names them
    rounds: int | None = None  # after which it ends, in a game whose races can be cut short

    @property
    def rules(self) -> AnyRuleset:
        return RULESETS[self.ruleset]

    @property
    def options(self) -> Any:
        options = choose(self.rules.options, self.wishes)
        options = with_ranking(options, self._ranking()) if is_by_rating(options) else options
        return options if self.rounds is None else msgspec.structs.replace(options, most_rounds=self.rounds)

    def _ranking(self) -> tuple[tuple[EntryId, ...], ...]:
        """Return the chariots by ratings that are made up: the first two stand together."""
        line = [EntryId(number) for number in range(1, self.entries + 1)]
        random.Random(self.seed).shuffle(line)  # noqa: S311
        return tuple(line[:2]), *((each,) for each in line[2:])

    @property
    def dice_seed(self) -> bytes:
        return f"race {self.seed}".encode()


def random_setup(ruleset: str, seed: int) -> Setup:
    """Return a race with options and a field chosen at random, such as a host might open."""
    rules, chance = RULESETS[ruleset], random.Random(seed)  # noqa: S311
    while True:
        plain = chance.random()  # many options at once, or few
        wishes = {
            field.name: chance.choice(list(field.values))
            for field in option_fields(rules.options).values()
            if chance.random() > plain
        }
        entries = chance.randint(rules.least_entries, len(rules.colours))
        if is_possible(rules, wishes, entries):
            is_short = seed % CUT_SHORT == 2 and hasattr(rules.options(), "most_rounds")
            return Setup(ruleset, seed, entries, wishes, chance.randint(2, 6) if is_short else None)


def is_possible(rules: AnyRuleset, wishes: Mapping[str, str], entries: int) -> bool:
    """Tell whether so many may enter a race with these options."""
    options = choose(rules.options, wishes)
    if entries > len(rules.colours_for(options)):
        return False
    besides = sum(len(rules.companions(options, colour)) for colour in rules.colours[:entries])
    try:
        rules.check_options(options, entries + besides)
    except Refused:
        return False
    return True


def start_of(setup: Setup) -> Checkpoint:
    """Return where the race begins."""
    rules, numbers = setup.rules, range(1, setup.entries + 1)
    entrants = [Entrant(EntryId(number), rules.colours[number - 1], _owner(setup, number)) for number in numbers]
    besides = [(colour, each.faction) for each in entrants for colour in rules.companions(setup.options, each.colour)]
    entrants += [Entrant(EntryId(rules.colours.index(colour) + 1), colour, faction) for colour, faction in besides]
    return first_checkpoint(rules, rules.new_race(setup.options, entrants))


def _owner(setup: Setup, number: int) -> Faction | None:
    """Return the faction that owns a chariot.

    Where chariots are shared out, half as many factions take part as there are;
    every second race of a game in which few players have two chariots each is a race of few.
    """
    half = setup.entries // 2
    if shares_out(setup.options):
        return Faction(number) if number <= max(setup.rules.least_entries, half) else None
    is_paired = setup.entries == half * setup.rules.chariots_each(half) and half >= setup.rules.least_entries
    return Faction((number - 1) % half + 1 if is_paired and setup.seed % 2 else number)


def random_player(seed: int) -> Player:
    """Return a player that answers at random and legally, more or less often by default, more or less keen to fight.

    It draws a kind of answer first, then one of that kind, so that rare ones come up, too.
    """
    chance = random.Random(seed)  # noqa: S311
    plainness, keenness = chance.choice(PLAINNESS), chance.random()

    def answer(_session: Session[Any], _entry: EntryId, ask: Ask) -> Answer:
        legal = ask.question.legal()
        attacks = [each for each in legal if hasattr(each, "means") or hasattr(each, "rival")]
        if attacks and chance.random() < keenness:
            return chance.choice(attacks)
        if chance.random() < plainness:
            return ask.default
        kind = chance.choice(list(dict.fromkeys(map(type, legal))))
        return chance.choice([each for each in legal if type(each) is kind])

    return answer


def house_player(rules: AnyRuleset, seed: int) -> Player:
    """Return a player that lets a house driver of some temperament answer for each chariot, without the slow ones."""
    chance = random.Random(seed)  # noqa: S311
    temperaments = rules.mixed
    named: dict[EntryId, str] = {}

    def answer(session: Session[Any], entry: EntryId, ask: Ask) -> Answer:
        name = named.setdefault(entry, chance.choice(temperaments))
        return rules.drivers[name](session.view([entry]), ask)

    return answer


class Watched:
    """A race under way, with all answers since its beginning; each step is held against the promises of the rules."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.start = start_of(setup)
        self.session = Session(setup.rules, self.start, RaceDice(setup.dice_seed), scenes=False)
        self.given: list[tuple[EntryId, Answer]] = []
        self._promises = PROMISES.get(setup.ruleset, lambda: lambda _state: [])()

    def run(self, player: Player) -> None:
        """Run the race to its end.

        :raises Broken: if a promise is not kept.
        """
        while self.session.open:
            self.step(player)
        self._require(self.session.is_over, "nothing is asked, and the race is not over")
        at_end = PROMISES_AT_END.get(self.setup.ruleset)
        for wrong in at_end(self.session.state, self.session.table.told) if at_end else ():
            self._require(False, wrong)

    def step(self, player: Player) -> None:
        """Let one question be answered."""
        session = self.session
        self._require(len(self.given) < MOST_ANSWERS, "the race does not end")
        entry, ask = next(iter(session.open.items()))
        legal = ask.question.legal()
        self._require(ask.default in legal, f"the default {ask.default} is not legal for {ask.question}")
        self._require(len(set(legal)) == len(legal), f"{ask.question} allows something twice")
        answer, before = player(session, entry, ask), len(session.table.told)
        session.answer(entry, answer)
        self.given.append((entry, answer))
        is_same = session.open.get(entry) == ask and len(session.table.told) == before
        self._require(not is_same, f"{entry} is asked the same again: {ask.question}")
        for wrong in self._promises(session.state):
            self._require(False, wrong)

    def check_rebuilt(self) -> None:
        """See that the beginning and the answers lead to the same race again."""
        again = Session(self.setup.rules, self.start, RaceDice(self.setup.dice_seed), scenes=False)
        for entry, answer in self.given:
            again.answer(entry, answer)
        self._require(again.table.digest == self.session.table.digest, "rebuilt, it tells another story")
        self._require(again.state == self.session.state, "rebuilt, it stands otherwise")

    def _require(self, is_so: bool, else_said: str) -> None:
        if not is_so:
            raise Broken(f"{self.setup}, after {len(self.given)} answers: {else_said}")
