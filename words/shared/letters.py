"""Letters to a paper, as everybody reads them: quoted, and harmless."""

from collections.abc import Sequence

from records.letters import LetterRecord
from words.shared.names import harmless
from words.shared.telling import count

HEAD = "✉️ **Letters to the paper**"


def letter_text(letter: LetterRecord) -> str:
    """Return a letter as its paper shows it: quoted under its writer's name, or why it is not there."""
    who = harmless(letter.name)
    if letter.state == "reported":
        return f"-# A letter by {who} waits for the host to decide."
    if letter.state == "struck":
        return f"-# The host struck a letter by {who}: {harmless(letter.reason)}"
    return f"**{who}** writes:\n{quoted(letter.text)}"


def quoted(text: str) -> str:
    """Return a text line by line as a quotation.

    >>> print(quoted("Salve @everyone\\n\\n# Ha"))
    > Salve @\u200beveryone
    > \u200b
    > \\# Ha
    """
    return "\n".join(f"> {harmless(line) or chr(0x200B)}" for line in text.split("\n"))


def issue_texts(letters: Sequence[LetterRecord], most: int) -> list[list[LetterRecord]]:
    """Return the letters of an issue as they are shared out over messages of so many characters; none for none.

    Each letter takes the room it would take unhidden, so that it stays in its message.
    """
    messages: list[list[LetterRecord]] = []
    room = 0
    for each in letters:
        size = 2 * (len(each.text) + len(each.name)) + 60
        if not messages or size > room:
            messages.append([])
            room = most
        messages[-1].append(each)
        room -= size
    return messages


def own_text(letter: LetterRecord | None, issue: int) -> str:
    """Return a member's letter to the next issue, or how to write one."""
    if letter is None:
        return f"You have no letter in issue {issue} yet. Write up to 100 words: everybody reads them under your name."
    words = count(len(letter.text.split()), "word")
    return (
        f"Your letter for issue {issue}, {words}. You can change it until the paper comes out.\n{quoted(letter.text)}"
    )
