"""A player who answers whatever he is asked, wherever he is asked, and always the same to the same question."""

import asyncio
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from sandbox.client import Refused, Visitor, buttons_of, text_of
from sandbox.errors import Json
from sandbox.limits.components import SELECTS, walk
from tests.e2e.arena import LOADING, PATIENCE

CONTROL = re.compile(
    r"(answer|plan-menu|plan|drive|choose|typing|orderseal|orders):(?P<race>\d+)(:(?P<entry>\d+):(?P<asked>\d+))?"
)
PATIENT = 60.0
"""Seconds in which something must turn up to do: others may play several rounds first, on a busy machine."""

_OVER = ("The race is over", "'again:", "'again-alone:")
"""What the last post of a race says, or a button that it has."""

_SHORT_OF_IT = ("safe", "stops")

_STANDS = "That is what you have sealed already"
"""The bot took an answer, and was killed before it could say so."""


@dataclass(frozen=True)
class Deed:
    """Something to press, choose or type, on a message."""

    message: str
    channel: str
    custom_id: str
    values: tuple[str, ...] = ()
    typed: str = ""

    @property
    def key(self) -> str:
        """What is done once: an answer, wherever it is given; opening one's orders, wherever that is wanted."""
        return (
            f"{self.message} {self.custom_id}" if self.custom_id.startswith("orders:") else self.custom_id + self.typed
        )

    @property
    def question(self) -> str:
        """Which question it is about; empty if none."""
        found = CONTROL.match(self.custom_id)
        return f"{found['race']}:{found['entry']}:{found['asked']}" if found and found["asked"] else ""


