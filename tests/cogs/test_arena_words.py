"""The words of the arena: the telling without repetition, rolls, refusals, and no word of races."""

import re
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from cogs.panels.bets.odds import swing_lines
from engine.arena import facts as f
from engine.arena.asks import (
    ChoosePlace,
    TakePlace,
)
from engine.arena.facts import Facts
from engine.arena.men import AREA_NAMES, READY
from engine.arena.orders import PhaseOrder
from engine.arena.reasons import ArenaReason
from engine.facts import Rolled
from engine.play import Game, new_game
from engine.questions import Ask
from engine.rulesets import RULESETS
from records.refusals import Refused
from records.values import EntryId
from renderers.arena.words import standing_of
from tests.cogs.samples import samples_of, worst_names
from tests.cogs.test_betting_purses import a_swing
from tests.renderers.arena_samples import BLUE, RED, a_view, at_close_quarters
from words import WORDS
from words.arena import (
    choosing,
    glance,
    phrases,
    refusals,
    results,
    rulebook,
    standings,
    story,
    why,
)
from words.shared.glance import MOST_SENTENCES

ARENA, RULES = WORDS["arena"], RULESETS["arena"]
NAMES = {EntryId(number): f"🔴 **{number} {man}**" for number, man in enumerate(("Ann", "Bob", "Cyd", "Dee", "Eve"), 1)}
OF_RACES = re.compile(r"\b(races?|racing|laps?|chariots?|drivers?|reins|track|driv(?:e|es|ing))\b", re.IGNORECASE)
KINDS: list[Any] = list(get_args(Facts))


def a_duel(seed: str, count: int = 2, **options: Any) -> Game[Any]:
    """Return a whole duel between house fighters, or a match of more."""
    played = new_game("arena", *RULES.colours[:count], seed=seed, **options)
    drivers = list(RULES.drivers)
    while played.ask is not None:
        played.house_drives(drivers[played.ask.entry % len(drivers)])
    return played


# The telling


def exchanges(played: Game[Any]) -> list[Any]:
    """Return the exchanges of a duel as posts tell them."""
    scenes, facts = played.session.scenes, played.facts
    ends = [0, *(scene.told for scene in scenes[:-1]), len(facts)]
    turns: dict[int, list[Any]] = {}
    for number, scene in enumerate(scenes):
        turns.setdefault(scene.since, []).append((scene.view, facts[ends[number] : ends[number + 1]]))
    return [
        SimpleNamespace(
            before=None, after=turn[-1][0], options=turn[-1][0].options, number=at,
            facts=[fact for _, told in turn for fact in told],
        )
        for at, turn in enumerate(turns.values())
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("count", "options"),
    [
        (2, {"exchange": "phase"}),
        (2, {"exchange": "turn"}),
        (2, {"exchange": "turn", "best_of_three": True, "men": "drawn"}),
        (2, {"exchange": "turn", "sides": "two"}),
        (5, {"exchange": "turn", "sides": "melee"}),
    ],
)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_no_sentence_comes_twice_in_ten_exchanges(seed: str, count: int, options: dict[str, Any]) -> None:
    told: list[list[str]] = []
    for turn in exchanges(a_duel(seed, count, **options)):
        lines = [re.sub(r"^\*\*I+\*\* ", "", line) for line in glance.lines(turn, NAMES)]
        told.append([*glance.headline(turn, NAMES), *lines])
    for start in range(len(told)):
        some = [sentence for each in told[start : start + 10] for sentence in each]
        assert len(some) == len(set(some)), [each for each in some if some.count(each) > 1]


def test_phrases_are_so_many_that_none_returns_in_ten_exchanges() -> None:
    assert {len(set(each)) for each in phrases.HEADLINE.values()} == {phrases.HEADLINES}
    assert len(set(phrases.STATE)) == phrases.HEADLINES > 10
    assert {len(set(each)) for each in phrases.DEED.values()} == {phrases.FIRST}
    pairs = [(number % phrases.FIRST, (number + 2) % phrases.SECOND) for number in range(30)]
    assert len(set(pairs)) == len(pairs)


@pytest.mark.parametrize("seed", ["a", "b", "e"])
def test_an_exchange_is_a_headline_and_three_lines(seed: str) -> None:
    first, *others = exchanges(a_duel(seed, exchange="turn"))

    assert glance.lines(first, NAMES) == []
    assert glance.headline(first, NAMES)[0].startswith("🏟️ The gates open: ")
    for turn in others:
        told, lines = glance.headline(turn, NAMES), glance.lines(turn, NAMES)
        assert 1 <= len(told) <= MOST_SENTENCES
        assert all(len(re.findall(r"\w+", sentence)) <= 30 for sentence in told)
        phases = sum(isinstance(each, f.PhaseBegan) for each in turn.facts)
        assert len(lines) == phases if phases > 1 else len(lines) <= 1
        numbered = zip(lines, ("I", "II", "III"), strict=False)
        assert phases < 2 or all(line.startswith(f"**{numeral}** ") for line, numeral in numbered)


