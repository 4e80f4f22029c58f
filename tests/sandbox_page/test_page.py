"""The sandbox's page, used as a person uses it: keys and clicks in a real browser, a real server, a real bot."""

import asyncio
from pathlib import Path

import pytest

from sandbox.client import Control

from .browser import Browser, Page
from .conftest import Table
from .fake_bot import ALT

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

NEWEST = ".messages-content > :last-child"


async def write(page: Page, text: str, within: str = "") -> None:
    """Type into the message box."""
    await page.click(f"{within} .composer-text".strip())
    await page.type(text)


async def command(page: Page, text: str, within: str = "") -> None:
    """Type a command that needs no options, and send it: a single Enter does it."""
    await write(page, text, within)
    await page.see(f"{within} .suggestion.active :: {text}".strip())
    await page.press("Enter")
    await page.see(f"{within} .composer-text".strip())


async def shot(page: Page, shots: Path | None, name: str) -> None:
    if shots:
        await asyncio.sleep(0.3)  # pictures and transitions
        await page.screenshot(shots / f"{name}.png")


async def newest_panel(page: Page) -> str:
    """Send /panel, and return a selector for the message that came."""
    before = await page.run("document.querySelectorAll('.message .layout').length")
    await command(page, "/panel")
    await page.wait(f"document.querySelectorAll('.message .layout').length > {before}", "the panel")
    number = await page.run("[...document.querySelectorAll('.message:has(.layout)')].at(-1).dataset.message")
    return f'[data-message="{number}"]'


def pane(table: Table, name: str) -> str:
    return f'[data-player="{table.addresses["users"][name]["id"]}"]'


# ---- commands ----


async def test_a_command_is_chosen_and_filled_in_with_the_keyboard_alone(page: Page) -> None:
    await write(page, "/pl")
    await page.see(".suggestion :: /play find")
    await page.press("ArrowDown", "Enter")
    await page.see(".command-name :: /play race")
    assert await page.focused() == "name"
    await page.type("Ludi Romani")
    await page.press("Tab")
    await page.type("3")
    await page.press("Enter")

    assert "['Ludi Romani', 3, None, None, True]" in await page.see(f"{NEWEST} :: New race")
    assert "Ana used /play race" in (await page.see(f"{NEWEST} .above")).replace("\n", " ")


async def test_enter_takes_no_command_that_only_contains_what_was_typed(page: Page) -> None:
    await write(page, "/ace")
    await page.see(".suggestion :: /play race")
    assert not await page.has(".suggestion.active")
    await page.press("Enter")

    assert not await page.has(".command-name")
    await page.see(".composer :: /ace")


async def test_a_choice_that_is_none_is_refused_with_those_there_are(page: Page) -> None:
    await write(page, "/play race name:Ides laps:2 colour:teal")
    await page.press("Enter")

    assert 'colour: I can\'t read "teal". Pick one of Red, Blue, Green, Black, White, Grey, Gold.' in await page.see(
        ".composer-error"
    )


async def test_choices_people_and_yes_or_no_are_picked_from_lists(page: Page) -> None:
    await write(page, "/play race name:Ides laps:2 colour:")
    await page.see(".suggestion :: Blue")
    await page.press("ArrowDown", "ArrowDown", "Enter")
    await page.type(" rival:")  # goes on to the next option, as in one typed line
    assert await page.focused() == "rival"
    await page.type("be")
    await page.see(".suggestion.active :: Ben")
    await page.press("Tab")
    await page.click(".option-add :: open_to_all")
    await page.type("f")
    await page.see(".suggestion.active :: False")
    await page.press("Enter", "Enter")

    assert "['Ides', 2, 'blue', 'Ben', False]" in await page.see(f"{NEWEST} :: Ides")


async def test_a_name_of_an_option_that_is_half_typed_leads_there_and_is_no_title(page: Page) -> None:
    await write(page, "/season pre")
    await page.see(".suggestion.active :: preset")
    await page.press("Enter")
    assert await page.focused() == "preset"
    await page.type("ep")
    await page.see(".suggestion.active :: epic")
    await page.press("Enter", "Enter")
    await page.see(f"{NEWEST} :: Season ['', 'epic']")

    await write(page, "/season pre")
    await page.see(".suggestion :: “pre”")
    await page.press("ArrowDown", "Enter", "Enter")
    await page.see(f"{NEWEST} :: Season ['pre', None]")


