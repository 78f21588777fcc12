"""Reasons for the figures of documents: the reader's choices, repeated on the documents of the ledger.

Belongs here: whether it can be chosen again, and that it is. The reasons are `sources.extract.why`'s; nothing of them is stored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from release.record import ReleaseError
from warehouse.connection import query

if TYPE_CHECKING:
    from sources.extract.choose.reasons import Reason
    from sources.ingest.workers import Answer
    from warehouse.ledger import Ledger

NO_LEDGER = "no ledger is available to read the document again"
NOT_HELD = "the ledger of this home does not hold the document"
OTHER_TEXT = "the document's text differs from the stored text"


@dataclass(frozen=True, slots=True)
class DocumentReasons:
    """Reasons of one document's figures.

    Attributes:
        by_span: for metric, part, area, time and status of each figure, by its span in the canonical text.
        missing: why there are none; None where there are.
    """

    by_span: Mapping[tuple[int, int], tuple[Reason, ...]] = field(default_factory=dict)
    missing: str | None = None


def document_reasons(database: Path, document_ids: Sequence[str], ledger: Ledger | None) -> dict[str, DocumentReasons]:
    """Reads documents again and says why their figures read as they do.

    Args:
        database: a release's database; it knows the version that read each document.
        document_ids: which.
        ledger: of the same home; None where there is none.

    Returns:
        For each document its reasons, or in words why there are none: another version read it, or it cannot be read as it was.

    Raises:
        ReleaseError: nothing can be read on this machine.
        LedgerError: a stored document is damaged.
    """
    if ledger is None:
        return dict.fromkeys(document_ids, DocumentReasons(missing=NO_LEDGER))
    from sources.extract import extractor_version

    found, contents, texts = {}, {}, {}
    for one, version, text_sha256 in _read(database, document_ids):
        if version != extractor_version():
            told = f"version {version} of the reader read the document, and {extractor_version()} is installed"
            found[one] = DocumentReasons(missing=told)
        elif (content := _content(ledger, one)) is not None:
            contents[one], texts[one] = content, text_sha256
    charsets, maps = (ledger.charsets(), ledger.column_maps()) if contents else ({}, {})
    answers = _answers([(content, charsets.get(one), maps.get(one)) for one, content in contents.items()])
    found |= {one: _of_answer(answer, texts[one]) for one, answer in zip(contents, answers, strict=True)}
    return {one: found.get(one, DocumentReasons(missing=NOT_HELD)) for one in document_ids}


def _read(database: Path, document_ids: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Document, the version that read it, and the hash of its text, for each document of the release."""
    return query(
        database,
        "SELECT document_id, extractor_version, text_sha256 FROM marts.documents "
        "WHERE document_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY document_id",
        [list(document_ids)],
    ).iter_rows()


def _content(ledger: Ledger, document_id: str) -> bytes | None:
    try:
        return ledger.content(document_id)
    except KeyError:
        return None


def _answers(sent: Sequence[tuple[bytes, str | None, str | None]]) -> list[Answer]:
    from sources.ingest.workers import WorkersError, read_documents, worker_count

    if not sent:
        return []
    try:
        with closing(read_documents(sent, min(worker_count(), len(sent)))) as answers:
            return list(answers)
    except WorkersError as error:
        raise ReleaseError(str(error)) from error


def _of_answer(answer: Answer, text_sha256: str) -> DocumentReasons:
    from sources.extract.why import why
    from sources.ingest.workers import Failed
    from sources.records import Unreadable

    if isinstance(answer, Unreadable):
        return DocumentReasons(missing=f"the document cannot be read again ({answer.reason}: {answer.detail})")
    if isinstance(answer, Failed):
        return DocumentReasons(missing=f"the document cannot be read again ({answer.problem})")
    parsed, _ = answer
    if hashlib.sha256(parsed.text.encode()).hexdigest() != text_sha256:
        return DocumentReasons(missing=OTHER_TEXT)
    return DocumentReasons(why(parsed))
