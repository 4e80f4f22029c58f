"""Run cases: ``python -m conformance FILE...``."""

import sys
from collections.abc import Sequence
from pathlib import Path

from conformance import coverage, recorded, vocabulary
from conformance.cases import READERS, BadCase, Case, check_ids, look_through
from conformance.exported import check_archive
from conformance.races import ENDINGS
from conformance.reporting import run_races
from conformance.runner import run_case

USAGE = """usage: python -m conformance [-q] FILE...
       python -m conformance [-q] -k CASE...
       python -m conformance coverage
       python -m conformance words
       python -m conformance record [RULESET] [RACES]
       python -m conformance races [RULESET] RACES [FIRST]
       python -m conformance export ARCHIVE...
Plays case files (or all in a folder) with the real rules; docs/cases.md tells how a case is written.
  -q  names only the cases that do not pass
  -k  in the place of files: cases of the project, by their ids (CM-6.42-1) or what these begin with (CM-6.42, CM)
With "coverage" it writes docs/coverage.md, which says which cases show which rule; with
"words" docs/case-words.md, the names that cases may use. With "record" it keeps the recorded
races that are told as they were, and runs others at random, 6,000 at most, for what those do
not show. With "races" it runs that many, numbered from FIRST (0) on, each step watched, and
tells what became of them. Both are about Circus Maximus, unless a RULESET is named.
With "export" it checks archives of /race export, /cup export and /league export: dice, seals, and each race that is
over played again, fact by fact.
Exits with 0 if every case passes, 1 if one does not, 2 if a file or case cannot be understood."""

PASSED, DIFFERS, NOT_UNDERSTOOD = 0, 1, 2

COMMANDS = {"coverage": (0, 0), "words": (0, 0), "record": (0, 1), "races": (1, 2)}
"""Words in the place of files, with how many numbers follow at least and at most."""

MOST_TRIED = 6_000


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
    """Run the files named and return the exit code."""
    if arguments and arguments[0] == "export":
        return _exports(arguments[1:])
    if arguments and arguments[0] in COMMANDS:
        return _command(arguments[0], arguments[1:])
    names = [argument for argument in arguments if not argument.startswith("-")]
    if not names or set(arguments) - {"-q", "-k", *names}:
        print(USAGE, file=sys.stderr)
        return NOT_UNDERSTOOD
    tally = Tally(is_quiet="-q" in arguments)
    for path, case in (_called if "-k" in arguments else _all_cases)(names, tally):
        tally.run(path, case)
    print(f"{tally.passed} of {tally.passed + tally.differing} cases pass")
    return tally.code


def _command(name: str, rest: Sequence[str]) -> int:
    """Carry out a command that is not about files."""
    least, most = COMMANDS[name]
    ruleset = recorded.RULESET
    if rest and rest[0] in ENDINGS and most:
        ruleset, rest = rest[0], rest[1:]
    if not least <= len(rest) <= most or not all(word.isdecimal() for word in rest):
        print(USAGE, file=sys.stderr)
        return NOT_UNDERSTOOD
    numbers = [int(word) for word in rest]
    if name == "coverage":
        coverage.PAGE.write_text(coverage.page(coverage.all_cases()), encoding="utf-8")
    elif name == "words":
        vocabulary.PAGE.write_text(vocabulary.page(map(run_case, vocabulary.all_cases())), encoding="utf-8")
    elif name == "record":
        kept = recorded.record(numbers[0] if numbers else MOST_TRIED, ruleset)
        print(f"{len(kept)} races kept; not shown: {', '.join(recorded.lacking(kept)) or 'nothing'}")
    else:
        report = run_races(*numbers, ruleset=ruleset)
        print("\n".join(report.lines()))
        return DIFFERS if report.broken else PASSED
    return PASSED


def _exports(names: Sequence[str]) -> int:
    """Check archives, and tell the results."""
    if not names:
        print(USAGE, file=sys.stderr)
        return NOT_UNDERSTOOD
    code = PASSED
    for name in names:
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
