"""The model's chances, and how they swung in a race."""

from cogs.kit.client import Interaction
from cogs.kit.items import RaceButton
from cogs.kit.layouts import pictured
from cogs.kit.messages import TellPlayer
from cogs.panels.bets.parts import told_of
from engine.betting.views import EntrantView, SwingPoint, SwingView
from records.races import PublicRace, RaceRecord
from words import WORDS
from words.betting.table import called
from words.shared.chances import of_thousand
from words.shared.names import harmless

MODEL = (
    "Worked out by playing the race out {samples} times with house drivers, from what everybody sees: no order, no "
    "sealed answer, no hidden card is in it. `/fame what:record` tells how good such chances were."
)


async def show_swing(interaction: Interaction, race: PublicRace) -> None:
    """Show the player how the chances of a race swung; raise :exc:`TellPlayer` if it has none yet."""
    steward = interaction.client.steward
    swing: SwingView | None = await steward.wagers.swing(race.record.id)
    if swing is None or not swing.points:
        raise TellPlayer(_without_chances(race.record))
    picture = await steward.studio.swing(swing)
    layout, files = pictured(told_of(race, swing_lines(swing, WORDS[race.record.ruleset].unit)), picture)
    await interaction.edit_original_response(view=layout, attachments=files)


class OddsButton(RaceButton, kind="betodds", label="Odds", emoji="📈", shows=show_swing):
    """Shows how the chances swung."""


def _without_chances(race: RaceRecord) -> str:
    title = harmless(race.title)
    if race.state in ("finished", "cancelled"):
        return (
            f"**{title}** is over, and no chances were worked out for it. They come while a race is run, soon after "
            "its start and after each turn. `/fame what:record` tells how good they have been."
        )
    return (
        f"No chances of **{title}** have been worked out yet. They come soon after it starts, and after each turn; not "
        "every game can be played out. `/watch what:bets` shows what has been bet."
    )


def swing_lines(swing: SwingView, unit: str = "turn") -> list[str]:
    """Return the latest chances, the best first, with their change since the turn before.

    :param unit: what the game calls a turn.

    Once a race is won, the winner comes first, and the others' chances are in the past tense.
    """
    last, before = swing.points[-1], swing.points[-2] if len(swing.points) > 1 else None
    when = f"after {unit} {last.turn}" if last.turn else f"before the first {unit}"
    title = f"Chances to win {when}" if swing.winner is None else f"The race is won. The last chances, {when}"
    ranked = sorted(
        swing.entrants, key=lambda each: (each.entry != swing.winner, -last.chances.get(each.entry, 0), each.entry)
    )
    lines = [_line(swing, each, last, before, unit) for each in ranked]
    return [f"### 📈 {title}", *lines, f"-# {MODEL.format(samples=swing.samples)}"]


def _line(swing: SwingView, entrant: EntrantView, last: SwingPoint, before: SwingPoint | None, unit: str) -> str:
    if swing.winner == entrant.entry:
        return f"{called(entrant)}: 🏆 has won"
    if entrant.entry in swing.out:
        return f"{called(entrant)}: out in {unit} {swing.out[entrant.entry]}"
    chance = last.chances.get(entrant.entry, 0)
    if swing.winner is not None:
        return f"{called(entrant)}: had {of_thousand(chance)}"
    change = 0 if before is None else round((chance - before.chances.get(entrant.entry, 0)) / 10)
    return f"{called(entrant)}: **{of_thousand(chance)}**{_change(change)}"


def _change(points: int) -> str:
    """Return by how many points in a hundred a chance has changed."""
    return "" if not points else f" ({'+' if points > 0 else '−'}{abs(points)})"
