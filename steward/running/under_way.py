"""Whether a race is under way; if not, why."""

from records.races import RULES, RaceRecord
from records.refusals import Reason, Refused


def require_running(found: tuple[str, int] | None) -> None:
    """Raise the refusal that fits a race that is not under way."""
    if found is None:
        raise Refused(Reason.NO_SUCH_RACE)
    reasons = {
        "lobby": Reason.RACE_NOT_RUNNING,
        "paused": Reason.RACE_IS_PAUSED,
        "finished": Reason.RACE_IS_OVER,
        "cancelled": Reason.RACE_IS_OVER,
    }
    if found[0] in reasons:
        raise Refused(reasons[found[0]])


def require_known_rules(race: RaceRecord) -> None:
    """:raises Refused: if a newer program has played a race: this one would tell its turn otherwise, and void it."""
    if race.rules > RULES:
        raise Refused(Reason.RULES_ARE_NEWER)