async def test_what_is_missing_or_wrong_is_said_beside_the_box_and_nothing_is_sent(page: Page) -> None:
    await write(page, "/play race name:Unsent")
    await page.press("Enter")
    assert "laps: This option is required" in await page.see(".composer-error")
    assert await page.focused() == "laps"
    for typed, complaint in (("x", "whole number"), ("9", "The most is 7"), ("0", "The least is 1")):
        await page.type(typed)
        await page.press("Enter")
        assert complaint in await page.see(".composer-error")
        await page.press("Backspace")
    await page.press("Escape", "Escape")
    await page.see(".composer-text")
    await write(page, "/play fly")
    await page.press("Enter")
    assert "no command /play fly here. Did you mean /play find" in await page.see(".composer-error")

    assert not await page.has(".message :: Unsent")


async def test_autocomplete_asks_the_bot_while_one_types(page: Page) -> None:
    await write(page, "/play find ")
    await page.see(".suggestion :: For Ana")
    await page.type("ide")
    await page.gone(".suggestion :: Ludi")
    await page.see(".suggestion.active :: Ides of March")
    await page.press("Enter", "Enter")
    assert "Found race-2 in detail 1." in await page.see(f"{NEWEST} :: Found race-2")

    await write(page, "/play find race:something else")
    await page.see(".option-none :: Nothing fits")
    await page.press("Enter")
    await page.see(f"{NEWEST} :: Found something else")


async def test_a_bot_that_thinks_and_one_that_never_answers_are_told_apart(page: Page) -> None:
    await command(page, "/silent")
    await page.see(".pending :: Sending command")
    await command(page, "/think")
    await page.see(".thinking :: Quadriga is thinking")
    await page.see(".typing :: Quadriga is typing")
    await page.see(".message :: Thought about it.")
    await page.gone(".thinking")

    assert "did not respond" in await page.see(".pending .failed")
    await page.click(".pending .as-link :: Dismiss")
    await page.gone(".pending")


# ---- components and modals ----


async def test_a_button_changes_its_message_for_all_and_a_broken_one_says_so(
    page: Page, table: Table, shots: Path | None
) -> None:
    await page.click(".split-toggle")
    ana, ben = pane(table, "Ana"), pane(table, "Ben")
    await page.see(f"{ben} .messages")
    await page.click(".player-tab :: Ben")  # back to one pane
    message = await newest_panel(page)
    await page.click(".player-tab :: Ben")
    await page.see(f"{ben} {message} .button :: Pressed 0")
    await page.click(f"{ana} {message} .button :: Pressed 0")
    await page.see(f"{ana} {message} .button :: Pressed 1")
    await page.see(f"{ben} {message} .button :: Pressed 1")
    assert "edited" in await page.see(f"{ben} {message} .edited")
    assert await page.run(f"document.querySelector('{message} .button.danger').disabled")
    await shot(page, shots, "side-by-side")

    await page.click(f"{ben} {message} .button :: Broken")
    await page.see(f"{ben} {message} .button.waiting")
    assert "This interaction failed" in await page.see(f"{ben} {message} .failed")
    assert not await page.has(f"{ana} {message} .failed")


async def test_a_select_is_worked_with_the_keys(page: Page, shots: Path | None) -> None:
    message = await newest_panel(page)
    await page.click(f"{message} .select :: Choose a colour")
    await page.see(f"{message} .option :: The Blue faction")
    await page.press("ArrowDown", "Enter")
    await page.see(f"{message} .text :: Chosen: blue")
    assert "The panel" in await page.run("document.getElementById('announcer').textContent")

    await page.click(f"{message} .select :: Choose a rival")
    await page.see(f"{message} .option :: Cato")
    await shot(page, shots, "panel")
    await page.press("Escape")
    await page.gone(f"{message} .option :: Cato")


async def test_a_modal_takes_each_kind_of_input_and_says_what_is_missing(page: Page, shots: Path | None) -> None:
    await command(page, "/form")
    await page.see(".modal :: Your orders")
    assert await page.focused() == "speed"
    await page.click(".modal .button :: Submit")
    await page.wait("document.querySelectorAll('.field-error:not(:empty)').length === 3", "three errors")
    await shot(page, shots, "modal")
    await page.type("12")
    await page.click(".choice :: Lane 2")
    await page.click(".choice :: Whip")
    await page.click(".modal .select")
    await page.click(".option :: Cato")
    await page.click(".choice :: I am sure")
    await page.click(".modal .button :: Submit")

    await page.gone(".modal")
    assert "Orders: ['12', '2', ['whip'], ['Cato'], True]" in await page.see(f"{NEWEST} :: Orders")


