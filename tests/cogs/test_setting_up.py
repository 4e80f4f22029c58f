"""A host sets the bot up: the token is checked by the embedded server, kept for its owner alone, and told to nobody."""

import stat
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import yarl

from cogs.kit import setting_up
from cogs.kit.setting_up import (
    Application,
    CannotSetUp,
    invite_link,
    keep_token,
    look_up,
    open_to_others,
    set_up,
    what_to_mend,
)
from cogs.panels.own_place import ALL_RIGHTS
from sandbox.server import Sandbox

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def sandbox(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    sandbox = Sandbox()
    await sandbox.start(port=0)
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_base)
    yield sandbox
    await sandbox.stop()


async def test_a_token_is_checked_and_kept_and_the_link_is_told(sandbox: Sandbox, tmp_path: Path) -> None:
    said: list[str] = []
    await set_up(tmp_path / ".env", ALL_RIGHTS, lambda: f"  {sandbox.bot_token}\n", said.append)
    env = (tmp_path / ".env").read_text("utf-8")
    assert f"QUADRIGA_TOKEN={sandbox.bot_token}\n" in env
    assert stat.S_IMODE((tmp_path / ".env").stat().st_mode) == 0o600
    assert sandbox.bot_token not in "\n".join(said), "a token is never shown again"
    link = yarl.URL(next(each for each in said if "https://discord.com/oauth2" in each).split()[-1])
    assert link.query["permissions"] == str(ALL_RIGHTS.value)
    assert int(link.query["client_id"]) == (await look_up(sandbox.bot_token)).id
    assert len(said) <= 12, "as many lines as a host has to read"


@pytest.mark.parametrize(("typed", "told"), [("", "You typed nothing"), ("not.a.token", "does not know this token")])
async def test_what_is_no_token_changes_nothing(sandbox: Sandbox, tmp_path: Path, typed: str, told: str) -> None:
    env = tmp_path / ".env"
    env.write_text("QUADRIGA_TOKEN=old\n", "utf-8")
    with pytest.raises(CannotSetUp, match=told):
        await set_up(env, ALL_RIGHTS, lambda: typed, lambda _said: None)
    assert env.read_text("utf-8") == "QUADRIGA_TOKEN=old\n"
    assert [each.name for each in tmp_path.glob("*")] == [".env"]  # noqa: ASYNC240  a folder of a test


async def test_a_token_that_is_set_is_checked_once_more_and_kept(sandbox: Sandbox, tmp_path: Path) -> None:
    """Discord shows a token once: nobody should have to reset it only to have rights looked at."""
    said = list[str]()

    await set_up(tmp_path / ".env", ALL_RIGHTS, lambda: "", said.append, had=sandbox.bot_token)

    assert said[0].startswith("A token is set. Press Enter to check it once more")
    assert "Its token is good, and stays as it is." in said[1]
    assert not (tmp_path / ".env").exists(), "nothing is written"
    assert sandbox.bot_token not in str(said)


async def test_a_token_that_was_set_and_is_none_any_more_is_told_like_a_typed_one(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    with pytest.raises(CannotSetUp, match="does not know this token"):
        await set_up(tmp_path / ".env", ALL_RIGHTS, lambda: "", lambda _said: None, had="an.old.one")


async def test_another_token_takes_its_place(sandbox: Sandbox, tmp_path: Path) -> None:
    await set_up(tmp_path / ".env", ALL_RIGHTS, lambda: sandbox.bot_token, lambda _said: None, had="an.old.one")

    assert f"QUADRIGA_TOKEN={sandbox.bot_token}" in (tmp_path / ".env").read_text("utf-8")


async def test_where_there_is_no_make_nothing_speaks_of_it(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container."""
    monkeypatch.chdir(tmp_path)
    said = list[str]()

    await set_up(Path(".env"), ALL_RIGHTS, lambda: sandbox.bot_token, said.append)
    with pytest.raises(CannotSetUp) as refused:
        await set_up(Path(".env"), ALL_RIGHTS, lambda: "", said.append)

    assert "make " not in f"{said} {refused.value}".replace("Make an application", "")
    assert "`quadriga setup`" in str(refused.value)


async def test_without_a_connection_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:1/api")
    with pytest.raises(CannotSetUp, match="can't reach Discord"):
        await look_up("a.b.c")


def test_other_settings_stay_as_they_are(tmp_path: Path) -> None:
    env = tmp_path / ".env"
    env.write_text("QUADRIGA_HOME=7\nQUADRIGA_TOKEN=old\nQUADRIGA_CHANCES=0\n", "utf-8")
    env.chmod(0o644)
    keep_token(r"a\1.b", env)
    assert env.read_text("utf-8") == "QUADRIGA_HOME=7\nQUADRIGA_TOKEN=a\\1.b\nQUADRIGA_CHANCES=0\n"
    assert stat.S_IMODE(env.stat().st_mode) == 0o600


def test_without_an_example_the_token_stands_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setting_up, "EXAMPLE", tmp_path / "none")
    keep_token("a.b.c", tmp_path / ".env")
    assert (tmp_path / ".env").read_text("utf-8") == "QUADRIGA_TOKEN=a.b.c\n"


def test_settings_that_stand_in_the_way_are_named() -> None:
    fine = Application(1, "Quadriga", True, False, (), {"Circus": ALL_RIGHTS})
    assert what_to_mend(fine, ALL_RIGHTS) == []
    told = what_to_mend(Application(1, "Quadriga", False, True, ("gateway_presence",), {}), ALL_RIGHTS)
    assert [word in line for word, line in zip(("Code Grant", "Public Bot", "intents"), told, strict=True)] == [
        True
    ] * 3


def test_servers_where_rights_are_lacking_take_one_line_however_many_they_are() -> None:
    all_but = discord.Permissions(ALL_RIGHTS.value & ~discord.Permissions(attach_files=True, view_channel=True).value)
    none, all_of_them = discord.Permissions(), discord.Permissions(administrator=True)
    servers = {"Ludi": all_of_them, "Circus": all_but, "Forum": none, "Campus": all_but}

    told = what_to_mend(Application(1, "Quadriga", True, False, (), servers), ALL_RIGHTS)

    assert told == [
        (
            "On Circus the bot lacks: view channel, attach files. The same goes for 2 more. "
            "Invite it there once more: the link gives them."
        )
    ]


async def test_rights_on_a_server_are_looked_up(sandbox: Sandbox) -> None:
    assert (await look_up(sandbox.bot_token)).servers == {"Circus": discord.Permissions(sandbox.world.kept.rights)}


def test_files_that_others_can_read_are_named(tmp_path: Path) -> None:
    private, seen = tmp_path / "private", tmp_path / "seen"
    for each, mode in ((private, 0o600), (seen, 0o640)):
        each.touch()
        each.chmod(mode)

    assert open_to_others([private, seen, tmp_path / "none"]) == [
        f"Others on this machine can read {seen}. `chmod 600 {seen}` ends that."
    ]


def test_the_readme_shows_the_link_that_is_made() -> None:
    link = invite_link(42, ALL_RIGHTS).replace("client_id=42", "client_id=ID")
    assert link in (ROOT / "README.md").read_text("utf-8")
