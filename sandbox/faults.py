"""Faults that a test asks for: answers of 429 and 5xx, broken connections, delays."""

from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec


class Fault(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A fault that hits the next requests that match; see the README."""

    method: str | None = None
    route: str | None = None
    multipart: bool | None = None  # whether it hits only bodies with files, or only those without
    times: int = 1  # requests it still hits
    skip: int = 0  # requests it still lets pass
    status: int | None = None
    retry_after: float = 0.1  # seconds
    via: bool = True
    is_global: bool = msgspec.field(default=False, name="global")
    code: int = 0
    done: bool = False
    drop: Literal["before", "after"] | None = None
    delay: float = 0  # seconds

    @property
    def comes_after(self) -> bool:
        """Tell whether the request is done before it goes wrong."""
        return self.done or self.drop == "after" or (self.status is None and self.drop is None)

    def matches(self, method: str, route: str, *, is_multipart: bool) -> bool:
        return self.method in (None, method) and self.route in (None, route) and self.multipart in (None, is_multipart)


@dataclass
class Faults:
    """The faults still to come."""

    coming: list[Fault] = field(default_factory=list)

    def add(self, wanted: Any) -> Fault:
        """Add a fault; :exc:`msgspec.ValidationError` if it is not one."""
        fault = msgspec.convert(wanted, Fault)
        self.coming.append(fault)
        return fault

    def take(self, method: str, route: str, *, is_multipart: bool = False) -> Fault | None:
        """Return the fault that hits this request, if any."""
        for fault in self.coming:
            if not fault.matches(method, route, is_multipart=is_multipart):
                continue
            if fault.skip:
                fault.skip -= 1
                continue
            fault.times -= 1
            if fault.times <= 0:
                self.coming.remove(fault)
            return fault
        return None