class Player:
    """Plays for a visitor. What he decides follows from his seed and the question alone.

    :ivar told: what was told to him alone because something he did was refused.
    """

    def __init__(
        self, visitor: Visitor, seed: str, *, types: bool = False, race: int | None = None, since: int = 0
    ) -> None:
        """
        :param types: whether he types his answers.
        :param race: the only one he plays in; all, if there is none.
        :param since: so many of the visitor's frames came before and are nothing to him.
        """
        self.visitor, self.seed, self.types, self.race = visitor, seed, types, race
        self.told: list[str] = []
        self.taken = 0  # answers the bot has said it took
        self.is_over = False
        self._read = since  # frames looked at
        self._desk: dict[str, Json] = {}  # messages with controls, the newest last
        self._done: set[str] = set()
        self._sealed: set[str] = set()  # questions whose answer stands; whatever else they offer would change it
        self._is_away = False  # the bot

    async def play(self, patience: float = PATIENT) -> None:
        """Play until the race is over.

        :param patience: seconds in which something must turn up to do.
        """
        while not self.is_over:
            await self.play_one(patience)

    async def play_one(self, patience: float = PATIENT) -> None:
        """Do the next thing there is to do."""
        deed = await self.visitor.until(self._next, patience, f"something for {self.seed} to do")
        if isinstance(deed, Deed):
            await self.do(deed)

    async def until_asked(self, words: str, patience: float = PATIENT) -> Json:
        """Play until he is asked something with *words* in it, and return the question."""
        while not self.is_over:
            deed = await self.visitor.until(self._next, patience, f"something for {self.seed} to do")
            if isinstance(deed, Deed):
                if words in text_of(self._desk[deed.message]):
                    return self._desk[deed.message]
                await self.do(deed)
        raise AssertionError(f"{self.seed} was never asked {words!r}")

    def next_deed(self) -> Deed | None:
        """Return what there is to do now; nothing if he waits for something."""
        deed = self._next()
        return deed if isinstance(deed, Deed) else None

    def look_again(self, asked: int) -> None:
        """Take nothing of what he did about a question for done: it still waits for him."""
        opened = next((deed.key for deed in self._ways_in()), None)
        self._done = {key for key in self._done if key != opened and f":{asked}" not in key}
        self._sealed = {each for each in self._sealed if not each.endswith(f":{asked}")}

    def _ways_in(self) -> Iterator[Deed]:
        """Yield how he could open his orders, by the newest call first."""
        for message in reversed(self._desk.values()):
            yield from (deed for deed in self._deeds(message) if deed.custom_id.startswith("orders:"))

    @property
    def standing(self) -> str:
        """What he knows, for a report."""
        bot = "away" if self._is_away else "there"
        return f"to him the bot is {bot}; messages with controls: {list(self._desk)}; done: {sorted(self._done)}"

    def _next(self) -> Deed | bool | None:
        """Return what to do next; ``True`` if there will be nothing any more, ``None`` to wait."""
        self._look()
        if self.is_over:
            return True
        if self._is_away:
            return None
        for message in reversed(self._desk.values()):
            for deed in self._deeds(message):
                if deed.key not in self._done and deed.question not in self._sealed:
                    return deed
        return None

    def _look(self) -> None:
        """Take in what has come since."""
        frames = self.visitor.frames
        for frame in frames[self._read :]:
            match frame["type"]:
                case "message" | "message_edit":
                    self._take(frame["message"])
                case "message_delete":
                    self._desk.pop(frame["message_id"], None)
                case "bot":
                    self._is_away = not frame["online"]
        self._read = len(frames)

    def _take(self, message: Json) -> None:
        self._desk.pop(message["id"], None)
        if any(self._is_mine(each) for each in walk(message.get("components") or ())):
            self._desk[message["id"]] = message
        elif self.race is None and any(word in str(message.get("components")) for word in _OVER):
            self.is_over = True

    def _is_mine(self, part: Json) -> bool:
        found = CONTROL.match(part.get("custom_id") or "")
        return bool(found) and (self.race is None or int(found["race"]) == self.race)  # type: ignore[index]

    # What he decides

    def _deeds(self, message: Json) -> Iterator[Deed]:
        """Yield what could be done on a message, what he likes best first."""
        place = message["id"], message["channel_id"]
        found = (each for each in walk(message["components"]) if each["type"] in SELECTS)
        selects = [each for each in found if not each["custom_id"].startswith("unasked:")]  # those answer nothing yet
        buttons = [each for each in buttons_of(message) if not each.get("disabled")]
        drives = [each for each in buttons if each["custom_id"].startswith("drive:") and is_planned(each)]
        plans = [each for each in buttons if each["custom_id"].startswith("plan:")]
        answers = [each for each in buttons if each["custom_id"].startswith("answer:")]
        orders = [each for each in buttons if each["custom_id"].startswith("orders:")]
        typing = [each for each in buttons if each["custom_id"].startswith("typing:")]
        seals = [each for each in buttons if each["custom_id"].startswith("orderseal:")]
        if seals:
            yield from self._orders(place, selects, seals[0])
            return
        if self.types and typing and (plans or selects) and not drives:
            typed = _in_words(self._option(selects[0])) if selects else _way(plans)
            if typed:
                yield Deed(*place, typing[0]["custom_id"], typed=typed)
        if selects:
            yield Deed(*place, selects[0]["custom_id"], (self._option(selects[0])["value"],))
        if drives:
            yield Deed(*place, drives[0]["custom_id"])
        elif plans:
            yield Deed(*place, _furthest(plans)["custom_id"])
        if answers:
            yield Deed(*place, self._one_of(answers)["custom_id"])
        if orders and f"<@{self.visitor.id}>" in text_of(message) and len(buttons) == 1:
            yield Deed(*place, orders[0]["custom_id"])

    def _orders(self, place: tuple[str, str], menus: list[Json], seal: Json) -> Iterator[Deed]:
        """Yield how he orders a whole turn: something from one menu, then the seal."""
        number = self._number(seal["custom_id"])
        if menus:
            menu = menus[number % len(menus)]
            yield Deed(*place, menu["custom_id"], (menu["options"][number % len(menu["options"])]["value"],))
        yield Deed(*place, seal["custom_id"])

    def _option(self, select: Json) -> Json:
        """Return what he chooses: of speeds a fast one that keeps him out of trouble, or now and then a faster one."""
        options: list[Json] = select["options"]
        if "Speed" not in options[0]["label"]:
            return options[self._number(select["custom_id"]) % len(options)]
        sound = [
            place
            for place, each in enumerate(options)
            if any(word in (each.get("description") or "") for word in _SHORT_OF_IT)
        ]
        place = sound[0] if sound else min(6, len(options) - 1)
        return options[max(0, place - self._number(select["custom_id"]) % 3)]

    def _one_of(self, buttons: list[Json]) -> Json:
        return buttons[self._number(buttons[0]["custom_id"]) % len(buttons)]

    def _number(self, custom_id: str) -> int:
        found = CONTROL.match(custom_id)
        assert found
        key = f"{self.seed} {found['entry']} {found['asked']}"
        return hashlib.sha256(key.encode()).digest()[0]

    # What he does

    async def do(self, deed: Deed) -> None:
        """Do it and wait for what comes of it; if the bot goes away meanwhile, it is still to be done."""
        self._done.add(deed.key)
        begun = len(self.visitor.frames)
        body: Json = {"channel_id": deed.channel, "message_id": deed.message, "custom_id": deed.custom_id}
        if deed.values:
            body["values"] = list(deed.values)
        answer = await self.asked("components", body, deed, begun)
        if answer and answer["type"] == "interaction" and answer["modal"]:
            begun = len(self.visitor.frames)
            form: Json = {"modal_id": answer["modal"]["modal_id"], "values": {"text": deed.typed}}
            answer = await self.asked("modals", form, deed, begun)
        if answer is None:
            self._done.discard(deed.key)
        else:
            self._note(answer, deed)

    async def asked(self, kind: str, body: Json, deed: Deed, begun: int) -> Json | None:
        """Send what he does; return the frame that answers it, or nothing if none will come."""
        try:
            sent = await self.visitor.ask("POST", f"api/{kind}", body)
        except Refused:  # the message is not what it was when he decided
            return {"type": "gone"}
        answer = await self.visitor.until(
            lambda: self._answer(sent["interaction_id"], deed, begun), PATIENCE, f"an answer to {deed}"
        )
        return answer if isinstance(answer, dict) else None

    def _answer(self, interaction: str, deed: Deed, begun: int) -> Json | bool | None:
        for frame in self.visitor.frames[begun:]:
            if frame["type"] == "bot" and not frame["online"]:
                return False
            if frame["type"] == "interaction" and frame["interaction_id"] == interaction:
                if frame["state"] == "failed":
                    return False
                if frame["modal"]:
                    return frame
            if frame["type"] == "message_delete" and frame["message_id"] == deed.message:
                return frame
            if frame["type"] in ("message", "message_edit") and _answers(frame["message"], interaction, deed.message):
                return frame
        return None

    def _note(self, answer: Json, deed: Deed) -> None:
        if answer["type"] in ("message", "message_edit"):
            text = text_of(answer["message"])
            self.taken += "✅ Taken" in text
            if _STANDS in text:
                self._sealed.add(deed.question)
            if not any(self._is_mine(each) for each in walk(answer["message"].get("components") or ())):
                self.told.append(text)


