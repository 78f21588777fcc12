"""Limits of a statement of foreign SQL, and the errors beyond them. Loads nothing."""

from __future__ import annotations

from dataclasses import dataclass


class StatementRefused(PermissionError):
    """A statement does something else than reading tables."""


class DeadlineExceeded(TimeoutError):
    """A query ran longer than it was given."""


class ResultTooLarge(MemoryError):
    """A result does not fit into what one answer may take."""


class MemoryExceeded(MemoryError):
    """A query needed more memory than it was given."""


class QueryCrashed(RuntimeError):
    """A query ended the process that ran it."""


class Cancelled(Exception):
    """Whoever asked wants no answer any more."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one statement may take.

    Attributes:
        seconds: running time, > 0.
        result_bytes: size of its result in memory, in bytes.
        memory_bytes: memory of the process that runs it, in bytes, beyond what that process takes at rest.
    """

    seconds: float = 60
    result_bytes: int = 512 * 2**20
    memory_bytes: int = 1536 * 2**20

    def too_slow(self) -> DeadlineExceeded:
        """The error of a query whose time is up."""
        return DeadlineExceeded(
            f"the query took longer than {self.seconds:g} s and was stopped; narrow it, or allow more time (--timeout)"
        )

    def too_large(self) -> ResultTooLarge:
        """The error of a result that is larger than allowed."""
        return ResultTooLarge(
            f"the result is larger than {self.result_bytes / 2**20:,.0f} MB; add a LIMIT, name the columns you need, "
            "or aggregate"
        )

    def too_big(self) -> MemoryExceeded:
        """The error of a query that needs more memory than allowed."""
        return MemoryExceeded(
            f"the query needed more memory than it may take ({self.memory_bytes / 2**20:,.0f} MB) and was stopped; narrow it, "
            "or aggregate in steps with temporary tables"
        )
