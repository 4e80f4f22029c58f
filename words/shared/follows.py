"""Following: what people chose to hear of, and how it is told to them."""

from collections.abc import Mapping, Sequence

from records.follows import Follow
from records.races import PublicRace
from records.values import EntryId
from words.shared.cards import podium
from words.shared.endings import MEDALS
from words.shared.names import harmless, mention, names_in, place_of
from words.shared.nouns import Nouns
from words.shared.telling import called, ordinal

HOW = (
    "I'll DM you each result, with what comes next: one message a race, and one in half an hour at most. Nobody learns "
    "that you follow."
)
CLOSED = "⚠️ I can't write to you now: your direct messages are closed to me. Open them, and answer me with `/my races`."
NOTHING = (
    "You follow nothing. Press **Follow** under a race (*Watch*), under somebody's card or under a stable, and I tell "
    "you how its races end."
)
OVER = "It is over already: its result stands in its thread."
NOT_YOURSELF = "You hear of your own races anyway. Follow somebody else."
BOTS = "Bots drive no races."
UNSEEN = "something that you don't see any more"


def began(what: str) -> list[str]:
    """Return what is said to somebody who follows something from now on."""
    return [f"👀 You follow {what}.", HOW]


def race_named(race: PublicRace, stable: int = 0) -> str:
    """Return the name of a race or league that is followed, or of a stable in it."""
    title = f"**{harmless(race.record.title)}**"
    if not stable:
        return title
    mine = next((harmless(each.name) for each in race.entries if each.faction == stable), "a stable")
    return f"**{mine}** in {title}"


def list_lines(named: Sequence[str]) -> list[str]:
    """Return the list of what somebody follows."""
    return ["### 👀 What you follow", *(f"{n}. {each}" for n, each in enumerate(named, start=1))]


def told_lines(
    race: PublicRace, places: Mapping[EntryId, int | None], why: Sequence[Follow], coming: str, nouns: Nouns
) -> list[str]:
    """Return how a race ended, to somebody who follows it or somebody in it.

    :param places: by entry, the first chariot first.
    :param coming: the next date, in words; empty for none.
    :param nouns: of the race's game.
    """
    lines = [f"### 👀 {harmless(race.record.title)} is over", *podium(race, places, nouns), *_others(race, places, why)]
    return [*lines, *([coming] if coming else []), f"-# You follow {_reasons(race, why)}. {place_of(race.record)}"]


def called_off_lines(race: PublicRace, coming: str) -> list[str]:
    """Return that a race was called off, to somebody who follows it.

    :param coming: the next date, in words; empty for none.
    """
    lines = [f"👀 **{harmless(race.record.title)}**, which you follow, was called off: it has no result."]
    return [*lines, *([coming] if coming else []), f"-# {place_of(race.record)}"]


def _others(race: PublicRace, places: Mapping[EntryId, int | None], why: Sequence[Follow]) -> list[str]:
    """Return a line for each chariot that is followed and not among the first."""
    names, people = names_in(race), {each.person for each in why}
    stables, lines = {each.stable for each in why if each.is_of_stable}, list[str]()
    for entry, place in places.items():
        seat = race.faction_of(entry)
        if place in MEDALS or seat is None or not (seat.holder in people or seat.faction in stables):
            continue
        who = "" if seat.holder is None else f" · {mention(seat.holder)}"
        lines.append(f"{'No place' if place is None else ordinal(place)}: {called(names, entry)}{who}")
    return lines


def _reasons(race: PublicRace, why: Sequence[Follow]) -> str:
    named = [mention(each.person) for each in why if each.person]
    named += ["one of its stables" for each in why if each.is_of_stable][:1]
    named += ["this race" if each.race == race.record.id else "its league" for each in why if _is_whole(each)][:1]
    return ", ".join(named)


def _is_whole(follow: Follow) -> bool:
    return bool(follow.race) and not follow.is_of_stable
