"""Text that people type, as it is kept and shown."""

from unicodedata import category

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols, as Unicode has it, that show nothing."""


def only_seen(text: str) -> str:
    """Return *text* on one line, without the characters that cannot be seen; phones put them into what they paste.

    >>> only_seen("16\\u200b,\\u00a0line 2\\u3164")
    '16, line 2'
    """
    return "".join(" " if each.isspace() else each for each in text if each.isspace() or _is_seen(each))


def _is_seen(character: str) -> bool:
    return category(character)[0] != "C" and character not in BLANKS
