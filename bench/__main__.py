"""``python -m bench [module ...]``: measure, and print what was measured beside what it ought to be.

Without names everything in this folder is measured. The exit code is 1 if some target is not met.
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pkgutil import iter_modules

import bench
from bench.figures import Figure, table


def main(wanted: Sequence[str]) -> int:
    """Measure the modules *wanted*, or all."""
    sources = {name: figures for name, figures in _sources().items() if not wanted or name in wanted}
    if unknown := set(wanted) - set(sources):
        print(f"nothing is measured in {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    measured: list[Figure] = []
    for name, figures in sources.items():
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        measured += figures()
    print(table(measured))
    return int(any(figure.is_met is False for figure in measured))


def _sources() -> dict[str, Callable[[], list[Figure]]]:
    """Return what measures, by module."""
    names = sorted(module.name for module in iter_modules(bench.__path__) if module.name != "__main__")
    modules = {name: import_module(f"bench.{name}") for name in names}
    return {name: module.figures for name, module in modules.items() if callable(getattr(module, "figures", None))}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
