"""The job of the process that chooses a day: secret and setting come in as JSON, the choice goes out."""

import msgspec

from engine.daily.choosing import RUNS, choose
from engine.daily.settings import setting_of


class DayJob(msgspec.Struct, frozen=True):
    """Which day to choose."""

    number: int
    secret: str  # hexadecimal
    runs: int = RUNS


class DayChosen(msgspec.Struct, frozen=True):
    """What was chosen."""

    candidate: int
    par: tuple[int, ...]


def done(job: bytes) -> bytes:
    """Return the answer to a job, JSON in one line."""
    asked = msgspec.json.decode(job, type=DayJob)
    choice = choose(bytes.fromhex(asked.secret), setting_of(asked.number), runs=asked.runs)
    return msgspec.json.encode(DayChosen(choice.candidate, choice.par))
