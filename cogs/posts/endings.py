"""Posts about what ends early: what nobody begins, to all in its thread and its host (S-54); to its driver a drive,
and a turn that was missed.
"""

from discord import ui

from cogs.choices.which_game import options_of
from cogs.kit.layouts import Post
from cogs.kit.limits import MESSAGE_TEXT, fitting
from cogs.panels.forgetting import ForgetButton
from cogs.panels.my_questions import OrdersButton, out_text
from cogs.panels.stable import StableButton
from cogs.panels.watch import WatchButton
from cogs.posts.sending import Sender, text_post
from records.notices import Notice
from records.races import PublicRace
from records.values import EntryId
from steward import EndingNotice, EndsSoon, Ruined, ServerLeft, TurnMissed, WentOut, read_body
from words import WORDS, nouns_of
from words.leagues.ruin import bankrupt, sold_up
from words.shared.names import harmless, names_in, place_of
from words.shared.removing import IN_THE_THREAD, lost_text
from words.shared.telling import count
from words.shared.times import when

MOST_TOLD = 3
"""Lines of the story above the news that a chariot is out: the last ones about it."""


async def tell(sender: Sender, notice: Notice) -> str:
    """Tell what ends by itself, or has."""
    race, body = await sender.steward.race(notice.race), read_body(notice, EndingNotice)
    if isinstance(body, WentOut):
        return await sender.tell_once(notice, race, await _went_out(sender, body, race))
    if isinstance(body, TurnMissed):
        if await _is_asked_again(sender, notice, race):
            return "told with the next question"
        return await sender.tell_once(notice, race, _missed(notice, body, race))
    if isinstance(body, Ruined):
        return await sender.tell_once(notice, race, await _ruined(sender, body, race))
    if isinstance(body, ServerLeft):
        return await sender.tell_once(notice, race, _server_left(sender, body, race, notice))
    return await sender.tell_once(notice, race, ending_post(race, notice))


def _server_left(sender: Sender, body: ServerLeft, race: PublicRace, notice: Notice) -> Post:
    """Say goodbye: to all in a thread, or to one person who loses something by it."""
    if notice.player is None:
        return text_post(IN_THE_THREAD), []
    server = sender.client.get_guild(race.record.guild)
    layout = text_post(lost_text("" if server is None else harmless(server.name), body.bets, body.seats))
    layout.add_item(ui.ActionRow(ForgetButton()))  # they may have no command of mine any more
    return layout, []


async def _went_out(sender: Sender, body: WentOut, race: PublicRace) -> Post | None:
    """Say what took a chariot out, and what that means; ``None`` if the race is over, or went back."""
    status = await sender.steward.log.status(race.record.id)
    if body.entry not in status.out or race.record.state not in ("running", "paused"):
        return None
    names, words = names_in(race), WORDS[race.record.ruleset]
    facts = await sender.steward.turns.facts(race, body.first, body.last)
    told = words.tell(words.numbered(facts, options_of(race)), names)
    mine = [each for each in told if names[body.entry] in each][-MOST_TOLD:]
    heading = f"### 💥 {names[body.entry]} is out of {harmless(race.record.title)}"
    faction = race.faction_of(body.entry)
    left = faction is not None and not status.is_out(faction.faction)
    after = "Your other one goes on: I'll ask you as before." if left else out_text(race)
    layout = text_post("\n".join([*fitting([heading, *mine], MESSAGE_TEXT // 2).split("\n"), after]))
    layout.add_item(ui.ActionRow(WatchButton(race.record.id, "race"), WatchButton(race.record.id, "log")))
    return layout, []


async def _ruined(sender: Sender, body: Ruined, race: PublicRace) -> Post | None:
    """Tell an owner that they can't pay, and the way on; ``None`` if they go on already."""
    view = (await sender.steward.log.status(race.record.id)).view
    if view is None or race.record.state not in ("running", "paused"):
        return None
    status = next((each.status for each in view.stables if each.number == body.entry), None)
    if not body.owed and status != "bankrupt":
        return None
    told = sold_up(body.owed) if body.owed else bankrupt(view, body.entry)
    return text_post(f"-# {harmless(race.record.title)}\n{told}", StableButton(race.record.id)), []


def _missed(notice: Notice, body: TurnMissed, race: PublicRace) -> Post | None:
    """Say what silence brought, and what it brings next; ``None`` once the race is over."""
    if race.record.state not in ("running", "paused"):
        return None
    layout = text_post(_where(race, notice) + missed_text(race, body.entry, body.left))
    layout.add_item(ui.ActionRow(OrdersButton(race.record.id)))
    return layout, []


def missed_text(race: PublicRace, entry: EntryId, left: int) -> str:
    """Return what a silence brought, and what the next ones bring.

    :param left: silences after which a house driver takes over.
    """
    name, nouns = names_in(race)[entry], nouns_of(race.record)
    again = "The next time" if left == 1 else f"After {count(left, 'more silence')} in a row"
    return (
        f"⌛ No word from you in time for {name}: your earlier orders counted, or the rules decided.\n{again} a "
        f"{nouns.house} takes the reins. Any answer sets that back."
    )


async def _is_asked_again(sender: Sender, notice: Notice, race: PublicRace) -> bool:
    """Tell whether a question goes to them at once, which says that they missed one (H-7); a digest says no more."""
    assert notice.player is not None
    waiting = await sender.steward.open_asks(notice.player, race.record.id)
    people = sender.steward.people
    return bool(waiting) and not await people.is_in_digest(notice.player, waiting[0].until)


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