async def test_escape_leaves_a_modal_and_the_page_works_on(page: Page) -> None:
    await command(page, "/form")
    await page.see(".modal")
    await page.press("Escape")
    await page.gone(".modal")
    await command(page, "/count")
    assert "two" in await page.see(f"{NEWEST} :: two")
    await page.see(f"{NEWEST} .edited")


# ---- who sees what ----


async def test_what_only_one_may_see_is_in_his_pane_alone(page: Page, table: Table) -> None:
    message = await newest_panel(page)
    await page.click(".split-toggle")
    ana, ben = pane(table, "Ana"), pane(table, "Ben")
    await page.click(f"{ben} {message} .button :: Join")
    await page.see(f"{ben} .ephemeral :: Nobody else reads this.")
    await page.see(f"{ben} .only-you :: Only you can see this")
    assert not await page.has(f"{ana} .message :: Nobody else reads this.")

    await page.click(f"{ben} .ephemeral .as-link :: Dismiss message")
    await page.gone(f"{ben} .message :: Nobody else reads this.")


async def test_closed_dms_are_refused_and_open_ones_come_with_a_number(page: Page, table: Table) -> None:
    await page.click(".dms-toggle :: DMs open")
    await page.see(".dms-toggle.closed :: DMs closed")
    await command(page, "/letter")
    await page.see(f"{NEWEST} :: Your DMs are closed (50007)")

    await page.click(".dms-toggle.closed")
    await page.see(".dms-toggle :: DMs open")
    await command(page, "/letter")
    assert await page.see(".place .badge") == "1"
    await page.click(".player-tab :: Ben")
    await page.see(".player-tab :: 1")
    await page.click(".player-tab :: Ana")
    await page.click(".place :: Quadriga")
    await page.see(".message :: A secret letter.")
    await page.gone(".place .badge")


async def test_a_press_on_a_button_that_is_drawn_anew_meanwhile_counts(page: Page, table: Table) -> None:
    spot = await page.reach(".player-tab :: Ben")
    await page.mouse("mousePressed", spot)
    await page.run("window.drawn = document.querySelectorAll('.player-tab')[1]")
    await table.post_in("tavern", "Look here!", by="Cato")
    await page.wait("!drawn.isConnected", "the tabs to be drawn anew")

    await page.mouse("mouseReleased", spot)

    await page.see(".player-tab[aria-pressed=true] :: Ben")


async def test_mentions_and_replies_elsewhere_are_counted_and_shown(browser: Browser, table: Table) -> None:
    sulla = table.addresses["users"]["Sulla"]
    page = await browser.open(sulla["url"] + "/")
    await page.see(".place.here :: races")
    first = await table.post_in("tavern", "Who **drives** today?", by="Ben")
    await page.see(".place.unread :: tavern")
    assert not await page.has(".place .badge")
    await table.post_in("tavern", "Not me!", by="Cato", reply_to=first)
    await command(page, "/call")
    assert await page.see(".place .badge") == "1"
    await page.wait("document.title === '(1) Quadriga sandbox'")

    await page.click(".place :: tavern")
    assert "Ben" in await page.see(".message .above :: Who drives today?")
    assert await page.see(".mentions-me .mention") == "@Sulla"
    await page.gone(".place .badge")
    assert page.errors == []
    await page.close()


async def test_a_thread_stands_under_its_channel(page: Page) -> None:
    await command(page, "/thread")
    await page.see(".threads .place :: The race of the day")
    await page.click(".thread-link :: The race of the day")
    await page.see(".message :: First words in the thread.")
    await page.see(".place.here :: The race of the day")
    await write(page, "draft in the thread")
    await page.click(".place-head .parent :: races")
    await page.see(".place.here :: races")
    assert await page.run("document.querySelector('.composer-text').value") == ""
    await page.click(".place :: The race of the day")
    assert await page.run("document.querySelector('.composer-text').value") == "draft in the thread"


async def test_a_thread_is_opened_where_it_is_said_that_it_was_started(page: Page) -> None:
    await command(page, "/thread")
    await page.click(f"{NEWEST} .as-link :: The race of the night")
    await page.see(".place.here :: The race of the night")


