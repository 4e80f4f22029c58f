"""The abilities of all charioteers, as their cards print them for the driver: 98 characters at most (16.2)."""

from collections.abc import Mapping

from engine.chariots_of_rome.printed.data import CharioteerId

ABILITIES: Mapping[CharioteerId, str] = {
    "C01": "Each round, look at the Initiative cards in secret and move one.",
    "C02": "Your rams make the target draw 4 cards, not 3.",
    "C03": "Attacked? Once a round whip back for free if the attacker is in reach: 2 cards.",
    "C04": "Hard Driving: roll twice and use the roll you prefer.",
    "C05": "Speed II calms you by 2 Rattled, not 1.",
    "C06": "In corners your Rattled counts as 0.",
    "C07": "Attacked, you draw 1 card fewer.",
    "C08": "You may do Hard Driving twice in a turn.",
    "C09": "At Endurance 4 or less, Speed III is free.",
    "C10": "Each time you gain Endurance, gain 1 more.",
    "C11": "Following into a corner gives you 2 Tactics, not 1.",
    "C12": "Your own rams never backlash on you.",
    "C13": "You whip two lanes away as well; such a whip is free.",
    "C14": "Your whips make the target draw 4 cards, not 3.",
    "C15": "When a god blesses all, choose whose blessing you take.",
    "C16": "Once a round, pay 1 Tactics to ignore a Swerve.",
    "C17": "Nobody pushes you away: they crash, you don't. Rams on you draw 1 card fewer.",
    "C18": "Overtake with 1 Danger card fewer, and attack right after it.",
    "C19": "See the top Action card before you pay to remove cards.",
    "C20": "Name the Hard Driving roll. If right: 1 space more, and 1 point back.",
    "C21": "The first Danger each round does nothing, and wounds never hurt you.",
    "C22": "Speed I moves you 5 and gives 2 Tactics.",
    "C23": "You may raise your Speed by two at once.",
    "C24": "Gain 1 Tactics when another is last into a corner.",
    "C25": "Once a round, swap a card you turned for the next one.",
    "C26": "A chariot within 4 spaces straight ahead? Move 1 more.",
    "C27": "Once a round, step inward within a corner.",
    "C28": "Speed III calms you by 1 Rattled.",
    "C29": "Once a round, gain 1 Tactics when another crashes or is out.",
    "C30": "On the final lap, Hard Driving is free.",
}
