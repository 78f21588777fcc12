"""Messages between the reading processes: a document to read, its answer, and the report that no answer is possible."""

from __future__ import annotations

from dataclasses import dataclass, field

from sources.ingest.workers.attempts import End, Failed
from sources.records import Extraction, ParsedDocument, Unreadable

Answer = tuple[ParsedDocument, Extraction] | Unreadable | Failed
# A document, or one with the charset that its server named, or also with the map of its columns that its sidecar has.
Sent = bytes | tuple[bytes, str | None] | tuple[bytes, str | None, str | None]


class WorkersError(RuntimeError):
    """Workers cannot read: the machine or the program is at fault, not the documents. Nothing is known of what was not answered."""


@dataclass(slots=True, eq=False)
class Task:
    """A document, or where it has no number, a sample of our own that shows whether workers can read.

    Attributes:
        content: the document's bytes.
        number: its place among the documents.
        charset: that its server named, where one did.
        column_map: of its sidecar.
        ends: how its failed attempts ended, in order.
        accused: of a sample: documents whose quarantine waits for it.
        seconds: processor time that its failed attempts took.
    """

    content: bytes
    number: int | None = None
    charset: str | None = None
    column_map: str | None = None
    ends: list[End] = field(default_factory=list)
    accused: list[tuple[Task, Unreadable]] = field(default_factory=list)
    seconds: float = 0.0
