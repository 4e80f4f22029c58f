"""Text that people type, as it is kept and shown."""

import re
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

ISOLATE, ISOLATE_END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
_AROUND = ISOLATE + ISOLATE_END

_PICTURE = "[©®\u203c\u2049\u2100-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
"""A sign that may be an emoji, or part of one."""

_LETTER = (
    "[\u0600-\u0fff\u1000-\u109f\u1780-\u18af\u1b00-\u1bff\ua840-\uabff\U00010a00-\U00011fff\U0001e900-\U0001e95f]"
)
"""A letter or mark of a script whose letters join, or stand apart, for the sake of a joiner between them."""

_HAN = "[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"

_MEANT = "|".join(
    (
        rf"(?<={_LETTER})[\u200c\u200d](?={_LETTER})",
        rf"(?:(?<={_PICTURE})|(?<={_PICTURE}\ufe0f))\u200d(?={_PICTURE})",
        rf"(?<={_PICTURE})[\ufe0e\ufe0f]",
        "(?<=[0-9#*])\ufe0f(?=\u20e3)",
        f"(?<={_HAN})[\ufe00-\ufe0f\U000e0100-\U000e01ef]",
        "(?<=\U0001f3f4)[\U000e0030-\U000e007a]{3,6}\U000e007f",
    )
)
"""Characters without a look of their own that change the look of those beside them: joiners, variation selectors, and
the tags behind a black flag."""

_NONCHARACTERS = "\ufdd0-\ufdef" + "".join(chr(plane << 16 | 0xFFFE) + chr(plane << 16 | 0xFFFF) for plane in range(17))

_UNSEEN = (
    "\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u070f\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    f"\ufe00-\ufe0f\ufeff\ufff0-\ufffb{BLANKS}\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    f"\ud800-\udfff\ue000-\uf8ff{_NONCHARACTERS}\U000e0000-\U0010ffff"
)
"""Controls, surrogates, private and ignorable characters and noncharacters, which Unicode has set apart for good. A
list of our own: each Python knows another Unicode, and counts newer signs as unassigned."""

_HIDDEN = re.compile(f"({_MEANT})|[{_UNSEEN}]")

_OWN_EMOJI = re.compile(r"<a?(:\w{1,32}:)\d{1,20}>")
"""An emoji of a Discord server, as Discord writes it into a text."""

_JOINER = "\N{ZERO WIDTH JOINER}"
_ALONG = re.compile("[\u200c\u200d\ufe00-\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e01ef]")
_FLAGS = "".join(map(chr, range(0x1F1E6, 0x1F200)))
"""Letters of which two are a flag."""

_TURNING = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]")
"""A character of the blocks that Unicode keeps for scripts from right to left."""


def only_seen(text: str) -> str:
    """Return *text* on one line, without the characters that cannot be seen; phones put them into what they paste.

    Those that belong to a sign or a word stay: joiners within it, variation selectors, the tags of a flag. What can be
    seen does not depend on the Unicode that this Python knows. Discord's own emoji become their names (S-61).

    >>> only_seen("16\\u200b,\\u00a0line 2\\u3164"), only_seen("<:pepe:123456789012345678>")
    ('16, line 2', ':pepe:')
    >>> only_seen("\\U0001f3f4\\u200d\\u2620\\ufe0f \\u200d") == "\\U0001f3f4\\u200d\\u2620\\ufe0f "
    True
    """
    return _HIDDEN.sub(lambda found: found[1] or "", re.sub(r"\s", " ", _OWN_EMOJI.sub(r"\1", text)))


def goes_along(character: str) -> bool:
    """Tell whether a character belongs to the one before it: a mark, a joiner, a selector, a tone of skin, a tag."""
    return _ALONG.match(character) is not None or category(character).startswith("M")


def letters_of(text: str) -> list[str]:
    """Return *text* in the parts that readers take for one letter or sign each.

    >>> letters_of("o\\u0308\\U0001f468\\u200d\\U0001f469!") == ["o\\u0308", "\\U0001f468\\u200d\\U0001f469", "!"]
    True
    """
    found: list[str] = []
    for character in text:
        before = found[-1] if found else ""
        is_flag = character in _FLAGS and before in _FLAGS
        if before and (goes_along(character) or before.endswith(_JOINER) or (is_flag and len(before) == 1)):
            found[-1] += character
        else:
            found.append(character)
    return found


def seen_with_isolates(text: str) -> str:
    """Return a text of ours, with names in it, as :func:`only_seen` does; the names stay in their isolates.

    >>> seen_with_isolates("1 \\u2068\\u05d0\\u2069\\u200b 2") == "1 \\u2068\\u05d0\\u2069 2"
    True
    """
    return "".join(each if each in _AROUND else only_seen(each) for each in re.split(f"([{_AROUND}])", text))


def closed(text: str) -> str:
    """Return a text that may have been cut within an isolate with that isolate closed."""
    return text + ISOLATE_END * (text.count(ISOLATE) - text.count(ISOLATE_END))


def turns(text: str) -> bool:
    """Tell whether *text* has something that is read from right to left, and may turn what stands beside it."""
    return not text.isascii() and _TURNING.search(text) is not None


def isolated(text: str) -> str:
    """Return somebody's text so that it turns nothing that stands beside it: in isolates where need be (S-62).

    >>> isolated("Red"), isolated("\\u05d0\\u05d1") == "\\u2068\\u05d0\\u05d1\\u2069"
    ('Red', True)
    """
    return f"{ISOLATE}{text}{ISOLATE_END}" if turns(text) else text


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
