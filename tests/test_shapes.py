"""Two threads that read the same struct for the first time must not end the program."""

import subprocess
import sys

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
