"""Reading of pending documents: bytes of the ledger → parse → extract → a batch of the ledger.

The one loop over documents.

Belongs here: batching, and that one bad document never costs the others. What is read is decided in `sources`, and the processes
that read are `sources.ingest.workers`'.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Literal

from sources.bound import bound
from sources.ingest.workers import Answer, Failed, WorkersError, read_documents, worker_count
from sources.records import Extraction, ParsedDocument, Unreadable
from warehouse.ledger.ledger import Ledger
from warehouse.ledger.results import Result
from warehouse.ledger.store import LedgerError

BATCH = 64  # documents per batch: few files, and a kill costs at most this much work
MAX_FAILED = 0.2  # share of unexpected failures above which the fault is ours, not the documents'
FEW = 5  # failures below which no share is computed

_LOG = logging.getLogger("parallax.reading")

Sent = tuple[
    bytes, str | None, str | None
]  # a document, the charset that its server named, and the column map of its sidecar
Reader = Callable[..., tuple[ParsedDocument, Extraction]]
# Who reads elsewhere: ids of documents, charsets and column maps of some → an answer for each id, in their order; raises WorkersError.
Elsewhere = Callable[[Sequence[str], Mapping[str, str], Mapping[str, str]], Generator[Answer, None, None]]


class ReadingError(LedgerError):
    """Documents could not be read for a reason that is not theirs: the program or the machine is at fault.

    What was read is kept, the rest is pending.
    """


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of one document: read; unreadable (quarantined with a reason); failed (a bug; it stays pending)."""

    document_id: str
    outcome: Literal["read", "unreadable", "failed"]
    problem: str | None = None


def read_pending(
    ledger: Ledger,
    pending: Sequence[str],
    extractor_version: str,
    read: Reader | None = None,
    n_workers: int | None = None,
    elsewhere: Elsewhere | None = None,
) -> Iterator[Reading]:
    """Reads documents and records what they say, batch by batch.

    Neither the order of outcomes nor what is recorded depends on the number of workers.

    Args:
        ledger: holds the bytes; the caller holds its lock.
        pending: ids of documents to read, in a total order.
        extractor_version: version that unreadable documents are recorded under.
        read: bytes, and charset and column map where there is one → (ParsedDocument, Extraction), raising Unreadable, in this process; by default documents are parsed and
            extracted in processes of their own, which are killed where a document takes too much.
        n_workers: how many such processes; `worker_count` by default.
        elsewhere: reads in the place of this machine's processes, and gets at the bytes by itself (`warehouse/spark/reading.py`).

    Yields:
        One outcome per document, in order, as soon as it is known; a batch is written before the next one begins.

    Raises:
        ReadingError: workers cannot read at all, or more than a fifth of the documents failed unexpectedly (at least five).
    """
    failures: list[Reading] = []
    results: list[Result] = []
    charsets, maps = ledger.charsets(), ledger.column_maps()
    sent = ((ledger.content(one), charsets.get(one), maps.get(one)) for one in pending)
    try:
        if elsewhere is not None:
            answers = elsewhere(pending, charsets, maps)
        else:
            answers = _by_workers(sent, len(pending), n_workers) if read is None else _in_process(sent, read)
        with closing(answers):
            for number, (document_id, answer) in enumerate(zip(pending, answers, strict=True), start=1):
                reading = _reading(document_id, answer)
                if isinstance(answer, Unreadable):
                    results.append((document_id, answer))
                elif isinstance(answer, Failed):
                    failures.append(reading)
                else:
                    results.append(answer)
                yield reading
                if number % BATCH == 0 or number == len(pending):
                    ledger.record(results, extractor_version=extractor_version, charsets=charsets, column_maps=maps)
                    results = []
    except WorkersError as error:
        ledger.record(results, extractor_version=extractor_version, charsets=charsets, column_maps=maps)
        raise ReadingError(str(error)) from error
    if len(failures) >= FEW and len(failures) > MAX_FAILED * len(pending):
        raise ReadingError(
            f"{len(failures)} of {len(pending)} documents failed while being read, first {failures[0].document_id}: "
            f"{failures[0].problem}; they stay pending. This is a fault of the program or the machine: see the log"
        )


def _reading(document_id: str, answer: Answer) -> Reading:
    with bound(document_id=document_id):
        if isinstance(answer, Unreadable):
            _LOG.warning("document unreadable", extra={"reason": answer.reason, "detail": answer.detail})
            return Reading(document_id, "unreadable", f"{answer.reason}: {answer.detail}")
        if isinstance(answer, Failed):
            _LOG.error("document failed while being read", extra={"problem": answer.problem, "where": answer.where})
            return Reading(document_id, "failed", answer.problem)
        parsed = answer[0]
        if parsed.n_hidden_figures:
            counts = {"n_hidden": parsed.n_hidden, "n_hidden_figures": parsed.n_hidden_figures}
            _LOG.warning("document holds hidden figures, which were left out", extra=counts)
        _LOG.info("document read")
        return Reading(document_id, "read")


def _by_workers(sent: Iterator[Sent], count: int, n_workers: int | None) -> Generator[Answer, None, None]:
    asked = min(worker_count() if n_workers is None else n_workers, max(1, count))
    return read_documents(sent, asked)


def _in_process(sent: Iterator[Sent], read: Reader) -> Generator[Answer, None, None]:
    for content, charset, column_map in sent:
        given = (charset, column_map) if column_map else (charset,) if charset else ()
        try:
            yield read(content, *given)
        except Unreadable as problem:
            yield problem
        except (KeyboardInterrupt, SystemExit, GeneratorExit):
            raise
        except BaseException as error:  # a panic of a Rust library is no Exception
            yield Failed(f"{type(error).__name__}: {error}", "".join(traceback.format_exception(error)))
