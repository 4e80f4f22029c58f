"""The words of gladiators in a season: every fact has a line, every sheet and page can be pressed."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from engine.leagues.words import arena_acts, arena_facts, epic_acts
from engine.leagues.words.arena_facts import DuelNamed, MarkLeft
from engine.leagues.words.arena_sheets import EveOfGala, GalaDay, GalaEntries, GalaEntry, GalaEve
from engine.leagues.words.arena_state import ManStake
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.sheets import StableDay
from engine.leagues.words.state import CALENDAR, League
from engine.questions import Answer
from engine.session import Session
from records.limits import POOL_STANDS
from records.refusals import Refused
from records.values import EntryId
from renderers.leagues.lot import alt_lot, draw_lot
from steward.seasons.matches import POOL_STANDS_NOW
from tests.leagues.arena_seasons import RandomArena
from tests.leagues.builders import ANN, BOB, CLEO, DIO
from tests.leagues.test_arena_secrets import made
from words.leagues import business, controls, gala_codes, lines, matches, stable_day, standings, story
from words.leagues.act_codes import MOST, unpack_act
from words.leagues.acts import possible_acts
from words.leagues.arena_lines import ARENA
from words.leagues.codes import unpack
from words.leagues.desk import Desk
from words.shared.words import Controls

NAMES = {EntryId(n): f"**Stable {n}**" for n in range(1, 17)}


@pytest.mark.parametrize("seed", range(6))
def test_all_that_happens_in_random_seasons_is_told(seed: int) -> None:
    played = RandomArena(seed)
    played.play()
    facts = played.session.table.told

    text = "\n".join(story.tell(facts, NAMES))

    for sign in ("EntryId", "None", "{", "Literal", " he ", " him ", " his "):
        assert sign not in text, [each for each in text.split("\n") if sign in each][:3]
    for fact in facts:
        if type(fact) in ARENA:
            assert lines.line(fact, NAMES), fact


def codes_of(shown: Controls) -> Iterator[tuple[str, str]]:
    for row in shown.rows:
        for choice in row:
            yield choice.act, choice.code
    for menu in shown.menus:
        for option in menu.options:
            yield "plan", option.code


def walk(session: Session[League], member: EntryId, most: int = 80) -> Iterator[Answer]:
    """Press all buttons and lines of a sheet; yield the answers that they give."""
    view, ask = session.view([member]), session.open[member]
    waiting, seen = [""], set[str]()
    while waiting and len(seen) < most:
        plan = waiting.pop(0)
        if plan in seen:
            continue
        seen.add(plan)
        shown = controls.controls(view, ask, NAMES, plan)
        assert len(shown.text) <= 3_500
        for act, code in codes_of(shown):
            assert len(code) <= 75
            if act == "answer":
                yield unpack(code)[0]
            else:
                waiting.append(code)


def test_the_stable_day_of_a_gala_can_be_pressed() -> None:
    played = made("stable")
    ask = played.open[ANN]
    assert isinstance(ask.question, GalaDay)

    given = list(walk(played, ANN))

    for answer in given:
        ask.question.verify(answer)
    assert GalaEntries((GalaEntry(1), GalaEntry(2))) in given
    assert GalaEntries((GalaEntry(2, "death"),)) in given
    assert GalaEntries() in given
    assert GalaEntries(by_manager=True) in given
    shown = controls.controls(played.view([ANN]), ask, NAMES)
    assert [choice.style for choice in shown.rows[0]].count("success") == 1
    assert controls.taken(played.view([ANN]), [GalaEntries((GalaEntry(1), GalaEntry(2)))]) == "Man 1 and Man 2"


def on_the_eve() -> Session[League]:
    played = made("stable")
    played.answer(ANN, GalaEntries((GalaEntry(1),)))
    played.answer(BOB, GalaEntries((GalaEntry(4),)))
    played.answer(CLEO, GalaEntries((GalaEntry(6),)))
    return played


def test_the_eve_of_a_gala_can_be_pressed() -> None:
    played = on_the_eve()
    for member in (ANN, DIO):
        ask = played.open[member]
        assert isinstance(ask.question, EveOfGala)

        given = list(walk(played, member, 400))

        for answer in given:
            ask.question.verify(answer)
        assert any(isinstance(answer, GalaEve) and len(answer.stakes) > 1 for answer in given)
    assert controls.taken(played.view([ANN]), [GalaEve((ManStake(EntryId(1), 300),))]) == "300s in bets"


@pytest.mark.parametrize("code", ["men-x", "men-3z", "gev-b1", "gev-b1x2x3", "gev-c9", "men"])
def test_forged_sheets_are_refused(code: str) -> None:
    """A code that is no sheet of a gala says so, or is an empty one."""
    played = made("stable")
    if code == "men":
        assert unpack(code) == (GalaEntries(),)
        return
    with pytest.raises(Refused):
        unpack(code)
    with pytest.raises(Refused):
        controls.controls(played.view([ANN]), played.open[ANN], NAMES, code)


def desk(played: Session[League], member: EntryId = ANN) -> Desk:
    return Desk(played.view([member]), member, NAMES)


def pages(played: Session[League], member: EntryId, first: str, most: int = 60) -> Iterator[str]:
    """Look at a page and all that lead on from it; yield the codes of acts."""
    waiting, seen = [first], set[str]()
    while waiting and len(seen) < most:
        plan = waiting.pop(0)
        if plan in seen:
            continue
        seen.add(plan)
        for act, code in codes_of(business.page(desk(played, member), plan)):
            assert len(code) <= MOST
            if act == "answer":
                yield code
            else:
                waiting.append(code)


def test_a_duel_is_agreed_on_and_named_by_pressing() -> None:
    played = made("stable")
    assert any(choice.label == "Duels" for choice in business.doors(desk(played)))
    challenge = next(code for code in pages(played, ANN, "duels") if code.startswith("sand"))
    played.act(ANN, unpack_act(challenge))
    waits = matches.waiting(desk(played, BOB), ANN)
    assert waits is not None
    assert "challenges you to a duel: 1 gladiator a side, an exchange a day" in waits.text
    accept = next(code for _, code in codes_of(waits) if code.startswith("okmatch"))
    played.act(BOB, unpack_act(accept))
    for member in (ANN, BOB):
        name = next(code for code in pages(played, member, "duels") if code.startswith("fights"))
        played.act(member, unpack_act(name))

    assert [match.state for match in played.state.matches] == ["running"]
    assert "**Man 1** against **Man 4**" in business.page(desk(played), "duels").text


def test_a_second_round_is_bet_on_by_pressing() -> None:
    played = on_the_eve()
    played.answer(DIO, GalaEve((ManStake(EntryId(1), 400),)))
    for ask in list(played.open.values()):
        played.answer(ask.entry, ask.default)
    gala = played.state.gala
    assert gala is not None
    played.act(CALENDAR, arena_acts.OpenPairWindow(gala.match_of(EntryId(1))))
    assert any(choice.label == "Bet again" for choice in business.doors(desk(played, DIO)))
    assert not any(choice.label == "Bet again" for choice in business.doors(desk(played, ANN)))

    codes = set(pages(played, DIO, "pairs"))
    for code in codes:
        played.act(DIO, unpack_act(code))

    assert {act.stakes[0].sum for act in map(unpack_act, codes) if isinstance(act, arena_acts.BetOnPair)} == {
        100,
        200,
        400,
    }


def test_a_gladiator_is_taught_armed_and_sold_by_pressing() -> None:
    played = made("stable")
    options = possible_acts(played.view([ANN]), ANN)
    codes = [each.code for each in options]

    assert [code for code in codes if code.startswith("arm")] == ["arm-3-l", "arm-3-m", "arm-3-h", "arm-3-r"]
    assert {code for code in codes if code.startswith("drill")} == {f"drill-1-{letter}" for letter in "tascw"}
    played.act(ANN, unpack_act("drill-1-a"))
    played.act(ANN, unpack_act("arm-3-h"))
    sales = [code for code in pages(played, ANN, "sell", 400) if code.startswith("consign-g-2")]
    played.act(ANN, unpack_act(sales[0]))
    assert [(each.kind, each.item) for each in played.state.consigned] == [("gladiator", 2)]
    assert isinstance(unpack_act(sales[0]), epic_acts.Consign)


def test_a_gladiator_changes_hands_by_pressing() -> None:
    played = made("stable")
    deals = [code for code in pages(played, ANN, "deal", 600) if "-gsg2" in code]

    assert deals, "a gladiator can be put into a deal"


def test_the_card_of_a_stable_and_the_terms_speak_of_gladiators() -> None:
    view = made("stable").view([ANN])
    card = standings.card(view, view.stable(ANN), NAMES)

    assert "🗡️ **Man 1** medium · training 10" in card
    assert "90 xp" in card
    told = standings.terms(LeagueOptions(campaign="epic", arena="both", gala_every=2, events=6))
    assert "3 races of 3 laps, and 3 galas: each 2nd event" in told
    assert "gladiators and duels for stakes" in told
    assert "gladiator" not in standings.terms(LeagueOptions(campaign="epic"))


def test_a_pack_of_entries_comes_back() -> None:
    for sheet in (GalaEntries(), GalaEntries(by_manager=True), GalaEntries((GalaEntry(3, "life"), GalaEntry(12)))):
        assert unpack(gala_codes.pack(sheet)) == (sheet,)
    bets = GalaEve((ManStake(EntryId(3), 1_200),))
    assert unpack(gala_codes.pack(bets)) == (bets,)


def kinds() -> set[Any]:
    return {
        each
        for each in vars(arena_facts).values()
        if isinstance(each, type) and each.__module__ == arena_facts.__name__
    }


def test_every_fact_about_gladiators_has_a_line() -> None:
    inner = {arena_facts.PairTold, arena_facts.ManOdds, arena_facts.ManFought}

    assert set(ARENA) == kinds() - inner


def test_the_card_of_a_lot_shows_what_a_gladiator_can_do() -> None:
    view = made("market").view([ANN])
    lot = view.catalogue[0]

    card = alt_lot(view, {}, lot.number)

    assert draw_lot(view, {}, lot.number) is not None
    assert card.startswith(f"Lot {lot.number} · {lot.name}.\ntype: as the bid says.\ntraining: ")


def test_a_wound_that_healed_badly_tells_what_was_and_what_is() -> None:
    names = {EntryId(1): "🔴 **Ann**"}

    told = lines.line(MarkLeft(EntryId(1), 3, "Felix", 2, "constitution", 10, -8), names)

    assert told == "⚕️ Felix of 🔴 **Ann**: the chest healed badly, constitution 2 → −8."


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (arena_acts.TrainGladiator(7, "training"), "teach Felix: training +1"),
        (arena_acts.TrainGladiator(7, "wounds"), "teach Felix: wounds an area +1"),
        (arena_acts.ArmGladiator(7, "heavy"), "arm Felix as a heavy gladiator"),
        (arena_acts.ArmGladiator(8, "retiarius"), "arm a gladiator as a net fighter"),
    ],
)
def test_a_house_manager_s_plan_for_a_race_names_lessons_of_gladiators(act: Answer, told: str) -> None:
    stable: Any = SimpleNamespace(chariots=(), gladiators=(SimpleNamespace(number=7, name="Felix"),))

    assert stable_day.act_text(act, stable) == told


def test_an_owner_with_gladiators_who_may_learn_is_shown_the_stable_day_of_a_race() -> None:
    shown = taught = 0
    for seed in range(6):
        played = RandomArena(seed)
        while not played.session.is_over and shown < 60 * (seed + 1):
            for member, ask in played.session.open.items():
                if not isinstance(ask.question, StableDay):
                    continue
                view = played.session.view([member])
                own = view.own[member]
                men = tuple(replace(man, experience=60, may_learn=True) for man in own.stable.gladiators)
                learned = replace(own, stable=replace(own.stable, gladiators=men))
                told = controls.controls(replace(view, own={**view.own, member: learned}), ask, NAMES, "").text
                shown, taught = shown + 1, taught + ("teach" in told)
            played.step()

    assert shown > 100
    assert taught


def test_who_has_named_a_man_reads_how_long_spectators_may_bet() -> None:
    told = lines.line(DuelNamed(1, (3,), (4,), ("Felix", "Leo")), {})

    assert told == (
        "🗡️ Duel 1: **Felix** against **Leo**.\n"
        "-# Spectators may bet before it begins: for six hours by mail, for two minutes live."
    )
    assert (POOL_STANDS, POOL_STANDS_NOW) == (6 * 3_600, 120)


def test_a_gala_is_named_by_its_event_and_not_counted_among_galas() -> None:
    """The second event of a season may be its first gala."""
    back = lines.line(arena_facts.GalaCameBack(2, ()), {})
    assert str(back).startswith("🏁 The gala of event 2 is over.")
    assert str(lines.line(arena_facts.GalaPassedOver(4), {})).startswith("The gala of event 4 is passed over")
