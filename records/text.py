"""Text that people type, as it is kept and shown."""

from unicodedata import category, decomposition, digit, normalize

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols, as Unicode has it, that show nothing."""

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u060c\u066c\u3001", ","),
        **dict.fromkeys("\u066b\u3002", "."),
        "\u061b": ";",
        "\u2212": "-",
        **dict.fromkeys("\u2044\u2215", "/"),
        "\u2236": ":",
        "\u00d7": "x",
    }
)
"""Quotation marks, commas, points, and signs of arithmetic, as keyboards of other countries have them."""

_NOT_ITSELF = ("<super>", "<sub>", "<fraction>")
"""Small figures are no digits of a number: 20² is not 202."""


def only_seen(text: str) -> str:
    """Return *text* on one line, without the characters that cannot be seen; phones put them into what they paste.

    >>> only_seen("16\\u200b,\\u00a0line 2\\u3164")
    '16, line 2'
    """
    return "".join(" " if each.isspace() else each for each in text if each.isspace() or _is_seen(each))


def _is_seen(character: str) -> bool:
    return category(character)[0] != "C" and character not in BLANKS


def plain(text: str) -> str:
    """Return *text* in the signs that readers of numbers, words and notations know; names are kept as they are typed.

    Digits of all scripts become 0 to 9, letters and signs of full width those of plain width, dashes hyphens,
    quotation marks straight ones; characters that cannot be seen go.

    >>> plain("\uff11\uff12, \u0663\u0664 \u2212\u00a05 \u201cx\u201d")
    '12, 34 - 5 "x"'
    """
    seen = normalize("NFC", only_seen(text)).translate(_SIGNS)
    return "".join(map(_plain, seen)).translate(_SIGNS)  # again: some have signs of full width or half of it


def _plain(character: str) -> str:
    if character.isascii():
        return character
    match category(character):
        case "Nd":
            return str(digit(character))
        case "Pd":
            return "-"
    return character if decomposition(character).startswith(_NOT_ITSELF) else normalize("NFKC", character)


def folded(text: str) -> str:
    """Return *text* as two spellings of the same are compared: in plain signs and lower case, without blanks around.

    >>> folded(" \uff32ed ") == folded("red")
    True
    """
    return plain(text).strip().lower()
