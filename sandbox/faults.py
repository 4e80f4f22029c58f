"""Faults that a test asks for: answers of 429 and 5xx, broken connections, delays."""

import math
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from sandbox.clock import Clock


class Fault(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A fault that hits the next requests that match; see the README."""

    method: str | None = None
    route: str | None = None
    multipart: bool | None = None  # whether it hits only bodies with files, or only those without
    times: int = 1  # requests it still hits
    skip: int = 0  # requests it still lets pass
    seconds: float | None = None  # it hits all in this time from now on, however many
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

    clock: Clock
    _coming: list[tuple[Fault, float]] = field(default_factory=list)  # until when, of those that last a time

    @property
    def coming(self) -> list[Fault]:
        now = self.clock.now()
        self._coming = [(fault, until) for fault, until in self._coming if until > now]
        return [fault for fault, _ in self._coming]

    def add(self, wanted: Any) -> Fault:
        """Add a fault; :exc:`msgspec.ValidationError` if it is not one."""
        fault = msgspec.convert(wanted, Fault)
        until = math.inf if fault.seconds is None else self.clock.now() + fault.seconds
        self._coming.append((fault, until))
        return fault

    def clear(self) -> None:
        self._coming.clear()

    def take(self, method: str, route: str, *, is_multipart: bool = False) -> Fault | None:
        """Return the fault that hits this request, if any."""
        for fault in self.coming:
            if not fault.matches(method, route, is_multipart=is_multipart):
                continue
            if fault.skip:
                fault.skip -= 1
                continue
            if fault.seconds is None:
                self._count_down(fault)
            return fault
        return None

    def _count_down(self, fault: Fault) -> None:
        fault.times -= 1
        if fault.times <= 0:
            self._coming = [each for each in self._coming if each[0] is not fault]
