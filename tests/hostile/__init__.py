"""Hostile documents by name, made by code: `KINDS[name].make()` gives the bytes, `.allowed` the permitted outcomes.

Used by tests and by the fault injection. A kind that broke something is added here with what it may do.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tests.hostile import files, pages, pdfs, texts
from tests.hostile.kind import LANDED, LIMITS, Kind

__all__ = ["KINDS", "LANDED", "LIMITS", "Kind", "outcome_of"]

KINDS: Mapping[str, Kind] = MappingProxyType(
    {kind.name: kind for kind in (*pdfs.KINDS, *pages.KINDS, *texts.KINDS, *files.KINDS)}
)


def outcome_of(answer: object) -> str:
    """What became of a document that workers read: "landed", the reason for quarantine, or "failed: " and the problem."""
    from sources.ingest.workers import Failed
    from sources.records import Unreadable

    if isinstance(answer, Unreadable):
        return answer.reason
    return f"failed: {answer.problem}" if isinstance(answer, Failed) else LANDED
