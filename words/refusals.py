"""Refusals as sentences: the obstacle, with numbers, what to do instead, and the rule."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any

from engine.betting.reasons import BetReason
from engine.refusals import GameReason
from records.races import Pace
from records.refusals import Reason, Refused
from words.betting.refusals import SENTENCES as BET_SENTENCES
from words.shared.names import harmless, mention
from words.shared.paces import pace_told
from words.shared.telling import Names, how_often, joined
from words.shared.times import when

Values = Mapping[str, object]
SHOWN = 40  # characters of what could not be read
OFFERED = 5  # words to write instead, where the rest can be looked up
_ALIKE = 0.6
"""From here on a word is taken for another with a slip in it; 1 is the same word."""
_PRINTED = re.compile(r"(?:[IVX]+\.)?[0-9]")
"""The beginning of the number of a rule that is printed: those of our own rulings help no player."""
_PAST_ENTRY: Mapping[str, str] = {
    "lobby": "was changed by somebody else at the same moment",
    "running": "has already started",
    "paused": "has already started, and rests now",
    "finished": "is over",
    "cancelled": "was cancelled",
}
"""Why a race takes no entries, by its state."""


def bad_letter(values: Values) -> str:
    """Return the fault in the length of a letter; raise :exc:`AssertionError` if its values show none."""
    if not values["words"]:
        return "That letter is empty. Write a sentence or two, 100 words at most."
    for unit, is_so, most in (
        ("words", values["words"], values["at_most"]),
        ("characters", values["length"], values["most_length"]),
        ("lines", values["lines"], values["most_lines"]),
    ):
        if int(str(is_so)) > int(str(most)):
            return f"That letter has {is_so} {unit}, and {most} fit. Cut it and send it again."
    raise AssertionError(values)


_OFTEN: Mapping[str, str] = {
    "vote": "voted for a host",
    "elect": "changed who hosts it",
    "hand": "gave a stable to a new owner",
    "expel": "expelled a member",
    "replace": "gave reins to another driver",
    "pause": "paused it",
    "resume": "let it go on",
    "invite": "asked for a deputy",
    "handing": "asked somebody to host or drive",
    "volunteer": "offered to drive for others",
    "return": "came back",
    "substitute": "took reins",
    "vacation": "changed your time away",
    "race": "opened a race",
    "cup": "opened a cup",
    "league": "opened a league",
    "practice": "began a practice",
    "fixture": "and others here set up a fixture",
}
"""What somebody did too often, by the kind of the act, or of what was opened."""


def _too_often(v: Mapping[str, Any]) -> str:
    if v["what"] == "forgotten":
        return (
            f"You were forgotten, so for {v['hours']} hours you open nothing. You may again <t:{v['again']}:R>; until "
            "then, join what others open."
        )
    return (
        f"You {_OFTEN[str(v['what'])]} {v['at_most']} times in {v['hours']} hours, as often as anyone may. "
        f"Try again <t:{v['again']}:R>."
    )


def too_many(values: Values) -> str:
    """Return why a server takes no more races, cups or leagues of somebody who hosts some: it names who has most."""
    listed = values["hosts"]
    assert isinstance(listed, tuple)
    hosts = ", ".join(f"{mention(player)} {number}" for player, number in listed)
    what = _what(values)
    return (
        f"This server has {values['at_most']} {what}s that are not over, as many as it may. {values['own']} of them "
        f"are yours; most hosts: {hosts}. Call one of yours off with `/host {what} what:cancel`, or wait until one "
        "ends."
    )


def _no_zone(values: Values) -> str:
    """Return that a text is no zone, or may be several; or is one without summer time, called after winter's hours."""
    shown, possible = f"“{harmless(str(values['zone'])[:SHOWN])}”", values.get("possible")
    choice = " or ".join(f"`{each}`" for each in possible) if isinstance(possible, list) else ""
    if values.get("fixed"):
        return f"{shown} has no summer time, so it would be an hour off for half the year. Choose a city: {choice}."
    if choice:
        return f"{shown} may be several time zones. Choose one, such as {choice}."
    return f"I know no time zone {shown}. Type a city or a country, and choose from the list, such as Europe/Rome."