async def test_voice_and_announcement_channels_stand_where_people_look_for_them(page: Page, shots: Path | None) -> None:
    headings = await page.run("[...document.querySelectorAll('.places-title')].map((each) => each.innerText)")
    assert headings == ["Channels", "Voice channels", "Direct messages"]
    lists = await page.run(
        "[...document.querySelectorAll('.places > ul')].map((list) =>"
        " [...list.querySelectorAll(':scope > li > .place .place-title')].map((each) => each.innerText))"
    )
    assert lists[:2] == [["races", "tavern", "acta"], ["Forum"]]
    signs = await page.run("[...document.querySelectorAll('.places > ul > li > .place')].map((e) => e.ariaLabel)")
    assert signs[2:4] == ["acta, announcement channel", "Forum, voice channel"]

    await page.click(".place :: Forum")
    assert "Threads cannot be started here" in await page.see(".place-head .topic")
    await page.see(".beginning-title :: Welcome to Forum")
    assert await page.run("document.querySelector('.composer-text').placeholder") == "Message Forum, or / for commands"
    await command(page, "/count")
    await page.see(f"{NEWEST} :: two")
    await shot(page, shots, "voice")

    await page.click(".place :: acta")
    await page.see(".place-head .name-sign .icon")
    await command(page, "/thread")
    await page.click(".places > ul > li:nth-child(3) .threads .place :: The race of the night")
    assert (await page.see(".place-head .parent")) == "acta"
    await shot(page, shots, "announcement-thread")


async def test_players_are_switched_added_and_keep_what_they_were_writing(
    page: Page, table: Table, browser: Browser
) -> None:
    await page.see(".user-bar :: owns this server")
    await write(page, "half a sen")
    await page.click(".player-tab :: Sulla")
    await page.see(".user-bar :: looks on")
    await page.click(".add-opener")
    await page.type("Drusus")
    await page.press("Enter")
    await page.see(".player-tab.shown :: Drusus")
    await page.see(".place.here :: races")
    await write(page, "I am new")
    await page.press("Enter")
    assert "Drusus" in await page.see(f"{NEWEST} :: I am new")
    await page.click(".player-tab :: Ana")
    assert await page.run("document.querySelector('.composer-text').value") == "half a sen"
    await page.see(".message :: I am new")

    alone = await browser.open(table.addresses["users"]["Ben"]["url"] + "/")
    await alone.see(".user-bar :: Ben")
    assert await alone.run("document.querySelectorAll('.player-tab').length") == 1
    assert not await alone.has(".add-opener")
    await alone.close()


# ---- text and pictures ----


async def test_nothing_in_a_message_becomes_html(page: Page) -> None:
    await command(page, "/evil")
    assert "<script>window.pwned = 1</script>" in await page.see(f"{NEWEST} .text :: <script>")
    await write(page, "<img src=x onerror='window.pwned = 3'>")
    await page.press("Enter")
    assert await page.see(f"{NEWEST} .text :: pwned = 3") == "<img src=x onerror='window.pwned = 3'>"

    assert await page.run("window.pwned ?? null") is None
    assert await page.run("document.querySelectorAll('.messages script, .text b, .messages [onerror]').length") == 0
    assert await page.run("document.querySelectorAll('a[href^=javascript]').length") == 0


async def test_the_marks_of_discord_are_drawn(page: Page, shots: Path | None) -> None:
    await command(page, "/marks")
    await page.see(f"{NEWEST} .embed :: A card")
    await shot(page, shots, "marks")
    drawn = {
        "strong": "bold", "em": "italic", "u": "under", "s": "gone", "code.inline": "code", "a": "link",
        "h3": "Heading", "h4": "Second", ".subtext": "small print", "ul ul li": "inner", "blockquote": "quoted",
        "ol li:last-child": "second", "pre code": "print('<b>')", ".embed-field-name": "Left",
    }  # fmt: skip
    for selector, text in drawn.items():
        assert await page.run(f"document.querySelector('{NEWEST} {selector}').textContent") == text, selector
    text = await page.see(f"{NEWEST} .message-body")
    assert "snake_case_name" in text
    assert "*plain*" in text
    assert "@Ana" in text
    assert "#races" in text
    assert "years ago" in await page.see(f"{NEWEST} time[data-relative-to]")

    await page.click(f"{NEWEST} .spoiler")
    assert await page.see(f"{NEWEST} .spoiler.shown") == "secret"


async def test_a_picture_opens_large_and_tells_its_alt_text(page: Page, shots: Path | None) -> None:
    message = await newest_panel(page)
    picture = f"{message} .gallery img"
    await page.wait(f"document.querySelector('{picture}').naturalWidth === 800", "the picture")
    assert await page.run(f"document.querySelector('{picture}').alt") == ALT
    assert await page.run(f"document.querySelectorAll('{message} .attachments').length") == 0
    await page.click(f"{message} .alt-badge")
    assert await page.see(f"{message} .alt-text") == ALT
    await page.click(f"{message} .alt-badge")
    await page.click(f"{message} .gallery .picture-open")
    await page.see(".lightbox img")
    await page.click(".lightbox summary")
    assert ALT in await page.see(".lightbox-alt p")
    await shot(page, shots, "lightbox")
    await page.press("Escape")
    await page.gone(".lightbox")


