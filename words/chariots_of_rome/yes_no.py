"""The questions for a yes or a no."""

from engine.chariots_of_rome.words.answers import Use
from words.chariots_of_rome.advised import Advised
from words.chariots_of_rome.codes import pack
from words.shared.words import Choice, Controls, Style


def yes_or_no(advised: Advised, title: str, text: str, yes: str, no: str, style: Style = "secondary") -> Controls:
    """Return a question that takes a yes or a no; what is advised is green, and the example to type.

    :param yes: label of the button for yes.
    :param no: label of the other one.
    :param style: colour of the other one, unless it is advised.
    """
    row = (
        Choice(yes, "answer", pack(Use(True)), advised.style(Use(True))),
        Choice(no, "answer", pack(Use(False)), advised.style(Use(False), style)),
    )
    example = "yes" if advised.answer == Use(True) else "no"
    return Controls(title=title, text=text, typed_label="yes or no", typed_example=example, rows=(row,))