SENTENCES: Mapping[Reason | GameReason, Callable[[Values], str]] = {
    GameReason.NOT_A_CHOICE: lambda _v: "You can't choose that here. `/order` shows what you can.",
    GameReason.NOT_ASKED: lambda _v: (
        "Nothing is asked of that chariot now. `/watch what:status` shows whom the race waits for."
    ),
    GameReason.ASK_IS_OVER: lambda _v: (
        "That question has been answered and the race has gone on. `/order` shows what is open."
    ),
    Reason.TOO_LATE: lambda v: (
        f"Too late: that closed {when(float(str(v['at'])))}, before Discord had your press. The rules decide now. "
        "`/order` shows what is open."
    ),
    Reason.NOT_YOUR_CHARIOT: lambda _v: "That chariot is not yours to drive. `/order` shows what is asked of yours.",
    Reason.LEAVES_SERVER: lambda _v: (
        "I'm leaving this server, as its owner wishes, so nothing new begins here. You can still play in any other "
        "server that has me, and in a direct message: `/daily`."
    ),
    Reason.NO_SUCH_RACE: lambda v: (
        "There is no such league here. `/league new` opens one."
        if _of_league(v)
        else "There is no such race here. `/race do` shows those of this server, `/play race` opens one."
    ),
    Reason.NOT_IN_LOBBY: lambda v: (
        f"{harmless(str(v['title']))} {_PAST_ENTRY[str(v['state'])]}. `{_opens(v)}` opens another."
    ),
    GameReason.RACE_IS_FULL: lambda v: (
        f"All {v['at_most']} {'stables' if _of_league(v) else 'chariots'} of this {_what(v)} are taken. "
        f"`{_opens(v)}` opens another."
        if not v.get("until")
        else f"Every free place of this {_what(v)} is kept for somebody who was in the last one. After "
        f"<t:{v['until']}:f> they are open to all."
    ),
    Reason.PLACES_WAIT: lambda v: (
        f"Not everybody has pressed **I'm in** yet: {_people(v['names'])}. Wait for them, or press **Start** and "
        "choose to go without them."
    ),
    Reason.NOT_HANDED: lambda _v: (
        "Nobody asks you for that now: the request is over, or it is to another. Ask the host for a new one."
    ),
    Reason.NOTHING_RESERVED: lambda _v: "No place is kept for you here. Take a free one with **Join**.",
    Reason.ALREADY_ENTERED: lambda _v: "You are in this race already. `/race do what:leave` takes you out of it.",
    Reason.NOT_ENTERED: lambda _v: "You are not in this race. `/race join` enters you while it has not started.",
    GameReason.COLOUR_TAKEN: lambda v: (
        f"{str(v['colour']).title()} is taken. Choose one that is free: {_listed(v['free'])}."
    ),
    Reason.NO_SUCH_COLOUR: lambda v: f"There is no such colour. Choose one that is free: {_listed(v['free'])}.",
    Reason.BAD_NAME: lambda v: f"A name needs 1 to {v['at_most']} visible characters. Choose another one.",
    Reason.NAME_OF_ANOTHER: lambda v: (
        f"{harmless(str(v['name']))} looks like the colour of another chariot, so nobody could tell you apart. "
        "Choose another name."
    ),
    Reason.NAME_TAKEN: lambda v: (
        f"Another {v.get('what', 'chariot')}'s name looks the same as {harmless(str(v['name']))}. Choose another name."
    ),
    Reason.TOO_FEW_ENTRIES: lambda v: (
        f"A race needs at least {v['need']} chariots and has {v['have']}. "
        "Wait for others, or let *Fill* put house drivers into the empty places."
    ),
    Reason.NOT_THE_HOST: lambda v: (
        f"Only the host of this {_what(v)}, or someone who may manage this server's threads, can do that."
    ),
    Reason.RACE_NOT_RUNNING: lambda _v: (
        "That race has not started yet. Its host starts it with `/host race what:start`."
    ),
    Reason.RACE_IS_OVER: lambda _v: "That race is over. `/watch what:log` tells how it went.",
    Reason.RACE_IS_PAUSED: lambda _v: (
        "That race is paused, and so are its deadlines. Nothing was taken; `/watch what:status` shows until when."
    ),
    Reason.RULES_ARE_NEWER: lambda _v: "One moment, I'm being updated. Nothing was taken. Try again in a minute.",
    Reason.NOT_BEGUN: lambda _v: (
        "That race is about to begin: I post its start first, for the dice need that post. Try again in a moment."
    ),
    Reason.HELD: lambda _v: "This match waits until the bets on it are in. Wait for its start: I tell you then.",
    Reason.UPDATED_SINCE: lambda v: (
        "An update has changed the rules since, so I can't go back into the middle of that turn. "
        f"Its beginning works: `/host race what:rewind` to decision {v['to']}."
    ),
    GameReason.NO_SUCH_OPTION: lambda v: (
        f"{harmless(str(v['option'])[:SHOWN])} is not on offer. Choose one of: {_listed(v['possible'])}."
    ),
    Reason.TOO_MANY_RACES: too_many,
    Reason.HOSTS_ENOUGH: lambda v: (
        f"You host {v['at_most']} {_what(v)}s here that are not over, as many as one person may. Start one or call one "
        f"off: `/host {_what(v)} what:cancel`."
    ),
    Reason.TOO_OFTEN: _too_often,
    Reason.STARTS_AS_AGREED: lambda _v: (
        "That race starts as it was agreed on. Wait for it, or `/host race what:start` starts it now."
    ),
    Reason.NO_SUCH_FIXTURE: lambda _v: (
        "There is no such fixture here. `/server fixture` shows and sets up those that are."
    ),
    Reason.NO_SUCH_YEAR: lambda v: (
        f"I keep nothing of {v['year']} here. `/fame` shows this year: press **This year so far**."
    ),
    Reason.FOLLOWS_ENOUGH: lambda v: (
        f"You follow {v['at_most']} races, persons and stables, as many as one may. Stop one first: "
        "**What I follow**, under `/my races`, has a button for each."
    ),
    Reason.TOO_MANY_FIXTURES: lambda v: (
        f"This server has {v['at_most']} fixtures, as many as it may. `/server fixture` shows them: end one first."
    ),
    Reason.NO_LINE_UP: lambda _v: (
        "House drivers race alone only where each of them has a chariot from the opening on, and there are enough. "
        "Choose another preset, such as `preset:Basic`, or leave out `circus`."
    ),
    Reason.NOBODY_STEERS: lambda _v: (
        "House drivers race alone here, and people have bets on them: nobody pauses, turns back or ends such a race. "
        "Wait: it goes on by itself to its end."
    ),
    Reason.DAY_NOT_BEGUN: lambda v: (
        f"You have not driven day {v['number']} of the race of the day. `/daily` shows today's."
    ),
    Reason.DAY_STOPPED: lambda v: (
        f"The race of day {v['number']} is stopped: its rules changed too often while it was open. It costs nobody "
        "a streak. `/daily` shows the next one."
    ),
    Reason.DAY_RACED_OTHERWISE: lambda v: (
        f"You ended the race of day {v['number']}{_placed(v['place'])}, and that counts. Its rules have changed since, "
        "so I can't show the race again. `/daily` shows today's."
    ),
    Reason.DAY_HAD_BEFORE: lambda _: (
        "You had your try at this race before I forgot you, and each person has one. Wait for the next: it comes at "
        "midnight, UTC."
    ),
    Reason.DAY_CLOSED: lambda v: (
        f"The race of day {v['number']} is closed: each is open for 36 hours from midnight UTC. "
        "Drive today's: `/daily`."
    ),
    Reason.NO_SUCH_CUP: lambda _v: "There is no such cup here. `/cup new` opens one.",
    Reason.CUP_IS_OVER: lambda _v: "That cup is over. `/cup do` tells how it ended, `/cup new` opens another.",
    Reason.CUP_WENT_ON: lambda _v: (
        "The next race of that cup has begun, so this result stands. `/host cup what:correct` can give or take "
        "points after the "
        "latest race."
    ),
    Reason.RACE_UNDER_WAY: lambda v: (
        f"{harmless(str(v['race']))} is still under way. When it is over, `/host cup what:next` opens the next race."
    ),
    Reason.NO_ORDERS: lambda _v: "This game knows no orders for a whole turn. `/order` answers what is asked of you.",
    Reason.NOT_AT_THIS_PACE: lambda v: (
        f"{v['game']} cannot be run {pace_told(Pace(str(v['pace'])))}. Choose another: `now`, `evening` or `moves`."
    ),
    Reason.NO_SUCH_INPUT: lambda _v: (
        "The race cannot go back to that any more. `/host race what:rewind` shows the decisions that can be undone."
    ),
    GameReason.NOTHING_TO_CORRECT: lambda v: (
        f"That cannot be corrected. Choose one of: {_listed(v['possible'])}."
        if v["possible"]
        else "Nothing can be corrected in this game. `/host race what:rewind` undoes decisions."
    ),
    Reason.NOT_PAUSED: lambda _v: (
        "That race is not paused: it goes on already. `/watch what:status` shows whom it waits for."
    ),
    Reason.NO_SUCH_ZONE: _no_zone,
    Reason.BAD_TIME: lambda v: (
        f"“{harmless(str(v['text'])[:SHOWN])}” is no time of day. Write it like `20:00` or `8pm`."
        if v["text"]
        else "That time is past. Name one that is still to come."
    ),
    Reason.NO_SEAT: lambda _v: (
        "That place is not on offer now. Its player may be back, or somebody was quicker. `/race do what:substitute` "
        "shows "
        "the places that are."
    ),
    Reason.REINS_ELSEWHERE: lambda v: (
        "Somebody else decides for your stable now. **My stable**, then **Take it back**, gives it back to you."
        if _of_league(v)
        else "Somebody else drives your chariot for you now: a house driver, or a substitute. `/my return` gives you "
        "the reins back."
    ),
    Reason.HOLDS_REINS: lambda v: (
        f"The reins are with {mention(v['player'])} already. `/watch what:status` shows who drives."
    ),
    Reason.HAS_A_PLACE: lambda v: (
        f"One place each: {mention(v['player'])} has one in this race already. `/race do what:substitute` shows the "
        "places on offer in other races."
    ),
    Reason.HOUSE_DRIVES: lambda _v: (
        "A house driver drives that chariot already. `/host race what:replace` gives it to the one you name as "
        "`player`."
    ),
    Reason.CHANGED_MEANWHILE: lambda _v: (
        "Somebody else changed this race at the same moment, so I did nothing. Try again; `/watch what:status` shows "
        "how "
        "it stands."
    ),
    Reason.REMINDED_JUST_NOW: lambda v: (
        f"That player was reminded <t:{v['at']}:R>; once in {v['minutes']} minutes is enough. "
        "`/host race` gives more time, lets the default count, or replaces the player."
    ),
    Reason.REASON_WANTED: lambda _v: "Please give a reason. Write why: all who race read it.",
    Reason.TOO_LONG_A_PAUSE: lambda v: (
        f"That is too long, or no time at all. Choose {_days(v['at_most'])} days at most."
    ),
    Reason.ORDERS_CHANGED: lambda _v: (
        "Your orders changed at the same moment, so I took nothing. `/order` shows them as they are now."
    ),
    Reason.PLACES_ARE_TAKEN: lambda _v: (
        "Chariots have entered that would lose their places by that. Choose it before anybody enters, or open another "
        "race with `/play race`."
    ),
    Reason.AGREED_FOR_CUP: lambda _v: (
        "This is a race of a cup, and how it is run was agreed for all its races. `/cup new` opens another."
    ),
    Reason.SAME_FIELD: lambda _v: (
        "The drivers stay the same now: this cup takes nobody who joins so late, and a practice has one driver. "
        "`/cup do what:substitute` drives for others, `/play race` opens another race."
    ),
    Reason.EXPORT_UNDER_WAY: lambda _v: (
        "I'm still making your last archive. Wait until it comes, then ask for another."
    ),
    Reason.NO_SAY: lambda _v: "Nothing waits for your word here now. Wait for the next man who falls.",
    Reason.TOO_NEW_FOR_A_SAY: lambda v: (
        f"You can vote after {_whole_days(v['need'])} as a member of this server: {_whole_days(v['have'])} so far. "
        + ("`/server bets age:` asks for so many here" if v["need"] != 1 else "No setting asks for less")
        + ". Wait until then."
    ),
    Reason.RATED_ALREADY: lambda v: (
        f"This race {v['now']} for ratings already. `/watch what:acts` shows who decided it."
    ),
    Reason.DROVE_IN_IT: lambda _v: (
        "You drove in this race, or belong to its cup or league, so you don't decide whether it counts. Ask a "
        "moderator who takes no part in it."
    ),
    Reason.RESTED_ENOUGH: lambda v: (
        f"People who take part may let it wait for {v['at_most']} days in all. You have {v['left']} hours left. "
        "Ask a moderator who takes no part in it."
    ),
    Reason.NEEDS_ANOTHER: lambda v: (
        f"You have something to win in this {v['what']} yourself, so that is for somebody else. Ask a moderator "
        f"who takes no part in it.{_elect(v)}"
    ),
    Reason.FOUNDER_ENDS: lambda v: (
        f"All treasuries would be gone, and you have something to win in this league yourself. So "
        f"{mention(v['founder'])}, who opened it, may end the season while they host it, or a moderator who takes no "
        "part in it. Ask one of them."
    ),
    Reason.TURNED_BACK_ENOUGH: lambda v: (
        f"{_event(v)} was turned back {how_often(v['at_most'])} by people who take part in it, and that is all they "
        f"may. Ask a moderator who takes no part in it.{_elect(v)}"
    ),
    Reason.TIME_IS_THEIRS: lambda v: (
        f"You take part in this {v['what']} yourself, so rivals have half of their time before you step in. "
        + (f"That is over <t:{v['at']}:R>." if v["at"] is not None else "Nothing is asked of them just now.")
        + " Wait for that, or ask a moderator who takes no part in it."
    ),
    Reason.STRANGER_HOSTS: lambda v: (
        f"This {v['what']} counts for ratings, you have not driven in it from the start, and you have raced fewer than "
        "three people here. Ask a moderator, or open the next one with `rated: False`."
    ),
    Reason.AGREED_UNRATED: lambda _v: (
        "This race was opened with `rated: False`, and everybody drove in it so. It stays out. `/play race` opens one "
        "that counts."
    ),
    Reason.NOT_HERE: lambda v: (
        "You are not on the server of this race any more. Join it again, then take the reins with `/my return`."
        if v.get("own")
        else "That person is not on this server. Choose a member: type `@` in the option and pick one from the list."
    ),
    Reason.LEFT_CUP: lambda _v: (
        "You have left this cup already. `/my return` takes the reins back in its next race, if you change your mind."
    ),
    Reason.LEFT_RACE: lambda v: (
        f"You have left {harmless(str(v['title']))} already. `/my return` takes the reins back at any time."
    ),
    Reason.OUT_OF_RACE: lambda v: (
        f"All that drove there is out of {harmless(str(v['title']))}: there are no reins to take or to leave. "
        "Choose another race: `/race do` shows them."
    ),
    Reason.STAYS_IN_CUP: lambda _v: (
        "You drive in all races of this cup. No time for a while? `/my vacation` lets a house driver drive for you. "
        "`/cup do what:leave` takes you out for good: your chariot goes to a substitute, and everybody reads it."
    ),
    Reason.DRIVES_FOR_ANOTHER: lambda v: (
        f"You drive in {harmless(str(v['title']))} in the place of {mention(v['owner'])}. "
        + (
            "To give the stable back for good, use `/league do what:leave`."
            if v["what"] == "league"
            else f"While the {v['what']} rests, nothing is asked. Once it goes on, **Leave** gives the reins back."
        )
    ),
    Reason.STAYS_IN_RACE: lambda v: (
        f"{harmless(str(v['title']))} is under way, so your chariot stays in it. `/my vacation` lets a house driver "
        "drive on for you. To have your place offered to others, ask the host for `/host race what:replace`."
    ),
    Reason.HOST_IS_HERE: lambda v: (
        f"The host, {mention(v['host'])}, is still on this server. Ask them to hand over: `/host race what:hand` with "
        "`player`."
    ),
    Reason.HOST_MAY_RETURN: lambda v: (
        f"The host has left this server, but may come back. You can take over <t:{v['at']}:R>. Sooner? Ask a moderator."
    ),
    Reason.NOT_NEXT_AS_HOST: lambda v: (
        f"That is for {mention(v['player'])}, the first to enter: `/host race what:hand` takes over. Sooner? "
        "Ask a moderator."
        if v["player"]
        else "Nobody is in it, so nobody can take over. Ask a moderator, or open another with `/play race`."
    ),
    Reason.HOSTS_ALREADY: lambda v: (
        f"The host is {mention(v['player'])} already. Name somebody else who is in it: `/host race what:hand` with "
        "`player`."
    ),
    Reason.NOT_IN_IT: lambda v: (
        f"Only somebody who is in it can host it, and {mention(v['player'])} is not. `/race join` lets them in."
    ),
    Reason.ELECTED_HERE: lambda _v: (
        "The owners elect the host of a league that is under way. Vote with `/league do what:vote`."
    ),
    Reason.NOT_OVER: lambda _v: "This race isn't over. Wait for its end, then say whether it counts for ratings.",
    Reason.SHARED_ALREADY: lambda v: (
        f"You have posted the {v['what']} of this race already: look in its channel. Take its text to other places."
    ),
    Reason.SHARED_ENOUGH: lambda v: (
        f"This race was shared {v['at_most']} times, and more I don't post of one. Take its text to other places."
    ),
    Reason.NOTHING_TO_SHARE: lambda _v: (
        "There is nothing to share yet: the race is not over. Wait until somebody has won it."
    ),
    Reason.TOO_MANY_EXPORTS: lambda v: (
        f"You had {v['at_most']} archives within the hour, as many as I make. Try again <t:{v['again']}:R>."
    ),
    Reason.NO_MORE_PAPERS: lambda _v: (
        "It is over, and no more papers come. `/league do what:export` and `/cup do what:export` have all letters."
    ),
    Reason.NO_WRITER: lambda v: (
        f"Only members of this {v['what']} write to its paper. `/{v['what']} join` lets you in, while it is open."
    ),
    Reason.BAD_LETTER: bad_letter,
    Reason.NO_SUCH_LETTER: lambda _v: (
        "That letter is settled already, or there is none. `/league do what:letter` and `/cup do what:letter` show "
        "what is there."
    ),
    Reason.REPORTED_ALREADY: lambda _v: "You have reported that letter already. Wait: the host looks at it.",
    Reason.NO_BALLOT: lambda _v: (
        "That vote is over, or has not begun. Wait for the last paper of a season: it opens then, for a week."
    ),
    Reason.NO_VOTER: lambda _v: (
        "Only who drove or owned a stable in it names its best race. Take part in the next one, and you vote."
    ),
    GameReason.NOT_A_PLAN: lambda v: f"{_unread(v)} {_expected(v)}",
}


