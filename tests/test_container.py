"""What goes into the image is all that the bot needs, and nothing that must stay outside."""

import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot import Settings
from db import __main__ as upkeep
from records.fleet import Shards

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def copied() -> list[str]:
    """Return what the image is made of."""
    found = [line.split()[1:-1] for line in DOCKERFILE.splitlines() if re.match(r"COPY (?!--)", line)]
    return [name for names in found for name in names]


@pytest.mark.slow
@pytest.mark.parametrize("program", [["bot.py", "--help"], ["-m", "db", "--help"]])
def test_the_bot_starts_with_what_is_in_the_image(tmp_path: Path, program: list[str]) -> None:
    for name in copied():
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)

    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *program], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert "usage" in done.stdout


def test_what_it_is_built_on_is_pinned() -> None:
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    images = re.findall(r"^ARG PYTHON=(.*)$|^ *image: (\S+)", f"{DOCKERFILE}\n{compose}", re.MULTILINE)
    named = [first or second for first, second in images]

    assert len(named) == 2
    assert all(re.fullmatch(r"[a-z0-9.:-]+@sha256:[0-9a-f]{64}", each) for each in named)
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"python:${PYTHON}"}


def test_the_programs_that_run_together_have_all_shards_between_them() -> None:
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    shards = [Shards.read(each) for each in re.findall(r"QUADRIGA_SHARDS: (\S+)", compose)]

    assert not any(one.overlaps(other) for one, other in pairwise(shards))
    assert len({each.of for each in shards}) == 1
    assert sorted(n for each in shards for n in range(each.first, each.last + 1)) == list(range(shards[0].of))


def test_nothing_is_sent_to_the_builder_but_what_is_copied() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")

    assert "*" in lines
    assert {line.removeprefix("!") for line in lines if line.startswith("!")} == set(copied())


def test_the_image_runs_as_nobody_in_particular_and_tells_how_it_is() -> None:
    assert re.search(r"^USER 10001:10001$", DOCKERFILE, re.MULTILINE)
    assert "--require-hashes" in DOCKERFILE
    assert "HEALTHCHECK" in DOCKERFILE
    assert "TOKEN" not in DOCKERFILE


def test_a_setting_may_be_a_file_that_only_the_container_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As in compose.yaml: the image names a file, the container takes that name away, and a secret has another.
    (tmp_path / "quadriga_token").write_text("word\n", encoding="utf-8")
    (tmp_path / "quadriga_database").write_text("postgresql://quadriga@postgres/quadriga\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUADRIGA_DATABASE", "")
    monkeypatch.delenv("QUADRIGA_TOKEN", raising=False)
    given: Any = {"_secrets_dir": str(tmp_path)}

    settings = Settings(**given)

    assert settings.token is not None
    assert settings.token.get_secret_value() == "word"
    assert settings.database == "postgresql://quadriga@postgres/quadriga"
    assert upkeep.Settings(**given).database == settings.database
