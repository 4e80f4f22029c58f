"""The document of limits says what the program does."""

import re
from pathlib import Path

from records import limits
from records.limits import DAY, HOUR, Limit

PAGE = Path(__file__).parent.parent / "docs" / "limits.md"
UNITS = {HOUR: "in 1 hour", DAY: "in 24 hours"}


def written() -> dict[str, str]:
    """Return what the page says of each limit, by its name."""
    rows = re.findall(r"^\| .+ \| `([A-Z_]+)` \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) == len(dict(rows)), "a limit stands there twice"
    return dict(rows)


def kept() -> dict[str, str]:
    """Return each limit of the program in the words of the page, by its name."""
    found = {}
    for name, value in vars(limits).items():
        if isinstance(value, Limit):
            found[name] = f"{value.most} {UNITS[value.span]}" if value.span else str(value.most)
        elif isinstance(value, float) and name not in ("DAY", "HOUR"):
            found[name] = f"{value / DAY:g} day{'s' * (value != DAY)}"
    return found


def test_the_page_and_the_program_name_the_same_limits() -> None:
    assert written() == kept()
    assert len(kept()) > 20


def test_every_limit_is_used() -> None:
    rooms = [each for room in ("db", "engine", "steward") for each in (PAGE.parent.parent / room).rglob("*.py")]
    used = "\n".join(each.read_text(encoding="utf-8") for each in rooms)
    of_acts = {name for name, value in vars(limits).items() if value in limits.ACTS_OF_ONE.values()}
    of_opening = {name for name, value in vars(limits).items() if value in limits.OPENED_OF_ONE.values()}

    assert [name for name in kept() if name not in used and name not in of_acts | of_opening] == []
