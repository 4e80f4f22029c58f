"""What Discord takes, checked on both sides of each limit."""

from typing import Any

import pytest

from cogs.kit.limits import TooLarge, check_message, check_modal, cut, fitting, message_length, shared_out


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def button(number: int = 0, **others: Any) -> dict[str, Any]:
    return {"type": 2, "custom_id": f"id {number}", "label": "Go", **others}


def select(options: int = 1, **others: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "chosen", "options": [option(f"{n}") for n in range(options)], **others}


def option(value: str, **others: Any) -> dict[str, Any]:
    return {"label": "One", "value": value, **others}


def picked(*options: dict[str, Any]) -> dict[str, Any]:
    return {**select(), "options": list(options)}


def gallery(pictures: int, alt: str = "alt") -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": "attachment://a"}, "description": alt}] * pictures}


@pytest.mark.parametrize(
    ("fits", "does_not"),
    [
        ([text("x" * 4_000)], [text("x" * 4_001)]),
        ([text("x" * 2_000)] * 2, [text("x" * 2_000), text("x" * 2_001)]),
        ([text("🏇" * 2_500)], [text("🏇" * 2_501)]),
        ([text("x")] * 40, [text("x")] * 41),
        ([row(button())], [row()]),
        ([row(*(button(n) for n in range(5)))], [row(*(button(n) for n in range(6)))]),
        ([row(button(1), button(2))], [row(button(1), button(1))]),
        ([row(button(label="x" * 80))], [row(button(label="x" * 81))]),
        ([row(button(custom_id="x" * 100))], [row(button(custom_id="x" * 101))]),
        ([row(select(25))], [row(select(26))]),
        ([row(select())], [row(select(0))]),
        ([row(select(placeholder="x" * 150))], [row(select(placeholder="x" * 151))]),
        ([row(picked(option("1", label="x" * 100)))], [row(picked(option("1", label="x" * 101)))]),
        ([row(picked(option("x" * 100)))], [row(picked(option("x" * 101)))]),
        ([row(picked(option("1", description="x" * 100)))], [row(picked(option("1", description="x" * 101)))]),
        ([row(picked(option("1"), option("2")))], [row(picked(option("1"), option("1")))]),
        ([gallery(10)], [gallery(11)]),
        ([gallery(1, "x" * 1_024)], [gallery(1, "x" * 1_025)]),
        (
            [{"type": 17, "components": [text("x")]}],
            [{"type": 17, "components": [{"type": 17, "components": [text("x")]}]}],
        ),
    ],
)
def test_messages_on_both_sides_of_each_limit(fits: list[Any], does_not: list[Any]) -> None:
    check_message(fits)
    with pytest.raises(TooLarge):
        check_message(does_not)


def test_files_on_both_sides_of_each_limit() -> None:
    largest = (10 * 1024 * 1024, "x" * 1_024)

    check_message([], [largest] * 10)
    for too_many in ([largest] * 11, [(largest[0] + 1, "")], [(1, "x" * 1_025)]):
        with pytest.raises(TooLarge):
            check_message([], too_many)


def label(**others: Any) -> dict[str, Any]:
    inside = {"type": 4, "custom_id": others.pop("custom_id", "field")}
    return {"type": 18, "label": "Field", "component": inside, **others}


@pytest.mark.parametrize(
    ("title", "parts", "is_fine"),
    [
        ("x" * 45, [label()], True),
        ("x" * 46, [label()], False),
        ("", [label()], False),
        ("x", [label(custom_id=f"{n}") for n in range(5)], True),
        ("x", [label(custom_id=f"{n}") for n in range(6)], False),
        ("x", [], False),
        ("x", [label(label="x" * 45, description="x" * 100)], True),
        ("x", [label(label="x" * 46)], False),
        ("x", [label(description="x" * 101)], False),
        ("x", [label(), label()], False),
    ],
)
def test_modals_on_both_sides_of_each_limit(title: str, parts: list[Any], is_fine: bool) -> None:
    if is_fine:
        check_modal(title, parts)
    else:
        with pytest.raises(TooLarge):
            check_modal(title, parts)


def test_cutting() -> None:
    assert cut("x" * 5, 5) == "xxxxx"
    assert cut("x" * 6, 5) == "xxxx…"
    assert cut("xxx   y", 5) == "xxx…"


@pytest.mark.parametrize("line", ["x", "𒐫" * 7, "word " * 30])
@pytest.mark.parametrize("at_most", [40, 41, 47])
def test_texts_that_are_shared_out_hold_every_line_and_fit(line: str, at_most: int) -> None:
    lines = [f"{number} {line}" for number in range(50)]
    texts = shared_out(lines, at_most)

    assert all(message_length(each) <= at_most for each in texts)
    told = "\n".join(texts).split("\n")
    assert [each.split()[0] for each in told] == [f"{number}" for number in range(50)]
    # None is left half empty.
    assert all(
        message_length(f"{text}\n{following}") > at_most for text, following in zip(texts, _firsts(texts), strict=False)
    )


def _firsts(texts: list[str]) -> list[str]:
    return [each.split("\n")[0] for each in texts[1:]]


def test_nothing_at_all_is_one_empty_text() -> None:
    assert shared_out([], 10) == [""]


def test_a_list_that_is_too_long_says_how_much_is_missing() -> None:
    lines = [f"line {number:02d}" for number in range(40)]

    shown = fitting(lines, 100)

    assert message_length(shown) <= 100
    *kept, rest = shown.split("\n")
    assert kept == lines[: len(kept)]
    assert rest == f"… {40 - len(kept)} more"
    assert fitting(lines[:11], 100) == "\n".join(lines[:11])
