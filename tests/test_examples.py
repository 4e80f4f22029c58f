"""Every module can be imported by itself, and those with examples are looked through for them."""

import importlib
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

from tests.conftest import with_examples

ROOT = Path(__file__).parent.parent
ROOMS = ("cogs", "conformance", "db", "engine", "records", "renderers", "sandbox", "steward", "words")


def names_of_modules() -> list[str]:
    """Return the names of all modules but those that do something as they are imported."""
    paths = [path.relative_to(ROOT) for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    return [
        ".".join(path.with_suffix("").parts)
        for path in paths
        if path.name != "__main__.py" and "migrations" not in path.parts
    ]


def test_every_module_can_be_imported() -> None:
    names = names_of_modules()

    assert len(names) > 500
    for name in names:
        importlib.import_module(name)


@pytest.mark.parametrize(("text", "is_kept"), [('"""Adds.\n\n>>> 1 + 1\n2\n"""\n', True), ('"""Adds."""\n', False)])
def test_only_modules_with_examples_are_looked_through(
    request: pytest.FixtureRequest, tmp_path: Path, text: str, is_kept: bool
) -> None:
    path = tmp_path / "module.py"
    path.write_text(text)
    tests = pytest.Module.from_parent(request.session, path=path)
    examples = DoctestModule.from_parent(request.session, path=path)

    assert with_examples(path, [tests, examples]) == ([tests, examples] if is_kept else [tests])
