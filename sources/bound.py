"""The context of log lines: the current run and document, bound once.

Belongs here: two context variables and how they are bound. A thread of a library knows no context of ours; where one run is at work
in the process, what it says is of that run. How a line is written is said where the program is started.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_RUN: ContextVar[str | None] = ContextVar("parallax_run_id", default=None)
_DOCUMENT: ContextVar[str | None] = ContextVar("parallax_document_id", default=None)
_AT_WORK: list[str] = []  # runs that are bound in any thread of this process


@contextmanager
def bound(*, run_id: str | None = None, document_id: str | None = None) -> Iterator[None]:
    """Lines logged inside carry these ids; what is not named here stays as it is.

    Args:
        run_id: Dagster's id of the run, or one of our own where there is no run of Dagster's.
        document_id: sha256 of the document at work.
    """
    tokens = [
        (variable, variable.set(value))
        for variable, value in ((_RUN, run_id), (_DOCUMENT, document_id))
        if value is not None
    ]
    if run_id is not None:
        _AT_WORK.append(run_id)
    try:
        yield
    finally:
        if run_id is not None:
            _AT_WORK.remove(run_id)
        for variable, token in reversed(tokens):
            variable.reset(token)


def bound_ids() -> dict[str, str]:
    """The ids that are bound here and now, by the name that a line gives them."""
    at_work = set(_AT_WORK)
    only = at_work.pop() if len(at_work) == 1 else None
    ids = {"run_id": _RUN.get() or only, "document_id": _DOCUMENT.get()}
    return {name: value for name, value in ids.items() if value is not None}
