"""Text for Discord that is read elsewhere: without its marks as text, or with them as HTML."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from markupsafe import Markup, escape

People = Mapping[int, str]
"""Names by Discord's numbers."""

_MARKS = re.compile(
    r"\\(?P<literal>[^a-zA-Z0-9\s])|<t:(?P<time>-?\d{1,11})(?::\w)?>|<@!?(?P<who>\d+)>|<#(?P<where>\d+)>|(?P<bold>\*\*)|[*`]+|~~"
    "|\u200b"
)
_STRONG, _HEADING = Markup("<strong>{}</strong>"), Markup("<h3>{}</h3>")
_TAGS = {
    None: Markup("<p>{}</p>"),
    "-# ": Markup('<p class="small">{}</p>'),
    "> ": Markup("<blockquote>{}</blockquote>"),
}
_HEADS = re.compile(r"^(?P<head>#{1,3} |-# |> )?(?P<rest>.*)$", re.DOTALL)


def plain(text: str, people: People) -> str:
    """Return *text* without marks: people by their names, times in UTC.

    >>> plain("### **Ann\\\\_x** by <@7>, <t:0:R>", {7: "Ann"})
    'Ann_x by Ann, 1970-01-01 00:00 UTC'
    """
    rest = _HEADS.match(text)
    assert rest is not None
    return _MARKS.sub(lambda found: _said(found, people), rest["rest"])


def _said(found: re.Match[str], people: People) -> str:
    if found["literal"]:
        return found["literal"]
    if found["time"]:
        return _at(float(found["time"]))
    if found["who"]:
        return people.get(int(found["who"]), "a player")
    return "a thread" if found["where"] else ""


def _at(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M UTC")


def marked(text: str, people: People) -> Markup:
    """Return a line as an HTML paragraph or heading; only what was bold stays marked.

    >>> marked("-# **Red** <b>", {})
    Markup('<p class="small"><strong>Red</strong> &lt;b&gt;</p>')
    """
    found = _HEADS.match(text)
    assert found is not None
    pieces = [escape(plain(each, people)) for each in _bold_or_not(found["rest"])]
    inside = Markup("").join(_STRONG.format(each) if place % 2 else each for place, each in enumerate(pieces))
    return _TAGS.get(found["head"], _HEADING).format(inside)


def _bold_or_not(text: str) -> list[str]:
    """Return pieces of a line, each second one bold; a star after a backslash is no mark."""
    return re.split(r"(?<!\\)\*\*", text)
