"""The rules of the arena in short, for players who look something up."""

from collections.abc import Callable, Mapping

from engine.arena import data
from engine.arena.men import AREA_NAMES, AREAS, ARMOUR, CHARACTERISTICS, KINDS, READY
from engine.arena.orders import COSTS
from words.arena.labels import CONDITIONS, GUARDS, MOVES, STRIKES
from words.shared import topics

TOPICS: Mapping[str, str] = {
    "the fight in short": (
        "Each exchange both players plan in secret: a move, a strike, a guard. Then both plans are opened and fought "
        "out. Wear an area of your foe away, or wound all of it so often that your foe collapses. Head and chest kill; "
        "all else brings a man before the crowd. (rules D.3 to D.9)"
    ),
    "cfs": (
        "CFs, combat factors, are what a man can do in a phase. They come of training and type (light +3, others +1), "
        "less what wounds, fatigue and stun cost. Each blow, guard and escape costs some, and what is left "
        "over lapses. (rules D.1, D.4)"
    ),
    "the plan": (
        "Three menus: move, strike, guard. At the start of each phase they become an order for the CFs that your man "
        "has then. Strikes come first, the guard takes what is left. *More* has the second cut, conditions, giving up, "
        "and plans for later phases. (rules D.4.1, D.4.2)"
    ),
    "moves": (
        "Men step at the same time, in five pulses. "
        + " ".join(f"*{each.label}*: {each.about}." for each in MOVES.values())
        + " (rule D.5)"
    ),
    "strikes": (
        "Quick is 3 CFs, hard is 6, two cuts are 4 and 4 at two areas. "
        f"*{STRIKES['bash'].label}*: {STRIKES['bash'].about}. A stopped blow of 5 or 6 leaves you open: −3 to all your "
        "defence in the next phase. So does one of 4 that is stopped by 4 or more, and a bash that fails so badly. "
        "(rules D.4.2, D.6)"
    ),
    "guards": (
        f"*{GUARDS['all'].label}*: {GUARDS['all'].about}. A named area gets +2 for each CF, three at most; the rest "
        "guards all round. A shield covers what you guard, and costs nothing. A small one gives 2 points, a large one "
        "4, at most 2 on an area. (rules D.4.2, D.6)"
    ),
    "a blow": (
        "Two dice and the CFs of the blow, against 6 + guard + shield + agility, and 1 more for all areas but the "
        "chest. A 2 misses, a 12 hits and adds a die to the severity. The margin with your strength is the severity; "
        "armour that covers lowers it. (rule D.6)"
    ),
    "flank and rear": (
        "You face your principal foe. A blow from the flank has +2, from behind +4; the shield covers your left side "
        "only, and no guard works behind you. Standing still helps against the front: +1. (rules D.2, D.6)"
    ),
    "armour": (
        "Each area has a letter, A the best. A letter with a number covers only on two dice up to that number. A "
        "lowers severity by 6, B by 4, C by 2. (rules C.3, D.6)"
    ),
    "wounds": (
        "Each area takes W wounds. At half it is half disabled: head −1 to attacks, chest more fatigue, groin less "
        "agility, arms one attack a phase, legs half as fast. At W head and chest are death, the others a fall. All "
        "wounds together at W + constitution: a collapse. (rule D.7)"
    ),
    "stun": (
        "A blow of two wounds or more, and any head wound, may stun: two dice + constitution against 7 + the wounds, 1 "
        "more for the head. Each point costs a CF and wears off by one a phase, by two for the tough. Resting helps. "
        "(rule D.7)"
    ),
    "shields": (
        "A shield that takes a blow wears down: 1, and more from the strong. A small one lasts 8, a large one 14. Hard "
        "blows to the arms may make a man drop shield or weapon; a weapon nearby is picked up by itself. "
        "(rules D.1, D.6, D.7)"
    ),
    "net and trident": (
        "The net flies three hexes at most, with up to 4 CFs. Snagged: 2 CFs fewer, half as fast. Entangled: no blow "
        "and no step until the man works free. Watching the net puts 3 CFs into dodging it. The trident reaches two "
        "hexes. Against a net-man everybody carries a small shield. (rules D.8, R-C10)"
    ),
    "circling": (
        "Beside your foe, for 2 CFs: two dice, agility and speed against your foe's. Won by 1 to 4 your blows strike "
        "the flank, by 5 or more the rear. Towards the open side it is 1 harder, and no shield helps there. (rule D.5)"
    ),
    "collisions": (
        "Two who step into one hex at once run into each other: strength, shield and weight decide. The loser has "
        "fewer CFs or falls. (rule D.5)"
    ),
    "the crowd": (
        "Its mood goes from −3 to +3. It rises for a blow of four wounds, a man thrown down, a net that catches. It "
        "falls with each phase without blood. (rule D.9)"
    ),
    "the moment of truth": (
        "A fallen man who is not dead is judged: two dice, 8 or more is life. Victories, more attack than "
        "defence, wounds given and a good mood help; no attack, a quick surrender and a bad mood do not. The victor's "
        "player may plead for life or death, unseen. (rule D.9)"
    ),
    "conditions": (
        "Two at most in a plan. "
        + " ".join(f"*{each.label.capitalize()}*: {each.about.lower()}." for each in CONDITIONS.values())
        + " They are checked as each phase begins. (rule D.4.3)"
    ),
    "how a fight ends": (
        "The side with the last man standing wins. At the limit of turns the one who gave three wounds more wins on "
        "points. Both down in one phase, or nobody ahead: a draw. (rule D.11)"
    ),
    "experience": (
        "Survivors learn. A third of the CFs in attack beyond those in defence are points. A kill brings 10, a foe who "
        "is spared 15, being spared 5, a quick or slow end more. In a league points buy training. (rules C.5, D.10)"
    ),
    "typing a plan": (
        "Write move, strike and guard: `close, hard legs, all`. Behind them may stand `second head`, `when hurt`, "
        "`give up half`, `once` or `plead life`. A semicolon begins the next phase: `close, quick arms, high; stand, "
        "none, all`. `surrender` alone gives up. (rule D.4)"
    ),
    "late answers": (
        "Without an answer your last plan stands. With none your man closes in, strikes at the chest and guards all "
        "round. (rule D.4.4)"
    ),
    **topics.TOPICS,
}  # fmt: skip


