"""A nemesis in words: a house driver who beats somebody again and again."""

_IN_WORDS = dict(enumerate(("three", "four", "five", "six", "seven", "eight", "nine", "ten"), start=3))


def nemesis_line(name: str, running: int, *, is_beaten: bool) -> str:
    """Return the line on a nemesis, for the person alone.

    >>> nemesis_line("Fuscus", 3, is_beaten=False)
    '🐍 **Fuscus** has now beaten you three times running.'
    >>> nemesis_line("Fuscus", 4, is_beaten=True)
    '🎉 You have beaten **Fuscus**, who had beaten you four times running.'
    """
    told = f"{_IN_WORDS.get(running, str(running))} times"
    if is_beaten:
        return f"🎉 You have beaten **{name}**, who had beaten you {told} running."
    return f"🐍 **{name}** has now beaten you {told} running."
