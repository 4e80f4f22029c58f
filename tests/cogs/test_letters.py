"""Letters to a paper: written and changed by members, printed with the next issue, reported, put back, struck."""

from typing import Any

import discord
import pytest

from cogs.commands.cup import CupCommands
from cogs.panels.letters import (
    STRIKE_FORM,
    WRITE_FORM,
    LetterButton,
    LetterMenu,
    letter_posts,
    take_letter,
    take_strike,
)
from records.letters import LetterRecord, Paper, ReportRecord
from records.refusals import Reason, Refused
from records.values import CupId, PlayerId
from steward.papers.letters import may_hide, tidied
from tests.cogs.archives import unpacked
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import CHANNEL, FakeInteraction
from tests.cogs.test_cups import FIRST_THREAD, Place
from tests.cogs.test_exports import check_pages
from words.shared.letters import issue_texts

PAPER = Paper("cup", 1)
MAX = PlayerId(400)


@pytest.fixture
async def place(arena: Arena) -> Place:
    """A cup of Ann, who hosts it, and Bob; its first race is not run yet."""
    place = Place(arena)
    await place.open()
    for player, colour in ((ANN, "red"), (BOB, "blue")):
        await place.use("join", player=player, thread=FIRST_THREAD, colour=colour)
    return place


def acts(place: Place, player: PlayerId, **more: Any) -> Any:
    return place.arena.act(player, channel=FIRST_THREAD, **more)


async def page(place: Place, player: PlayerId) -> FakeInteraction:
    interaction, cup = acts(place, player), CupCommands()
    command: Any = cup.letter
    return await outcome(interaction, command.callback(cup, interaction))


async def writes(place: Place, player: PlayerId, text: str) -> str:
    interaction = acts(place, player, kind=discord.InteractionType.modal_submit)
    match = WRITE_FORM.fullmatch("letter-write:cup:1")
    assert match is not None
    return (await outcome(interaction, take_letter(interaction, match, {"text": text}))).told


async def presses(place: Place, player: PlayerId, item: Any, *values: str) -> FakeInteraction:
    interaction = acts(place, player, kind=discord.InteractionType.component, data={"values": list(values)})
    return await outcome(interaction, item.callback(interaction))


async def exported(place: Place, player: PlayerId) -> dict[str, str]:
    """Return the letters in a player's archive of the cup; on its page they are text and nothing more."""
    interaction, cup = acts(place, player), CupCommands()
    command: Any = cup.export
    (archive,) = (await outcome(interaction, command.callback(cup, interaction))).last.pictures()
    files = unpacked(archive)
    check_pages(files)
    found = {path: data.decode() for path, data in files.items() if path.startswith("letters/")}
    assert ("&lt;https://a.example&gt;" in files["index.html"].decode()) == bool(found)
    return found


async def strikes(place: Place, player: PlayerId, letter: int, reason: str) -> str:
    interaction = acts(place, player, kind=discord.InteractionType.modal_submit)
    match = STRIKE_FORM.fullmatch(f"letter-strike:cup:1:{letter}")
    assert match is not None
    return (await outcome(interaction, take_strike(interaction, match, {"reason": reason}))).told


async def runs(place: Place) -> None:
    """Run the first race, and have its paper posted."""
    cup = await place.arena.steward.cups.cup(CupId(1))
    await place.arena.steward.lobbies.start(cup.races[0].record.id, ANN)
    await place.arena.deliver()
    await place.run(cup.races[0].record.id)
    await place.arena.deliver()


def in_thread(place: Place) -> str:
    return "\n".join(place.arena.client.get_partial_messageable(FIRST_THREAD).words())


def told(place: Place, player: PlayerId) -> str:
    return "\n".join(place.arena.client.user_of(player).dms.words())