def men() -> str:
    """Return those who stand ready (C.2, C.3)."""
    rows = [f"{'':<10}{'type':<11}{'TR':>3}{'ST':>4}{'AG':>4}{'CON':>5}{'W':>4}  {' '.join(AREA_NAMES)}"]
    for man in READY:
        cells = " ".join(f"{cell:<{len(name)}}" for cell, name in zip(man.armour, AREA_NAMES, strict=True))
        rows.append(f"{man.name:<10}{man.kind:<11}{man.tr:>3}{man.st:>4}{man.ag:>4}{man.con:>5}{man.w:>4}  {cells}")
    return "\n".join(rows)


def types() -> str:
    """Return what a type adds (D.1)."""
    rows = [f"{'type':<11}{'CFs':>5}{'hexes':>7}{'impact':>8}{'tires after':>13}"]
    rows += [
        f"{kind:<11}{each.cf:>+5}{each.ma:>7}{each.impact:>8}{each.fatigue:>13}" for kind, each in data.TYPES.items()
    ]
    return "\n".join([*rows, "", "Fatigue begins after so many turns and those of the constitution."])


def wounds() -> str:
    """Return the wounds of each severity (D.6)."""
    rows = [f"{'severity':<12}wounds"]
    for many in sorted(set(data.WOUNDS)):
        at = [severity for severity, wounds in enumerate(data.WOUNDS) if wounds == many]
        rows.append(f"{_band(at[0], at[-1]):<12}{many:>6}")
    return "\n".join(rows)


def _band(first: int, last: int) -> str:
    """Return a band of severities: nothing lies below the first, or beyond the last."""
    if first == 0:
        return "up to 0"
    if last == len(data.WOUNDS) - 1:
        return f"{first} or more"
    return str(first) if first == last else f"{first} to {last}"


def armour() -> str:
    """Return the armour of each type, by die (C.3)."""
    rows = [f"{'type':<11}{'die':>4}  {' '.join(f'{name:<6}' for name in AREA_NAMES)}"]
    for kind in KINDS:
        for die, cells in enumerate(ARMOUR[kind], start=1):
            number = "–" if len(ARMOUR[kind]) == 1 else str(die)
            rows.append(f"{kind:<11}{number:>4}  {' '.join(f'{cell:<6}' for cell in cells)}".rstrip())
    return "\n".join(rows)


def characteristics() -> str:
    """Return TR / ST / AG / CON / W by two dice (C.2)."""
    rows = [f"{'':<4}{''.join(f'{die:<14}' for die in range(1, 7))}".rstrip()]
    for first, row in enumerate(CHARACTERISTICS, start=1):
        cells = (f"{each.tr}/{each.st}/{each.ag}/{each.con}/{each.w}" for each in row)
        rows.append(f"{first:<4}{''.join(f'{cell:<14}' for cell in cells)}".rstrip())
    return "\n".join([*rows, "", "Training, strength, agility, constitution, wounds an area"])


def costs() -> str:
    """Return what each choice of a plan costs (D.4.2)."""
    rows = [
        *(("quick", data.QUICK), ("hard", data.HARD), ("two cuts", 2 * data.CUT), ("shield bash", data.BASH)),
        *(("circle", COSTS["left"]), ("rise", COSTS["rise"]), ("take up a weapon", COSTS["recover"])),
        ("net, at most", data.MOST_OTHER),
    ]
    return "\n".join([f"{'choice':<20}CFs", *(f"{name:<20}{cost:>3}" for name, cost in rows)])


def mercy() -> str:
    """Return what counts for and against a fallen man (D.9)."""
    rows = (
        *(("per three victories", "+1, at most +3"), ("attack CFs at least the defence CFs", "+1, else −1")),
        *(("per five wounds given", "+1, at most +3"), ("mood +2 or more, −2 or less", "+1, −1")),
        *(("gave up early", "−2"), ("made no attack", "−3"), ("the victor's plea", "+1 or −1")),
        ("votes of a crowd", "−2 to +2"),
    )
    told = [f"{what:<37}{much}" for what, much in rows]
    return "\n".join([*told, "", f"Two dice: {data.LIVES} or more is life."])


def difficulty() -> str:
    """Return how hard each area is to hit (D.6)."""
    return "\n".join(f"{AREA_NAMES[area - 1]:<8}+{data.DIFFICULTY[area - 1]}" for area in AREAS)


TABLES: Mapping[str, tuple[str, Callable[[], str]]] = {
    "men ready": ("Men who stand ready (C.2, C.3)", men),
    "types": ("The four types (D.1)", types),
    "characteristics": ("Characteristics by two dice (C.2)", characteristics),
    "armour": ("Armour by type and die (C.3)", armour),
    "blow wounds": ("Wounds by severity (D.6)", wounds),
    "areas": ("Defence of each area (D.6)", difficulty),
    "costs": ("What a plan costs (D.4.2)", costs),
    "mercy": ("The Moment of Truth (D.9)", mercy),
}
