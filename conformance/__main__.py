"""Plays cases with the real rules; docs/cases.md tells how a case is written."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from conformance import coverage, days, recorded, vocabulary
from conformance.cases import READERS, BadCase, Case, check_ids, look_through
from conformance.exported import check_archive
from conformance.races import ENDINGS
from conformance.reporting import run_races
from conformance.runner import run_case

PASSED, DIFFERS, NOT_UNDERSTOOD = 0, 1, 2

EXITS = "Exits with 0 if all is as it should be, 1 if something is not, 2 if something cannot be understood."

MOST_TRIED = 6_000

Command = tuple[str, Callable[[argparse.Namespace], int], Callable[[argparse.ArgumentParser], None]]
"""What a command is about, what it does with its arguments, and what adds these to its parser."""


class Tally:
    """The results of the cases so far, told as they come."""

    def __init__(self, *, is_quiet: bool) -> None:
        self.is_quiet = is_quiet
        self.passed = self.differing = self.not_understood = 0

    def run(self, path: Path, case: Case) -> None:
        try:
            outcome = run_case(case)
        except BadCase as bad:
            self.note(BadCase(f"{path}: {bad.where}", bad.why))
            return
        self.passed += outcome.is_passed
        self.differing += not outcome.is_passed
        if not (self.is_quiet and outcome.is_passed):
            print("\n".join(outcome.in_words))

    def note(self, bad: BadCase) -> None:
        self.not_understood += 1
        print(f"cannot be understood: {bad}", file=sys.stderr)

    @property
    def code(self) -> int:
        """The exit code of the run: 0 if all cases passed."""
        return NOT_UNDERSTOOD if self.not_understood else DIFFERS if self.differing else PASSED


def main(arguments: Sequence[str]) -> int:
    """Do what the command line says and return the exit code; one that cannot be read exits with 2, too."""
    parser = argparse.ArgumentParser(prog="python -m conformance", description=__doc__, epilog=EXITS)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (about, work, add_arguments) in COMMANDS.items():
        command = commands.add_parser(name, help=about, description=about, epilog=EXITS)
        command.set_defaults(work=work)
        add_arguments(command)
    is_named = bool(arguments) and arguments[0] in {*COMMANDS, "-h", "--help"}
    given = parser.parse_args(arguments if is_named else ["cases", *arguments])
    code: int = given.work(given)
    return code


def _cases(given: argparse.Namespace) -> int:
    """Play the cases of files, or those that are called by their ids."""
    tally = Tally(is_quiet=given.q)
    for path, case in (_called if given.k else _all_cases)(given.names, tally):
        tally.run(path, case)
    print(f"{tally.passed} of {tally.passed + tally.differing} cases pass")
    return tally.code


def _cases_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("-q", action="store_true", help="name only the cases that do not pass")
    command.add_argument(
        "-k", action="store_true", help="FILE is the id of a case of the project, or what ids begin with"
    )
    command.add_argument("names", nargs="+", metavar="FILE", help="a file of cases, or a folder with such files")


def _coverage(_given: argparse.Namespace) -> int:
    coverage.PAGE.write_text(coverage.page(coverage.all_cases()), encoding="utf-8")
    return PASSED


def _words(_given: argparse.Namespace) -> int:
    vocabulary.PAGE.write_text(vocabulary.page(map(run_case, vocabulary.all_cases())), encoding="utf-8")
    return PASSED


def _record(given: argparse.Namespace) -> int:
    kept = recorded.record(given.races, given.ruleset)
    print(f"{len(kept)} races kept; not shown: {', '.join(recorded.lacking(kept)) or 'nothing'}")
    return PASSED


def _record_arguments(command: argparse.ArgumentParser) -> None:
    _ruleset_argument(command)
    command.add_argument("races", nargs="?", type=_number, default=MOST_TRIED, help="at most so many (%(default)s)")


def _races(given: argparse.Namespace) -> int:
    report = run_races(given.races, given.first, ruleset=given.ruleset)
    print("\n".join(report.lines()))
    return DIFFERS if report.broken else PASSED


def _races_arguments(command: argparse.ArgumentParser) -> None:
    _ruleset_argument(command)
    command.add_argument("races", type=_number, help="how many")
    command.add_argument("first", nargs="?", type=_number, default=0, help="the number of the first (%(default)s)")


def _ruleset_argument(command: argparse.ArgumentParser) -> None:
    command.add_argument("-r", dest="ruleset", choices=ENDINGS, default=recorded.RULESET, help="(%(default)s)")


def _number(typed: str) -> int:
    """Read a number that is not below 0."""
    if not typed.isdecimal():
        raise argparse.ArgumentTypeError(f"{typed!r} is no number")
    return int(typed)


def _exports(given: argparse.Namespace) -> int:
    """Check archives, and tell the results."""
    code = PASSED
    for name in given.archives:
        try:
            checked = check_archive(Path(name))
        except BadCase as bad:
            print(f"cannot be understood: {bad}", file=sys.stderr)
            code = NOT_UNDERSTOOD
            continue
        for each in checked:
            print(f"{'DIFF' if each.wrong else 'fits'}  {each.folder}  {each.title}: {'; '.join(each.passed)}")
            for wrong in each.wrong:
                print(f"      - {wrong}")
        code = max(code, DIFFERS) if any(each.wrong for each in checked) else code
    return code


def _exports_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("archives", nargs="+", metavar="ARCHIVE")


def _chain(given: argparse.Namespace) -> int:
    is_sound, told = days.chain_told(given.number, given.secret, given.anchor)
    print(told)
    return PASSED if is_sound else DIFFERS


def _chain_arguments(command: argparse.ArgumentParser) -> None:
    _day_arguments(command)
    command.add_argument("anchor", type=_secret, help="of the chain, the same for all days")


def _day(given: argparse.Namespace) -> int:
    for line in days.day_told(given.number, given.secret, edition=given.edition):
        print(line)
    return PASSED


def _day_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("number", type=_number, help="of the day")
    command.add_argument("secret", type=_secret, help="of the day, as it is told once the day is closed")


def _edition_arguments(command: argparse.ArgumentParser) -> None:
    _day_arguments(command)
    command.add_argument(
        "--edition", type=_number, default=1, help="of a day whose rules changed while it was open (%(default)s)"
    )


def _secret(typed: str) -> bytes:
    try:
        return days.secret_from(typed)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _changed(given: argparse.Namespace) -> int:
    found = days.changed_races(given.races, given.first)
    print(
        f"{found.races} races with one answer changed, {found.apart} of which went another way: {found.both} rolls in "
        f"both, {found.differing} fell otherwise"
    )
    return DIFFERS if found.differing else PASSED


def _changed_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("races", type=_number, help="how many")
    command.add_argument("first", nargs="?", type=_number, default=0, help="the number of the first (%(default)s)")


def _none(_command: argparse.ArgumentParser) -> None:
    """Add no arguments."""


COMMANDS: Mapping[str, Command] = {
    "cases": ("play files of cases with the real rules; the word may be left out", _cases, _cases_arguments),
    "coverage": ("write docs/coverage.md: which cases show which rule", _coverage, _none),
    "words": ("write docs/case-words.md: the names that cases may use", _words, _none),
    "record": (
        "keep the recorded races that are told as they were, and run others at random for what those do not show",
        _record,
        _record_arguments,
    ),
    "races": ("run races, each step watched, and tell what became of them", _races, _races_arguments),
    "export": (
        "check archives of races, cups and leagues: dice, seals, and each race that is over played again",
        _exports,
        _exports_arguments,
    ),
    "chain": ("check a secret of the race of the day: the anchor stands for it", _chain, _chain_arguments),
    "day": ("choose a race of the day again from its secret; takes up to a minute", _day, _edition_arguments),
    "changed": (
        "run races of the day with one answer changed: rolls that both races have must fall alike",
        _changed,
        _changed_arguments,
    ),
}


def _called(names: Sequence[str], tally: Tally) -> list[tuple[Path, Case]]:
    """Return the cases of the project that are called so, or whose ids go on with a hyphen."""
    found = _all_cases([str(vocabulary.CASES)], tally)
    for name in names:
        if not any(_is_called(case, name) for _, case in found):
            tally.note(BadCase(name, "no case of the project is called so"))
    return [(path, case) for path, case in found if any(_is_called(case, name) for name in names)]


def _is_called(case: Case, name: str) -> bool:
    return case.id == name or case.id.startswith(f"{name}-")


def _all_cases(names: Sequence[str], tally: Tally) -> list[tuple[Path, Case]]:
    """Return all sound cases with their files, and report the mistakes in others."""
    found: list[tuple[Path, Case]] = []
    for path in _all_files(names, tally):
        try:
            cases, bad = look_through(path)
        except BadCase as whole:
            cases, bad = [], [whole]
        found += [(path, case) for case in cases]
        for each in bad:
            tally.note(each)
    try:
        check_ids([case for _, case in found], "these files together")
    except BadCase as twice:
        tally.note(twice)
    return found


def _all_files(names: Sequence[str], tally: Tally) -> list[Path]:
    paths: list[Path] = []
    for name in names:
        try:
            paths += _files(Path(name))
        except BadCase as bad:
            tally.note(bad)
    return paths


def _files(path: Path) -> list[Path]:
    """Return the file, or all case files in the folder."""
    if not path.is_dir():
        return [path]
    found = sorted(each for each in path.rglob("*") if each.suffix in READERS)
    if not found:
        raise BadCase(str(path), "holds no case file")
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