async def is_struck_for_good(place: Place) -> None:
    """Have the host strike the letter, once, with a reason."""
    assert "give a reason" in await strikes(place, ANN, 1, "  ")
    assert "Only the host of this cup" in await strikes(place, EVE, 1, "Rude")
    assert "The letter is struck" in await strikes(place, ANN, 1, "An @everyone")
    assert "settled already" in await strikes(place, ANN, 1, "Twice")
    await place.arena.deliver()
    assert "The host struck a letter by Bob: An @\u200beveryone" in in_thread(place)
    assert "Blue @" not in in_thread(place)
    assert "the host struck your letter to issue 1" in told(place, BOB)


@pytest.mark.slow
async def test_a_letter_is_written_changed_printed_reported_put_back_and_struck(place: Place) -> None:
    assert "You have no letter in issue 1 yet" in (await page(place, BOB)).told
    assert "Only members of this cup write" in await writes(place, EVE, "Salve!")
    assert "comes with issue 1" in await writes(place, BOB, "Blue will win.")
    assert "comes with issue 1" in await writes(place, BOB, "Blue @everyone <https://a.example>\n# wins")
    assert "Your letter for issue 1, 5 words" in (await page(place, BOB)).told
    of_host = "\n".join((await page(place, ANN)).last.words())
    assert "Blue @" not in of_host, "the host reads it with all others"
    assert "As the host" not in of_host, "with nothing to decide on"
    assert "there is none" in (await presses(place, ANN, LetterMenu(PAPER, "report"), "1")).told
    assert "is taken back" not in (await presses(place, ANN, LetterButton(PAPER, "withdraw"))).told

    await runs(place)
    assert "**Bob** writes:\n> Blue @\u200beveryone ‹https\\://a\\.example\\>\n> \\# wins" in in_thread(place)
    assert "You have no letter in issue 2 yet" in (await page(place, BOB)).told

    assert await exported(place, EVE) == {"letters/issue-1.txt": "Bob:\nBlue @everyone <https://a.example>\n# wins\n"}

    # One report hides it, and no second one counts.
    assert "hidden until the host" in (await presses(place, EVE, LetterMenu(PAPER, "report"), "1")).told
    await place.arena.deliver()
    assert "Blue @" not in in_thread(place)
    assert "A letter by Bob waits for the host" in in_thread(place)
    assert await exported(place, EVE) == {}
    assert "reported that letter already" in (await presses(place, EVE, LetterMenu(PAPER, "report"), "1")).told
    assert "a letter by Bob was reported" in told(place, ANN)
    assert "Eve" not in told(place, ANN)

    # Only the host decides, and never a host on a letter of their own.
    assert "Only the host of this cup" in (await presses(place, BOB, LetterMenu(PAPER, "keep"), "1")).told
    assert "1 reported letter" in (await page(place, ANN)).told
    assert "stands in its paper again" in (await presses(place, ANN, LetterMenu(PAPER, "keep"), "1")).told
    await place.arena.deliver()
    assert "Blue @" in in_thread(place)
    assert "The host looks at it" in (await presses(place, MAX, LetterMenu(PAPER, "report"), "1")).told
    await place.arena.deliver()
    assert "Blue @" in in_thread(place), "what the host put back stays"
    await is_struck_for_good(place)


@pytest.mark.slow
async def test_a_crowd_of_accounts_that_reports_a_letter_is_one_message_to_the_host(place: Place) -> None:
    await writes(place, BOB, "Blue will win.")
    await writes(place, ANN, "Red will win.")
    await runs(place)
    await presses(place, EVE, LetterMenu(PAPER, "report"), "1")
    await presses(place, ANN, LetterMenu(PAPER, "keep"), "1")  # from now on no report of an outsider hides any
    await place.arena.deliver()
    before = len(place.arena.client.user_of(ANN).dms.messages)

    for account in range(400, 420):
        said = (await presses(place, PlayerId(account), LetterMenu(PAPER, "report"), "2")).told
        assert "The host looks at it" in said
        await place.arena.deliver()

    mine = place.arena.client.user_of(ANN).dms.messages[before:]
    assert ["a letter by Ann was reported" in "\n".join(each.said.words()) for each in mine] == [True]
    assert "Red will win" in in_thread(place)


