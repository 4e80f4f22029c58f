"""Posts about what ends by itself, as nobody begins it: to all in its thread, and to its host (S-54)."""

from cogs.kit.layouts import Post
from cogs.posts.sending import text_post
from records.notices import Notice
from records.races import PublicRace
from steward import CupExpired, EndsSoon, Steward
from words.shared.names import harmless, place_of
from words.shared.times import when


async def ends_soon(_steward: Steward, race: PublicRace, notice: Notice, body: EndsSoon) -> Post | None:
    """Say that something ends by itself; ``None`` if it has begun meanwhile."""
    is_waiting = race.record.state == "lobby"
    if body.cup is None and not is_waiting:
        return None
    noun = race.record.kind.noun
    what = noun if body.cup is None else "cup"
    command = "/cup next" if what == "cup" and not is_waiting else f"/{noun} start"
    text = f"⏳ This {what} has waited for weeks. Begin it with `{command}`; otherwise I call it off {when(body.at)}."
    return text_post(_where(race, notice) + text), []


async def cup_expired(_steward: Steward, race: PublicRace, notice: Notice, _body: CupExpired) -> Post:
    """Say that a cup has ended by itself."""
    text = "🛑 I called this cup off: it waited too long for its next race. `/cup new` opens another."
    return text_post(_where(race, notice) + text), []


def _where(race: PublicRace, notice: Notice) -> str:
    """Return the line that a direct message begins with; the thread needs none."""
    return f"**{harmless(race.record.title)}**, {place_of(race.record)}\n" if notice.player is not None else ""
