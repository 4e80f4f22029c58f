"""The questions for a yes or a no."""

from engine.chariots_of_rome.words.answers import Use
from words.chariots_of_rome.codes import pack
from words.shared.words import Choice, Controls, Style


def yes_or_no(
    title: str, text: str, yes: str, no: str, style: Style = "secondary", *, example: str = "yes"
) -> Controls:
    """Return a question that takes a yes or a no.

    :param yes: label of the button for yes.
    :param no: label of the other one.
    :param style: colour of the other one.
    :param example: a text to type.
    """
    rows = ((Choice(yes, "answer", pack(Use(True)), "primary"), Choice(no, "answer", pack(Use(False)), style)),)
    return Controls(title=title, text=text, typed_label="yes or no", typed_example=example, rows=rows)
