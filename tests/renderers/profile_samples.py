"""Cards of people: a full one, and one of somebody who has never raced."""

from renderers import Profile, RatingLine

POINTS = tuple((1500.0 + 7 * number, 400.0 * 0.93**number + 60) for number in range(30))
A_CARD = Profile(
    "Marcus Aurelius",
    "blue",
    RatingLine("Circus Maximus", POINTS, "1,587 ± 96", 30),
    (("Circus Maximus", 12, 40), ("Ave Caesar", 3, 9), ("Chariots of Rome", 0, 1)),
    "2 cups, 1 season",
    96,
    "Won Ludi Romani at odds of 12.5 : 1 with Celer.",
)
NOBODY = Profile("Bob", "", None, (), "", None, "")
