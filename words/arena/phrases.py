"""Phrases of the announcer, chosen by number: eleven for a headline, seven and five for the clauses of a phase's line.

So no headline comes twice in eleven exchanges, and no line of a phase twice in thirty-five, whatever happens in them:
seven and five have no common part.

``{a}`` acts, ``{b}`` bears it; ``{area}`` is where, ``{n}`` how many wounds in words.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

HEADLINES = 11
FIRST, SECOND = 7, 5

Event = Literal["dead", "falls", "deep", "cut", "netted", "floored", "shield", "stopped", "steps", "lives", "dies"]

HEADLINE: Mapping[Event, Sequence[str]] = MappingProxyType({
    "dead": (
        "☠️ {a} strikes {b} dead: one blow to the {area}, and it is over.",
        "☠️ {b} drops, and does not move: {a} has found the {area}.",
        "☠️ A last blow to the {area}, and {b} is dead at {a}'s feet.",
        "☠️ {a} goes through the {area}. {b} dies on the sand.",
        "☠️ The {area}, once too often: {b} dies under {a}'s blade.",
        "☠️ {b} is carried out dead; {a} struck at the {area} and meant it.",
        "☠️ No mercy needed: {a} kills {b} outright, in the {area}.",
        "☠️ {a}'s blow to the {area} ends {b}, and the whole arena stands up.",
        "☠️ {b} never sees it: {a} hits the {area}, and there is no second blow.",
        "☠️ The gate of the dead opens for {b}: {a} struck the {area}.",
        "☠️ {a} lands it on the {area}, and {b} is dead before the sand is near.",
    ),
    "falls": (
        "💥 {b} goes down before {a}: {why}.",
        "💥 {b} can fight no more: {why}. {a} stands above.",
        "💥 It is over for {b}: {why}, and {a} looks to the thumbs.",
        "💥 {b} sinks into the sand: {why}. {a} waits for the thumbs.",
        "💥 {a} has done it: {b} is down, {why}.",
        "💥 Down goes {b}: {why}. The crowd turns to its thumbs.",
        "💥 {b}'s guard drops for good: {why}. {a} has won the ground.",
        "💥 One man stands, and it is {a}: {b} fell, {why}.",
        "💥 {b} lies before {a}: {why}.",
        "💥 {a} breaks {b} at last: {why}.",
        "💥 {b}'s fight ends here: {why}, and {a} did it.",
    ),
    "deep": (
        "🩸 {a} cuts {b} deep: {n} in the {area}.",
        "🩸 {n} by {a}, who found no guard at {b}'s {area}.",
        "🩸 {b} reels, {n} in the {area}: {a} found the gap.",
        "🩸 {a} hammers through: {n} in {b}'s {area}.",
        "🩸 A roar for {a}: {b} takes {n} in the {area}.",
        "🩸 {b} pays with the {area}: {n} from {a}.",
        "🩸 {a} leaves {b} bleeding, {n} in the {area}.",
        "🩸 It went home: {a} gives {b} {n} in the {area}.",
        "🩸 {b} is badly hit in the {area}: {n}, and {a} comes on.",
        "🩸 {a} makes room with the blade: {n} in {b}'s {area}.",
        "🩸 {b} leaves a gap at the {area}, and {a} takes it: {n}.",
    ),
    "cut": (
        "⚔️ {a} scratches {b}: {n} in the {area}.",
        "⚔️ A touch by {a}: {n} in {b}'s {area}.",
        "⚔️ {a} finds {b}'s {area} for {n}.",
        "⚔️ {b} feels it in the {area}: {n} from {a}.",
        "⚔️ {a} slips past the guard: {n} in {b}'s {area}.",
        "⚔️ A short cut by {a}: {b}'s {area}, {n}.",
        "⚔️ {b} is late, and {a} marks the {area}: {n}.",
        "⚔️ {a} draws blood from {b}'s {area}, {n}.",
        "⚔️ {n} for {b}, in the {area}: {a} keeps at it.",
        "⚔️ {a} nicks {b} in the {area}: {n}.",
        "⚔️ {n} in {b}'s {area}: {a} has the better eye.",
    ),
    "netted": (
        "🕸️ {a} throws, and {b} stands in the meshes.",
        "🕸️ The net flies: {a} has {b} caught.",
        "🕸️ {b} did not watch the net, and {a} pulls it tight.",
        "🕸️ {a}'s net comes down over {b}.",
        "🕸️ Meshes everywhere: {b} is in {a}'s net.",
        "🕸️ {a} fishes, and {b} is the catch.",
        "🕸️ {b} struggles in the cords; {a} holds the line.",
        "🕸️ One turn of the wrist: {a} nets {b}.",
        "🕸️ {a} casts wide, and {b} walks into it.",
        "🕸️ {b} sees it too late: {a}'s net is there.",
        "🕸️ The crowd jumps up: {a} has thrown the net over {b}.",
    ),
    "floored": (
        "🛡️ {a} puts the shield into {b}, who goes down.",
        "🛡️ {b} lies in the sand: {a}'s bash did it.",
        "🛡️ A crash of shields, and {b} is down; {a} is not.",
        "🛡️ {a} runs {b} over, shield first.",
        "🛡️ {b} lands flat before {a}.",
        "🛡️ {a} throws all weight in, and {b} goes over.",
        "🛡️ Down with a thud: {b} meets {a}'s shield.",
        "🛡️ {a} shoves, {b} falls, the crowd loves it.",
        "🛡️ {b} is flat on the ground after {a}'s bash.",
        "🛡️ {a} uses the shield as a ram, and {b} drops.",
        "🛡️ Dust flies: {a} has knocked {b} down.",
    ),
    "shield": (
        "🛡️ Much noise, no blood: {b}'s shield takes {a}'s blow.",
        "🛡️ {b} holds the shield where {a} strikes.",
        "🛡️ {a} hits wood and bronze: {b} is behind it.",
        "🛡️ Splinters fly from {b}'s shield; {a} tries again.",
        "🛡️ {b} hides well: {a}'s blow dies on the shield.",
        "🛡️ {a} batters {b}'s shield, and nothing more.",
        "🛡️ {b}'s shield earns its keep against {a}.",
        "🛡️ {a} knocks at {b}'s shield. Nobody opens.",
        "🛡️ {b} takes it on the shield and smiles at {a}.",
        "🛡️ {a} finds the shield wherever {b} is.",
        "🛡️ Another dent for {b}'s shield, none for {b}: {a} swears.",
    ),
    "stopped": (
        "⚔️ Blades meet, and nobody bleeds: {a} and {b} are well matched.",
        "⚔️ {a} strikes, {b} is not there.",
        "⚔️ All guard, no gap: {b} stops {a}.",
        "⚔️ {b} reads {a} like a poster.",
        "⚔️ {a} and {b} trade blows that cut only air.",
        "⚔️ {b} turns {a}'s blade aside.",
        "⚔️ Nothing gets through: {a} tires on {b}.",
        "⚔️ {a} is a hand's breadth short, {b} a breath ahead.",
        "⚔️ {b} parries {a}, and the crowd whistles for blood.",
        "⚔️ Steel on steel: {a} and {b} give nothing away.",
        "⚔️ {a} tries, {b} denies.",
    ),
    "steps": (
        "👣 {a} and {b} feel each other out.",
        "👣 Sand and silence: {a} and {b} look for an opening.",
        "👣 {a} moves, {b} answers, and both stay whole.",
        "👣 No blood this time between {a} and {b}.",
        "👣 {a} and {b} circle the same thought.",
        "👣 {b} keeps well away from {a}.",
        "👣 {a} comes on; {b} waits.",
        "👣 Only the sandals work: {a} and {b} shift their ground.",
        "👣 {a} and {b} measure the sand between them.",
        "👣 Eyes, not blades: {a} watches {b}.",
        "👣 {a} and {b} take their time, and the crowd does not like it.",
    ),
    "lives": (
        "👍 {b} is spared and walks out alive.",
        "👍 Missus! {b} leaves the arena alive.",
        "👍 Fortune is kind: {b} lives.",
        "👍 {b} fought well enough to live.",
        "👍 Mercy for {b}; the gate of the living opens.",
        "👍 {b} gets to live.",
        "👍 They let {b} go.",
        "👍 {b} may fight another day.",
        "👍 The blade is lowered: {b} lives.",
        "👍 {b} rises from the sand, granted life.",
        "👍 A wave of the hand, and {b} is saved.",
    ),
    "dies": (
        "👎 No mercy for {b}.",
        "👎 {b} must die, and dies without a word.",
        "👎 No missus: {b} is killed on the spot.",
        "👎 {b} looks up, and sees no mercy.",
        "👎 The gate of the dead is for {b}.",
        "👎 {b} pays with life.",
        "👎 The sand wants blood, and {b} gives it.",
        "👎 {b} kneels. It is quick.",
        "👎 Refused: {b} dies.",
        "👎 {b} asked for mercy and did not get it.",
        "👎 The arena has no use for {b} any more.",
    ),
})  # fmt: skip

STATE: Sequence[str] = (
    "{b} carries {have} of {most} wounds.",
    "That makes {have} of {most} wounds for {b}.",
    "{b} is at {have} of {most} wounds.",
    "Of {most} wounds {b} has {have}.",
    "{b} bleeds: {have} of {most} wounds.",
    "{b} stands, with {have} of {most} wounds.",
    "Count for {b}: {have} of {most} wounds.",
    "{most} wounds would finish {b}: {have} so far.",
    "{b} has taken {have} of {most} wounds.",
    "The surgeon counts on {b}: {have} of {most} wounds.",
    "Wounds of {b}: {have} of {most}.",
)

Deed = Literal[
    "deep", "cut", "glances", "shield", "stopped", "down", "staggers", "bash", "entangled", "snagged", "net", "closes",
    "charges", "backs", "circles", "outturned", "stands", "rises", "lies", "recovers", "short", "caught",
]  # fmt: skip

DEED: Mapping[Deed, Sequence[str]] = MappingProxyType({
    "deep": (
        "{a} opens {b}'s {area}, {n}", "{a} tears into the {area}, {n}", "{a} drives home at the {area}, {n}",
        "{a}'s blade finds {b}'s {area}, {n}", "{a} lands a heavy one in the {area}, {n}",
        "{a} breaks through to the {area}, {n}", "{a} makes the {area} pay, {n}",
    ),
    "cut": (
        "{a} nicks {b}'s {area}, {n}", "{a} gets a cut in at the {area}, {n}", "{a} marks the {area}, {n}",
        "{a} touches {b} in the {area}, {n}", "{a} scores at the {area}, {n}", "{a} slips one into the {area}, {n}",
        "{a} reaches the {area}, {n}",
    ),
    "glances": (
        "{a} hits the {area}, and bronze holds", "{a}'s blow glances off the {area}",
        "{a} rings the armour at the {area}", "{a} hits hard at the {area}, to no effect",
        "{a} strikes metal at the {area}", "{a} dents the armour of the {area}", "{a} hits the {area} without blood",
    ),
    "shield": (
        "{a}'s blow dies on the shield", "{b}'s shield takes {a}'s blow", "{a} strikes splinters from the shield",
        "{a} meets only {b}'s shield", "{a} batters the shield", "{b} lifts the shield against {a}",
        "{a} knocks on wood",
    ),
    "stopped": (
        "{a} misses the {area}", "{b} turns {a}'s blow aside", "{a} cuts the air", "{a} is parried",
        "{a} finds no gap at the {area}", "{b} is gone when {a} strikes", "{a}'s blow comes to nothing",
    ),
    "down": (
        "{a} bashes {b} down", "{a} floors {b} with the shield", "{a} runs {b} into the sand",
        "{a}'s shield throws {b} down", "{a} shoves {b} over", "{a} knocks {b} flat", "{a} rams {b} to the ground",
    ),
    "staggers": (
        "{a} bashes, and {b} staggers", "{a} knocks {b} off balance", "{a}'s shield shakes {b}",
        "{b} stumbles under {a}'s bash", "{a} drives {b} back with the shield", "{b} totters before {a}",
        "{a} rocks {b} backwards",
    ),
    "bash": (
        "{a} bashes in vain", "{b} stands firm against {a}'s shield", "{a} shoves, and {b} does not move",
        "{a}'s shield slides off", "{b} rides out {a}'s bash", "{a} bounces off {b}", "{a}'s bash goes wide",
    ),
    "entangled": (
        "{a} nets {b} from head to foot", "{a}'s net wraps {b} up", "{a} has {b} helpless in the meshes",
        "{a} throws, and {b} cannot lift an arm", "{b} disappears under {a}'s net", "{a} ties {b} into the cords",
        "{a}'s net closes on {b}",
    ),
    "snagged": (
        "{a}'s net catches {b} by an arm", "{a} snags {b}", "{b} half escapes {a}'s net",
        "{a}'s net hangs from {b}'s shoulder", "{a} throws, and the net clings to {b}", "{b} drags {a}'s net along",
        "{a} catches {b} with the net's edge",
    ),
    "net": (
        "{a} throws the net and misses", "{a}'s net falls on sand", "{b} ducks under the net",
        "{a} casts short", "{b} steps out from under {a}'s net", "{a}'s net catches nobody", "{a}'s net is empty",
    ),
    "closes": (
        "{a} closes in", "{a} comes nearer", "{a} walks up", "{a} steps up to {b}", "{a} cuts the distance",
        "{a} presses on", "{a} comes on",
    ),
    "charges": (
        "{a} charges", "{a} runs at {b}", "{a} storms on", "{a} comes at a run", "{a} leaps forward",
        "{a} rushes {b}", "{a} breaks into a run",
    ),
    "backs": (
        "{a} gives ground", "{a} steps back", "{a} yields a step", "{a} backs off", "{a} draws away from {b}",
        "{a} makes room", "{a} retreats, facing {b}",
    ),
    "circles": (
        "{a} gets round {b}", "{a} turns {b}", "{a} wins {b}'s flank", "{a} is beside {b}", "{a} slips past the guard",
        "{a} goes round {b}", "{a} outsteps {b}",
    ),
    "outturned": (
        "{a} circles, {b} turns along", "{b} keeps facing {a}", "{a} finds no flank", "{a} circles for nothing",
        "{b} pivots with {a}", "{a} goes round, and so does {b}", "{b} gives {a} no side",
    ),
    "stands": (
        "{a} stands fast", "{a} does not budge", "{a} waits", "{a} keeps the guard up", "{a} stays put",
        "{a} watches {b}", "{a} lets {b} come",
    ),
    "rises": (
        "{a} gets up", "{a} is up again", "{a} rises", "{a} scrambles up", "{a} struggles up",
        "{a} pushes up from the sand", "{a} stands again",
    ),
    "lies": (
        "{a} stays down", "{a} lies in the sand", "{a} cannot get up", "{a} takes cover on the ground",
        "{a} is still down", "{a} rolls in the dust", "{a} gasps on the ground",
    ),
    "recovers": (
        "{a} picks the {item} up", "{a} snatches the {item}", "{a} has the {item} again", "{a} reaches for the {item}",
        "{a} grabs the {item}", "{a} bends for the {item}", "{a} gets the {item} back",
    ),
    "short": (
        "{a} strikes at nobody", "{a} is out of reach", "{a} swings too early", "{a} cannot reach {b}",
        "{a}'s blow falls short", "{a} finds {b} too far away", "{a} has no one to hit",
    ),
    "caught": (
        "{a} fights the net", "{a} pulls at the cords", "{a} struggles in the meshes", "{a} tears at the net",
        "{a} cannot strike in the net", "{a} twists in the net", "{a} is busy with the net",
    ),
})  # fmt: skip

BOTH: Sequence[str] = (
    "💥 {b} goes down with {a}: {why}.", "💥 {b} falls in the same breath as {a}: {why}.",
    "💥 Neither stands: {b} goes down, {why}.", "💥 {b} sinks down beside {a}: {why}.",
    "💥 {b} drops as {a} drops: {why}.",
)  # fmt: skip
"""A fall in the same exchange as the victor's own: nobody stands above anybody."""

BESIDES: Sequence[str] = (
    "{told}.", "In the same breath, {told}.", "Meanwhile, {told}.", "At the same moment, {told}.", "Also, {told}.",
)  # fmt: skip
"""How a line begins on what a headline left out, chosen by number: five, against the seven of a clause."""

FALLEN: Mapping[str, str] = MappingProxyType({
    "head": "the head", "chest": "the chest", "groin": "the groin is done for", "arms": "the arms obey no more",
    "legs": "the legs carry no more", "collapse": "too many wounds", "senseless": "knocked senseless",
    "spent": "no strength left", "surrender": "surrender",
})  # fmt: skip
"""Why a man fell."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def in_words(wounds: int) -> str:
    """Return a number of wounds in words.

    >>> in_words(1), in_words(3)
    ('one wound', 'three wounds')
    """
    number = _NUMBERS[wounds] if wounds < len(_NUMBERS) else str(wounds)
    return f"{number} wound{'' if wounds == 1 else 's'}"
