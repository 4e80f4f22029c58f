"""Why something was lost: endurance, a hit, a wheel, a chariot."""

from typing import Literal

Cause = Literal[
    "strain", "corner", "brake", "avoid", "lash", "horse death", "forced brake", "wall", "wheel", "destroyed wheel",
    "no endurance", "driver dead", "wound", "half wounded", "third wounded", "four dead horses", "involuntary ram",
    "wreck", "obstacle", "obstacle not cleared", "critical hit", "run down", "dragging", "dust", "knife", "spear",
    "ram", "pulled out",
]  # fmt: skip
