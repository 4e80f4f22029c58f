"""The best answer known: which questions of Ave Caesar, Chariot Race and Chariots of Rome have one, and from what."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.ave_caesar.advice import advise as ave_advise
from engine.ave_caesar.asks import Play
from engine.ave_caesar.state import Race as AveRace
from engine.chariot_race import asks
from engine.chariot_race.advice import advise as race_advise
from engine.chariot_race.following import follow as race_follow
from engine.chariot_race.presets import preset as race_preset
from engine.chariot_race.state import Options as RaceOptions
from engine.chariots_of_rome.orders.advice import advise as rome_advise
from engine.chariots_of_rome.orders.following import follow as rome_follow
from engine.chariots_of_rome.orders.orders import Orders as RomeOrders
from engine.chariots_of_rome.printed.data import FATAL_RATTLED, CharioteerId
from engine.chariots_of_rome.seen.views import RaceView as RomeView
from engine.chariots_of_rome.words import questions
from engine.chariots_of_rome.words.answers import Use
from engine.chariots_of_rome.words.options import Options as RomeOptions
from engine.chariots_of_rome.words.state import Race as RomeRace
from engine.dice import QuickDice
from engine.game import AnyRuleset, Entrant
from engine.playing import answers, play_through
from engine.questions import Answer, Ask
from engine.rulesets import RULESETS
from engine.table import Table
from records.values import EntryId, Faction
from tests.chariots_of_rome.told_races import Moment, told_race
from tests.renderers.chariot_samples import race
from words import WORDS
from words.shared.green import green_answers
from words.shared.words import Controls

NAMES = {EntryId(number): f"driver {number}" for number in range(1, 13)}

# Which questions have one


def green_of(game: str, view: Any, ask: Ask) -> Answer | None:
    """Return the first answer that a press on green gives."""
    found = green_answers(WORDS[game], view, ask, NAMES)
    return None if found is None else found[0]


def greens(controls: Controls) -> int:
    return sum(choice.style == "success" for row in controls.rows for choice in row)


RACES = (
    RaceOptions(track="BB"),
    RaceOptions(track="AB", boards="black"),
    RaceOptions(track="BA", boards="black", by_orders=True),
)
ABLE: tuple[CharioteerId, ...] = (
    "C01", "C03", "C04", "C08", "C15", "C16", "C19", "C20", "C25", "C26", "C27", "C12",
)  # fmt: skip
ROMANS = (
    (RomeOptions(drafting=True, laps=1), 6, 7),
    (RomeOptions(track="talladegas", redraw=True, laps=1), 8, 5),
    (RomeOptions(by_orders=True, drafting=True, laps=1), 6, 11),
    *((RomeOptions(laps=2, charioteers=ABLE), 12, seed) for seed in (1, 2, 3, 5, 13)),
)


RACE_KINDS = (
    asks.ChooseBoard,
    asks.ChooseStart,
    asks.WishBoards,
    asks.WishSlots,
    asks.ChooseRepair,
    asks.ChooseReroll,
    asks.SpendFortune,
    asks.PlanMove,
    asks.ChooseAttack,
)


@pytest.mark.parametrize("kind", RACE_KINDS)
def test_each_question_of_chariot_race_has_advice_and_one_green_button_gives_it(kind: type[Any]) -> None:
    found = [each for options in RACES for each in race(options, seed=5)[0] if isinstance(each.ask.question, kind)]
    assert found
    for moment in found[:: max(1, len(found) // 40)]:
        advised, own = race_advise(moment.view, moment.ask), moment.view.chariot(moment.ask.entry)
        assert advised is not None
        moment.ask.question.verify(advised)
        shown = WORDS["chariot-race"].controls(moment.view, moment.ask, NAMES, "")
        if greens(shown) == 0:
            assert isinstance(moment.ask.question, asks.ChooseReroll | asks.PlanMove | asks.SpendFortune)
            assert "wreck" in shown.text, f"{own.colour} is lost whatever it does, so nothing is green"
            continue
        assert greens(shown) == 1
        given = green_of("chariot-race", moment.view, moment.ask)
        assert given is not None
        assert type(given) is type(advised)


UNADVISED = questions.ChooseNumber
"""One number is as good as another."""

ROME_KINDS = (
    questions.WishRedraw,
    questions.DraftCharioteer,
    questions.RankCharioteers,
    questions.ChooseGate,
    questions.RankGates,
    questions.ArrangeCards,
    questions.ChooseBenefit,
    questions.ObeyFate,
    questions.PlaceMarker,
    questions.ChooseSpeed,
    questions.ChooseGifts,
    questions.FollowClose,
    questions.ChooseHardDriving,
    questions.ChooseNumber,
    questions.ChooseRoll,
    questions.ChooseStep,
    questions.ChooseAttack,
    questions.ChooseDefense,
    questions.ChooseLoss,
    questions.StrikeBack,
    questions.ResistSwerve,
    questions.ReplaceCard,
)


@pytest.mark.parametrize("kind", ROME_KINDS)
def test_each_question_of_chariots_of_rome_has_advice_or_honestly_none(kind: type[Any]) -> None:
    moments = [each for how in ROMANS for each in told_race(*how).moments if isinstance(each.ask.question, kind)]
    assert moments
    for moment in moments[:: max(1, len(moments) // 30)]:
        advised = rome_advise(moment.view, moment.ask)
        shown = WORDS["chariots-of-rome"].controls(moment.view, moment.ask, NAMES, "")
        if kind is UNADVISED:
            assert (advised, greens(shown)) == (None, 0)
            continue
        assert advised is not None
        moment.ask.question.verify(advised)
        assert greens(shown) == 1
        if kind is not questions.ChooseStep:
            assert green_of("chariots-of-rome", moment.view, moment.ask) == advised


def test_cards_of_ave_caesar_have_one_green_button_that_plays_at_once() -> None:
    for view, ask in asked("ave-caesar", 4):
        shown = WORDS["ave-caesar"].controls(view, ask, NAMES, "")
        assert greens(shown) == 1
        green, advised = green_of("ave-caesar", view, ask), ave_advise(view, ask)
        assert isinstance(green, Play)
        assert (green.card, green.to) == (advised.card, advised.to)
        assert [choice.act for row in shown.rows for choice in row if choice.style == "success"] == ["drive"]


# One reckoning


def test_the_suggested_order_answers_dice_and_repairs_as_green_does() -> None:
    """Both weigh by J, and the order is drawn up for the position as it stands."""
    for moment in race(RACES[0], seed=5)[0][::3]:
        question, own = moment.ask.question, moment.view.chariot(moment.ask.entry)
        if isinstance(question, asks.ChooseRepair | asks.ChooseReroll | asks.PlanMove):
            followed = race_follow(moment.view, moment.ask, race_preset(moment.view, own.entry, "fast"))
            assert followed is not None
            assert followed.answer == race_advise(moment.view, moment.ask)


def test_silence_orders_and_green_obey_the_gods_alike() -> None:
    obeyed = [
        each for how in ROMANS for each in told_race(*how).moments if isinstance(each.ask.question, questions.ObeyFate)
    ]
    assert {moment.ask.question.card for moment in obeyed} == {"F07", "F28"}  # type: ignore[attr-defined]
    for view, ask in (shaken for moment in obeyed for shaken in _shaken(moment)):
        followed = rome_follow(view, ask, RomeOrders())
        assert followed is not None
        assert ask.default == followed.answer == rome_advise(view, ask) == green_of("chariots-of-rome", view, ask)


def _shaken(moment: Moment) -> Iterator[tuple[RomeView, Ask]]:
    """Yield the question as it is, and for the thunder with each number of Rattled."""
    yield moment.view, moment.ask
    if moment.ask.question == questions.ObeyFate("F07"):
        for rattled in range(FATAL_RATTLED):
            others = [each for each in moment.view.chariots if each.entry != moment.ask.entry]
            own = replace(moment.view.chariot(moment.ask.entry), rattled=rattled)
            yield replace(moment.view, chariots=(own, *others)), replace(moment.ask, default=Use(rattled >= 4))


# Two worlds: what a player can't see has no say


def asked(game: str, count: int, rounds: int = 4) -> Iterator[tuple[Any, Ask]]:
    """Yield some questions of a game, with what their players see."""
    for state, ask in _played(RULESETS[game], count, rounds):
        yield RULESETS[game].view_for(state, {}, [ask.entry]), ask


def _played(rules: AnyRuleset, count: int, rounds: int) -> list[tuple[Any, Ask]]:
    """Return the questions of some rounds, with the race as it is then."""
    entrants = [Entrant(EntryId(n), rules.colours[n - 1], Faction(n)) for n in range(1, count + 1)]
    state, table = rules.new_race(rules.options(), entrants), Table(QuickDice(3))
    found: list[tuple[Any, Ask]] = []

    def answer(ask: Ask) -> Answer:
        found.append((rules.read_state(msgspec.json.encode(state), rules.version), ask))
        return rules.drivers["steady"](rules.view_for(state, {}, [ask.entry]), ask)

    for _ in range(rounds):
        play_through(rules.play_turn(state, table), partial(answers, answer=answer))
    return found


def _other_hands(state: AveRace, entry: EntryId) -> None:
    for each, chariot in state.chariots.items():
        cards = sorted([*chariot.hand, *chariot.deck])
        if each == entry:
            chariot.deck = sorted(chariot.deck)
        else:
            chariot.hand, chariot.deck = cards[: len(chariot.hand)], cards[len(chariot.hand) :]


def _other_piles(state: RomeRace, _entry: EntryId) -> None:
    known = 1 if state.top_known is not None else 0
    state.actions[known:] = sorted(state.actions[known:])
    state.fates.sort()
    state.initiative.sort()
    for chariot in state.chariots.values():
        chariot.cards.sort()


@pytest.mark.parametrize(
    ("game", "count", "hide"), [("ave-caesar", 5, _other_hands), ("chariots-of-rome", 8, _other_piles)]
)
def test_green_is_the_same_whatever_lies_hidden(game: str, count: int, hide: Callable[[Any, EntryId], None]) -> None:
    changed = 0
    for state, ask in _played(RULESETS[game], count, 5):
        rules = RULESETS[game]
        here = green_of(game, rules.view_for(state, {}, [ask.entry]), ask)
        before = msgspec.json.encode(state)
        hide(state, ask.entry)
        changed += msgspec.json.encode(state) != before
        assert green_of(game, rules.view_for(state, {}, [ask.entry]), ask) == here
    assert changed > 10