@pytest.mark.parametrize("exchange", ["phase", "turn"])
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_every_wound_and_every_attempt_of_an_exchange_is_told(seed: str, exchange: str) -> None:
    for turn in exchanges(a_duel(seed, exchange=exchange))[1:]:
        told = "\n".join([*glance.headline(turn, NAMES), *glance.lines(turn, NAMES)])
        for each in turn.facts:
            if isinstance(each, f.Struck) and each.wounds:
                assert AREA_NAMES[each.area - 1] in told, told
            if isinstance(each, f.Struck | f.NetThrown | f.Bashed):
                assert NAMES[each.entry] in told, told


def test_a_net_hides_no_wound_and_a_shield_no_blow_of_the_other() -> None:
    thrown = f.NetThrown(RED, BLUE, 3, 4, "entangled")
    back = f.Struck(BLUE, RED, 2, 6, "front", 15, 10, 5, severity=5, armour="C", wounds=2)
    on_shield = f.Struck(RED, BLUE, 5, 6, "front", 9, 10, -1, shield=True)
    missed = f.Struck(BLUE, RED, 1, 6, "front", 9, 10, -1)
    orders = [f.OrderTold(RED, "plan", None, 9, PhaseOrder(foe=BLUE)), f.OrderTold(BLUE, "plan", None, 9, PhaseOrder())]
    view = at_close_quarters()

    def told(*facts: Any) -> list[str]:
        some = [_phase(4), *orders, *facts]
        turn = SimpleNamespace(before=None, after=view, options=view.options, number=3, facts=some)
        return [*glance.headline(turn, NAMES), *glance.lines(turn, NAMES)]

    netted, stopped = told(thrown, back), told(on_shield, missed)
    assert netted[0].startswith("🕸️ ")
    assert "two wounds" in netted[-1]
    assert "chest" in netted[-1]
    assert stopped[0].startswith("🛡️ ")
    assert NAMES[BLUE] in stopped[-1]
    assert len(stopped) == 2


def test_a_verdict_tells_thumbs_and_roll_and_a_fall_of_both_has_nobody_stand() -> None:
    rolled = Rolled(BLUE, "fate", (3, 3), 6, (), 6, "D.9")
    facts = [_phase(4), f.Fell(BLUE, "collapse", RED, False), f.VotesCounted(BLUE, 2, 1, 0), rolled,
             f.FateDecided(BLUE, False, "dice", RED)]  # fmt: skip
    view = at_close_quarters()

    def told(some: list[Any]) -> list[str]:
        return glance.headline(
            SimpleNamespace(before=None, after=view, options=view.options, number=3, facts=some), NAMES
        )

    assert told(facts)[-1] == f"🎲 {NAMES[BLUE]}: thumbs 2 👍 1 👎, roll 6, and 8 or more is life."
    assert told([*facts[:2], f.FateDecided(BLUE, True, "owner", RED)])[-1].endswith("the victor's owner decided.")
    both = [_phase(4), f.Fell(BLUE, "collapse", RED, False), f.Fell(RED, "legs", BLUE, False),
            f.MatchEnded((), "draw", ((RED, None), (BLUE, None)))]  # fmt: skip
    assert [each.is_mutual for each in glance._headlined(both)] == [True, True]
    assert not re.search(r"steps back|stands above|lowers the blade|One man stands", " ".join(told(both)))
    assert not [each for each in phrases.HEADLINE["falls"] if "steps back" in each or "lowers the blade" in each]


def test_an_exchange_bears_one_name_and_number_in_status_story_and_picture() -> None:
    alive, whole = a_duel("a", exchange="phase"), a_duel("a", exchange="turn")
    for played in (alive, whole):
        facts = story.numbered(played.facts, played.session.scenes[0].view.options)
        heads = [line for line in story.tell(facts, NAMES) if "### " in line]
        assert heads[0] == ("### Exchange 1" if played is alive else "### Exchange 1, phase 1")
        assert len(set(heads)) == len(heads)
        for view in [scene.view for scene in played.session.scenes if scene.view.phase]:
            assert standings.standings(view, NAMES).startswith(f"{standings.turn(view)}, the crowd ")
    views = [scene.view for scene in alive.session.scenes if scene.view.phase and not scene.view.is_over]
    assert not [view for view in views if "turn" in standing_of(view)]
    lines = swing_lines(a_swing(), "exchange")
    assert lines[0] == "### 📈 Chances to win after exchange 1"


def test_no_phrase_of_a_quiet_exchange_looks_back() -> None:
    assert not [each for each in phrases.HEADLINE["steps"] if re.search(r"\byet\b|nobody strikes", each)]


