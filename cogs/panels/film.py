"""The button that shows the film of a race."""

from cogs.kit.items import RaceButton
from cogs.panels.race import show_film


class FilmButton(RaceButton, kind="film", label="Film", emoji="🎬", shows=show_film):
    """Shows the film of a race to the player."""