def _elect(values: Values) -> str:
    return " Or let the members elect another host: `/league do what:vote`." if values["what"] == "league" else ""


def _event(values: Values) -> str:
    return "This race" if values["what"] == "race" else f"This event of the {values['what']}"


def _placed(place: object) -> str:
    return f" in place {place}" if isinstance(place, int) else ""


def _what(values: Values) -> str:
    """Return the subject of a refusal: a race, unless it names another."""
    return str(values.get("what", "race"))


def _opens(values: Values) -> str:
    """Return the command that opens another of what a refusal is about."""
    what = _what(values)
    return "/play race" if what == "race" else f"/{what} new"


def _of_league(values: Values) -> bool:
    return _what(values) == "league"


def sentence(refused: Refused, names: Names) -> str | None:
    """Return a refusal that all games share, in words; ``None`` if a ruleset has words for it."""
    reason, values = refused.reason, refused.values
    make = SENTENCES.get(reason) if isinstance(reason, Reason | GameReason) else None
    if isinstance(reason, BetReason):
        make, values = BET_SENTENCES.get(reason), {**values, "names": names}
    return None if make is None else with_rule(make(values), refused.rule)


def lost(refused: Refused) -> str | None:
    """Return what a press in direct messages is told of a game that is not to be found; ``None`` for other refusals.

    The commands of a server, which other refusals name, may be missing there.
    """
    if refused.reason is Reason.NO_SUCH_CUP:
        what = "cup"
    elif refused.reason is Reason.NO_SUCH_RACE:
        what = _what(refused.values)
    else:
        return None
    return (
        f"I don't find that {what} any more: I left its server, or you did, or it was deleted. There is nothing to do. "
        "`/order` shows whether anything else waits for you."
    )


