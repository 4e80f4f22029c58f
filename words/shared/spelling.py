"""Words and their codes: the one place where letters of a text are exchanged. No sentence is made that way."""

import re


def code_of(words: str) -> str:
    """Return the code of some words in a menu, or as one word to type.

    >>> code_of("last lap")
    'last-lap'
    """
    return words.replace(" ", "-")


def words_of(code: str) -> str:
    """Return the words of a code, or of a name that a program knows.

    >>> words_of("small-knife"), words_of("create_public_threads")
    ('small knife', 'create public threads')
    """
    return code.replace("-", " ").replace("_", " ")


def words_of_type(name: str) -> str:
    """Return the words of a type's name.

    >>> words_of_type("TakeBack"), words_of_type("Move")
    ('Take back', 'Move')
    """
    first, *others = re.split("(?<=[a-z])(?=[A-Z])", name)
    return " ".join([first, *map(str.lower, others)])
