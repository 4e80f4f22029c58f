"""Somebody who presses whatever they are shown, through the whole bot, and takes down each press that led nowhere."""

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from cogs.kit import messages
from cogs.panels.question import ask_message
from records.values import PlayerId
from steward import OpenAsk
from tests.cogs.arena import ANN, Arena
from tests.cogs.fakes import Said
from tests.cogs.wire import PRESS, Answered, Wire, acts_by_dm
from words.shared.nouns import Nouns

BUTTON, MENU, GREEN = 2, 3, 3
COMMITS = ("answer", "drive", "choose", "orderseal", "orderboth")
"""What answers a question; whoever has pressed it is asked the next one."""
GOES_ON = ("lesson", "again-alone")
"""What begins something else; it is pressed last."""
SAYS_WHEN = {
    "betslip": "everybody sees the button, and who has not bet is told so, with the way to other bets",
    "betodds": "chances are worked out by a process of their own, which tests do without",
    "league:field": "everybody sees the button, and before anybody is entered it says when that is told",
}
"""Kinds of controls that may answer that there is nothing to show yet, and why."""
MOST_DEEP = 4
"""Answers to answers that are looked into."""
MOST_STEPS = 4
"""Presses from a question to an answer: *More…*, a step, a step in place of it, *Drive*."""


@dataclass(frozen=True)
class Control:
    """A button or a menu that somebody sees."""

    custom_id: str
    type: int
    label: str = ""
    style: int = 0
    options: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """What it does: alike for all races, questions and ways."""
        if self.act == "plan":
            return f"plan {re.sub(r'[0-9]+', '', self.label)}"
        return ":".join(part for part in self.custom_id.split(":") if not part.isdecimal())

    @property
    def act(self) -> str:
        return self.custom_id.split(":", maxsplit=1)[0]


def controls_in(part: Any) -> Iterator[Control]:
    """Yield the controls of a message's parts that can be pressed, from the top down."""
    if isinstance(part, list):
        for each in part:
            yield from controls_in(each)
    elif isinstance(part, dict):
        if part.get("custom_id") and part.get("type") in (BUTTON, MENU) and not part.get("disabled"):
            options = tuple(each["value"] for each in part.get("options", []))
            label = part.get("label") or part.get("placeholder") or ""
            yield Control(part["custom_id"], part["type"], label, part.get("style", 0), options)
        for key in ("components", "accessory", "component"):
            yield from controls_in(part.get(key, []))


