"""Two threads that read the same struct for the first time must not end the program."""

import subprocess
import sys
from pathlib import Path

import msgspec

from records.shapes import _below, learn_all

OURS = ("records", "engine", "steward", "db", "renderers", "words", "cogs")
PROGRAM = """
import sys, threading, time
import msgspec
from records.shapes import learn_all

def slow():
    time.sleep(0.3)
    return int

class Inner(msgspec.Struct):
    b: "slow()"

class Outer(msgspec.Struct):
    a: int
    inner: Inner
    c: int

def read():
    msgspec.json.decode(b'{"a":1,"inner":{"b":2},"c":3}', type=Outer)

if "learned" in sys.argv:
    learn_all()
threads = [threading.Thread(target=read) for _ in range(3)]
for each in threads:
    each.start()
    time.sleep(0.05)
for each in threads:
    each.join()
"""


def ended(*words: str) -> int:
    """Have threads of a program of its own read a struct that takes long to learn; return how it ended."""
    return subprocess.run([sys.executable, "-c", PROGRAM, *words], check=False, timeout=60).returncode


def test_what_is_learned_before_may_be_read_by_many_threads_at_once() -> None:
    assert ended("learned") == 0


def test_all_structs_of_the_program_can_be_learned() -> None:
    import bot  # noqa: F401, PLC0415  all that the program declares

    learn_all()
    ours = [each for each in _below(msgspec.Struct) if each.__module__.partition(".")[0] in OURS]

    assert len(ours) > 500
    for each in ours:
        msgspec.json.Decoder(each)


DECLARED = """
import importlib, pkgutil, sys
import bot
import msgspec
from records.shapes import _below

known = set(_below(msgspec.Struct))
for name in sys.argv[1:]:
    for each in pkgutil.walk_packages(importlib.import_module(name).__path__, name + "."):
        if ".migrations" not in each.name and not each.name.endswith("__main__"):
            importlib.import_module(each.name)
print(len(known), *(each.__name__ for each in _below(msgspec.Struct) if each not in known))
"""


def test_none_is_declared_after_the_program_has_learned_all() -> None:
    # A file that were read only once it is needed would bring structs that nobody has learned
    done = subprocess.run(
        [sys.executable, "-c", DECLARED, *OURS], check=True, timeout=60, capture_output=True, text=True
    )
    known, *late = done.stdout.split()

    assert int(known) > 500
    assert late == []


OPENED = """
import asyncio, sys, threading
import bot
import msgspec
from db.store import Store
from records import shapes

async def main():
    store = Store(sys.argv[1])
    assert threading.active_count() == 1
    threading.Thread.start = started
    await store.open()
    await store.close()

def started(thread, start=threading.Thread.start):
    learned.append(shapes._learn.cache_info().currsize)
    start(thread)

learned = []
asyncio.run(main())
print(len(set(shapes._below(msgspec.Struct))), *learned)
"""


def test_a_database_has_threads_only_once_all_is_learned(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OPENED, str(tmp_path / "races.sqlite3")]
    done = subprocess.run(command, check=True, timeout=60, capture_output=True, text=True)
    declared, *learned = map(int, done.stdout.split())

    assert learned
    assert {*learned} == {declared}
