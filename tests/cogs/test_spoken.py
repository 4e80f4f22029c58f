"""What is read is what somebody would say: no word of rulebooks' shorthand that means something else to a reader."""

import re
from pathlib import Path

import pytest

from cogs import parts
from cogs.kit.client import Quadriga
from engine.circus_maximus.orders.orders import Orders
from engine.play import new_game
from engine.rulesets import RULESETS
from records.values import EntryId
from tests.cogs.fakes import a_steward
from words import WORDS
from words.circus_maximus.defending import POLICIES
from words.circus_maximus.order_menus import SWITCHES
from words.circus_maximus.ordered import ordered
from words.shared.telling import to_spare

ROOT = Path(__file__).parents[2]
NAMES = {EntryId(number): f"Driver {number}" for number in range(1, 9)}
UNSAID = re.compile(
    r"what lashes give|[Dd]ice say what|\b0 (factors|points|health) to spare|cheaper way out|gets to [A-Z]\d\d", re.A
)
WHO_BETS = re.compile(r"\b(an? better\b(?! [A-Za-z])|[Bb]etters\b|an? better who\b|\d better came|as a better\b)")
WORDS_AND_COGS = [path for room in ("words", "cogs") for path in (ROOT / room).rglob("*.py")]
READ = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md", *WORDS_AND_COGS]


@pytest.mark.parametrize("path", READ, ids=lambda path: str(path.relative_to(ROOT)))
def test_who_bets_is_a_bettor_and_no_phrase_is_used_that_nobody_says(path: Path) -> None:
    said = [
        line
        for line in path.read_text("utf-8").splitlines()
        if UNSAID.search(line) or WHO_BETS.search(re.sub(r"`[^`]*`|\.betters\b|\bbetters\(", "", line))
    ]
    assert said == []


def test_a_command_offers_to_join_as_bettor() -> None:
    bot = Quadriga(a_steward())
    parts.add_to(bot)
    join = bot.acts["league join"]
    role = join.get_parameter("role")

    assert role is not None
    assert [choice.value for choice in role.choices] == ["owner", "bettor", "substitute"]


def test_the_phrases_of_defence_and_lashes_are_spoken() -> None:
    labels = [name for name, _ in (*POLICIES.values(), *SWITCHES.values())]
    words = [ordered(Orders(take_gain=value), "take_gain", NAMES) for value in ("never", "if safe", "always")]

    assert "whatever costs less" in labels
    assert "Go faster when lashed" in labels
    assert any("faster when lashed" in text for text in words)


@pytest.mark.parametrize(("left", "told"), [(0, "nothing"), (1, "1 factor"), (4, "4 factors")])
def test_nothing_is_not_a_number_of_things(left: int, told: str) -> None:
    assert to_spare(left, "factor") == f"{told} to spare"


@pytest.mark.parametrize("game", RULESETS)
def test_a_whole_race_is_told_in_words_that_are_spoken(game: str) -> None:
    short = {"laps": 1} if hasattr(RULESETS[game].options(), "laps") else {}
    colours = RULESETS[game].colours_for(RULESETS[game].options())
    played = new_game(game, *colours[:5], seed="spoken", **short)
    drivers = list(RULESETS[game].drivers)
    while played.ask is not None:
        played.house_drives(drivers[played.ask.entry % len(drivers)])

    told = "\n".join([*WORDS[game].tell(played.facts, NAMES), WORDS[game].standings(played.view, NAMES)])

    assert UNSAID.findall(told) == []
