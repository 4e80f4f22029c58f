"""Until the reckoning a race that is over may go back: all that follows from it follows anew (H.3, H.9)."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cogs.panels.race import panel_text
from engine.goods.chariots import ChariotHome
from engine.leagues.words.acts import LetStand, ObjectTo
from engine.leagues.words.facts import CameHomeHurt, Objected
from engine.leagues.words.reasons import LeagueReason
from engine.stables import Aftermath
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId, RaceId
from steward.hosting.desk import Desk
from tests.steward.circus import ANN, BOB, EVE, Circus
from tests.steward.leagues import PHASES, SHORT, a_circus, a_season, check_treasuries, to_phase
from words.leagues.standings import turn
from words.shared.acts import act_text


async def at_protest(path: Path) -> tuple[Circus, RaceId, RaceId]:
    """Return a season in whose first race everybody may protest."""
    circus = await a_circus(path)
    league = await a_season(circus, SHORT)
    await to_phase(circus, league, "protest")
    return circus, league, (await circus.steward.leagues.races(league))[0].id


@pytest.mark.slow
async def test_a_race_that_is_over_goes_back_with_its_league_in_one_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    circus, league, race = await at_protest(tmp_path)
    first = (await circus.steward.race(race)).record.comes_home
    decision = (await circus.steward.desk.decisions(race))[3]

    async def ends_here(*_: Any) -> bool:
        return True

    with monkeypatch.context() as patched:
        patched.setattr(circus.steward.races, "_go_on", ends_here)  # the program ends after the transaction
        await circus.steward.desk.rewind(race, ANN, decision.to, "a wrong turn")
    again = await circus.again()
    under_way = (await again.steward.race(race)).record
    phase = (await again.steward.log.status(league)).view.phase
    await again.steward.seasons.tick()
    still = (await again.steward.log.status(league)).view.phase
    await again.steward.resume()
    await to_phase(again, league, "stable", 2)

    assert (phase, still) == ("race", "race")
    assert (under_way.state, under_way.ended, under_way.comes_home) == ("running", None, None)
    assert (await again.steward.race(race)).record.comes_home not in (None, first)
    assert [each.kind for each in await again.steward.desk.acts(league)] == ["rewind"]
    facts = await again.store.stories.facts(league)
    assert [each.void for each in facts if '"RaceCameBack"' in each.fact] == [True, False]
    assert [each.void for each in facts if '"ReckoningBegan"' in each.fact] == [False]
    await check_treasuries(again, league)
    assert (await again.store.purses.audit()).is_sound
    for each in (league, race):
        assert (await again.steward.log.verify(each)).is_sound
    await circus.close()


@pytest.mark.slow
async def test_the_dice_of_a_race_are_secret_until_it_cannot_go_back(tmp_path: Path) -> None:
    circus, league, race = await at_protest(tmp_path)
    secret = (await circus.steward.race(race)).record.secret

    before = await circus.steward.log.verify(race), await circus.steward.log.proof(race)
    await to_phase(circus, league, "stable", 2)
    after = await circus.steward.log.verify(race), await circus.steward.log.proof(race)

    assert before[0].secret is None
    assert secret.encode() not in before[1]
    assert after[0].secret == secret
    assert secret.encode() in after[1]
    assert after[0].is_sound
    await circus.close()


async def let_stand(circus: Circus, league: RaceId, player: PlayerId, event: int = 1) -> None:
    await circus.steward.leagues.act(league, player, LetStand(event))


async def test_once_all_owners_let_a_race_stand_it_is_reckoned_at_once(tmp_path: Path) -> None:
    """The house has no say; who presses late, twice, or in another race's name is told why not."""
    circus, league, race = await at_protest(tmp_path)
    await let_stand(circus, league, ANN)
    halfway = (await circus.steward.log.status(league)).view
    with pytest.raises(Refused) as twice:
        await let_stand(circus, league, ANN)
    with pytest.raises(Refused) as outsider:
        await let_stand(circus, league, EVE)
    again = await circus.again()  # what was pressed is on record

    await let_stand(again, league, BOB)

    status = await again.steward.log.status(league)
    assert (halfway.phase, halfway.let_stand, halfway.may_protest) == ("protest", (1,), (2,))
    assert "protests (1 of 2 owners let it stand)" in turn(halfway)
    assert (twice.value.reason, twice.value.values) == (LeagueReason.SAID_SO, {"waiting": [2]})
    assert outsider.value.reason is LeagueReason.NOT_A_MEMBER
    assert (status.view.phase, status.view.event) == ("stable", 2)
    with pytest.raises(Refused) as late:
        await let_stand(again, league, BOB)
    assert late.value.reason is LeagueReason.NOT_NOW
    with pytest.raises(Refused) as back:
        await again.steward.desk.restart_turn(race, ANN, "too late")
    assert back.value.reason is LeagueReason.RECKONED
    assert (await again.steward.log.verify(league)).is_sound
    await check_treasuries(again, league)
    await circus.close()


