"""Where many tests begin is played once in each process; afterwards each world like it is put there at once.

A world is put there as a process that begins anew finds it: the database, and what Discord shows. The play counts on
nothing else, and is played in earnest wherever a world was touched by anything but such plays, or a test patches
anything.
"""

import copy
import functools
import itertools
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from tests.at_once import connection_of, transactions

if TYPE_CHECKING:
    from tests.steward.circus import Circus

World = TypeVar("World")
P = ParamSpec("P")
Result = TypeVar("Result")
Play = Callable[Concatenate[World, P], Coroutine[Any, Any, Result]]

_PLAYED = "played_by_tests"
_is_allowed = [False]
_moments: OrderedDict[Any, "_Moment"] = OrderedDict()
MOST = 100
"""Moments that are kept, of half a megabyte each: those put last."""


def allow(*, is_allowed: bool) -> None:
    """Say whether the test that begins takes worlds that other tests have played."""
    _is_allowed[:] = [is_allowed]


def once(play: Play[World, P, Result]) -> Play[World, P, Result]:
    """Play once what leads from a world to where tests begin; put every other world like it there.

    Its result is what cannot be changed: all tests are given the same.
    """

    @functools.wraps(play)
    async def played(world: World, /, *args: P.args, **options: P.kwargs) -> Result:
        circus = _circus_of(world)
        before = _history(circus)
        after = (before, play, args, tuple(sorted(options.items())))
        if before is None or not _can_be_looked_up(after):
            return await play(world, *args, **options)
        if after in _moments:
            _moments.move_to_end(after)
            result: Result = _moments[after].put(circus)
        else:
            result = await play(world, *args, **options)
            _keep(after, circus, result)
        _note(circus, after)
        return result

    return played


def _can_be_looked_up(history: tuple[Any, ...]) -> bool:
    try:
        return bool(hash(history)) or True
    except TypeError:  # something that may change is among what was asked for
        return False


def _keep(history: tuple[Any, ...], circus: "Circus", result: Any) -> None:
    if (moment := _Moment.of(circus, result)) is not None:
        _moments[history] = moment
        forget(MOST)


def forget(most: int = 0) -> None:
    """Forget all worlds but so many that were put last."""
    while len(_moments) > most:
        _moments.popitem(last=False)[1].database.close()


@dataclass
class _Shown:
    """What Discord shows, and what the program remembers of it: copies of channels by number, names of people."""

    channels: dict[int, Any] = field(default_factory=dict)
    people: dict[int, tuple[str, bool]] = field(default_factory=dict)
    late: dict[int, list[float]] = field(default_factory=dict)
    talks: dict[str, Any] = field(default_factory=dict)
    cards: list[Any] = field(default_factory=list)  # that a messenger remembers
    looks: dict[int, str] = field(default_factory=dict)
    rests: dict[str, float] = field(default_factory=dict)  # of cards
    tried: list[Any] = field(default_factory=list)
    delivered: list[Any] = field(default_factory=list)


@dataclass
class _Moment:
    """All that a play changed."""

    database: sqlite3.Connection
    now: float
    drawn: int
    shown: _Shown
    result: Any

    @classmethod
    def of(cls, circus: "Circus", result: Any) -> "_Moment | None":
        shown = _shown_of(circus)
        if shown is None:
            return None
        database = sqlite3.connect(":memory:", check_same_thread=False)
        connection_of(circus.store).backup(database)
        return cls(database, circus.clock.now, getattr(circus.entropy, "drawn", 0), shown, result)

    def put(self, circus: "Circus") -> Any:
        self.database.backup(connection_of(circus.store))
        circus.clock.now = self.now
        if hasattr(circus.entropy, "drawn"):
            circus.entropy.drawn = self.drawn
        _show(circus, self.shown)
        return self.result


# What a world is like


def _is_fake(messenger: Any) -> bool:
    """Tell whether a messenger only remembers; the other one posts in a Discord made for tests."""
    return hasattr(messenger, "delivered")


def _circus_of(world: Any) -> "Circus":
    found: Circus = world if hasattr(world, "begins_at") else getattr(world, "arena", world).circus
    return found


def _history(circus: "Circus") -> tuple[Any, ...] | None:
    """Return what the world is made of and all that was played in it; ``None`` where anything else was done."""
    began = transactions(circus.store)
    if began is None or not _is_allowed[0] or circus.next or set(vars(circus.clock)) != {"now"} or _is_patched(circus):
        return None
    noted = getattr(circus, _PLAYED, None)
    if noted is None:
        return _beginning(circus) if began == circus.begins_at else None
    history, state = noted
    return history if state == _state(circus) else None


def _note(circus: "Circus", history: tuple[Any, ...]) -> None:
    setattr(circus, _PLAYED, (history, _state(circus)))


