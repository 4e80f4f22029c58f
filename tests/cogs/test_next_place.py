"""Where the next question appears after an answer, and what stands above it: all situations in a table."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from cogs.kit.places import Spot, is_asked_here, spot_of
from cogs.panels import stable, teaching
from cogs.panels.extras import Kind, extras_of
from cogs.panels.next_place import After, Below, Here, InDm, InThread, Nothing, Now, Place, next_place
from engine.circus_maximus.words.asks import Prepare, Speed, WriteSpeed
from engine.questions import Ask
from records.values import EntryId
from steward import OpenAsk
from tests.cogs.fakes import CHANNEL, GUILD
from tests.cogs.samples import LARGEST_ID, a_lobby

RACE, PRACTICE, LESSON = "race", "practice", "lesson"
RECORDS = {
    RACE: a_lobby().record,
    PRACTICE: a_lobby(lesson=0).record,
    LESSON: a_lobby(lesson=1).record,
}
BY_DM, IN_THREAD, IN_CHANNEL = (None, 77), (GUILD, LARGEST_ID), (GUILD, CHANNEL)


def a_question(entry: int, sealed: Speed | None = None) -> OpenAsk:
    ask = Ask(EntryId(entry), Prepare(), Prepare().legal()[0], secret=sealed is not None)
    return OpenAsk(a_lobby(), EntryId(entry), 5, ask, None, None, sealed)


NEXT, OTHER, SEALED = a_question(1), a_question(2), a_question(1, Speed(9))
SAID, CAME = "✅ Taken", "The team bolts."
ASKED, SEAL, BOTH = Now((NEXT, OTHER)), Now((), SEALED), Now((OTHER,), SEALED)

TAKEN, ORDER = After(SAID, ASKED), After(SAID, ASKED, is_order=True)
TABLE: dict[str, tuple[str, tuple[int | None, int], After, Place]] = {
    # Somebody answers in private: they go on there.
    "a race, in its thread": (RACE, IN_THREAD, TAKEN, Below(NEXT, SAID)),
    "a race, with closed direct messages: who is called answers in its thread": (
        RACE,
        IN_THREAD,
        After(SAID, Now((NEXT,)), CAME),
        Below(NEXT, SAID),
    ),
    "a race, in another channel": (RACE, IN_CHANNEL, TAKEN, Here(NEXT, SAID)),
    "nothing is asked next": (RACE, IN_THREAD, After(SAID, Now()), Nothing(SAID)),
    "nothing is asked next, in another channel": (RACE, IN_CHANNEL, After(SAID, Now()), Nothing(SAID)),
    "still sealed": (RACE, IN_THREAD, After(SAID, SEAL), Nothing(SAID, SEALED)),
    "still sealed, in another channel": (RACE, IN_CHANNEL, After(SAID, SEAL), Nothing(SAID, SEALED)),
    "still sealed, and another chariot is asked": (RACE, IN_THREAD, After(SAID, BOTH), Below(OTHER, SAID, SEALED)),
    "still sealed, and another chariot is asked elsewhere": (RACE, IN_CHANNEL, After(SAID, BOTH), Here(OTHER, SAID)),
    "a plan that was stopped": (RACE, IN_THREAD, After(SAID, ASKED, is_whole=False), Below(NEXT, SAID)),
    # Direct messages: each question is one of its own, and comes by itself.
    "a direct message": (RACE, BY_DM, TAKEN, InDm(SAID)),
    "a direct message, and nothing is asked next": (RACE, BY_DM, After(SAID, Now()), InDm(SAID)),
    "a direct message, still sealed": (RACE, BY_DM, After(SAID, SEAL), InDm(SAID, SEALED)),
    "a direct message, and the turn goes on": (RACE, BY_DM, After(SAID, ASKED, CAME), InDm(SAID)),
    # A practice tells and asks in its own place: the panel goes, as the story says what was taken.
    "a practice": (PRACTICE, IN_THREAD, TAKEN, InThread()),
    "a lesson": (LESSON, IN_THREAD, TAKEN, InThread()),
    "a lesson, by direct message": (LESSON, BY_DM, TAKEN, InThread()),
    "a practice: the dice came midway": (PRACTICE, IN_THREAD, After(SAID, ASKED, CAME), InThread(above=CAME)),
    "a practice that is over": (PRACTICE, IN_THREAD, After(SAID, Now()), InThread()),
    "a practice: a plan was stopped": (PRACTICE, IN_THREAD, After(SAID, ASKED, is_whole=False), InThread(SAID)),
    "a practice: still sealed": (PRACTICE, IN_THREAD, After(SAID, SEAL), InThread(SAID, sealed=SEALED)),
    "a practice, in another channel": (PRACTICE, IN_CHANNEL, TAKEN, Here(NEXT, SAID)),
    # Orders for a whole turn: sealed ones stay open to changes; the next ones come below the story in any case.
    "orders, not yet all in": (RACE, IN_THREAD, After("", SEAL, is_order=True), Here(SEALED)),
    "orders, not yet all in, by direct message": (RACE, BY_DM, After("", SEAL, is_order=True), Here(SEALED)),
    "orders, not yet all in, of a lesson": (LESSON, IN_THREAD, After("", SEAL, is_order=True), Here(SEALED)),
    "orders, in the thread": (RACE, IN_THREAD, ORDER, Below(NEXT, SAID, is_new=True)),
    "orders, in another channel": (RACE, IN_CHANNEL, ORDER, Below(NEXT, SAID, is_new=True)),
    "orders, by direct message": (RACE, BY_DM, ORDER, InDm(SAID)),
    "orders of a lesson": (LESSON, IN_THREAD, ORDER, InThread()),
    "orders, and the race is over": (RACE, IN_THREAD, After(SAID, Now(), is_order=True), Nothing(SAID)),
}


def pressed(where: tuple[int | None, int]) -> Any:
    return SimpleNamespace(guild_id=where[0], channel_id=where[1])


@pytest.mark.parametrize("situation", TABLE)
def test_the_next_question_appears_where_its_player_goes_on(situation: str) -> None:
    race, where, after, place = TABLE[situation]

    assert next_place(after, spot_of(pressed(where), RECORDS[race])) == place


@pytest.mark.parametrize(
    ("race", "where", "spot"),
    [
        (RACE, BY_DM, "dm"),
        (RACE, IN_THREAD, "thread"),
        (RACE, IN_CHANNEL, "elsewhere"),
        (PRACTICE, IN_THREAD, "practice"),
        (PRACTICE, IN_CHANNEL, "elsewhere"),
        (LESSON, BY_DM, "practice"),
    ],
)
def test_a_race_asks_by_messages_of_its_own_where_it_is_told_alone(
    race: str, where: tuple[int | None, int], spot: Spot
) -> None:
    assert spot_of(pressed(where), RECORDS[race]) == spot
    assert is_asked_here(pressed(where), RECORDS[race]) == (spot in ("dm", "practice"))


def test_no_question_is_lost_and_none_is_asked_twice() -> None:
    """Whatever the answer: its player reads what was taken, or the story says it; and one question at most is put."""
    spots: tuple[Spot, ...] = ("dm", "practice", "thread", "elsewhere")
    for now in (ASKED, SEAL, BOTH, Now()):
        for spot in spots:
            for is_order in (False, True):
                place = next_place(After(SAID, now, is_order=is_order), spot)
                says = getattr(place, "above" if isinstance(place, Here) else "said")
                assert says == SAID or spot == "practice" or (is_order and now.sealed)
                assert isinstance(place, Here | Below) <= bool(now.following or (is_order and now.sealed))


# What kinds of races add


async def added(record: Any, question: Any) -> tuple[str, list[str], list[str]]:
    """Return what is said above a question, and the beginnings of the ids of the buttons in it and below it."""
    race = a_lobby()
    opened = OpenAsk(type(race)(record, race.factions, race.entries), EntryId(1), 5, question, None, None)
    nobody: Any = None
    extras = await extras_of(nobody, opened)
    ids = [
        [str(getattr(each, "custom_id", "")).split(":")[0] for each in items] for items in (extras.inside, extras.below)
    ]
    return extras.above, ids[0], ids[1]


async def test_kinds_of_races_add_to_questions_what_they_registered() -> None:
    kinds = {type(each) for each in Kind.registered}
    founding, mending, setup = [
        SimpleNamespace(question=SimpleNamespace(kind=kind)) for kind in ("founding", "mending", "setup")
    ]
    speed, league = Ask(EntryId(1), WriteSpeed(20), Speed(9)), a_lobby(is_league=True).record

    assert kinds == {stable.OfLeague, stable.OfLeagueRace, teaching.OfPractice}
    assert await added(RECORDS[RACE], setup) == ("", [], [])
    assert await added(RECORDS[PRACTICE], speed) == ("", [], [])
    said, inner, under = await added(msgspec.structs.replace(RECORDS[PRACTICE], ruleset="chariots-of-rome"), setup)
    assert "New to this?" in said
    assert (inner, under) == (["lesson"], [])
    assert await added(league, founding) == ("", [], [])
    assert await added(league, mending) == ("", [], ["stable", "league", "league"])
