"""What people post of a race that is over, in its channel and for all."""

from typing import Literal

ShareKind = Literal["trailer", "card"]
