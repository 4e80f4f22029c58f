"""A person's card, to be looked at or shown to all."""

import discord

from cogs.kit.client import Interaction
from cogs.kit.layouts import boxed, file_of, gallery_of, layout_of, rows_of
from cogs.kit.messages import within_limits
from cogs.panels.film import FilmButton
from cogs.panels.follows import person_buttons
from cogs.panels.seeing import FEATS, seen_by
from cogs.panels.year import year_button
from records.values import PlayerId
from steward import CardWords, Picture
from words import WORDS
from words.shared.daily import card_rows
from words.shared.fame import alone_row, best_moment
from words.shared.ratings import MARGIN, rounded

A_BOT = "Bots have no card: they drive no races."


async def show_profile(interaction: Interaction, whose: discord.abc.User, *, for_all: bool) -> None:
    """Show a person's card; the interaction has been deferred, for one or for all.

    :param for_all: then it tells of races alone in channels that everybody sees.
    """
    steward, player = interaction.client.steward, PlayerId(whose.id)
    seen = await seen_by(interaction, for_all=for_all)
    moment, feat = best_moment(await steward.fame.feats(seen, FEATS, player))
    rows = await steward.fame.history(seen, player)
    rating = rounded(rows[-1].mean, rows[-1].deviation) if rows else ""
    titles = {game: words.title for game, words in WORDS.items()}
    is_own = not for_all and player == interaction.user.id
    driven, streak = await (
        steward.daily.driven_in_all(player) if is_own else steward.daily.driven_by(player, seen.guild)
    )
    alone = [each.place for each in await steward.cards.alone(seen, player)]
    more = (*alone_row(alone), *card_rows(driven, streak))
    words = CardWords(whose.display_name, titles, rating, MARGIN, moment, more, is_own)
    picture: Picture = await steward.cards.card(seen, player, words)
    file = file_of(picture)
    box = boxed(gallery_of(picture, file))
    film = [] if feat is None else [FilmButton(feat.race)]
    follow = [] if for_all else await person_buttons(interaction, whose)
    year = await year_button(interaction, str(player))
    for row in rows_of([[*film, *follow, year]]):
        box.add_item(row)
    await interaction.edit_original_response(view=within_limits(layout_of(box), [file]), attachments=[file])