def refusal_from(
    sentences: Mapping[Any, Callable[[Mapping[str, Any], Names], str]],
) -> Callable[[Refused, Names], str | None]:
    """Make the function that words a game's refusals: refusal, names -> the sentence for a player, with the rule.

    It returns ``None`` for a reason that is none of the game's.

    :param sentences: reason -> the function that tells its values.
    """

    def refusal(refused: Refused, names: Names) -> str | None:
        told = sentences.get(refused.reason)
        return None if told is None else with_rule(told(refused.values, names), refused.rule)

    return refusal


def with_rule(text: str, rule: str | None) -> str:
    """Return a sentence with the number of its rule behind it, if the game's rulebook has one."""
    return f"{text} (rule {rule})" if rule and _PRINTED.match(rule) else text


def _listed(words: object) -> str:
    return ", ".join(str(word) for word in words) if isinstance(words, list | tuple) else str(words)


def _people(names: object) -> str:
    return joined([f"**{harmless(str(each))}**" for each in names]) if isinstance(names, list | tuple) else str(names)


def _whole_days(days: object) -> str:
    return f"{days} day{'' if days == 1 else 's'}"


def _days(seconds: object) -> str:
    return f"{seconds / 86_400:g}" if isinstance(seconds, int | float) else str(seconds)


