"""Checks requests and responses against Discord's OpenAPI description (``discord-openapi.json``).

The description knows single fields: types, lengths, counts, what is required. Limits that concern several fields
(40 components in all, unique custom ids) are not in it.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache, lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import ValidationError, best_match  # type: ignore[import-untyped]
from jsonschema.validators import extend  # type: ignore[import-untyped]
from msgspec.json import encode

DESCRIPTION = Path(__file__).with_name("discord-openapi.json")
KINDS = ("application/json", "multipart/form-data")
OTHERWISE = {("GET", "/oauth2/applications/@me"): "/applications/@me"}
"""Routes that Discord has and its description calls otherwise."""


@cache
def description() -> dict[str, Any]:
    """Return the whole description, with what Discord does otherwise.

    It takes ids that are numbers as well, and it names what is wrong with a single field by a word
    ("BASE_TYPE_REQUIRED"), as its reference shows; the description has a number there, as for a whole answer.
    """
    found: dict[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    found["components"]["schemas"]["SnowflakeType"] = {
        "anyOf": [{"type": "string", "pattern": r"^(0|[1-9][0-9]*)$"}, {"type": "integer", "minimum": 0}]
    }
    named = {"type": "object", "properties": {"code": {"type": "string"}, "message": {"type": "string"}}}
    found["components"]["schemas"]["InnerErrors"]["properties"]["_errors"]["items"] = {
        **named,
        "required": ["code", "message"],
    }
    return found


@cache
def _templates() -> list[tuple[str, "re.Pattern[str]"]]:
    def pattern(template: str) -> "re.Pattern[str]":
        return re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)))

    # "/users/@me" comes before "/users/{user_id}".
    return [(each, pattern(each)) for each in sorted(description()["paths"], key=lambda path: path.count("{"))]


def operation(method: str, path: str) -> tuple[str, dict[str, Any]] | None:
    """Return the template and the operation that *method* and *path* mean; ``None`` if Discord has none."""
    path = OTHERWISE.get((method, path), path)
    for template, pattern in _templates():
        if pattern.fullmatch(path) and method.lower() in description()["paths"][template]:
            return template, description()["paths"][template][method.lower()]
    return None


@cache
def _validator(pointer: str) -> Draft202012Validator:
    """Return a validator of the part of the description that *pointer* names."""
    root = {"$ref": f"#/{pointer}", "components": description()["components"], "paths": description()["paths"]}
    return _OnceEach(root)


def _pointer(*parts: str) -> str:
    return "/".join(part.replace("~", "~0").replace("/", "~1") for part in parts)


_sound: set[tuple[Hashable, Any]] = set()
"""What was checked and is right: parts of the description, each with the shape of a value."""

_shapes: dict[int, Any] = {}
"""Of the parts of the value that is being checked, by their ids."""


def shape(value: Any) -> Any:
    """Return of a value all that the description looks at; two of one shape are right or wrong alike.

    That is: fields, how many there are, words and numbers that it names, on which side of its limits the others are.
    """
    match value:
        case dict():
            return tuple(sorted((key, shape(part)) for key, part in value.items()))
        case list():
            is_unique = len({encode(each, order="sorted") for each in value}) == len(value) if len(value) > 1 else True
            return len(value), is_unique, frozenset(map(shape, value))
        case str():
            return _shape_of_text(value)
        case bool() | None:
            return str(value)
        case _:
            is_named = value in _limits()["words"]
            return value if is_named else (value == int(value), bisect_left(_lines("imum"), value))


@lru_cache(50_000)
def _shape_of_text(value: str) -> Any:
    is_such = tuple(bool(re.search(pattern, value)) for pattern in _limits()["pattern"])
    return value if value in _limits()["words"] else (is_such, bisect_left(_lines("Length"), len(value)))


@cache
def _lines(of: str) -> list[int]:
    """Return where limits part numbers that are right from those that are not."""
    given = {number for word in ("min", "max") for number in _limits()[word + of]}
    return sorted(given | {number - 1 for number in given})


@cache
def _limits() -> dict[str, set[Any]]:
    """Return all that the description allows or forbids: lengths, numbers, patterns, and the words it names."""
    found: dict[str, set[Any]] = {each: set() for each in ("minLength", "maxLength", "minimum", "maximum", "pattern")}
    words: set[Any] = set()
    parts = [description()["components"], description()["paths"]]
    while parts:
        match parts.pop():
            case dict() as part:
                parts += part.values()
                for name in found.keys() & part.keys():
                    found[name] |= {part[name]} if isinstance(part[name], str | int | float) else set()
                named = chain(part.get("enum", ()), [part["const"]] if "const" in part else [])
                words |= {each for each in named if isinstance(each, str | int | float)}
            case list() as several:
                parts += several
    return {**found, "words": words}


def _checked_once(key: Hashable, value: Any, check: Callable[[], Iterable[ValidationError]]) -> list[ValidationError]:
    """Return what is wrong with a part of a value; nothing, unchecked, if one of its shape was found sound before."""
    if id(value) not in _shapes:
        _shapes[id(value)] = shape(value)
    kind = key, _shapes[id(value)]
    errors = [] if kind in _sound else list(check())
    if not errors:
        _sound.add(kind)
    return errors


def _items(validator: Any, items: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:
    if validator.is_type(instance, "array"):
        for index, item in enumerate(instance):
            yield from _checked_once(id(items), item, partial(validator.descend, item, items, path=index))


def _ref(validator: Any, ref: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    # The whole of a value was looked for by :func:`_explained`.
    check = partial(Draft202012Validator.VALIDATORS["$ref"], validator, ref, instance, schema)
    yield from check() if "paths" in schema else _checked_once(ref, instance, check)


def _one_of(validator: Any, parts: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Check by those of several parts only that allow the value's type: of a message's component, by one of twenty."""
    possible = [part for part in parts if _allows_type(part, instance)]
    yield from Draft202012Validator.VALIDATORS["oneOf"](validator, possible or parts, instance, schema)