@pytest.mark.slow
async def test_a_race_that_goes_back_is_to_be_let_stand_anew(tmp_path: Path) -> None:
    circus, league, race = await at_protest(tmp_path)
    await let_stand(circus, league, ANN)
    await circus.steward.desk.restart_turn(race, ANN, "a wrong turn")
    with pytest.raises(Refused) as early:
        await let_stand(circus, league, BOB)

    await to_phase(circus, league, "protest")

    assert early.value.reason is LeagueReason.NOT_NOW
    assert (await circus.steward.log.status(league)).view.may_protest == (1, 2)
    await circus.close()


async def test_the_host_ends_the_protests_with_a_reason_that_all_read(tmp_path: Path) -> None:
    circus, league, _ = await at_protest(tmp_path)
    with pytest.raises(Refused) as no_reason:
        await circus.steward.leagues.close_phase(league, ANN, " ")

    with pytest.raises(Refused) as rival:
        await circus.steward.leagues.close_phase(league, ANN, "before Bob looks")
    circus.clock.pass_by(PHASES["protest"] / 2)
    assert await circus.steward.leagues.close_phase(league, ANN, "nobody protests")

    act = (await circus.steward.desk.acts(league))[-1]
    lobby = await circus.steward.race(league)
    assert no_reason.value.reason is Reason.REASON_WANTED
    assert rival.value.reason is Reason.TIME_IS_THEIRS
    assert (await circus.steward.log.status(league)).view.phase == "stable"
    assert act_text(lobby, act).startswith(f"⏭️ <@{ANN}> ended the time for protests before its deadline.")
    assert "nobody protests" in act_text(lobby, act)
    await circus.close()


Act = Callable[[Desk, RaceId], Awaitable[None]]


async def rewinds(desk: Desk, race: RaceId) -> None:
    await desk.rewind(race, ANN, (await desk.decisions(race))[0].to, "a wrong turn")


async def restarts(desk: Desk, race: RaceId) -> None:
    await desk.restart_turn(race, ANN, "a wrong turn")


async def corrects(desk: Desk, race: RaceId) -> None:
    await desk.correct(race, ANN, EntryId(2), "horse 4", "2", "the stewards saw a horse stumble")


@pytest.mark.parametrize("act", [rewinds, restarts, corrects])
async def test_after_the_reckoning_a_race_stays_as_it_is(tmp_path: Path, act: Act) -> None:
    circus, league, race = await at_protest(tmp_path)
    await to_phase(circus, league, "stable", 2)

    with pytest.raises(Refused) as late:
        await act(circus.steward.desk, race)
    with pytest.raises(Refused) as back:
        await circus.steward.leagues.go_back(league, ANN, "too late")

    assert (late.value.reason, late.value.values) == (LeagueReason.RECKONED, {"event": 1})
    assert back.value.reason is LeagueReason.RECKONED
    assert (await circus.steward.race(race)).record.state == "finished"
    await circus.close()


