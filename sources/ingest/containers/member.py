"""A document inside a container: the record that mails and archives give, and how many are taken. No bytes are looked at here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from sources.records import Metadata, Unreadable

MAX_DOCUMENTS = 5_000  # containers inside it are counted, too
MAX_TOTAL_BYTES = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Member:
    """One document of a container.

    Attributes:
        name: unique within its container, with forward slashes.
        content: its bytes; empty where there is a problem.
        problem: why the bytes could not be taken.
        title: what the container names it; the subject of a mail.
        published_on: the day that the container gives it; that of a mail.
        charset: of its text, as the container says.
        is_older: it was written before its container, which only quotes it: what a sidecar says of the container's day is not of it.
    """

    name: str
    content: bytes
    problem: Unreadable | None = None
    title: str | None = None
    published_on: date | None = None
    charset: str | None = None
    is_older: bool = False

    def metadata(self, document_id: str, origin: str) -> Metadata | None:
        """What the container says of it; None where it says nothing."""
        if self.title is None and self.published_on is None and self.charset is None:
            return None
        return Metadata(document_id, origin, title=self.title, published_on=self.published_on, charset=self.charset)


@dataclass(slots=True)
class Taken:
    """What was taken from one file so far, containers inside it included."""

    n_documents: int = 0
    n_bytes: int = 0

    def add(self, n_documents: int, n_bytes: int) -> None:
        """Notes documents that are about to be taken.

        Raises:
            Unreadable: `too_much_work` or `too_large`; at every further call again.
        """
        self.n_documents += n_documents
        self.n_bytes += n_bytes
        if self.n_documents > MAX_DOCUMENTS:
            raise Unreadable(
                "too_much_work", f"with it, its file holds more than {MAX_DOCUMENTS:,} documents: split it"
            )
        if self.n_bytes > MAX_TOTAL_BYTES:
            raise Unreadable("too_large", f"with it, its file unpacks to more than {MAX_TOTAL_BYTES:,} bytes: split it")