def _allows_type(part: Any, instance: Any) -> bool:
    """Tell whether a part of the description allows a value the ``type`` that it says it has; if it says one."""
    if not isinstance(instance, dict) or "type" not in instance:
        return True
    named = description()["components"]["schemas"][part["$ref"].rsplit("/", 1)[1]] if "$ref" in part else part
    kinds = named.get("properties", {}).get("type", {}).get("enum")
    return kinds is None or instance["type"] in kinds


_OnceEach = extend(Draft202012Validator, {"items": _items, "$ref": _ref, "oneOf": _one_of})
"""Checks no part of a value that is like one which was sound: messages are made of few kinds of parts."""


def problems_of_request(method: str, path: str, payload: Any) -> list[str]:
    """Return what is wrong with a request; nothing if it is valid.

    :param path: behind ``/api/v10``, without a query.
    :param payload: its JSON (``payload_json`` of a request with files), ``None`` if it has none.
    """
    found = operation(method, path)
    if found is None:
        return [f"{method} {path}: there is no such route"]
    template, described = found
    content = described.get("requestBody", {}).get("content", {})
    if not content:
        return [] if payload is None else [f"{method} {template}: takes no body"]
    if payload is None:
        is_needed = described["requestBody"].get("required", False)
        return [f"{method} {template}: needs a body"] if is_needed else []
    place = ("paths", template, method.lower(), "requestBody", "content")
    candidates = [_pointer(*place, kind, "schema") for kind in KINDS if kind in content]
    return list(_explained(f"{method} {template}", candidates, payload))


def problems_of_response(method: str, path: str, status: int, body: Any) -> list[str]:
    """Return what is wrong with the answer to a request; nothing if it is valid."""
    found = operation(method, path)
    if found is None:
        return [f"{method} {path}: there is no such route"]
    template, described = found
    answers = described["responses"]
    key = next((each for each in (str(status), f"{status // 100}XX") if each in answers), None)
    if key is None:
        return [f"{method} {template}: status {status} is not described"]
    place = _pointer("paths", template, method.lower(), "responses", key)
    answer = answers[key]
    if "$ref" in answer:
        place = answer["$ref"].removeprefix("#/")
        answer = description()["components"]["responses"][place.rsplit("/", 1)[1]]
    if not answer.get("content"):
        return [] if body is None else [f"{method} {template}: {status} has no body"]
    pointer = f"{place}/{_pointer('content', 'application/json', 'schema')}"
    return list(_explained(f"{method} {template} {status}", [pointer], body))


def problems_of(schema: str, value: Any) -> list[str]:
    """Return what is wrong with *value* by the schema of this name."""
    return list(_explained(schema, [_pointer("components", "schemas", schema)], value))


def _explained(what: str, pointers: Iterable[str], value: Any) -> Iterator[str]:
    """Say what is wrong by the first of *pointers*, if it is wrong by all of them.

    A check takes 10 ms, so that of a value is left out that the description cannot tell from a sound one before it.
    """
    _shapes.clear()
    kind, errors = shape(value), list[list[ValidationError]]()
    for pointer in pointers:
        if (pointer, kind) in _sound:
            return
        errors.append(list(_validator(pointer).iter_errors(value)))
        if not errors[-1]:
            _sound.add((pointer, kind))
            return
    for error in errors[0]:
        deepest = best_match([error]) or error
        place = "/".join(map(str, deepest.absolute_path))
        yield f"{what}: at {place or 'the top'}: {deepest.message[:300]}"
