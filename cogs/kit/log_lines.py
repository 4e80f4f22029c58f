"""What the log tells, without what it must not: tokens that answer for the bot, and numbers of people.

A number of Discord's, of a person, server or message, is told as eight signs: the same all through a run, and of no use
to anybody who has only the log.
"""

import hashlib
import json
import logging
import os
import re
from datetime import UTC, datetime

_TOKENS = re.compile(r"((?:webhooks|interactions)/[0-9]+/)[^/\s?'\"]+")
_NUMBERS = re.compile(r"(?<![0-9a-zA-Z])[0-9]{17,20}(?![0-9a-zA-Z])")
_KEY = os.urandom(16)


def without_secrets(text: str) -> str:
    """Take tokens of interactions and webhooks out of a text, and tell Discord's numbers by signs of this run.

    >>> without_secrets("webhooks/123456789012345678/told-to-nobody/messages").count("told-to-nobody")
    0
    >>> without_secrets("race 12, notice 345")
    'race 12, notice 345'
    """
    return _NUMBERS.sub(lambda found: _signs_for(found[0]), _TOKENS.sub(r"\1…", text))


def _signs_for(number: str) -> str:
    return "#" + hashlib.blake2b(number.encode(), key=_KEY, digest_size=4).hexdigest()


class Discreet(logging.Formatter):
    """Formats as another formatter does, without secrets, in tracebacks too."""

    def __init__(self, as_usual: logging.Formatter) -> None:
        super().__init__()
        self._as_usual = as_usual

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(self._as_usual.format(record))


class JsonLines(logging.Formatter):
    """Formats each record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)
