"""What is kept of a person or of a server, in files for them alone."""

from words.kept.own import data_files
from words.kept.server import server_files

__all__ = ["data_files", "server_files"]
