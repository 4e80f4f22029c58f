"""Runs the sandbox alone: ``python -m sandbox --help``."""

import argparse
import asyncio
import json
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from sandbox.interactions import FIRST_ANSWER
from sandbox.server import Sandbox
from sandbox.shards import Shard, shard_of


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return *words* parsed as options; by default those of the command line."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--state", type=Path, help="keep the world in this file")
    parser.add_argument("--player", action="append", help="a name; the first owns the server")
    parser.add_argument("--spectator", action="append", help="a name")
    parser.add_argument("--keep-answers", action="store_true", help="keep the answers to the bot's requests as well")
    parser.add_argument("--print-json", action="store_true", help="write all addresses as one line")
    parser.add_argument(
        "--answer-within",
        type=float,
        default=FIRST_ANSWER,
        metavar="SECONDS",
        help="how long the bot has for a first answer; 3, as with Discord, if left out",
    )
    parser.add_argument("--shard", type=_shard, metavar="NUMBER/COUNT", help="the shard that a new server is on")
    return parser.parse_args(words)


def _shard(word: str) -> Shard:
    """Return the shard that a word such as ``1/2`` names; :exc:`ValueError` if there is none."""
    number, count = word.split("/")
    shard = shard_of([int(number), int(count)])
    if shard is None:
        raise ValueError(word)
    return shard


async def serve(asked: argparse.Namespace) -> None:
    """Run the server until a signal stops it."""
    sandbox = Sandbox(
        players=asked.player or ("Ana", "Ben", "Cato"),
        spectators=asked.spectator or ("Sulla",),
        state_file=asked.state,
        on=asked.shard,
    )
    sandbox.records.keeps_answers = asked.keep_answers
    sandbox.interactions.first_answer = asked.answer_within
    await sandbox.start(asked.port)
    told = json.dumps(sandbox.addresses()) if asked.print_json else sandbox.page_url
    sys.stdout.write(told + "\n")
    sys.stdout.flush()
    stopped = asyncio.Event()
    for number in signal.SIGINT, signal.SIGTERM:
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    await stopped.wait()
    await sandbox.stop()


if __name__ == "__main__":
    asyncio.run(serve(arguments()))