def _state(circus: "Circus") -> tuple[Any, ...]:
    drawn = getattr(circus.entropy, "drawn", 0)
    return transactions(circus.store), circus.clock.now, drawn


def _beginning(circus: "Circus") -> tuple[Any, ...] | None:
    entropy = ("drawn", circus.entropy.drawn) if hasattr(circus.entropy, "drawn") else circus.entropy
    made_of = tuple(tuple(sorted(each.items(), key=lambda x: x[0])) for each in (circus.rulesets, circus.painters))
    like = tuple((name, _Same(value)) for name, value in itertools.chain.from_iterable(made_of))
    if _is_fake(circus.messenger):
        return (circus.clock.now, entropy, like) if not circus.messenger.tried else None
    messenger: Any = circus.messenger
    client = messenger._sender.bot
    channels = tuple((number, repr(each._numbers)) for number, each in sorted(client.channels.items()))
    is_empty = not any(each.messages or each.fails for each in client.channels.values())
    if not is_empty or client.cached or client.servers:
        return None
    return circus.clock.now, entropy, like, channels


class _Same:
    """A thing that is like itself alone."""

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)


def _is_patched(circus: "Circus") -> bool:
    """Tell whether a test replaced anything of what plays."""
    steward, store = circus.steward, circus.store
    parts: list[Any] = [steward, *vars(steward).values(), store, *vars(store).values(), circus.messenger]
    if _is_fake(circus.messenger):
        if not circus.messenger.fails.__qualname__.startswith("FakeMessenger."):
            return True
    else:
        messenger: Any = circus.messenger
        parts += [messenger._sender, messenger._sender.bot]
    named = [part for part in parts if hasattr(part, "__dict__") and not isinstance(part, type)]
    is_replaced = any(name in vars(type(part)) for part in named for name in vars(part))
    return is_replaced or steward.races._beacon is not None


# What Discord shows

_REMEMBERED = ("_alone", "_in_private", "_newest", "_taken")
_NEVER_KEPT = ("_underway", "_panels", "_notes")


def _shown_of(circus: "Circus") -> _Shown | None:
    messenger: Any = circus.messenger
    if _is_fake(messenger):
        tried, delivered, cards = list(messenger.tried), list(messenger.delivered), list(messenger.cards)
        return _Shown(tried=tried, delivered=delivered, cards=cards, rests=dict(circus.steward.delivery._rests))
    client, sender = messenger._sender.bot, messenger._sender
    if any(getattr(client.talks, name) for name in _NEVER_KEPT):
        return None
    talks = {name: copy.copy(getattr(client.talks, name)) for name in _REMEMBERED}
    by_dm = {place: (message.channel.id, message.id) for place, message in client.talks._by_dm.items()}
    return _Shown(
        channels={number: _copied(channel) for number, channel in client.channels.items()},
        people={number: (user.display_name, user.dm_channel is not None) for number, user in client.users.items()},
        late=copy.deepcopy(sender._late_edits),
        talks=talks | {"_by_dm": by_dm},
        looks=dict(sender.looks),
        rests=dict(circus.steward.delivery._rests),
    )


def _copied(channel: Any) -> Any:
    """Return a copy of a channel with copies of its messages; what they say is the same."""
    twin = copy.copy(channel)
    twin._numbers, twin.done = copy.copy(channel._numbers), list(channel.done)
    found = {id(message): copy.copy(message) for message in [*channel.messages, *channel.nonces.values()]}
    for message in found.values():
        message.channel = twin
    twin.messages = [found[id(message)] for message in channel.messages]
    twin.nonces = {nonce: found[id(message)] for nonce, message in channel.nonces.items()}
    return twin


def _show(circus: "Circus", shown: _Shown) -> None:
    messenger: Any = circus.messenger
    circus.steward.delivery._rests = dict(shown.rests)
    if _is_fake(messenger):
        messenger.tried[:], messenger.delivered[:] = shown.tried, shown.delivered
        messenger.cards[:] = shown.cards
        if shown.delivered:
            messenger.news.set()
        return
    client = messenger._sender.bot
    for number, (name, has_dms) in shown.people.items():
        user = client.user_of(number, name)
        user.dm_channel = user.dms if has_dms else None
    for number, channel in shown.channels.items():
        here = client.get_partial_messageable(number)
        vars(here).update(vars(_copied(channel)) | {"clock": here.clock})
        for message in [*here.messages, *here.nonces.values()]:
            message.channel = here
    messenger._sender._late_edits, messenger._sender.looks = copy.deepcopy(shown.late), dict(shown.looks)
    for name in _REMEMBERED:
        setattr(client.talks, name, copy.copy(shown.talks[name]))
    client.talks._by_dm = {place: _message(client, *found) for place, found in shown.talks["_by_dm"].items()}


def _message(client: Any, channel: int, number: int) -> Any:
    return client.get_partial_messageable(channel).get_partial_message(number)
