"""Long readings, on a thread of their own beside those for short ones, which they never hold up."""

from db.opening.home import Home
from db.opening.writer import Reader


class Readings(Reader):
    """The thread, and its connection."""

    threads = 1

    def __init__(self, home: Home) -> None:
        super().__init__(home)
        self._home = home

    async def health(self) -> tuple[str, int]:
        """Return the fault of the database, empty if it is whole, and its size in bytes."""
        return await self.run(lambda connection: (self._home.fault(connection), self._home.size(connection)))