def _unread(values: Values) -> str:
    after = f" after “{values['after']}”" if values.get("after") else ""
    if not values["at"]:
        return f"Something is missing{after or ' at the end'}."
    at = harmless(_cut(str(values["at"])))
    if meant := values.get("meant"):
        return f"{at.capitalize()} is {meant}."
    return f"I can't read “{at}”{after}."


def _cut(text: str) -> str:
    """Return the beginning of a text, with whole words if one fits.

    >>> _cut("roll all the dice and move as far as they go")
    'roll all the dice and move as far as…'
    """
    if len(text) <= SHOWN:
        return text
    whole = text[:SHOWN].rpartition(" ")[0]
    return f"{(whole or text[: SHOWN - 1]).rstrip()}…"


def _expected(values: Values) -> str:
    """Return words to write instead: the nearest ones, if there are many and a topic has them all.

    For numbers in a row it gives the first and the last.
    """
    words, rest = values["expected"], ""
    if isinstance(words, list | tuple):
        words = [piece for run in _runs([str(word) for word in words]) for piece in run]
        if values.get("topic") and len(words) > OFFERED + 1:
            words = _nearest(str(values["at"]), words)[:OFFERED]
            rest = f" The rest: `/rules topic:{values['topic']}`."
    if not words:
        return "Nothing can follow there: leave it out."
    several = isinstance(words, list) and len(words) > 1
    return f"Try {'one of these: ' if several else ''}{_listed(words)}.{rest}"


def _nearest(typed: str, words: Sequence[str]) -> list[str]:
    """Return the words, the ones spelled like the first word of *typed* first, the others in their order."""
    first = typed.partition(" ")[0]

    def likeness(piece: str) -> float:
        alike = max(SequenceMatcher(None, first, word).ratio() for word in (piece, *piece.split()))
        return alike if alike >= _ALIKE and not first.isdecimal() else 0.0

    return sorted(words, key=likeness, reverse=True)


def _runs(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the words as they are, but three or more numbers in a row as one piece: ``0 to 40``."""
    # Numbers that follow each other are all as far from their places.
    for away, group in groupby(enumerate(words), lambda each: int(each[1]) - each[0] if each[1].isdecimal() else None):
        run = [word for _, word in group]
        yield [f"{run[0]} to {run[-1]}"] if away is not None and len(run) > 2 else run
