"""Reading of pending documents: bytes of the ledger → parse → extract → a batch of the ledger.

The one loop over documents.

Belongs here: batching, and that one bad document never costs the others. What is read is decided in `sources`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from sources.bound import bound
from sources.records import Extraction, ParsedDocument, Unreadable
from warehouse.ledger.ledger import Ledger
from warehouse.ledger.store import LedgerError

BATCH = 64  # documents per batch: few files, and a kill costs at most this much work
MAX_FAILED = 0.2  # share of unexpected failures above which the fault is ours, not the documents'
FEW = 5  # failures below which no share is computed

_LOG = logging.getLogger("parallax.reading")

Reader = Callable[[bytes], tuple[ParsedDocument, Extraction]]


class ReadingError(LedgerError):
    """So many documents failed in unexpected ways that the program must be at fault.

    What was read is kept, the rest is pending.
    """


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of one document: read; unreadable (quarantined with a reason); failed (a bug; it stays pending)."""

    document_id: str
    outcome: Literal["read", "unreadable", "failed"]
    problem: str | None = None


def read_pending(
    ledger: Ledger, pending: Sequence[str], extractor_version: str, read: Reader | None = None
) -> Iterator[Reading]:
    """Reads documents and records what they say, batch by batch.

    Args:
        ledger: holds the bytes; the caller holds its lock.
        pending: ids of documents to read, in a total order.
        extractor_version: version that unreadable documents are recorded under.
        read: bytes → (ParsedDocument, Extraction), raising Unreadable; by default `sources.parse` and
            `sources.extract`.

    Yields:
        One outcome per document, in order, as soon as it is known; a batch is written before the next one begins.

    Raises:
        ReadingError: more than a fifth of the documents failed unexpectedly (at least five).
    """
    reader = read or _reader()
    failures: list[Reading] = []
    left = iter(pending)
    while batch := list(islice(left, BATCH)):
        results: list[tuple[ParsedDocument, Extraction] | tuple[str, Unreadable]] = []
        for document_id in batch:
            with bound(document_id=document_id):
                reading, result = _read_one(ledger, document_id, reader)
            if result is not None:
                results.append(result)
            if reading.outcome == "failed":
                failures.append(reading)
            yield reading
        ledger.record(results, extractor_version=extractor_version)
    if len(failures) >= FEW and len(failures) > MAX_FAILED * len(pending):
        raise ReadingError(
            f"{len(failures)} of {len(pending)} documents failed while being read, first {failures[0].document_id}: "
            f"{failures[0].problem}; they stay pending. This is a fault of the program or the machine: see the log"
        )


def _read_one(
    ledger: Ledger, document_id: str, read: Reader
) -> tuple[Reading, tuple[ParsedDocument, Extraction] | tuple[str, Unreadable] | None]:
    content = ledger.content(document_id)
    try:
        result = read(content)
        _LOG.debug("document read")
        return Reading(document_id, "read"), result
    except Unreadable as problem:
        _LOG.warning("document unreadable", extra={"reason": problem.reason, "detail": problem.detail})
        return Reading(document_id, "unreadable", f"{problem.reason}: {problem.detail}"), (document_id, problem)
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # a panic of a Rust library is no Exception
        _LOG.exception("document failed while being read")
        return Reading(document_id, "failed", f"{type(error).__name__}: {error}"), None


def _reader() -> Reader:
    from sources.extract import extract  # heavy, and not needed where nothing is pending
    from sources.parse import parse

    def read(content: bytes) -> tuple[ParsedDocument, Extraction]:
        parsed = parse(content)
        return parsed, extract(parsed)

    return read
