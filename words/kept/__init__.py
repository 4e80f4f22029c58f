"""What is kept of a person or of a server, in files for them alone."""

from words.kept.own import data_files, known_of
from words.kept.server import server_files

__all__ = ["data_files", "known_of", "server_files"]