@pytest.mark.slow
async def test_what_the_host_corrects_with_a_reason_reaches_every_number(tmp_path: Path) -> None:
    circus, league, race = await at_protest(tmp_path)

    await corrects(circus.steward.desk, race)
    await to_phase(circus, league, "stable", 2)

    kept = (await circus.steward.race(race)).record.comes_home
    home = msgspec.json.decode(kept or "", type=Aftermath).homes_as(ChariotHome)[1]
    [hurt] = [
        each for each in await circus.steward.log.facts(league) if isinstance(each, CameHomeHurt) and each.stable == 2
    ]
    act = (await circus.steward.desk.acts(league))[-1]
    assert home.horses[3].injury >= 2
    assert hurt.injuries == tuple(horse.injury for horse in home.horses)
    assert (act.kind, act.by, act.reason) == ("rewind", ANN, "the stewards saw a horse stumble")
    await check_treasuries(circus, league)
    assert (await circus.steward.log.verify(league)).is_sound
    await circus.close()


async def test_a_race_by_itself_never_goes_back_once_it_is_over(tmp_path: Path) -> None:
    circus = await Circus(tmp_path / "toy.sqlite3").open()
    race = await circus.race()
    await circus.deliver()
    await circus.to_the_end(race)

    with pytest.raises(Refused) as refused:
        await rewinds(circus.steward.desk, race)

    assert refused.value.reason is Reason.RACE_IS_OVER
    await circus.close()


async def test_the_panel_says_until_when_protests_are_open(tmp_path: Path) -> None:
    circus, league, _ = await at_protest(tmp_path)

    status = await circus.steward.log.status(league)

    assert status.waiting == ()
    assert status.until is not None
    assert status.until > circus.clock()
    assert f"protests · until <t:{int(status.until)}:f>" in panel_text(status)
    await circus.close()


async def test_silence_lets_a_race_stand_and_the_paper_comes_at_the_end_of_the_time(tmp_path: Path) -> None:
    circus, league, _ = await at_protest(tmp_path)

    until = (await circus.steward.log.status(league)).until
    assert until is not None
    circus.clock.now = until + 61
    await circus.steward.timekeeper.tick()

    assert (await circus.steward.log.status(league)).view.phase == "stable"
    await circus.close()


async def test_an_owner_objects_and_the_phase_still_ends_at_its_deadline(tmp_path: Path) -> None:
    circus, league, _ = await at_protest(tmp_path)
    until = (await circus.steward.log.status(league)).until
    await circus.steward.leagues.act(league, BOB, LetStand(1))

    await circus.steward.leagues.act(league, BOB, ObjectTo(1))
    with pytest.raises(Refused) as twice:
        await circus.steward.leagues.act(league, BOB, ObjectTo(1))
    await circus.steward.leagues.act(league, ANN, LetStand(1))
    status = await circus.steward.log.status(league)

    assert twice.value.reason is LeagueReason.OBJECTED
    assert (status.view.phase, status.until) == ("protest", until)
    assert status.view.let_stand == (EntryId(1),)
    assert [type(each) for each in await circus.steward.log.facts(league)].count(Objected) == 1
    await circus.steward.leagues.act(league, BOB, LetStand(1))
    assert (await circus.steward.log.status(league)).view.phase == "stable", "an objection can be taken back"
    await circus.close()


async def test_nobody_objects_out_of_time_or_without_a_stable(tmp_path: Path) -> None:
    circus, league, _ = await at_protest(tmp_path)
    await circus.steward.leagues.join(league, EVE, "Eve", role="better")

    refused = []
    for player, event in ((EVE, 1), (BOB, 2)):
        with pytest.raises(Refused) as found:
            await circus.steward.leagues.act(league, player, ObjectTo(event))
        refused.append(found.value.reason)
    await to_phase(circus, league, "stable", 2)
    with pytest.raises(Refused) as late:
        await circus.steward.leagues.act(league, BOB, ObjectTo(1))

    assert refused == [LeagueReason.NO_SAY, LeagueReason.RECKONED]
    assert late.value.reason is LeagueReason.NOT_NOW
    await circus.close()
