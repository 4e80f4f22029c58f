"""Asks whether security advisories are known of the packages pinned: ``audit.py REQUIREMENTS``.

Exits with 1 if there are some. If nobody can be asked, says so in one line, and that is no failure: a machine without a
network can run the other checks.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

PATIENCE = 120
"""Seconds until the advisory service counts as out of reach."""


def main(arguments: Sequence[str]) -> int:
    """Audit a file of pinned requirements and return the exit code."""
    (requirements,) = arguments
    found = ask(requirements)
    print("\n".join(said(found)))
    return 1 if vulnerable(found) else 0


def ask(requirements: str) -> Sequence[Mapping[str, Any]]:
    """Return what pip-audit has found out of each package; nothing if it could not ask."""
    audit = Path(sys.executable).with_name("pip-audit")
    options = ["--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json"]
    try:
        done = subprocess.run(
            [audit, *options, "-r", requirements], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return list(json.loads(done.stdout)["dependencies"])
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        return []


def vulnerable(found: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the packages with advisories."""
    return [package for package in found if package.get("vulns")]


def said(found: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the lines that tell what was found out."""
    audited = [package for package in found if "vulns" in package]
    if not audited:
        return ["The advisory service cannot be reached: the packages were not audited."]
    wrong = vulnerable(audited)
    lines = [
        f"{package['name']} {package['version']}: {each['id']}, mended in {', '.join(each['fix_versions']) or 'none'}"
        for package in wrong
        for each in package["vulns"]
    ]
    return [*lines, f"{len(audited)} packages audited, {len(wrong)} with advisories"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
