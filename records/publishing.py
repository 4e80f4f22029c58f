"""What is published to the servers that follow a channel."""

from typing import Literal

import msgspec

from records.values import RaceId

Published = Literal["trying", "done", "not possible"]
"""Being published; published; the channel takes no publications, or the post is gone."""


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """A result that is to be published: the card of a race, or of a cup or league, that is over."""

    race: RaceId  # that bears the card
    guild: int
    channel: int
    card: int  # the message
