"""The questions for reactions: cards to buy off, resources to lose, and choices of some charioteers."""

from engine.chariots_of_rome.printed.data import ACTIONS, STRIKE_BACK_DRAW
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words.answers import Defend, Lose
from engine.chariots_of_rome.words.questions import ChooseDefense, ChooseLoss, ReplaceCard, ResistSwerve, StrikeBack
from engine.questions import Ask
from words.chariots_of_rome.advised import Advised
from words.chariots_of_rome.codes import pack
from words.chariots_of_rome.odds import on_button, outlook, outlook_in_words, shares
from words.chariots_of_rome.terms import COLUMNS, REASONS, RESULTS, standing
from words.chariots_of_rome.yes_no import yes_or_no
from words.shared.chances import percent
from words.shared.telling import called, count
from words.shared.words import Choice, Controls, Names, Style, in_rows


def defense(view: RaceView, ask: Ask, question: ChooseDefense, names: Names, _plan: str) -> Controls:
    """Return the controls of Defense Tactics, with the outlook of the cards that are kept (D12)."""
    own = view.chariot(ask.entry)
    advised = Advised(view, ask)
    lines = [standing(view, own), f"Drawn for {REASONS[question.reason]}."]
    if view.top_card is not None:
        lines.append(f"👁️ The top card says: **{RESULTS[ACTIONS[view.top_card][question.column]]}**.")
    buttons: list[Choice] = []
    for remove in range(question.most + 1):
        kept = question.cards - remove
        comes = outlook(view, own, question.column, kept, remove * question.price)
        lines.append(f"Keep {kept}: {outlook_in_words(comes) if kept else 'nothing happens'}.")
        answer, other = Defend(remove), _danger(comes.out)
        label = f"{_paid(remove, question)}{on_button(comes)}"
        buttons.append(Choice(label, "answer", pack(answer), advised.style(answer, other)))
    cards = count(question.cards, f"{COLUMNS[question.column]} card")
    return Controls(
        title=f"{called(names, ask.entry)} draws {cards}: buy any off?",
        text="\n".join(lines),
        typed_label="How many cards to buy off",
        typed_example=str(advised.answer.remove) if isinstance(advised.answer, Defend) else "0",
        rows=in_rows(buttons),
    )


_RISKY = 0.05
"""From this chance to go out on a button is red."""


def _danger(out: float) -> Style:
    """Return the colour of a button that is not advised, by its chance to go out."""
    return "danger" if out >= _RISKY else "secondary"


def _paid(remove: int, question: ChooseDefense) -> str:
    kept = question.cards - remove
    if not remove:
        return f"Take all {kept}" if kept > 1 else "Take it"
    return f"Pay {remove * question.price} ⭐, {f'take {kept}' if kept else 'take none'}"


def loss(view: RaceView, ask: Ask, question: ChooseLoss, names: Names, _plan: str) -> Controls:
    """Return the question for a loss (D13, D14)."""
    own = view.chariot(ask.entry)
    advised = Advised(view, ask)
    why = "You are boxed in: that costs" if question.stops_short else "You lose"
    out = own.endurance == 1
    endurance, tactics = Lose("endurance"), Lose("tactics")
    return Controls(
        title=f"What does {called(names, ask.entry)} lose: Endurance or Tactics?",
        text=f"{standing(view, own)}\n{why} a point of Endurance, or one of Tactics instead.",
        typed_label="endurance or tactics",
        typed_example="endurance" if advised.answer == endurance else "tactics",
        rows=(
            (
                Choice(
                    "Endurance · out" if out else f"Endurance · {own.endurance - 1} left",
                    "answer",
                    pack(endurance),
                    advised.style(endurance, "danger" if out else "secondary"),
                ),
                Choice(f"Tactics · {own.tactics - 1} left", "answer", pack(tactics), advised.style(tactics)),
            ),
        ),
    )


def strike_back(view: RaceView, ask: Ask, question: StrikeBack, names: Names, _plan: str) -> Controls:
    """Return C03's question whether to whip back (D15)."""
    comes = outlook(view, view.chariot(question.rival), "whip", STRIKE_BACK_DRAW)
    return yes_or_no(
        Advised(view, ask),
        f"Does {called(names, ask.entry)} strike back?",
        f"A whip at {called(names, question.rival)}, free, once a round, 2 cards: {outlook_in_words(comes)}.",
        "Strike back",
        "Let it be",
    )


def resist(view: RaceView, ask: Ask, _question: ResistSwerve, names: Names, _plan: str) -> Controls:
    """Return C16's question whether to pay against a Swerve (D16)."""
    own = view.chariot(ask.entry)
    return yes_or_no(
        Advised(view, ask),
        f"A swerve: does {called(names, ask.entry)} slip through?",
        f"{standing(view, own)}\nOnce a round 1 Tactics lets you ignore a Swerve.",
        f"Pay · {own.tactics - 1} ⭐ left",
        "Swerve",
    )


def replace(view: RaceView, ask: Ask, question: ReplaceCard, names: Names, _plan: str) -> Controls:
    """Return C25's question whether to take the next card instead (D16)."""
    likely = shares(view, question.column)
    listed = ", ".join(
        f"{RESULTS[result]} {percent(chance)}" for result, chance in sorted(likely.items(), key=lambda each: -each[1])
    )
    same = likely.get(question.result, 0.0)
    return yes_or_no(
        Advised(view, ask),
        f"{RESULTS[question.result].capitalize()}: does {called(names, ask.entry)} swap the card?",
        f"{standing(view, view.chariot(ask.entry))}\nOnce a round. The next card counts: {listed}.",
        f"Swap · {percent(same)} the same",
        "Keep it",
    )
