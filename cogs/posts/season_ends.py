"""A direct message to each member as a season is over: their rank, and their way there."""

from cogs.posts.sending import Sender, text_post
from records.notices import Notice
from records.races import PublicRace
from words.leagues.closing import closing
from words.shared.names import harmless, names_in, place_of


async def tell_member(sender: Sender, notice: Notice, league: PublicRace) -> str:
    """Tell a member how the season ended for them, once its paper is out."""
    assert notice.player is not None
    own = next(iter(league.shown_to(notice.player)), None)
    status = await sender.steward.log.status(league.record.id)
    if own is None or status.view is None or not any(each.stable == own for each in status.view.ranks):
        return "has no stable"
    where = f"The paper is in {place_of(league.record)}, and **Next season** there opens another."
    lines = [f"🏁 **{harmless(league.record.title)}** is over.", *closing(status.view, own, names_in(league)), where]
    await sender.steward.delivery.wait_until_posted(notice.race)
    return await sender.tell_once(notice, league, (text_post("\n".join(lines)), []))
