"""A visitor who bets by pressing alone: the button under the panel, menus, the form for the amount, and Place."""

from collections.abc import Callable
from dataclasses import dataclass

from sandbox.client import Refused, Visitor, buttons_of, text_of
from sandbox.errors import Json
from sandbox.limits.components import walk
from tests.e2e.arena import EPHEMERAL, LOADING, PATIENCE, Arena, is_panel
from tests.e2e.races import Opened

SEALED, WIN, PLACE, LAST, WRECK, FASTEST, FINISHERS = (str(number) for number in range(1, 8))
"""Markets of a race by their numbers."""

ANSWER_WITHIN = 3.0  # seconds; a bot that was killed answers nothing


@dataclass(frozen=True)
class Bettor:
    """Bets for a visitor on one race."""

    visitor: Visitor
    race: Opened

    async def table(self) -> Json:
        """Open the betting table."""
        panel = await self.visitor.wait_for(is_panel, channel=self.race.thread)
        opened = await self.visitor.press(panel, "Bet")
        assert opened.message
        return await self.shows(opened.message, lambda each: has(each, f"betmarket:{self.race.id}"))

    async def ticket(self, market: str, choice: str, amount: int) -> Json:
        """Fill in a ticket and return it as it is shown before it is placed, or what is told instead."""
        message, of_market = await self.table(), f"{self.race.id}:{market}"
        await self.visitor.choose(message, [market], custom_id=f"betmarket:{self.race.id}")
        await self.shows(message, lambda each: has(each, f"betchoice:{of_market}"))
        await self.visitor.choose(message, [choice], custom_id=f"betchoice:{of_market}")
        await self.shows(message, lambda each: has(each, f"betstake:{of_market}:{choice}"))
        form = await self.visitor.press(message, "Stake")
        filled = await self.visitor.submit(form.modal, {"amount": str(amount)})

        def look() -> Json | None:
            now = self.visitor.seen[message["id"]]
            is_there = any(each in text_of(now) for each in ("not placed yet", "⚠️"))  # or what stands in the way
            return now if is_there else self._told(filled.interaction_id)

        return await self.visitor.until(look, PATIENCE, "the ticket")

    async def place(self, market: str, choice: str, amount: int) -> str:
        """Place a bet; return what was said."""
        shown = await self.ticket(market, choice, amount)
        return await self.press(shown) if "not placed yet" in text_of(shown) else text_of(shown)

    async def press(self, shown: Json) -> str:
        """Press Place on a ticket that is shown; return what was said: in its place, or beside it if it is refused."""
        pressed = await self.visitor.press(shown, custom_id=place_of(shown))

        def look() -> Json | None:
            now = self.visitor.seen[shown["id"]]
            if "not placed yet" not in text_of(now):
                return now
            return self._told(pressed.interaction_id)

        return text_of(await self.visitor.until(look, PATIENCE, "what came of the ticket"))

    def _told(self, interaction: str) -> Json | None:
        """Return what was told to the visitor alone in answer to what he did."""
        for message in reversed(self.visitor.seen.values()):
            about, flags = message.get("interaction_metadata") or {}, message.get("flags", 0)
            if about.get("id") == interaction and flags & EPHEMERAL and not flags & LOADING:
                return message
        return None

    async def press_until_placed(self, arena: Arena, shown: Json) -> str:
        """Press Place again and again until the ticket is placed: the bot may be killed meanwhile."""
        for _ in range(10):
            await arena.control.wait_until_online()
            try:
                await self.visitor.press(shown, custom_id=place_of(shown), may_fail=True, timeout=ANSWER_WITHIN)
                placed = await self.shows(shown, lambda each: "not placed yet" not in text_of(each), ANSWER_WITHIN)
            except Refused:  # the button is gone: it is placed
                return text_of(self.visitor.seen[shown["id"]])
            except AssertionError:
                continue
            return text_of(placed)
        raise AssertionError("nobody answers")

    async def shows(self, message: Json, wanted: Callable[[Json], bool], patience: float = PATIENCE) -> Json:
        """Wait until a message is as it is *wanted*, and return it."""

        def look() -> Json | None:
            now = self.visitor.seen.get(message["id"])
            return now if now is not None and not now.get("flags", 0) & LOADING and wanted(now) else None

        return await self.visitor.until(look, patience, "what was wanted")


def has(message: Json, custom_id: str) -> bool:
    """Tell whether a message has a component."""
    return any(part.get("custom_id") == custom_id for part in walk(message.get("components") or ()))


def place_of(shown: Json) -> str:
    """Return the custom id of the button that places a ticket."""
    return next(str(each["custom_id"]) for each in buttons_of(shown) if each.get("label") == "Place")
