"""The people of a league by commands and buttons: each press answered in words, each act told in the thread."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from cogs.commands.my import MyCommands
from cogs.commands.server import ServerCommands
from cogs.panels.away import AwayButton
from cogs.panels.deputies import LOOKS, DeputyButton
from cogs.panels.league import LeagueButton
from cogs.panels.league_office import DeputyMenu, LeaveButton, MoreButton, VoteMenu
from cogs.panels.league_people import BackButton, NameButton
from cogs.panels.leaving import OutButton
from cogs.panels.reins import ReinsButton
from records.values import Faction, PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, EVE, outcome
from tests.cogs.fakes import CHANNEL, GUILD, FakeInteraction, http_error
from tests.cogs.forum import LEAGUE_THREAD, Forum
from tests.cogs.test_turns import Channel
from tests.kept import once
from tests.steward.circus import MOD

DOT = PlayerId(400)


def user(player: PlayerId, name: str = "Eve", *, bot: bool = False) -> Any:
    return SimpleNamespace(id=player, display_name=name, bot=bot)


def posts(forum: Forum) -> str:
    return "\n".join(forum.arena.client.get_partial_messageable(LEAGUE_THREAD).words())


@once
async def to_the_race(forum: Forum) -> tuple[RaceId, RaceId]:
    """Return a league of Ann, Bob and the house in its first race, and the race."""
    league = await forum.start()
    for labels in (("Balanced stable",), ("Enter the best two",), ("Nothing, I'm ready", "Seal · Ready")):
        for player in (ANN, BOB):
            await forum.answer(player, *labels)
    await forum.arena.steward.timekeeper.tick()
    await forum.arena.deliver()
    return league, (await forum.arena.steward.leagues.races(league))[0].id


async def my(forum: Forum, name: str, player: PlayerId, *args: Any) -> FakeInteraction:
    group: Any = MyCommands()
    interaction: Any = forum.arena.act(player, channel=LEAGUE_THREAD)
    return await outcome(interaction, group.get_command(name).callback(group, interaction, *args))


async def called(forum: Forum, player: PlayerId, name: str) -> FakeInteraction:
    """Let somebody found a stable of a name."""
    interaction: Any = forum.arena.act(player, channel=LEAGUE_THREAD)
    command: Any = forum.commands["league"].get_command("join")
    return await outcome(interaction, command.callback(command.binding, interaction, name=name))


@pytest.mark.slow
async def test_a_substitute_is_asked_by_message_and_takes_the_reins_with_a_press(forum: Forum) -> None:
    league, race = await to_the_race(forum)

    joined = await forum.press(LeagueButton(league, "substitute"), EVE)
    asked_first = await forum.use("league", "leave", BOB)
    left = await forum.press(OutButton(league, "season"), BOB)
    removed = [await forum.press(NameButton(league), each) for each in (BOB, ANN)]
    await forum.arena.deliver()
    asked = "\n".join(forum.dm(EVE).words())
    stranger = await forum.press(ReinsButton(race, Faction(2)), DOT, guild=None)
    taken = await forum.press(ReinsButton(race, Faction(2)), EVE, guild=None)
    status = await forum.use("league", "status", DOT)
    returns = await forum.press(OutButton(race, "reins"), EVE)
    status_after = await forum.use("league", "status", DOT)
    gone = await forum.use("league", "leave", EVE)

    assert "You are substitute number 1" in joined.told
    assert "**Leave the season**" in asked_first.told
    assert "A manager keeps your stable" in left.told
    assert NameButton(league).item.custom_id in left.last.words()
    assert "Your stable is called *Former owner* now" in removed[0].told
    assert "`/league do what:leave` comes first" in removed[1].told
    assert "You are the next substitute in **Ludi Magni · race 1 of 2**" in asked
    assert "I don't find that race any more" in stranger.told
    assert "You drive" in taken.told
    assert f"<@{EVE}> (1 race)" in status.told
    assert f"the next one first: <@{EVE}>" in status.told
    assert "You have given the reins back" in returns.told
    assert f"<@{EVE}> (1 race)" not in status_after.told, "nobody is loyal who gave the reins back"
    assert "no substitute any more" in gone.told
    told = posts(forum)
    for line in ("drives for others", "left the league. A manager keeps", f"<@{EVE}>, you are the next substitute"):
        assert line in told
    assert (await forum.arena.steward.leagues.league(league)).faction_for(EVE) is None


async def test_a_deputy_gets_the_sheets_and_the_owner_the_way_back(forum: Forum) -> None:
    league = await forum.start()

    bot = await forum.use("league", "deputy", BOB, user(PlayerId(9), bot=True))
    ann = await forum.use("league", "deputy", BOB, user(ANN, "Ann"))
    named = await forum.use("league", "deputy", BOB, user(EVE))
    await forum.arena.deliver()
    seat = (await forum.arena.steward.race(league)).faction_for(BOB)
    assert seat is not None
    accepted = await forum.press(DeputyButton(league, seat.faction, "yes"), EVE, guild=None)
    await forum.arena.deliver()
    sheet = await forum.sheet(EVE)
    mine = await forum.answer(EVE, "Balanced stable")
    owner = await forum.use("stable", "manager", BOB)
    shown = await forum.use("stable", "show", BOB)
    ways = await forum.use("league", "leave", EVE)
    forged = await forum.press(OutButton(league, "reins"), EVE)
    again = BackButton(league)
    assert again.item.custom_id in shown.last.words()
    back = await forum.press(again, BOB)
    late = await forum.use("stable", "manager", EVE)

    assert "Bots can't have a stable" in bot.told
    assert f"<@{ANN}> is in this league already" in ann.told
    assert f"I asked <@{EVE}>" in named.told
    assert "**Give the stable back**" in ways.told
    assert "`/league do what:leave`" in forged.told, "a deputy has more than reins"
    assert "You decide for" in accepted.told
    assert "Found your stable" in "\n".join(sheet.words())
    assert "Taken for" in "\n".join(text for said in mine.said for text in said.words())
    assert "Somebody else" in owner.told
    assert "Cash" in shown.told
    assert "yours again" in back.told
    assert "no stable in this league" in late.told
    assert "gave the whole stable" in posts(forum)


@pytest.mark.parametrize("by_command", [True, False])
async def test_a_request_to_a_deputy_is_taken_back_where_the_answer_says(forum: Forum, *, by_command: bool) -> None:
    league = await forum.start()
    before = await forum.use("stable", "show", BOB)
    asked = await forum.use("league", "deputy", BOB, user(EVE))

    shown = await forum.use("stable", "show", BOB)
    others = await forum.use("stable", "show", ANN)
    back = await (forum.use("league", "return", BOB) if by_command else forum.press(BackButton(league), BOB))
    seat = (await forum.arena.steward.race(league)).faction_for(BOB)
    assert seat is not None
    late = await forum.press(DeputyButton(league, seat.faction, "yes"), EVE, guild=None)

    assert "**Take it back** under **My stable**, or `/league do what:return`" in asked.told
    back_button = BackButton(league).item.custom_id
    assert [back_button in each.last.words() for each in (before, shown, others)] == [False, True, False]
    assert f"<@{EVE}> can't accept it any more" in back.told
    assert "That request is over" in late.told
    assert (await forum.arena.steward.race(league)).faction_for(EVE) is None


async def test_a_request_to_a_deputy_is_declined_with_a_press_and_is_for_one_person_alone(forum: Forum) -> None:
    league = await forum.start()
    seat = (await forum.arena.steward.race(league)).faction_for(BOB)
    assert seat is not None
    accept, decline = (DeputyButton(league, seat.faction, act) for act in LOOKS)

    await forum.use("league", "deputy", BOB, user(EVE))
    await forum.arena.deliver()
    request = forum.dm(EVE).words()
    member = await forum.press(accept, DOT)
    stranger = await forum.press(decline, DOT, guild=None)
    declined = await forum.press(decline, EVE, guild=None)
    late = await forum.press(accept, EVE)
    again = await forum.use("league", "deputy", BOB, user(EVE))
    await forum.arena.deliver()

    assert any(f"<@{BOB}> asks you to decide for" in each for each in request)
    assert {"Accept", "Decline"} <= set(request)
    assert "not on offer now" in member.told
    assert "I don't find that race any more" in stranger.told
    assert "You declined" in declined.told
    assert "That request is over" in late.told
    assert "has declined to be your deputy already" in again.told
    assert "has no time to be the deputy" in "\n".join(forum.dm(BOB).words())
    assert f"<@{EVE}>" not in posts(forum)


async def test_away_in_a_league_the_manager_answers_until_the_owner_is_back(forum: Forum) -> None:
    league = await forum.start()

    away = await my(forum, "vacation", BOB, "5d")
    await forum.answer(ANN, "Balanced stable")
    phase = (await forum.arena.steward.log.status(league)).view.phase
    status = await forum.use("league", "status", ANN)
    back = await my(forum, "return", BOB)
    await forum.arena.deliver()

    assert "in leagues your manager decides" in away.told
    assert phase == "stable", "nobody waits for Bob"
    assert "its manager, until" in status.told
    assert "Welcome back" in back.told
    assert "stable day" in "\n".join((await forum.sheet(BOB)).words())
    assert "A manager takes the reins meanwhile" in posts(forum)


async def test_who_left_a_league_takes_all_other_reins_back_and_reads_what_stays(forum: Forum) -> None:
    arena = forum.arena
    league, race = await to_the_race(forum)
    other = await arena.lobby(title="Second", thread=44)
    for player, name, colour in ((ANN, "Ann", "red"), (BOB, "Bob", "blue")):
        await arena.steward.lobbies.join(other, player, name, colour=colour)
    await arena.steward.lobbies.start(other, ANN)
    await arena.steward.desk.vacation(other, BOB, arena.circus.clock.now + 90_000)
    await forum.press(OutButton(league, "season"), BOB)

    idle = await my(forum, "races", BOB)
    back = await my(forum, "return", BOB)
    again = await my(forum, "return", BOB)

    seat = (await arena.steward.race(other)).faction_for(BOB)
    assert seat is not None
    assert seat.at_the_reins == BOB
    assert "`/my return` changes that, or `/league do what:return` in a league that you left" in idle.told
    assert "in Second again" in back.told
    assert "🚫" in back.told
    assert "`/league do what:return`" in back.told
    assert "Welcome back" not in again.told
    assert "`/league do what:return`" in again.told
    kept = (await arena.steward.race(race)).faction_for(BOB)
    assert kept is None or kept.at_the_reins is None
    assert (await arena.steward.log.status(league)).view.stable(2).status == "kept"


async def test_who_left_the_server_and_cannot_be_reached_has_left_the_league(forum: Forum) -> None:
    class Server:
        """A server that Bob leaves as the season starts."""

        asked = 0

        async def fetch_member(self, player: int) -> object:
            self.asked += player == BOB
            if player == BOB and self.asked > 1:
                raise http_error(discord.NotFound, 404, 10007)
            return object()

    forum.arena.client.user_of(BOB).dms.fails = http_error(discord.Forbidden, 403, 50007)
    forum.arena.client.servers[GUILD] = Server()
    league = await forum.start()
    await forum.arena.deliver()

    assert (await forum.arena.steward.log.status(league)).view.stable(2).status == "kept"
    assert (await forum.arena.steward.log.status(league)).view.stable(1).status == "active"
    assert "left the league" in posts(forum)
    assert "Reason: left the server" in posts(forum)
    del forum.arena.client.servers[GUILD]
    back = await forum.use("league", "return", BOB)
    assert "yours again" in back.told


async def test_expelling_and_handing_over_are_told_with_their_reasons(forum: Forum) -> None:
    await forum.start()

    other = await forum.use("league", "expel", BOB, user(ANN), reason="mine")
    early = await forum.use("league", "hand", ANN, 2, user(EVE), reason="for fun")
    rival = await forum.use("league", "expel", ANN, user(BOB), reason="he leads")
    expelled = await forum.use("league", "expel", MOD, user(BOB), reason="two *accounts* <@7>")
    await forum.arena.deliver()
    hears = "\n".join(forum.dm(BOB).words())
    back = await forum.use("league", "return", BOB)
    again = await forum.use("league", "join", BOB, role="substitute")
    handed = await forum.use("league", "hand", ANN, 2, user(EVE, "Eve\u200b@everyone"), reason="she asked first")
    await forum.arena.deliver()
    nobody = await forum.use("league", "expel", ANN, user(DOT), reason="never here")

    assert "Only the host" in other.told
    assert "has an owner who plays" in early.told
    assert "something to win in this league yourself" in rival.told
    assert "is out of the league, and told why" in expelled.told
    assert "Reason: two \\*accounts\\* ‹@\u200b7" in hears
    assert "has expelled you" in back.told
    assert "already" in again.told
    assert f"Stable 2 belongs to <@{EVE}> now" in handed.told
    assert f"<@{DOT}> is not in this league" in nobody.told
    assert "Found your stable" in "\n".join((await forum.sheet(EVE)).words())
    for line in ("A manager keeps", "she asked first", "two \\*accounts\\*"):
        assert line in posts(forum)


async def test_who_was_expelled_reads_so_wherever_they_try_to_act(forum: Forum) -> None:
    await forum.start()
    await forum.answer(ANN, "Balanced stable")
    await forum.answer(BOB, "Balanced stable")
    before = await forum.use("league", "letter", BOB)
    await forum.use("league", "expel", MOD, user(BOB), reason="two accounts")

    letter = await forum.use("league", "letter", BOB)
    loan = await forum.use("stable", "loan", BOB, 1, 10_000, 11_000, 2)
    deputy = await forum.use("league", "deputy", BOB, user(EVE))
    back = await forum.use("league", "return", BOB)
    deal = await forum.use("stable", "loan", ANN, 2, 10_000, 11_000, 2)

    assert "Write" in before.last.words()
    assert "Write" not in letter.last.words()
    for refused in (letter, loan, deputy, back):
        assert "The host has expelled you from this league" in "\n".join(refused.last.words()), refused.last.words()
    assert "A manager keeps that stable" in deal.told


async def test_names_with_mentions_and_signs_that_show_nothing_call_nobody(forum: Forum) -> None:
    await forum.open()

    nothing = await called(forum, ANN, "\u200b\u2060\u3164")
    long = await called(forum, ANN, "x" * 33)
    named = await called(forum, ANN, "<@5> @everyone\u202e\u200b **Reds**")
    await called(forum, BOB, "Blues")
    await forum.use("league", "start", ANN)
    status = await forum.use("league", "status", BOB)
    await forum.arena.deliver()

    assert "1 to 32 visible characters" in nothing.told
    assert "1 to 32 visible characters" in long.told
    for text in (named.told, status.told, posts(forum)):
        assert "‹@" in text
        assert "<@5>" not in text
        assert "@everyone" not in text
        assert "\u202e" not in text


async def test_members_elect_a_host_who_may_then_act(forum: Forum) -> None:
    await forum.start()

    stranger = await forum.use("league", "vote", EVE, user(BOB))
    one = await forum.use("league", "vote", BOB, user(BOB, "Bob"))
    two = await forum.use("league", "vote", ANN, user(BOB, "Bob"))
    paused = await forum.use("league", "pause", BOB, reason="a feast")
    former = await forum.use("league", "resume", ANN, reason="no")
    await forum.arena.deliver()

    assert "no stable in this league" in stranger.told
    assert "Your vote counts" in one.told
    assert f"<@{BOB}> hosts the league now" in two.told
    assert "rests" in paused.told
    assert "Only the host" in former.told
    assert "1 of 2 votes" in posts(forum)


async def test_the_next_season_has_the_same_people_and_is_opened_once(forum: Forum) -> None:
    league = await forum.start()
    await forum.use("league", "join", EVE, role="substitute")
    early = await forum.use("league", "again", ANN)
    await forum.arena.circus.store.races.set(league, state="finished", ended=1.0)
    forum.arena.steward.races.forget(league)
    forum.arena.client.cached[CHANNEL] = channel = Channel()

    stranger = await forum.press(LeagueButton(league, "again"), DOT)
    first = await forum.press(LeagueButton(league, "again"), BOB)
    second = await forum.use("league", "again", ANN)
    await forum.arena.circus.store.races.set(RaceId(league + 1), state="finished", ended=1.0)
    third = await forum.use("league", "again", ANN)
    await forum.arena.circus.store.races.set(RaceId(league + 1), state="lobby", ended=None)

    assert "not over yet" in early.told
    assert "Only members" in stranger.told
    assert channel.opened == 1
    assert "**Ludi Magni · season 2** is open: <#501>" in first.told
    assert "**Ludi Magni · season 2** is open: <#501>" in second.told
    assert "You are in. I keep places for Ann: one press, **I'm in**, enters them." in first.told
    assert "It was opened before. A place is kept for you? Press **I'm in** there" in second.told
    assert "The next season was opened before: **Ludi Magni · season 2**, <#501>" in third.told
    old, new = [await forum.arena.steward.leagues.league(each) for each in (league, RaceId(league + 1))]
    assert (new.record.host, new.record.state, new.record.pace) == (BOB, "lobby", old.record.pace)
    assert new.record.seconds == old.record.seconds
    assert new.record.options == old.record.options
    assert [(each.player, each.name) for each in new.factions if each.player] == [(BOB, "Bob")]
    assert [(each.colour, each.name) for each in new.entries[:1]] == [("blue", "Bob")]
    assert [(each.player, each.colour, each.called) for each in new.record.reservations] == [(ANN, "red", "Ann")]
    assert [each.player for each in new.factions].count(None) == 1
    assert await forum.arena.steward.substitutes.queue(new) == [EVE]


async def test_a_silent_owner_is_told_twice_and_a_deputy_takes_the_stable_with_a_press(forum: Forum) -> None:
    league = await forum.start()
    await forum.answer(ANN, "Balanced stable")
    for missed, phase in ((3, "Take the stable"), (5, "")):
        async with forum.arena.steward.races.editing(league) as live:
            bobs = next(each for each in live.race.factions if each.player == BOB)
            live.seat(replace(bobs, missed=missed))
        forum.arena.circus.clock.pass_by(4_000.0)
        await forum.arena.steward.timekeeper.tick()
        await forum.arena.deliver()
        assert phase in posts(forum)
    dms = forum.arena.client.user_of(BOB, "?").dms.messages
    told = "\n".join("\n".join(each.said.words()) for each in dms)
    member = await forum.press(ReinsButton(league, bobs.faction), ANN)

    taken = await forum.press(ReinsButton(league, bobs.faction), DOT)

    assert "did not answer for two events in **Ludi Magni**" in told
    assert "did not answer for three events in **Ludi Magni**" in told
    assert "A stable needs a deputy" in posts(forum)
    assert "already" in member.told
    assert "You decide for" in taken.told
    assert (await forum.arena.steward.log.status(league)).view.stable(2).status == "active"


def chosen(player: PlayerId, name: str = "Eve", *, bot: bool = False) -> dict[str, Any]:
    """Return what Discord sends of a person who was chosen in a menu."""
    known = {"users": {str(player): {"username": name, "bot": bot}}}
    return {"values": [str(player)], "resolved": known}


async def test_deputy_vote_and_leaving_are_presses(forum: Forum) -> None:
    league = await forum.start()

    more = "\n".join((await forum.press(MoreButton(league), BOB)).last.words())
    bot = await forum.press(DeputyMenu(league), BOB, data=chosen(DOT, bot=True))
    unknown = await forum.press(DeputyMenu(league), BOB, data={"values": [str(DOT)]})
    named = await forum.press(DeputyMenu(league), BOB, data=chosen(EVE))
    forged = await forum.press(VoteMenu(league), BOB, data={"values": ["zzz"]})
    voted = await forum.press(VoteMenu(league), BOB, data=chosen(BOB))
    ways = await forum.press(LeaveButton(league), BOB)
    away = next(each for each in ways.last.words() if each.startswith(f"away:{league}:"))
    gone = await forum.press(AwayButton(league, int(away.split(":")[2])), BOB)
    seat = (await forum.arena.steward.race(league)).faction_for(BOB)
    left = await forum.press(OutButton(league, "season"), BOB)
    back = await forum.press(BackButton(league), BOB)
    stranger = "\n".join((await forum.press(MoreButton(league), DOT)).last.words())

    assert all(label in more for label in ("Ask for a deputy", "Vote for a new host", "Leave the league"))
    assert "Bots can't have a stable" in bot.told
    assert "I don't know that person" in unknown.told
    assert f"I asked <@{EVE}>" in named.told
    assert "This menu does not offer that" in forged.told
    assert "Your vote counts" in voted.told
    assert "Nothing has changed yet" in ways.told
    assert "brings you no prize" in ways.told
    assert "in leagues your manager decides" in gone.told
    assert seat is not None
    assert seat.away_until == int(away.split(":")[2])
    assert "A manager keeps your stable" in left.told
    assert "Take it back" in "\n".join(left.last.words())
    assert "Your stable is yours again" in back.told
    assert "Leave the league" not in stranger
    assert "Vote for a new host" not in stranger


async def test_whoever_manages_the_server_lets_all_of_a_league_win_its_prizes(forum: Forum) -> None:
    server: Any = ServerCommands()

    async def allowed(player: PlayerId, *, manages: bool = True) -> str:
        interaction: Any = forum.arena.act(player, channel=LEAGUE_THREAD)
        interaction.permissions = discord.Permissions(manage_guild=manages)
        return (await outcome(interaction, server.get_command("prizes").callback(server, interaction, "friends"))).told

    await forum.open()
    none = await allowed(MOD)
    await forum.use("league", "cancel", ANN, reason="again, with prizes")
    await forum.arena.steward.wagers.set_server_rules(GUILD, lambda rules: replace(rules, prizes=(300, 200, 100)))
    await forum.start()
    told = [await allowed(MOD, manages=False), await allowed(ANN), await allowed(MOD)]
    await forum.arena.deliver()

    assert "there are none" in none
    assert "Manage Server" in told[0]
    assert "something to win in this league yourself" in told[1]
    assert "get this server's prizes" in told[2]
    assert f"🏅 <@{MOD}> allowed the server's prizes for this league" in posts(forum)
