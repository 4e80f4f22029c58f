"""compose.yaml holds what the Compose Specification allows, names what there is, and locks up what it starts."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from bot import Settings
from db import __main__ as upkeep
from tests.plain_yaml import read

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "compose.yaml").read_text(encoding="utf-8")
FILE: dict[str, Any] = read(TEXT)
DEPLOY = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
OURS = ("first", "second", "schema")
"""Services that run what is in this repository."""

WORD = {"type": "string", "minLength": 1}
WORDS = {"type": "array", "items": WORD, "minItems": 1, "uniqueItems": True}
SPAN = {"type": "string", "pattern": "^([0-9]+(us|ms|s|m|h))+$"}
FLAG = {"type": "boolean"}


def closed(**known: Any) -> dict[str, Any]:
    """Return the schema of an object that has some of these fields and no other."""
    return {"type": "object", "properties": known, "additionalProperties": False}


def named(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object of things by their names."""
    return {
        "type": "object",
        "patternProperties": {"^[a-zA-Z0-9._-]+$": schema},
        "additionalProperties": False,
        "minProperties": 1,
    }


CONDITION = {"enum": ["service_started", "service_healthy", "service_completed_successfully"]}
DEPENDS = named({**closed(condition=CONDITION, restart=FLAG, required=FLAG), "required": ["condition"]})
CONFIG = {**closed(source=WORD, target=WORD, uid=WORD, gid=WORD, mode={"type": "integer"}), "required": ["source"]}
COMMAND = {"type": "array", "items": WORD, "minItems": 1}
HEALTH = closed(test=COMMAND, interval=SPAN, timeout=SPAN, start_period=SPAN, retries={"type": "integer", "minimum": 1})
SERVICE = closed(
    build=WORD,
    image=WORD,
    command=COMMAND,
    entrypoint=COMMAND,
    environment=named({"type": ["string", "number", "boolean", "null"]}),
    secrets=WORDS,
    configs={"type": "array", "items": CONFIG},
    volumes=WORDS,
    depends_on=DEPENDS,
    healthcheck=HEALTH,
    init=FLAG,
    stop_grace_period=SPAN,
    read_only=FLAG,
    tmpfs=WORDS,
    cap_drop=WORDS,
    security_opt=WORDS,
    user=WORD,
    restart={"enum": ["no", "always", "on-failure", "unless-stopped"]},
)
SCHEMA = {
    **closed(
        services=named(SERVICE),
        configs=named(closed(content=WORD, file=WORD)),
        secrets=named(closed(file=WORD, environment=WORD)),
        volumes=named({"type": ["null", "object"]}),
    ),
    "patternProperties": {"^x-": {}},
    "required": ["services"],
}
"""What the Compose Specification says of the fields that are used here. It knows more of them: a new one is added."""


def faults(file: Any) -> list[str]:
    return [f"{each.json_path}: {each.message}" for each in Draft202012Validator(SCHEMA).iter_errors(file)]


def services() -> Iterator[tuple[str, dict[str, Any]]]:
    yield from FILE["services"].items()


def test_it_holds_what_the_specification_allows() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert faults(FILE) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("services", "first", "readonly"), True),
        (("services", "first", "stop_grace_period"), "15 seconds"),
        (("services", "first", "restart"), "sometimes"),
        (("services", "schema", "depends_on", "postgres", "condition"), "healthy"),
        (("services", "postgres", "healthcheck", "retries"), "20"),
        (("secrets", "quadriga_token", "path"), "secrets/quadriga_token"),
        (("service",), {}),
    ],
)
def test_a_field_that_is_misspelt_or_has_no_such_value_is_found(path: tuple[str, ...], value: object) -> None:
    changed = deepcopy(FILE)
    place = changed
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value

    assert len(faults(changed)) == 1


def test_the_services_are_two_programs_their_schema_and_their_database() -> None:
    assert {name for name, _ in services()} == {*OURS, "postgres"}


def test_each_name_stands_for_something() -> None:
    for name, service in services():
        assert ("build" in service) != ("image" in service), name
        assert set(service.get("secrets", [])) <= set(FILE["secrets"]), name
        assert {each["source"] for each in service.get("configs", [])} <= set(FILE["configs"]), name
        assert {each.split(":")[0] for each in service.get("volumes", [])} <= set(FILE["volumes"]), name
        assert set(service.get("depends_on", {})) <= set(FILE["services"]), name
    used = {secret for _, service in services() for secret in service.get("secrets", [])}
    assert used == set(FILE["secrets"])


def test_what_waits_for_something_waits_for_what_ends_or_tells_how_it_is() -> None:
    for name, service in services():
        for other, how in service.get("depends_on", {}).items():
            is_told = "healthcheck" in FILE["services"][other]
            assert how["condition"] == ("service_healthy" if is_told else "service_completed_successfully"), name


def test_what_is_ours_writes_nowhere_but_where_it_must_and_has_no_rights() -> None:
    for name in OURS:
        service = FILE["services"][name]
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert "user" not in service, "the image says whom it runs as"
    assert not [name for name, service in services() if {"ports", "privileged", "network_mode"} & set(service)]


def test_the_bot_has_longer_to_end_than_it_takes_at_most() -> None:
    for name in ("first", "second"):
        assert int(FILE["services"][name]["stop_grace_period"].removesuffix("s")) > 10, "it ends itself after nine"


def test_each_setting_and_each_secret_of_ours_is_one_that_the_bot_knows() -> None:
    known = {f"QUADRIGA_{name.upper()}" for model in (Settings, upkeep.Settings) for name in model.model_fields}
    for name in OURS:
        service = FILE["services"][name]
        named_there = {*service.get("environment", {}), *(each.upper() for each in service.get("secrets", []))}
        assert named_there, name
        assert named_there <= known, name


def test_a_host_is_told_to_make_each_file_of_a_secret() -> None:
    for name, secret in FILE["secrets"].items():
        assert secret == {"file": f"secrets/{name}"}
        assert f"`{name}`" in DEPLOY or f"secrets/{name}" in DEPLOY, name


@pytest.mark.parametrize(
    "text", ["a: {b: 1}", "a: >\n  b", "- - 1", "a: 'b'", "a: 1\na: 2", "a: b: c", "a:\n  b: 1\n c: 2"]
)
def test_what_is_not_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read(text)
