"""Why it went that way: each roll with rule, dice and effects; each corner with its sum; each draw of cards."""

from collections.abc import Iterator, Sequence

from engine.chariots_of_rome.printed.data import FATE_FACES, FATES
from engine.chariots_of_rome.words import facts as f
from engine.chariots_of_rome.words.options import Options
from engine.facts import Fact, Rolled
from words.chariots_of_rome.terms import BLESSINGS, COLUMNS, EFFECTS, RESULTS
from words.shared import telling
from words.shared.telling import Names, called, count

TITLES = {
    "hard driving": "Hard Driving",
    "favor": "The Favor of the Gods",
    "fate": "The Favor of the Gods",
    "slide": "How far a wreck slides",
    "fortuna": "Fortuna Spins",
}
"""By what a roll is for."""


def why(facts: Sequence[Fact], names: Names, _options: Options) -> list[str]:
    """Explain each roll, each corner taken too fast and each draw among *facts*, in their order."""
    return list(_blocks(facts, names))


def _blocks(facts: Sequence[Fact], names: Names) -> Iterator[str]:
    for at, fact in enumerate(facts):
        match fact:
            case Rolled():
                yield _rolled(facts, at, fact, names)
            case f.HazardSet() if fact.cards or fact.total + fact.rattled > fact.safe:
                yield _hazard(fact, names)
            case f.CardsDue():
                yield _draw(facts, at, fact, names)


def _rolled(facts: Sequence[Fact], at: int, rolled: Rolled, names: Names) -> str:
    return telling.explained(rolled, names, TITLES.get(rolled.what_for, ""), _reading(facts[at + 1 : at + 4]))


def _reading(after: Sequence[Fact]) -> str:
    """Return the outcome of a roll, from the facts that follow it."""
    for fact in after:
        match fact:
            case f.GodSpoke(god=god):
                faces = FATE_FACES.count(god)
                return f"Fate die, {faces} in 6 (2.3): {god.capitalize()}, {BLESSINGS[god]}."
            case f.HardDriven(spaces=spaces):
                return f"The Tri die shows 1, 2 or 3, each as likely: {count(spaces, 'space')} more (5.2)."
            case f.WreckSlid(square=square):
                return f"That many spaces ahead in its lane, or up to whatever lies there: {square} (12.2)."
            case f.FateDrawn(card=card):
                return f"{FATES[card].name}: {EFFECTS[card]} (16.3)."
    return ""


def _hazard(fact: f.HazardSet, names: Names) -> str:
    fate = fact.total + fact.rattled - fact.safe - fact.cards
    less = f" − {fate} for the gods" if fate > 0 else ""
    cards = count(max(0, fact.cards), "card")
    return "\n".join(
        [
            f"**6.2 Cornering Hazards** · {called(names, fact.entry)}",
            f"🃏 {count(fact.total, 'space')} + {fact.rattled} Rattled − Safe Speed {fact.safe}{less} = **{cards}**",
        ]
    )


def _draw(facts: Sequence[Fact], at: int, due: f.CardsDue, names: Names) -> str:
    """Explain a draw: the number of cards, the number bought off, and the effect of each."""
    turned: list[str] = []
    paid = ""
    for fact in facts[at + 1 :]:
        if isinstance(fact, f.CardsDue | f.TurnBegan | f.RoundEnded) and getattr(fact, "entry", None) == due.entry:
            break
        match fact:
            case f.Defended(entry=due.entry):
                paid = f", {fact.removed} bought off with Tactics"
            case f.CardTurned(entry=due.entry, column=due.column) if due.reason != "corner":
                turned.append(f"{fact.card} {RESULTS[fact.result]}")
    head = f"**9.1 Drawing cards** · {called(names, due.entry)}: {due.reason}"
    lines = [head, f"🃏 {count(due.cards, COLUMNS[due.column] + ' card')}{paid}"]
    if turned:
        lines.append(f"📖 {'; '.join(turned)}")
    elif due.reason == "corner":
        lines.append("📖 They wait face down: from the next space on each space turns one (6.3)")
    return "\n".join(lines)
