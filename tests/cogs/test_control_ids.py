"""Controls and their custom ids: each reads what it writes, none takes another's, and old messages still work."""

import ast
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest
from discord import ui

from cogs import parts
from cogs.kit import items
from cogs.kit.ids import Part, Template
from cogs.kit.limits import CUSTOM_ID
from cogs.panels.league_business import BusinessButton
from cogs.panels.question import ChoiceButton
from records.values import EntryId, RaceId
from tests.cogs.matching import longest, texts

OLD: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("old_ids.json").read_text("utf-8"))
"""The controls as they were before they declared their ids: the pattern of each, and custom ids that it wrote.

Messages with such ids stand in channels for years. So entries may be added, and none may go.
"""

MOST = 2**31 - 1
"""The largest number of a race, an answer or a notice."""

EXAMPLES = 200
"""Custom ids that are tried of each control."""


FAR_OFF = 2
"""Characters by which the longest code of a league's business would be too long, in race number 100,000,000 and on.

Codes of answers have any length: buttons whose ids are too long are not shown.
"""


def readers(custom_id: str) -> list[tuple[Any, re.Match[str]]]:
    """Return the controls that read a custom id."""
    found = ((item, item.__discord_ui_compiled_template__.fullmatch(custom_id)) for item in parts.ITEMS)
    return [(item, match) for item, match in found if match]


async def read(custom_id: str) -> Any:
    """Return the control that a press on a custom id makes; fail if not exactly one reads it."""
    found = readers(custom_id)
    assert len(found) == 1, f"{custom_id}: {[item.__name__ for item, _ in found]}"
    item, match = found[0]
    return await item.from_custom_id(None, ui.Button(label="As it stood"), match)


@pytest.mark.parametrize("item", parts.ITEMS, ids=lambda item: item.__name__)
async def test_a_control_reads_what_it_writes_and_no_other_does(item: Any) -> None:
    for text in texts(item.__discord_ui_compiled_template__, EXAMPLES):
        made = await read(text)
        written = made.custom_id
        again = await read(written)

        assert type(made) is type(again) is item
        assert len(written) <= CUSTOM_ID
        assert again.custom_id == written
        assert vars_of(again) == vars_of(made)


@pytest.mark.parametrize("item", parts.ITEMS, ids=lambda item: item.__name__)
def test_even_the_longest_custom_id_that_a_control_reads_is_one_that_discord_takes(item: Any) -> None:
    most = longest(item.__discord_ui_compiled_template__)

    assert most <= {BusinessButton: CUSTOM_ID + FAR_OFF, ChoiceButton: most}.get(item, CUSTOM_ID)


def vars_of(control: Any) -> dict[str, str]:
    """Return all that a control knows."""
    return {name: str(value) for name, value in vars(control).items() if not name.startswith("_") and name != "item"}


def was_written(template: str, custom_id: str) -> bool:
    """Tell whether an id may stand in a message: no database ever held a number of ours over :data:`MOST`."""
    match = re.fullmatch(template, custom_id)
    assert match is not None
    return all(int(match.groupdict().get(name) or 0) <= MOST for name in ("race", "asked", "target"))


@pytest.mark.parametrize("name", OLD)
async def test_controls_on_old_messages_still_work(name: str) -> None:
    possible = [each for each in OLD[name]["ids"] if was_written(OLD[name]["template"], each)]

    assert possible
    for custom_id in possible:
        assert (await read(custom_id)).custom_id == custom_id


@pytest.mark.parametrize("name", OLD)
async def test_whatever_an_old_control_took_is_still_read_by_one(name: str) -> None:
    template = OLD[name]["template"]
    tried = [each for each in texts(re.compile(template), EXAMPLES) if was_written(template, each)]
    readers_of_all = {type(await read(each)) for each in tried}

    assert len(readers_of_all) == 1


def test_every_control_in_the_folders_is_registered() -> None:
    trees = (ast.parse(path.read_text("utf-8")) for path in Path(items.__file__).parents[1].rglob("*.py"))
    classes = (each for tree in trees for each in ast.walk(tree) if isinstance(each, ast.ClassDef))
    declared = {
        each.name
        for each in classes
        if any(
            said.arg in ("kind", "template")
            and (isinstance(said.value, ast.JoinedStr) or ast.unparse(said.value) != "''")
            for said in each.keywords
        )
    }

    assert declared == {item.__name__ for item in parts.ITEMS}


# How fields are written


def _cross(at: tuple[int, int]) -> str:
    return f"{at[0]}x{at[1]}"


KINDS: dict[str, Any] = {
    "race": RaceId,
    "act": Literal["go", "come"],
    "entry": EntryId | None,
    "at": Annotated[tuple[int, int], Part("(?P<x>[0-9])x(?P<y>[0-9])", lambda m: (int(m["x"]), int(m["y"])), _cross)],
    "colour": Annotated[str, "[a-z]{3}"] | None,
    "waits": bool,
    "note": str,
}


@pytest.mark.parametrize(
    ("fields", "custom_id"),
    [
        ({"race": 1, "act": "go", "entry": 2, "at": (3, 4), "colour": "red", "waits": True}, "go-it:1:3x4:2:red:yes"),
        ({"race": 1, "act": "come", "entry": None, "at": (0, 0), "colour": None, "waits": False}, "come-it:1:0x0:no"),
        ({"race": 1, "act": "go", "entry": 7, "at": (0, 9), "colour": None, "waits": False}, "go-it:1:0x9:7:no"),
    ],
)
def test_fields_of_all_sorts_are_written_and_read(fields: dict[str, Any], custom_id: str) -> None:
    template = Template("{act}-it:{race}:{at}:{entry}:{colour}:{waits}", KINDS)
    match = re.fullmatch(template.pattern, custom_id)

    assert template.write(SimpleNamespace(**fields)) == custom_id
    assert match is not None
    assert template.read(match) == fields


@pytest.mark.parametrize(
    "custom_id", ["go-it:1:3x4:2:red:maybe", "run-it:1:0x0:no", "go-it:1:no", "go-it:1:0x0:12345:no"]
)
def test_what_no_field_takes_is_not_read(custom_id: str) -> None:
    assert not re.fullmatch(Template("{act}-it:{race}:{at}:{entry}:{colour}:{waits}", KINDS).pattern, custom_id)


def test_a_field_that_nobody_says_how_to_write_is_refused() -> None:
    with pytest.raises(TypeError, match="note"):
        Template("it:{note}", KINDS)
    with pytest.raises(KeyError, match="unknown"):
        Template("it:{unknown}", KINDS)
    with pytest.raises(ValueError, match="ends without a field"):
        Template("it:{race}:end", KINDS)
