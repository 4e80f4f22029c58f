"""Install what a file of requirements pins: ``ENVIRONMENT/bin/python .ci/install.py ENVIRONMENT FILE``.

It says at once what it does, and then how far it is. Ready-made packages alone: a compiler is never needed.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

PINNED = re.compile(r"^[A-Za-z0-9._-]+==", re.MULTILINE)
FETCHED = re.compile(r"^(?:Collecting|Processing|Requirement already satisfied:) (\S+?)(?:==|>=|$| )", re.MULTILINE)
OPTIONS = (
    *("--disable-pip-version-check", "--no-input", "--progress-bar=off", "--no-color", "--no-compile"),
    *("--no-deps", "--require-hashes", "--only-binary=:all:"),
)
NO_PACKAGE = "No matching distribution found"


def main(environment: str, requirements: str) -> int:
    """Install, and return what the program ends with."""
    pinned = len(PINNED.findall(Path(requirements).read_text(encoding="utf-8")))
    _say(f"Installing {pinned} packages into {environment}. It takes up to a minute, once; nothing outside changes.")
    command = [str(Path(__file__).with_name("pip")), environment, "install", *OPTIONS, "-r", requirements]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        lines: list[str] = []
        for told in progress(_kept(pip.stdout or (), lines), pinned, is_seen=sys.stdout.isatty()):
            print(told, end="", flush=True)
    if pip.returncode:
        _say("".join(lines[-15:]).rstrip())
        _say(why(lines))
    return pip.returncode


def why(lines: Iterable[str]) -> str:
    """Return what to do after pip has failed."""
    if any(NO_PACKAGE in line for line in lines):
        return (
            "One package is not there ready-made for this system and Python, or its index is out of reach. "
            "Look at the connection, try another Python, or use a container: docs/deploy.md, Containers."
        )
    return "I couldn't install all of it. Look at the lines above and at the connection; the same command goes on."


def progress(lines: Iterable[str], pinned: int, *, is_seen: bool) -> Iterator[str]:
    """Give what is to be printed as pip goes on.

    :param is_seen: by somebody at a terminal, where one line changes; else there is one for each tenth package.
    """
    fetched = 0
    before, after = ("\r\033[K", "") if is_seen else ("", "\n")
    for line in lines:
        if found := FETCHED.match(line):
            fetched += 1
            if is_seen or fetched % 10 == 0 or fetched == pinned:
                yield f"{before}{fetched} of {pinned}: {found[1]}{after}"
        elif line.startswith("Installing collected packages"):
            yield f"{before}Unpacking{after}"
        elif line.startswith("Successfully installed"):
            yield f"{before}Installed.\n"


def _kept(lines: Iterable[str], kept: list[str]) -> Iterator[str]:
    for line in lines:
        kept.append(line)
        yield line


def _say(told: str) -> None:
    print(told, flush=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
