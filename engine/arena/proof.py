"""The proof of concealed dice: omens that were told at the end are those that the seed gives."""

from collections.abc import Sequence

from engine.arena.facts import OmensTold
from engine.facts import Concealed, Fact
from records.values import EntryId


def wrong_omens(dealt: Sequence[Sequence[int]], facts: Sequence[Fact]) -> list[EntryId | None]:
    """Return the men whose omens are not those that the seed gives.

    :param dealt: the faces of each concealed roll, in order.
    :param facts: all that hold of a match that is over.
    """
    rolled = [fact for fact in facts if isinstance(fact, Concealed)]
    told = next((fact.omens for fact in facts if isinstance(fact, OmensTold)), None)
    if told is None:
        return []  # the match is not over
    pairs = zip(rolled, dealt, strict=True)
    return [each.entry for each, faces in pairs if each.entry is not None and told.get(each.entry) != tuple(faces)]
