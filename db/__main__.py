"""Looks after the database: copies it, checks it, says who may do what; docs/deploy.md tells when."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pydantic_settings import BaseSettings, SettingsConfigDict

from db.opening.backend import Backend, backend_of
from db.opening.errors import Unusable
from db.opening.migrating import in_words
from db.upkeep.backing_up import back_up
from db.upkeep.checking import Checked, check
from db.upkeep.copying import copy
from db.upkeep.roles import make_ready_for

FINE, WRONG, IMPOSSIBLE = 0, 1, 2
EXITS = "Exits with 0 if all is as it should be, 1 if something is not, 2 if it cannot be done."


SECRETS = "/run/secrets" if Path("/run/secrets").is_dir() else None
"""Where containers get what nobody else may read, as the bot does: a file for each setting."""


class Settings(BaseSettings):
    """The settings of the bot that say which database it is, and who owns it."""

    model_config = SettingsConfigDict(
        env_prefix="QUADRIGA_", env_file=".env", env_ignore_empty=True, extra="ignore", secrets_dir=SECRETS
    )

    database: str = "quadriga.sqlite3"
    owner: str | None = None


def _copy(given: argparse.Namespace) -> int:
    done = copy(backend_of(given.source), backend_of(given.target))
    print(f"Copied {done.rows:,} rows of {done.tables} tables, {done.postings:,} of them in the ledger.")
    print("Counts, digests and sums are the same in both. Set QUADRIGA_DATABASE to the new one, then start the bot.")
    return FINE


def _back_up(given: argparse.Namespace) -> int:
    database = _named(given.database)
    with in_words(database):
        checked = back_up(database, given.target)
    print(f"Copied to {given.target}, for your eyes only. It holds secrets of races under way: keep it safe.")
    return FINE if checked is None else _tell(checked)


def _check(given: argparse.Namespace) -> int:
    return _tell(check(_named(given.database)))


def _roles(given: argparse.Namespace) -> int:
    owner = given.owner or Settings().owner
    if not owner:
        raise Unusable("I need the owner's address: set QUADRIGA_OWNER, as no list of processes shows that.")
    make_ready_for(backend_of(owner), given.role)
    print(f"The schema is up to date. {given.role} may play, and may neither change the ledger nor the tables.")
    return FINE


def _named(database: str | None) -> Backend:
    return backend_of(database or Settings().database)


def _tell(checked: Checked) -> int:
    rows, audit = sum(each.rows for each in checked.tables.values()), checked.audit
    print(f"{rows:,} rows in {len(checked.tables)} tables; {audit.postings:,} postings sum to {audit.sum}.")
    if checked.is_sound:
        print("All is sound.")
        return FINE
    print(checked.fault or f"The ledger is not sound: {audit}")
    return WRONG


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m db", description=__doc__, epilog=EXITS)
    commands = parser.add_subparsers(required=True)
    for name, (about, run, words) in COMMANDS.items():
        command = commands.add_parser(name, help=about, description=about, epilog=EXITS)
        command.set_defaults(run=run)
        for word, told in words.items():
            command.add_argument(word, help=told, type=Path if word == "target" and name == "backup" else str)
        if name == "roles":
            command.add_argument("--owner", help="address, with the owner as its user; else QUADRIGA_OWNER")
        if name in ("backup", "check"):
            command.add_argument("--database", help="a file or an address; else QUADRIGA_DATABASE, as the bot reads it")
    return parser


Command = tuple[str, Callable[[argparse.Namespace], int], Mapping[str, str]]
COMMANDS: Mapping[str, Command] = {
    "copy": (
        "Copy a database whose bot is stopped to one without races.",
        _copy,
        {"source": "file or address to copy from", "target": "file or address to copy to"},
    ),
    "backup": (
        "Copy the database into a file, beside a running bot.",
        _back_up,
        {"target": "a file that is not there"},
    ),
    "check": ("Look through the database, and count all money anew.", _check, {}),
    "roles": (
        "Bring the schema of a PostgreSQL database up to date as its owner, and let the bot's role use it.",
        _roles,
        {"role": "the role that the bot has"},
    ),
}


def main(arguments: Sequence[str]) -> int:
    given = _arguments().parse_args(arguments)
    try:
        return int(given.run(given))
    except Unusable as error:
        print(error, file=sys.stderr)
        return IMPOSSIBLE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
