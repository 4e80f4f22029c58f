"""A year in review, for whoever asks for it: of this server, of oneself, or of somebody as all may know them.

The answer is always private. Money stands on nobody's card but one's own.
"""

from collections.abc import Sequence
from typing import Annotated

from cogs.kit.client import Interaction
from cogs.kit.ids import ID
from cogs.kit.items import Button
from cogs.kit.layouts import boxed, file_of, gallery_of, layout_of, rows_of, text_of
from cogs.kit.messages import within_limits
from cogs.panels.seeing import FEATS, seen_by
from records.past import Feat, Seen
from records.people import is_former
from records.reviews import Review
from records.text import isolated
from records.values import PlayerId
from words import WORDS
from words.shared.fame import best_moment
from words.shared.years import person_card, person_lines, server_card, server_lines

HERE, ME = "here", "me"
NAMELESS = "A driver"
"""Whoever has raced by no name of their own here."""


class YearButton(Button, template="year:{whose}:{year}", emoji="📜"):
    """Shows a year: of this server, of whoever presses, or of a person by their number."""

    whose: Annotated[str, f"{HERE}|{ME}|{ID}"]
    year: Annotated[int, "[1-9][0-9]{3}"]

    async def press(self, interaction: Interaction) -> None:
        seen = await seen_by(interaction)
        if self.whose == HERE:
            await _show_server(interaction, seen, self.year)
        else:
            viewer = PlayerId(interaction.user.id)
            person = viewer if self.whose == ME else PlayerId(int(self.whose))
            await _show_person(interaction, seen, self.year, person)


async def year_button(interaction: Interaction, whose: str) -> YearButton:
    """Return the button for this year, by the server's clock."""
    year = await interaction.client.steward.years.current(interaction.guild_id or 0)
    return YearButton(whose, year, label="This year so far")


async def _show_server(interaction: Interaction, seen: Seen, year: int) -> None:
    found = await interaction.client.steward.years.of_server(seen, year, FEATS, _moment_here)
    server = interaction.client.get_guild(seen.guild)
    name = "This server" if server is None else server.name
    await _show(interaction, server_lines(found), server_card(found, name), YearButton(ME, year, label="My year"))


async def _show_person(interaction: Interaction, seen: Seen, year: int, person: PlayerId) -> None:
    steward, is_own = interaction.client.steward, person == PlayerId(interaction.user.id)
    found = await steward.years.of_person(seen, year, person, FEATS, _moment, is_own=is_own)
    names = await steward.fame.names(seen.guild, [person])
    name = interaction.user.display_name if is_own else names.get(person, NAMELESS)
    games = {game: words.title for game, words in WORDS.items()}
    other = YearButton(HERE, year, label="This server's year")
    await _show(interaction, person_lines(found, name, is_own=is_own), person_card(found, name, games), other)


def _moment(feats: Sequence[Feat]) -> str:
    return best_moment(feats)[0]


def _moment_here(feats: Sequence[Feat]) -> str:
    """Return the best moment of all with whose it was; whoever was forgotten has none."""
    named = [each for each in feats if each.person is not None and not is_former(each.person)]
    told, feat = best_moment(named)
    return f"{isolated(feat.name)}: {told}" if feat is not None and feat.name else told


async def _show(interaction: Interaction, lines: Sequence[str], card: Review, other: YearButton) -> None:
    """Show a year with its card, if there is anything on it."""
    box, files = boxed(text_of(lines)), []
    if card.figures or card.rows:
        picture = await interaction.client.steward.studio.review(card, f"year-{other.year}.png")
        files.append(file_of(picture))
        box.add_item(gallery_of(picture, files[0]))
    for row in rows_of([[other]]):
        box.add_item(row)
    await interaction.edit_original_response(view=within_limits(layout_of(box), files), attachments=files)
