"""Sharing how somebody drove the race of the day: a few lines to be pasted anywhere."""

from typing import Annotated

from cogs.kit.client import Interaction
from cogs.kit.items import Button
from cogs.kit.layouts import show_text
from engine.daily.settings import setting_of
from engine.daily.streaks import Streak
from records.daily import TryRecord
from records.refusals import Reason, Refused
from records.values import PlayerId
from steward import Steward
from words import WORDS
from words.shared.daily import card
from words.shared.words import AnyWords


class DailyShare(Button, template="daily-share:{number}", label="Share", emoji="📋"):
    """Gives whoever presses their own result of a day to copy; it gives nothing of the race away."""

    number: Annotated[int, "[0-9]{1,6}"]

    async def press(self, interaction: Interaction) -> None:
        daily, person = interaction.client.steward.daily, PlayerId(interaction.user.id)
        record = await daily.try_of(self.number, person)
        if record is None or record.ended is None:
            raise Refused(Reason.DAY_NOT_BEGUN, number=self.number)
        told = await block_of(interaction.client.steward, record, await daily.streak(person))
        await show_text(interaction, f"Copy this where you like:\n{told}")


async def block_of(steward: Steward, record: TryRecord, streak: Streak) -> str:
    """Return the card of a try that is over in a block of code."""
    words: AnyWords = WORDS[setting_of(record.number).game]
    told = card(record, words.title, len(await steward.daily.par(record.number)), streak, words.unit)
    plain = told.replace("`", "'")
    return f"```\n{plain}\n```"