class Presser:
    """Presses as a player in direct messages, unless it is said where.

    :ivar dead: presses that were refused, with the refusal: what is offered must lead on.
    :ivar pressed: kinds of controls that were pressed.
    """

    def __init__(
        self, arena: Arena, monkeypatch: pytest.MonkeyPatch, player: PlayerId = ANN, where: dict[str, Any] | None = None
    ) -> None:
        """:param where: the place of the presses, as Discord sends it."""
        self.arena, self.player, self.wire = arena, player, Wire(arena)
        self._where = where or acts_by_dm(player)
        self.dead: list[str] = []
        self.pressed: set[str] = set()
        self._refused: list[str] = []
        explained = messages._explained

        def noted(error: BaseException, nouns: Nouns) -> str:
            self._refused.append(explained(error, nouns))
            return self._refused[-1]

        monkeypatch.setattr(messages, "_explained", noted)

    async def press(self, control: Control) -> list[Control]:
        """Press a button, or choose from a menu; return the controls that the answer brings.

        Of a menu that answers its question the middle line is chosen, since the fastest speed wrecks and the slowest
        never arrives; of others the last.
        """
        self.pressed.add(control.kind)
        data: dict[str, Any] = {"custom_id": control.custom_id, "component_type": control.type}
        if control.type == MENU:
            place = len(control.options) // 2 if control.act in COMMITS else -1
            data["values"] = [control.options[place]]
        self._refused.clear()
        answered = await self.wire.act(PRESS, self._where, data)
        await self.arena.deliver()
        refused = [] if control.kind in SAYS_WHEN else self._refused
        self.dead += [f"{control.label!r} ({control.custom_id}): {why}" for why in refused]
        if not (answered.first and (answered.later or answered.forms or answered.first[0]["type"] in (6, 7))):
            self.dead.append(f"{control.label!r} ({control.custom_id}): no answer")
        return list(_answered(answered))

    async def look_at(self, controls: Sequence[Control], among: str, deep: int = 0) -> None:
        """Press all that commits to nothing, and all that the answers offer; each kind once for each of *among*."""
        for control in controls:
            key = f"{among} {control.kind}"
            if control.act in (*COMMITS, *GOES_ON) or key in self.pressed or deep > MOST_DEEP:
                continue
            self.pressed.add(key)
            await self.look_at(await self.press(control), among, deep + 1)

    async def question(self, opened: OpenAsk) -> list[Control]:
        """Return the controls under a question."""
        layout, files = await ask_message(self.arena.steward, opened)
        return list(controls_in(Said(view=layout, files=files).components))

    async def play(self, most: int = 400, goes_on: Callable[[], Awaitable[bool]] | None = None) -> int:
        """Press on until nothing is asked any more: all that can be looked at, then what is suggested.

        :param goes_on: called where nothing is asked; tells whether something may yet be.
        :returns: how many times it was looked for a question.
        """
        for number in range(most):
            asked = await self.arena.steward.open_asks(self.player)
            if not asked and (goes_on is None or not await goes_on()):
                return number
            if not asked:
                continue
            opened = asked[0]
            await self.look_at(await self.question(opened), f"{opened.ruleset} {opened.ask.question.kind}")
            shown = await self.question((await self.arena.steward.open_asks(self.player))[0])
            await self._answer(shown)
        raise AssertionError(f"it goes on after {most} presses: {self.dead[:3]}")

    async def _answer(self, shown: Sequence[Control]) -> None:
        """Press what is suggested until a question is answered: a plan is looked at first, then played."""
        for _ in range(MOST_STEPS):
            chosen = self._one_seal(shown) or suggested(shown)
            shown = await self.press(chosen)
            if chosen.act in COMMITS:
                return
        raise AssertionError(f"{MOST_STEPS} presses answer nothing: {[each.custom_id for each in shown]}")

    def _one_seal(self, shown: Sequence[Control]) -> Control | None:
        """Return the seal of one chariot, as long as none was pressed: green seals all of a team at once."""
        if any(kind.startswith("orderseal") for kind in self.pressed):
            return None
        return next((each for each in shown if each.act == "orderseal"), None)

    def offered_at_the_end(self) -> list[Control]:
        """Return the controls of the messages that end something: its result, and what is next."""
        place = self.arena.client.get_partial_messageable(int(self._where["channel_id"]))
        found = [list(controls_in(each.said.components)) for each in place.messages]
        return [control for each in found if {one.act for one in each} & {"film", "again-alone"} for control in each]


def _answered(answered: Answered) -> Iterator[Control]:
    for body in (*(each.get("data") or {} for each in answered.first), *answered.later):
        yield from controls_in(body.get("components", []))


def suggested(controls: Sequence[Control]) -> Control:
    """Return what answers a question, or leads there: what is green, else the first of its kind.

    A step of a plan comes before what only turns its pages, *More…* and *Back*.
    """
    plans = [each for each in controls if each.act == "plan"]
    answers = [each for each in controls if each.act in COMMITS] or sorted(plans, key=_turns_pages)
    assert answers, f"nothing here answers: {[each.custom_id for each in controls]}"
    return next((each for each in answers if each.style == GREEN), answers[0])


def _turns_pages(plan: Control) -> bool:
    code = plan.custom_id.rsplit(":", maxsplit=1)[-1]
    return not code or code.startswith("-")
