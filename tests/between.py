"""A wire between a program and its server of PostgreSQL, which can be cut one way, or both, and be mended again.

What was sent while it was cut arrives once it is mended, as on a network that loses nothing for good.
"""

import contextlib
import shutil
import socket
import threading
from typing import Literal

from sqlalchemy import URL

from db.opening.postgres import PostgresDatabase
from tests import servers

SOCKET = ".s.PGSQL.5432"
Way = Literal["there", "back"]


class Between:
    """Passes on what each says to the other. Use it in a ``with``."""

    def __init__(self) -> None:
        self._goes_on = {"there": threading.Event(), "back": threading.Event()}
        self.mend()
        self._folder = servers.make_folder()
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(self._folder / SOCKET))
        self._door.listen()

    def __enter__(self) -> "Between":
        threading.Thread(target=self._let_in, daemon=True).start()
        return self

    def __exit__(self, *_why: object) -> None:
        self.mend()
        self._door.close()
        shutil.rmtree(self._folder)

    def database_called(self, name: str) -> PostgresDatabase:
        """Return the database of a name on the server of this run, at the other end of the wire."""
        where = {"host": str(self._folder)}
        return PostgresDatabase(URL.create("postgresql", username=servers.USER, database=name, query=where))

    def cut(self, *ways: Way) -> None:
        for way in ways:
            self._goes_on[way].clear()

    def mend(self) -> None:
        for each in self._goes_on.values():
            each.set()

    def _let_in(self) -> None:
        while True:
            try:
                program, _ = self._door.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(servers.folder() / SOCKET))
            for said, heard, way in ((program, server, "there"), (server, program, "back")):
                threading.Thread(target=self._pass_on, args=(said, heard, self._goes_on[way]), daemon=True).start()

    @staticmethod
    def _pass_on(said: socket.socket, heard: socket.socket, goes_on: threading.Event) -> None:
        with contextlib.suppress(OSError), heard:
            while words := said.recv(65_536):
                goes_on.wait()
                heard.sendall(words)
            heard.shutdown(socket.SHUT_WR)
