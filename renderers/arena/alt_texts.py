"""Alt texts: the pictures in words, for readers who do not see them; within Discord's length."""

from collections.abc import Mapping, Sequence

from engine.arena.hexes import distance
from engine.arena.men import AREA_NAMES, BARE
from engine.arena.views import FighterView, MatchView
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers.arena.words import FATES, load_of, mood_of, standing_of, wounds_of
from renderers.telling import cut, name_of, sentences, titled, within_limit

Names = Mapping[EntryId, str]

_FEW = 4
"""Men who are told in full: of more the text would be too long."""


def alt_board(
    view: MatchView, names: Names, *, path: Mapping[EntryId, tuple[Square, ...]] | None = None, title: str = ""
) -> str:
    """Return the alt text of the board: the crowd, how far apart all are, and each man."""
    del path

    def in_full(longest: int) -> str:
        head = sentences(
            titled(title, longest), f"{standing_of(view)}.", f"The crowd {mood_of(view.mood)}.", _apart(view)
        )
        return "\n".join([head, *(_man(view, names, man, longest) for man in view.fighters)])

    def briefly(longest: int) -> str:
        head = sentences(f"{standing_of(view)}.", f"The crowd {mood_of(view.mood)}.")
        return "\n".join([head, *(_in_short(names, man, longest) for man in view.fighters)])

    return within_limit(*([in_full] if len(view.fighters) <= _FEW else []), briefly)


def _apart(view: MatchView) -> str:
    there = [man.at for man in view.fighters if man.at is not None and man.status == "fighting"]
    if len(there) != 2:
        return ""
    far = distance(*there)
    return f"They stand {'side by side' if far == 1 else f'{far} hexes apart'}."


def _called(names: Names, man: FighterView, longest: int) -> str:
    return f"{man.entry} {man.colour} {cut(name_of(names, man), longest)}"


def _man(view: MatchView, names: Names, man: FighterView, longest: int) -> str:
    if man.man is None:
        return f"{_called(names, man, longest)}: not chosen yet"
    ended = FATES[man.status]
    hurt = ", ".join(f"{area} {wounds}" for area, wounds, _ in wounds_of(man) if wounds) or "none"
    parts = [
        f"{ended}" if ended else f"{man.cf} CFs",
        f"wounds {load_of(man)}: {hurt} of {man.man.w} each",
        *([] if ended else _state(man)),
        *_steps(view, man),
    ]
    return f"{_called(names, man, longest)}, {man.man.kind}: {'; '.join(parts)}"


def _state(man: FighterView) -> list[str]:
    told = [
        {"small": "small shield", "large": "large shield"}.get(man.shield, ""),
        f"stun {man.stun}" if man.stun else "",
        "lies on the ground" if man.prone else "",
        man.netted if man.netted != "free" else "",
        "net ready" if man.net == "held" else "",
        "overreached" if man.overreached else "",
        {"dagger": "has a dagger", "none": "has no weapon"}.get(man.weapon, ""),
    ]
    if man.shield != "none":
        told[0] += f" {man.durability}" if man.durability > 0 and man.shield_at is None else " gone"
    return [each for each in told if each]


def _steps(view: MatchView, man: FighterView) -> list[str]:
    gone = [len(way) - 1 for way in man.trail]
    return [f"moved {', '.join(map(str, gone))}"] if view.phase and any(gone) else []


def _in_short(names: Names, man: FighterView, longest: int) -> str:
    ended = FATES[man.status] or f"{man.cf} CFs"
    return f"{_called(names, man, longest)}: {ended}, wounds {load_of(man)}"


def alt_cockpit(
    view: MatchView, names: Names, entry: EntryId, *, reach: Sequence[ReachMark] = (), path: Sequence[Square] = ()
) -> str:
    """Return the alt text of the cockpit: one's own man and his foe, with their armour, and hexes to choose from."""
    del path
    own = view.fighter(entry)

    def in_full(longest: int) -> str:
        foe = view.fighter(own.foe) if own.foe is not None else None
        lines = [f"Your man: {_man(view, names, own, longest)}; armour {armour_told(own)}."]
        if foe is not None:
            lines.append(f"Foe: {_man(view, names, foe, longest)}; armour {armour_told(foe)}.")
        lines.append(_apart(view))
        if reach:
            lines.append(f"Hexes: {', '.join(f'{mark.label} is {mark.square}' for mark in reach)}.")
        return sentences(*lines)

    return within_limit(in_full)


def armour_told(man: FighterView) -> str:
    """Return a man's armour by area."""
    cells = man.man.armour if man.man is not None else ()
    return ", ".join(f"{AREA_NAMES[at]} {cell}" for at, cell in enumerate(cells) if cell != BARE) or "none"


def alt_log_card(view: MatchView, names: Names, entry: EntryId) -> str:
    """Return the alt text of a man's record."""
    man = view.fighter(entry)

    def in_full(longest: int) -> str:
        if man.man is None:
            return f"Record of {_called(names, man, longest)}: not chosen yet."
        who = man.man
        values = f"training {who.tr}, strength {who.st}, agility {who.ag}, constitution {who.con}".replace("-", "−")
        return (
            f"Record of {who.name}, {_man(view, names, man, longest)}; armour {armour_told(man)}. "
            f"{values.capitalize()}; won {who.victories}. Gave {man.inflicted} wounds, with {man.attack_cf} CFs in "
            f"attack and {man.defence_cf} in defence."
        )

    return within_limit(in_full)