def _answers(message: Json, interaction: str, pressed: str) -> bool:
    if message.get("flags", 0) & LOADING:
        return False
    about = message.get("interaction_metadata") or {}
    return message["id"] == pressed or about.get("id") == interaction


def is_planned(button: Json) -> bool:
    """Tell whether a button drives what was planned, and not the way that is suggested."""
    return not str(button["label"]).startswith("Go ")


def _furthest(plans: list[Json]) -> Json:
    """Return the button that leads furthest ahead; if none leads ahead, the first."""
    steps = [each for each in plans if each["label"] not in ("More…", "Back")]  # the others only turn the page
    return max(steps or plans, key=_squares_ahead)


def _squares_ahead(button: Json) -> int:
    found = re.fullmatch(r"Ahead (\d+)", button["label"])
    return int(found[1]) if found else 0


def _way(plans: list[Json]) -> str:
    squares = _squares_ahead(_furthest(plans))
    return str(squares) if squares else ""


def _in_words(option: Json) -> str:
    """Return an option of a select as one would type it."""
    number = re.fullmatch(r"Speed (\d+)", option["label"])
    return number[1] if number else str(option["description"])


async def play_together(*players: Player, patience: float = PATIENT) -> None:
    """Let all of them play until the race is over.

    :param patience: seconds in which each of them must be asked something.
    """
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(patience))


def times_asked(visitor: Visitor) -> Counter[tuple[str, str]]:
    """Return how often each question was posted to a player."""
    asked: Counter[tuple[str, str]] = Counter()
    for frame in visitor.frames:
        if frame["type"] == "message":
            ids = [each.get("custom_id") or "" for each in walk(frame["message"].get("components") or ())]
            asked.update({(m["entry"], m["asked"]) for m in map(CONTROL.match, ids) if m and m["asked"]})
    return asked
