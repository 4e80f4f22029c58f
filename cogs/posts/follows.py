"""The private message to somebody who follows races, persons or stables."""

from collections.abc import Sequence

from discord import ui

from cogs.kit.layouts import boxed, layout_of, text_of
from cogs.kit.rights import is_shown
from cogs.panels.coming import coming_line
from cogs.panels.follows import FollowsButton
from cogs.posts.sending import Sender
from records.notices import Notice
from records.races import PublicRace
from records.values import PlayerId, RaceId
from steward import Followed, read_body
from words import nouns_of
from words.shared.follows import called_off_lines, told_lines

NOTHING = "nothing to tell"


async def tell(sender: Sender, notice: Notice) -> str:
    """Tell how races ended, or were called off, if their follower still follows them and sees their channels."""
    assert notice.player is not None
    told = [await _told(sender, notice.player, race) for race in read_body(notice, Followed).races]
    if not any(told):
        return NOTHING
    async with sender.direct(notice.player) as channel:
        quiet = await sender.steward.people.is_quiet(notice.player)
        boxes = [boxed(text_of(lines)) for lines in told if lines]
        layout = layout_of(*boxes, ui.ActionRow(FollowsButton()))
        await sender.send_once(notice, channel, layout, silent=quiet)
    return "told"


async def _told(sender: Sender, player: PlayerId, number: RaceId) -> Sequence[str]:
    """Return how one race ended; nothing if they are not to hear of it, or if it goes on again."""
    race, steward = await sender.steward.race(number), sender.steward
    if race.record.state == "cancelled":
        return await _called_off(sender, player, race)
    why = await steward.follows.about(player, race)
    if race.record.state != "finished" or not why or not await is_shown(sender.client, race.record, player):
        return []
    coming = await coming_line(steward, race)
    return told_lines(race, await steward.log.places(race), why, coming, nouns_of(race.record))


async def _called_off(sender: Sender, player: PlayerId, race: PublicRace) -> Sequence[str]:
    """Return that a race was called off, in a line, with the next date; nothing if they are not to hear of it."""
    if not await sender.steward.follows.of_called_off(player, race):
        return []
    if not await is_shown(sender.client, race.record, player):
        return []
    return called_off_lines(race, await coming_line(sender.steward, race))