# ---- the page itself ----


async def test_the_first_visit_starts_with_a_card_that_goes_for_good(page: Page) -> None:
    await page.click(".start-command :: /play race")
    await page.see(".command-name :: /play race")
    await page.click(".start-close")
    await page.gone(".start-card")
    await page.call("Page.reload")
    await page.see("#line :: Connected")
    await page.see(".message-body")
    assert not await page.has(".start-card")


async def test_the_card_stands_in_channels_only(page: Page) -> None:
    await page.see(".start-card")
    await page.click(".place :: Quadriga")
    await page.gone(".start-card")
    await page.click(".place :: races")
    await page.see(".start-card")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
async def test_nothing_sticks_out_at_any_width(
    browser: Browser, table: Table, width: int, height: int, shots: Path | None
) -> None:
    page = await browser.open(table.addresses["page_url"], width, height)
    await page.see("#bot :: online")
    await page.see(".start-card")
    message = await newest_panel(page)
    await page.see(f"{message} .button :: Join")
    await shot(page, shots, f"width-{width}")
    assert await page.run("document.documentElement.scrollWidth") == width
    assert (
        await page.run(
            "Math.max(...[...document.querySelectorAll('.messages *')].map((e) => e.getBoundingClientRect().right))"
        )
        <= width
    )
    if width < 700:
        assert not await page.has(".sidebar")
        await page.click(".menu")
        await page.see(".sidebar .place :: tavern")
        await shot(page, shots, "drawer")
        for name in "tavern", "Forum":
            await page.click(f".place :: {name}")
            await page.gone(".sidebar")
            await page.see(f".place-name :: {name}")
            await shot(page, shots, f"{name}-{width}")
            assert await page.run("document.documentElement.scrollWidth") == width
            await page.click(".menu")
    assert page.errors == []
    await page.close()


async def test_the_fields_of_a_command_fit_on_a_phone_with_long_values(
    browser: Browser, table: Table, shots: Path | None
) -> None:
    page = await browser.open(table.addresses["page_url"], 390, 844)
    await page.see("#bot :: online")
    await write(page, "/play race name:1. Speed and moving: Write a speed in secret, then drive laps:3")
    await page.see(".option-add :: rival")
    await shot(page, shots, "long-option-390")
    box = "document.querySelector('.composer-box').getBoundingClientRect().right"
    ends = "Math.max(...[...document.querySelectorAll('.option-field')].map((e) => e.getBoundingClientRect().right))"
    heights = "[...document.querySelectorAll('.option-name')].map((e) => e.getBoundingClientRect().height)"
    assert await page.run(ends) <= await page.run(box)
    assert max(await page.run(heights)) < 40  # a name of an option stands on one line
    assert page.errors == []
    await page.close()


async def test_the_page_comes_back_after_the_server_and_the_bot_went(browser: Browser, table: Table) -> None:
    page = await browser.open(table.addresses["page_url"])
    await page.see("#bot :: Quadriga online")
    await page.see(".place.here :: races")
    await table.stop_bot()
    await page.see("#bot.bad :: Quadriga offline")
    await table.stop_server()
    await page.see("#line.bad :: Reconnecting")
    await write(page, "lost?")
    await page.press("Enter")
    assert "does not answer" in await page.see(".composer-error")
    assert await page.run("document.querySelector('.composer-text').value") == "lost?"

    await table.start_server()
    await table.post_in("races", "said while the page was away", by="Ben")
    await page.see("#line.good :: Connected")
    await page.see(".message :: said while the page was away")
    assert await page.run("document.querySelector('.composer-error').textContent") == ""
    await table.start_bot()
    await page.see("#bot.good :: Quadriga online")
    await page.click(".composer-text")
    await page.press("Enter")
    await page.see(".message :: lost?")
    await command(page, "/count")
    await page.see(f"{NEWEST} :: two")
    await page.close()


async def test_a_bot_that_has_left_is_said_to_have_left(page: Page, table: Table) -> None:
    async with Control(table.addresses["control_url"]) as control, await control.visitor("Ana") as ana:
        bot = ana.state["bot"]["id"]
        await control.leave(bot)
        try:
            await write(page, "/server settings")
            await page.press("Enter")
            assert "has left this server" in await page.see(".composer-error")
        finally:
            await control.leave(bot, left=False)
