"""Look whether this tree can be a version, and write the licences of all that it carries into dist/LICENCES.txt.

``python .ci/release.py`` tells what is in the way, and how to publish; with ``--strict`` it ends with 1 if something is
in the way. ``--number`` prints the number alone.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from records.version import VERSION  # noqa: E402  it lies beside this folder

OURS = ("LICENSE", "renderers/fonts/LICENSE.txt", "renderers/fonts/noto/OFL.txt")
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==", re.MULTILINE)
NUMBER = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
IS_LICENCE = re.compile(r"(^|/)(LICEN[CS]E|COPYING|NOTICE|AUTHORS)[^/]*$", re.IGNORECASE)


def main() -> int:
    if "--number" in sys.argv:
        print(VERSION)
        return 0
    folder = ROOT / "dist"
    folder.mkdir(exist_ok=True)
    (folder / "LICENCES.txt").write_text("\n\n".join(licences()), encoding="utf-8")
    in_the_way = [*what_is_in_the_way(_git("status", "--porcelain"), _git("tag", "--list", f"v{VERSION}"))]
    for sentence in in_the_way:
        print(f"Not a version yet: {sentence}")
    print(how_to_publish(in_the_way))
    return int(bool(in_the_way) and "--strict" in sys.argv)


def how_to_publish(in_the_way: Sequence[str]) -> str:
    """Return what its host does next, and that it waits for what is in the way."""
    first = "Once that is done, publish it:" if in_the_way else "To publish it:"
    return f"{first} git tag --sign v{VERSION} && git push origin v{VERSION}, then push the image and the wheel."


def what_is_in_the_way(changed: str, tagged: str) -> Iterator[str]:
    """Tell why this tree should not be tagged.

    :param changed: what git tells of files that are not committed.
    :param tagged: the tag of this version, if there is one.
    """
    newest = re.search(r"^## (\S+) · (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if not NUMBER.fullmatch(VERSION):
        yield f"{VERSION} is no number like 1.4.2."
    if not newest or newest[1] != VERSION:
        yield f"CHANGELOG.md does not begin with {VERSION}."
    elif not re.fullmatch(r"\d{4}-\d{2}-\d{2}", newest[2]):
        yield f"CHANGELOG.md calls {VERSION} {newest[2]}: write its date there, as in 2026-12-01."
    if changed:
        yield "files are changed and not committed."
    if tagged:
        yield f"v{VERSION} is tagged already: raise the number in records/version.py."


def licences() -> Iterator[str]:
    """Give our licence, those of the fonts, and those of each package that running installs, with its version."""
    for name in OURS:
        yield _titled(name, (ROOT / name).read_text(encoding="utf-8"))
    for name in PINNED.findall((ROOT / "requirements.txt").read_text(encoding="utf-8")):
        try:
            package = distribution(name)
        except PackageNotFoundError:  # for another system or Python
            yield _titled(name, "Not installed on the machine that made this list.")
            continue
        yield _titled(f"{name} {package.version}, {_kind(package)}", "\n\n".join(_texts(package)))


def _titled(title: str, text: str) -> str:
    return f"{title}\n{'=' * len(title)}\n\n{text.strip()}"


def _kind(package: Distribution) -> str:
    told = package.metadata
    classes = [each.split(" :: ")[-1] for each in told.get_all("Classifier") or () if each.startswith("License")]
    first_line = str(told.get("License", "")).strip().partition("\n")[0]
    return str(told.get("License-Expression", "") or ", ".join(classes) or first_line or "see below")


def _texts(package: Distribution) -> Iterator[str]:
    for path in package.files or ():
        if ".dist-info/" in str(path) and IS_LICENCE.search(str(path)):
            yield path.read_text(encoding="utf-8")


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S607


if __name__ == "__main__":
    sys.exit(main())
