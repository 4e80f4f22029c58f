"""The rules of Circus Maximus in short, for players who look something up."""

from collections.abc import Callable, Mapping

from engine.circus_maximus import data

TOPICS: Mapping[str, str] = {
    "the race in short": (
        "Three laps, counter-clockwise. Each turn all write a speed in secret, all speeds are revealed, then the chariots "
        "move one by one in an order drawn from a cup. A speed is a number of movement factors, and every factor must be "
        "spent: driving, changing lanes, attacking or braking. Who crosses the finish line in the final turn with most "
        "factors to spare wins. (rules 5, 10)"
    ),
    "preparation": (
        "Each chariot has 4 points, 0 to 2 in each of: driver (modifier, hits), car (light, normal, heavy), team (speed), "
        "endurance. They are chosen in secret, revealed together, and then dice say what you get. (rule 3.6)"
    ),
    "speed": (
        "You may write anything from 0 to your team's speed plus your current driver modifier (CDM). In the first turn a "
        "die comes off. What you do not spend by moving must be burnt by braking. (rules 6.1, 6.2)"
    ),
    "lane changes": (
        "Outside costs 1 factor, inside 2, and takes you a square forward as well. The square ahead and both target "
        "squares must be free. From lane 1 inward and from lane 8 outward is the wall: you turn over. (rule 6.4)"
    ),
    "braking": "Each factor that you burn costs 1 endurance; it does not lower your speed in a corner. (rule 6.6)",
    "sideslip": (
        "One lane sideways without going forward, for 3 factors: only if you are blocked, or will be whatever you do. "
        "(rule 6.7)"
    ),
    "blocked": (
        "With factors left and no way to go you must brake them all. If your endurance does not last, you lose it all and "
        "crash into the chariot ahead: your horses are hurt. (rule 6.74)"
    ),
    "straining the team": (
        "When you are drawn you may whip the team on: a die gives as many factors as it costs endurance. It takes a whip, "
        "endurance, a CDM of 0 or more and no ban on straining. (rule 6.5)"
    ),
    "corners": (
        "Each lane has a safe speed in the corners. Faster than that strains the chariot when it enters, when it starts a "
        "move there, and when it goes further inside: each factor above costs an endurance factor, and three dice less CDM "
        "say what happens. `/rules odds` tells the chances. (rule 7)"
    ),
    "corner results": (
        "S slides one lane out, SS two lanes and bars straining; J shakes the driver, CDM −3, recovering 1 a turn; LH and "
        "RH hurt an outer horse; FP turns the chariot over. A slide into the wall turns it over, one into a chariot rams "
        "it. (rules 7.3, 9.6)"
    ),
    "attacks": (
        "1 factor, once from each square: lash or ram a chariot in the square beside your car. Beside its team you hit the "
        "team, beside its car the driver or the car. Not from the grey squares of the start. (rule 9.1)"
    ),
    "defence": (
        "Who is attacked may hold, or try to get away: both roll two dice plus CDM, and who rolls as much as the attacker "
        "may brake (2 endurance, a square back) or evade to the far side (paid out of the next move). (rule 9.3)"
    ),
    "lash": (
        "On a team it takes endurance and drives factors into it; on a driver the chart says: wounds, a lost whip, a swerve, "
        "a brake. `/rules table driver lash` shows it. (rules 9.41, 9.42)"
    ),
    "ram": (
        "On a team it hurts the nearest horse; on a car three dice say whose car is damaged. Heavy cars do 3 more, light "
        "ones 3 less. (rules 9.5, 9.54)"
    ),
    "wheels": (
        "A wheel stands 10 points. Damaged ones are tried with two dice: after new damage, at a speed of 14 and more, and "
        "when a corner is strained. Less than the damage and the wheel is gone, and the chariot with it. (rule 7.4)"
    ),
    "endurance": (
        "It never comes back. With none left the driver modifier falls, the team slows each turn, nothing can be strained "
        "or braked, and a corner taken too fast turns you over. (rule 8)"
    ),
    "dead horses": (
        "A dead horse holds the chariot until it is cut free: a die for each living horse, less CDM, comes off the speed. "
        "(rules 9.51 to 9.53)"
    ),
    "the end": (
        "The sixth lap marker falls when the first chariot crosses the line. That turn is played out: of those who crossed, "
        "most factors left wins, earlier drawn on a tie; the others are placed by how far they came. (rule 10)"
    ),
}


def corner_strain() -> str:
    """Return chart 7.32: rows 3d6 less CDM, columns points above the safe speed."""
    rows = [" 3d6−CDM " + "".join(f"{points:>3}" for points in range(1, 10)) + "+"]
    for total in range(4, 19):
        label = {4: "≤ 4", 18: "≥ 18"}.get(total, str(total))
        codes = (data.corner_strain(total, points) for points in range(1, 10))
        rows.append(f"{label:>8} " + "".join(f"{'–' if code == '-' else code:>3}" for code in codes))
    return "\n".join(rows)


def driver_lash() -> str:
    """Return chart 9.42: rows the attacker's second 2d6, columns the lash factor."""
    rows = ["2d6 " + "".join(f"{factor:>+3d}" for factor in range(-4, 6))]
    for total in range(2, 13):
        codes = (data.driver_lash(total, factor) for factor in range(-4, 6))
        rows.append(f"{total:>3} " + "".join(f"{'–' if code == '-' else code:>3}" for code in codes))
    return "\n".join(rows)


def safe_speeds() -> str:
    """Return the corners' squares and safe speeds by lane."""
    corner = data.TRACK.data.sections[1]
    rows = ["lane    " + "".join(f"{lane:>4}" for lane in range(1, data.TRACK.data.lanes + 1))]
    rows.append("squares " + "".join(f"{squares:>4}" for squares in corner.squares))
    rows.append("safe    " + "".join(f"{limit:>4}" for limit in corner.limits))
    return "\n".join(rows)


TABLES: Mapping[str, tuple[str, Callable[[], str]]] = {
    "corner strain": ("Corner strain (7.32): 3d6 less CDM, by factors above the safe speed", corner_strain),
    "driver lash": ("Lash on a driver (9.42): second 2d6 of the attacker, by lash factor", driver_lash),
    "safe speeds": ("Corners: squares and safe speeds (6.31)", safe_speeds),
}