@pytest.mark.slow
async def test_a_paper_without_letters_looks_as_before_and_a_letter_can_be_taken_back(place: Place) -> None:
    await writes(place, ANN, "Salve!")
    assert "is taken back" in (await presses(place, ANN, LetterButton(PAPER, "withdraw"))).told
    assert "You have no letter" in (await presses(place, ANN, LetterButton(PAPER, "withdraw"))).told
    too_long = await writes(place, ANN, "a " * 101)
    assert "That letter has 101 words, and 100 fit" in too_long
    assert "Here it is, to copy:\n> a a" in too_long
    assert "That letter is empty" in await writes(place, ANN, "\u200b \n ")

    await runs(place)
    assert "Letters to the paper" not in in_thread(place)

    await place.arena.steward.cups.cancel(CupId(1), ANN)
    assert "No more papers come" in (await page(place, ANN)).told
    assert "no more papers come" in await writes(place, ANN, "Salve!")
    assert "no more papers come" in (await presses(place, ANN, LetterButton(PAPER, "write"))).told
    assert "no such cup" in (await presses(place, ANN, LetterButton(Paper("cup", 77), "write"))).told
    assert "no such" in (await presses(place, ANN, LetterButton(Paper("league", 1), "write"))).told


@pytest.mark.slow
async def test_the_page_of_a_host_fits_with_the_longest_letters(place: Place) -> None:
    longest = "\n".join(["*" * 65] * 12)
    for player in (ANN, BOB):
        assert "comes with issue 1" in await writes(place, player, longest)
    await runs(place)
    for letter in ("1", "2"):
        assert "hidden" in (await presses(place, EVE, LetterMenu(PAPER, "report"), letter)).told
    await writes(place, ANN, longest)
    assert "2 reported letters" in (await page(place, ANN)).told


@pytest.mark.slow
async def test_a_host_does_not_judge_a_letter_of_their_own(place: Place) -> None:
    await writes(place, ANN, "Salve!")
    await runs(place)
    await presses(place, BOB, LetterMenu(PAPER, "report"), "1")
    assert "your own letter" in (await presses(place, ANN, LetterMenu(PAPER, "keep"), "1")).told
    moderator = acts(place, MAX, kind=discord.InteractionType.component, data={"values": ["1"]})
    moderator.permissions, moderator.channel_id = discord.Permissions(manage_threads=True), CHANNEL
    assert "stands in its paper again" in (await outcome(moderator, LetterMenu(PAPER, "keep").callback(moderator))).told


def a_report(player: int, *, is_member: bool = False, dismissed: bool = False) -> ReportRecord:
    return ReportRecord(letter=1, player=PlayerId(player), is_member=is_member, dismissed=dismissed, at=0.0)


@pytest.mark.parametrize(
    ("report", "known", "hides"),
    [
        (a_report(7), [], True),
        (a_report(7), [a_report(8)], True),
        (a_report(7, is_member=True), [a_report(8, dismissed=True)], True),
        (a_report(7, is_member=True), [a_report(8, is_member=True, dismissed=True)], True),
        (a_report(7, is_member=True), [a_report(7, is_member=True, dismissed=True)], False),
        (a_report(7), [a_report(7, dismissed=True)], False),
        (a_report(9), [a_report(8, dismissed=True)], False),
    ],
)
def test_whose_report_was_dismissed_hides_nothing_more_and_a_crowd_of_accounts_has_one_try(
    report: ReportRecord, known: list[ReportRecord], hides: bool
) -> None:
    assert may_hide(report, known) is hides


def test_letters_fit_into_messages_however_they_are_escaped() -> None:
    text = tidied("*" * 400 + "\n" + "_" * 399)
    letters = [
        LetterRecord(id=n, kind="cup", number=1, issue=1, player=PlayerId(n), name="*" * 32, text=text, at=0.0, post=n)
        for n in range(1, 21)
    ]
    posts = letter_posts(PAPER, letters)
    assert [each for mine, _ in posts for each in mine] == letters
    assert len(issue_texts(letters, 3_600)) == len(posts)
    with pytest.raises(Refused) as refused:
        tidied("*" * 801)
    assert refused.value.reason is Reason.BAD_LETTER
