"""Posts about what ends by itself, as nobody begins it: to all in its thread, and to its host (S-54)."""

from cogs.kit.layouts import Post
from cogs.posts.sending import Sender, text_post
from records.notices import Notice
from records.races import PublicRace
from steward import EndingNotice, EndsSoon, read_body
from words.shared.names import harmless, place_of
from words.shared.times import when


async def tell(sender: Sender, notice: Notice) -> str:
    """Tell what ends by itself, or has."""
    race = await sender.steward.race(notice.race)
    return await sender.tell_once(notice, race, ending_post(race, notice))


def ending_post(race: PublicRace, notice: Notice) -> Post | None:
    """Return the post of such a notice; ``None`` if it is out of date."""
    body = read_body(notice, EndingNotice)
    return _ends_soon(race, notice, body) if isinstance(body, EndsSoon) else _cup_expired(race, notice)


def _ends_soon(race: PublicRace, notice: Notice, body: EndsSoon) -> Post | None:
    """Say that something ends by itself; ``None`` if it has begun meanwhile."""
    is_waiting = race.record.state == "lobby"
    if body.cup is None and not is_waiting:
        return None
    noun = race.record.kind.noun
    what = noun if body.cup is None else "cup"
    command = "/host cup what:next" if what == "cup" and not is_waiting else f"/host {noun} what:start"
    text = f"⏳ This {what} has waited for weeks. Begin it with `{command}`; otherwise I call it off {when(body.at)}."
    return text_post(_where(race, notice) + text), []


def _cup_expired(race: PublicRace, notice: Notice) -> Post:
    """Say that a cup has ended by itself."""
    text = "🛑 I called this cup off: it waited too long for its next race. `/cup new` opens another."
    return text_post(_where(race, notice) + text), []


def _where(race: PublicRace, notice: Notice) -> str:
    """Return the line that a direct message begins with; the thread needs none."""
    return f"**{harmless(race.record.title)}**, {place_of(race.record)}\n" if notice.player is not None else ""