def test_the_same_duel_is_told_alike_and_another_number_otherwise() -> None:
    facts = [f.PhaseBegan(1, 1, 1), f.OrderTold(RED, "plan", None, 9, PhaseOrder(foe=BLUE)), _a_blow(3)]

    one, same, other = (glance.moment([_phase(n), *facts[1:]], NAMES, None) for n in (1, 1, 2))
    assert one == same != other
    assert "three wounds" in one


def test_wounds_of_a_man_are_told_as_wounds() -> None:
    assert all("wounds" in each.lower() and "{have}" in each and "{most}" in each for each in phrases.STATE)
    assert len(phrases.STATE) == 11, "no number of a few exchanges divides it"


def _phase(number: int) -> f.PhaseBegan:
    return f.PhaseBegan((number + 2) // 3, (number - 1) % 3 + 1, number)


def _a_blow(wounds: int) -> f.Struck:
    return f.Struck(RED, BLUE, 5, 6, "front", 15, 10, 5, severity=5, armour="C", wounds=wounds)


def test_a_death_is_the_headline_and_the_winner_comes_before_it() -> None:
    view = at_close_quarters()
    fell = f.Fell(BLUE, "chest", RED, True)
    turn = SimpleNamespace(before=None, after=view, options=view.options, number=3, facts=[_phase(4), _a_blow(4), fell])
    ended = f.MatchEnded((RED,), "fall", ((RED, 1), (BLUE, 2)))
    over = SimpleNamespace(**{**vars(turn), "facts": [*turn.facts, ended]})

    assert glance.headline(turn, NAMES)[0].startswith("☠️ ")
    assert glance.headline(over, NAMES)[0] == f"🏆 {NAMES[RED]} wins!"
    assert glance.headline(over, NAMES)[1].startswith("☠️ ")


def test_every_fact_has_words_whatever_it_holds() -> None:
    names = worst_names()
    for kind in KINDS:
        if not kind.__module__.startswith("engine.arena"):
            continue
        for fact in samples_of(kind):
            assert isinstance(story.line(fact, names), str)


def test_the_story_of_a_duel_tells_every_roll_and_no_word_of_races() -> None:
    played = a_duel("story", exchange="turn")
    told = "\n".join(ARENA.tell(played.facts, NAMES))

    rolls = sum(isinstance(each, Rolled) for each in played.facts)
    assert told.count("🎲 🔴") >= rolls - 1
    assert told.count(story.OVER) == 1
    assert not OF_RACES.search(told), OF_RACES.search(told)


# Why, luck, the end


def test_each_roll_is_explained_with_its_rule() -> None:
    played = a_duel("why", exchange="turn")
    blocks = why.why(played.facts, NAMES, played.view.options)
    rolls = [each for each in played.facts if isinstance(each, Rolled)]

    assert len(blocks) == len(rolls)
    for block, rolled in zip(blocks, rolls, strict=True):
        assert block.startswith(f"**{rolled.rule} {why.TITLES[rolled.what_for]}**")
    blows = [block for block in blocks if "A blow" in block]
    assert all("defence of" in block for block in blows)


def test_every_kind_of_roll_has_a_title() -> None:
    seen = set()
    for seed in range(12):
        for played in (a_duel(f"t{seed}", men="drawn"), a_duel(f"u{seed}")):
            seen |= {each.what_for for each in played.facts if isinstance(each, Rolled)}

    assert seen <= set(why.TITLES)
    assert len(seen) >= 9


def test_stun_is_explained_by_the_blow_that_it_is_for() -> None:
    played = a_duel("stun", exchange="turn")
    for at, each in enumerate(played.facts):
        if isinstance(each, Rolled) and each.what_for == "stun":
            told = why._stun(each, played.facts[:at])
            missing = re.search(r"(\d+) short", told)
            stunned = [
                after.points for after in played.facts[at : at + 14]
                if isinstance(after, f.Stunned) and after.entry == each.entry
            ]  # fmt: skip
            if missing and stunned:
                assert int(missing[1]) <= stunned[0]


def test_luck_is_even_over_many_duels() -> None:
    found = [each for seed in range(20) for each in results.chances(a_duel(f"l{seed}").facts, None)]  # type: ignore[arg-type]

    assert len(found) > 150
    assert 0.44 < float(sum(each.luck for each in found)) / len(found) < 0.56
    assert all(0 <= each.better < 1 and 0 < each.same <= 1 for each in found)


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_end_tells_places_fates_and_the_deciding_blow(seed: str) -> None:
    played = a_duel(seed, exchange="turn")
    ends = [turn.after for turn in exchanges(played)]
    told = results.result(ends, played.facts, NAMES)

    assert "wins" in told.title or "Nobody" in told.title
    assert {each.entry for each in told.places} == {RED, BLUE}
    assert told.length.endswith("exchanges") or told.length == "1 exchange"
    assert told.stories is not None
    assert all(each.endswith(".") for each in told.stories.values())
    if any(isinstance(each, f.Fell) for each in played.facts):
        assert re.match(r"Exchange \d+, phase [123]: .* falls", told.decisive)


def test_the_deciding_blow_is_told_by_the_exchange_whose_headline_it_had() -> None:
    played = a_duel("a", exchange="phase")
    assert any(isinstance(each, f.Fell) for each in played.facts)

    told = results.result([turn.after for turn in exchanges(played)], played.facts, NAMES)

    assert told.decisive.startswith(f"Exchange {exchanges(played)[-1].after.turn}: ")


# Standings, refusals, rules


def test_how_a_man_lies_is_told_in_wounds() -> None:
    view = at_close_quarters()

    assert ARENA.lying is not None
    assert ARENA.lying(view, RED) == (1, "")
    assert ARENA.lying(view, BLUE) == (2, "1 wound worse off")
    assert ARENA.lying(replace(view, phase=0), RED) is None
    assert "13 of 14 wounds" in ARENA.standings(view, NAMES)


@pytest.mark.parametrize("reason", ArenaReason)
def test_every_refusal_says_what_to_do_instead(reason: ArenaReason) -> None:
    values = {"cf": 9, "most": 6, "have": 3, "need": 12, "what": "head", "item": "shield", "at_most": 8, "life": True}
    refused = Refused(reason, "D.4.4", foe=BLUE, possible=(RED,), **values)
    told = refusals.refusal(refused, NAMES)

    assert told is not None
    assert len(re.findall(r"[.:]", told)) >= 2 or told.endswith("(rule D.4.4)")
    assert not OF_RACES.search(told)


def test_topics_name_rules_and_tables_are_narrow() -> None:
    own = {name: text for name, text in rulebook.TOPICS.items() if "D." in text or "C.5" in text}

    assert len(own) >= 20
    assert all(re.search(r"\(rules? [CD]", text) for text in own.values())
    for _, make in rulebook.TABLES.values():
        assert max(map(len, make().split("\n"))) <= 90
    assert ARENA.primer is not None
    assert len(ARENA.primer) == 4


def test_lines_of_phases_follow_one_another() -> None:
    numbers = [turn.after.turn for turn in exchanges(a_duel("n", exchange="turn"))]

    assert all(later - earlier == 1 for earlier, later in pairwise(numbers))


def test_a_place_is_taken_by_one_press_or_from_a_menu() -> None:
    hexes = ((-5, 0), (-4, 0), (-4, -1))
    shown = choosing.controls(a_view(), Ask(RED, ChoosePlace(hexes), TakePlace((-4, 0))), NAMES)

    assert [(each.label, each.style, each.code) for row in shown.rows for each in row] == [
        ("Begin at hex 2", "primary", shown.options[1].code)
    ]


def test_no_area_is_the_subject_of_a_phrase_since_some_are_many() -> None:
    every = [said for phrase in (*phrases.HEADLINE.values(), *phrases.DEED.values()) for said in phrase]

    assert [each for each in every if re.search(r"'s \{area\} [a-z]+s\b", each)] == []


@pytest.mark.parametrize(("judge", "told"), [("crowd", "The crowd decides: press"), ("host", "Host, you decide")])
def test_whoever_decides_is_called_to_the_fall(judge: Any, told: str) -> None:
    view = a_view(options=replace(a_view().options, judge=judge))

    assert choosing.calls(view).startswith(f"👍 👎 **Life or death?** {told}")


def test_a_man_who_is_called_by_name_brings_himself() -> None:
    named = {**NAMES, RED: "🔴 **1 Nekure**"}
    men = [f.ManEntered(RED, replace(READY[0], name="Nekure"), "small"), f.ManEntered(BLUE, READY[1], "large")]

    told = glance._before(men, None, named)

    assert told == "🏟️ The gates open: 🔴 **1 Nekure**, light and 🔴 **2 Bob** brings Taurus, medium."


@pytest.mark.parametrize(("why", "told"), [("surrender", "gives up."), ("arms", "goes down: the arms obey no more.")])
def test_whoever_surrenders_gives_up(why: Any, told: str) -> None:
    facts = [_phase(1), f.OrderTold(RED, "plan", None, 9, PhaseOrder(foe=BLUE)), f.Fell(RED, why, BLUE, False)]

    assert glance.moment(facts, NAMES, None).endswith(f"{NAMES[RED]} {told}")


def test_the_best_shield_caught_blows_and_suffered_none() -> None:
    caught = f.Struck(RED, BLUE, 5, 6, "front", 9, 10, -1, shield=True)

    assert list(results._awards([caught], NAMES)) == [f"🛡️ Best shield: {NAMES[BLUE]}, 1 blow caught"]
