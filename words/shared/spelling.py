"""Words and their codes: the one place where letters of a text are exchanged. No sentence is made that way."""


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
