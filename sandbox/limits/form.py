"""The tree of errors in a body that breaks a limit (error 50035)."""

from collections.abc import Collection, Iterator
from typing import Any

from sandbox.errors import Json, Refusal

Path = tuple[str | int, ...]


class Form:
    """Gathers the faults of a body, field by field."""

    def __init__(self) -> None:
        self.errors: Json = {}

    def wrong(self, path: Path, code: str, message: str) -> None:
        """Note that the field at *path* is wrong."""
        node = self.errors
        for key in path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def refuse(self) -> None:
        """Raise :exc:`Refusal` (50035) if anything is wrong."""
        if self.errors:
            raise Refusal(50035, errors=_deepest(self.errors))

    def required(self, path: Path, value: object) -> bool:
        """Note it if *value* is missing; return whether it is there."""
        if value is None:
            self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
        return value is not None

    def text(self, path: Path, value: object, most: int, *, least: int = 0, needed: bool = False) -> str:
        """Check a text of *least* to *most* characters; return it, or '' if there is none."""
        if value is None:
            if needed:
                self.required(path, value)
            return ""
        if not isinstance(value, str):
            self.wrong(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
            return ""
        if not least <= len(value) <= most:
            self._length(path, least, most, len(value))
        return value

    def _length(self, path: Path, least: int, most: int, found: int) -> None:
        if least and most:
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        elif found > most:
            self.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")

    def whole(self, path: Path, value: object, least: int, most: int) -> int | None:
        """Check a whole number from *least* to *most*, or none; return it if it is one."""
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            self.wrong(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if value < least:
            message = f"int value should be greater than or equal to {least}."
            self.wrong(path, "NUMBER_TYPE_MIN", message)
        if value > most:
            self.wrong(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        return value

    def flag(self, path: Path, value: object) -> None:
        """Check a yes or no, or none."""
        if value is not None and not isinstance(value, bool):
            self.wrong(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")

    def one_of(self, path: Path, value: object, allowed: Collection[Any]) -> bool:
        """Check that *value* is one of *allowed*; return whether it is."""
        if value not in allowed:
            choices = ", ".join(map(str, allowed))
            self.wrong(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{choices}}}.")
        return value in allowed

    def items(self, path: Path, value: object, most: int, *, least: int = 0) -> Iterator[tuple[Path, Json]]:
        """Check a list of *least* to *most* objects; walk over those that are objects."""
        for where, item in self.list(path, value, most, least=least):
            if isinstance(item, dict):
                yield where, item
            else:
                self.wrong(where, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")

    def list(self, path: Path, value: object, most: int, *, least: int = 0) -> Iterator[tuple[Path, Any]]:
        """Check a list of *least* to *most* values, or none; walk over it."""
        if value is None and not least:
            return
        if not isinstance(value, list):
            self.wrong(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        if not least <= len(value) <= most:
            self._length(path, least, most, len(value))
        yield from (((*path, at), item) for at, item in enumerate(value))

    def object(self, path: Path, value: object) -> Json:
        """Check an object, or none; return it, or an empty one."""
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.wrong(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return {}
        return value


def _deepest(errors: Json) -> Json:
    """Return the tree as Discord gives it: a field lists its parts' faults, or its own, never both."""
    parts = {key: _deepest(part) for key, part in errors.items() if key != "_errors"}
    return parts or errors
