"""The printed tables of Circus Maximus, and its track. Read-only; each number stands here once."""

from pathlib import Path

from engine.track import load_track

TRACK = load_track((Path(__file__).parent / "tracks" / "circus.json").read_bytes())
"""The board (2.1)."""
