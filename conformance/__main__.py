"""Run cases: ``python -m conformance FILE...``; exits with 0 if all pass, 1 if some differ, 2 if some cannot be read."""

import sys
from collections.abc import Sequence
from pathlib import Path

from conformance.cases import READERS, BadCase, Case, check_ids, read_file
from conformance.runner import Outcome, run_case

USAGE = """usage: python -m conformance [-q] FILE...
Plays case files (or all in a folder) with the real rules; docs/cases.md tells how a case is written.
  -q  names only the cases that do not pass
Exits with 0 if every case passes, 1 if one does not, 2 if a file or case cannot be understood."""

PASSED, DIFFERS, NOT_UNDERSTOOD = 0, 1, 2


def main(arguments: Sequence[str]) -> int:
    """Run the files named and return the exit code."""
    is_quiet = "-q" in arguments
    names = [argument for argument in arguments if not argument.startswith("-")]
    if not names or set(arguments) - {"-q", *names}:
        print(USAGE, file=sys.stderr)
        return NOT_UNDERSTOOD
    code, outcomes = PASSED, list[Outcome]()
    try:
        for case in _all_cases(names):
            outcome = run_case(case)
            outcomes.append(outcome)
            _print(outcome, is_quiet=is_quiet)
    except BadCase as bad:
        print(f"cannot be understood: {bad}", file=sys.stderr)
        code = NOT_UNDERSTOOD
    passed = sum(outcome.is_passed for outcome in outcomes)
    print(f"{passed} of {len(outcomes)} cases pass")
    return code or (PASSED if passed == len(outcomes) else DIFFERS)


def _all_cases(names: Sequence[str]) -> list[Case]:
    cases = [case for path in _files(names) for case in read_file(path)]
    check_ids(cases, "these files together")
    return cases


def _files(names: Sequence[str]) -> list[Path]:
    paths: list[Path] = []
    for path in map(Path, names):
        found = sorted(each for each in path.rglob("*") if each.suffix in READERS) if path.is_dir() else [path]
        if not found:
            raise BadCase(str(path), "holds no case file")
        paths += found
    return paths


def _print(outcome: Outcome, *, is_quiet: bool) -> None:
    case = outcome.case
    if outcome.is_passed:
        if not is_quiet:
            print(f"pass  {case.id}  {case.title}")
        return
    print(f"DIFF  {case.id}  {case.title}  (rule {case.rule}; {case.source})")
    for difference in outcome.differences:
        print(f"      - {difference}")
    for fact in outcome.told:
        print(f"      . {fact}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
