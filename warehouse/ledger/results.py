"""The results of reading documents, sorted into tables of an extraction batch. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import pyarrow as pa

from sources.records import Extraction, ParsedDocument, Unreadable
from warehouse.ledger.rows import Read, extraction_rows, from_dicts
from warehouse.ledger.store import LedgerError

Result = Read | tuple[str, Unreadable]

UNSTORABLE = "unstorable_value"


@dataclass(frozen=True, slots=True)
class Failure:
    """A document that could not be read, and the extractor version that found so."""

    document_id: str
    reason: str
    detail: str
    extractor_version: str


def sort_results(results: Iterable[Result], extractor_version: Callable[[], str]) -> tuple[list[Read], list[Failure]]:
    """Parts readable documents from others.

    Args:
        results: (ParsedDocument, Extraction) or (document_id, Unreadable), each document once.
        extractor_version: version of the extractor at work, asked only where a document is unreadable.

    Returns:
        Both parts.

    Raises:
        LedgerError: a document stands twice, or an extraction is of another document than its text.
    """
    read: list[Read] = []
    failures: list[Failure] = []
    seen: set[str] = set()
    for result in results:
        parsed, outcome = result
        document_id = parsed if isinstance(parsed, str) else parsed.document_id
        if document_id in seen:
            raise LedgerError(f"{document_id}: recorded twice in one call")
        seen.add(document_id)
        if isinstance(outcome, Unreadable):
            failures.append(Failure(document_id, outcome.reason, outcome.detail, extractor_version()))
        elif isinstance(parsed, ParsedDocument) and isinstance(outcome, Extraction):
            if outcome.document_id != document_id:
                raise LedgerError(f"{document_id}: recorded with the extraction of {outcome.document_id}")
            read.append((parsed, outcome))
        else:
            raise TypeError(f"no result of reading: {type(parsed).__name__}, {type(outcome).__name__}")
    return read, failures


def texts_as_bytes(read: Sequence[Read]) -> tuple[list[Read], dict[str, bytes], list[Failure]]:
    """Canonical texts in UTF-8.

    Args:
        read: readable documents.

    Returns:
        Documents whose text is Unicode, their texts by document_id, and the others (a lone surrogate is no text).
    """
    good: list[Read] = []
    texts: dict[str, bytes] = {}
    failures: list[Failure] = []
    for pair in read:
        try:
            texts[pair[0].document_id] = pair[0].text.encode("utf-8")
            good.append(pair)
        except UnicodeEncodeError as error:
            failures.append(_unstorable(pair, error))
    return good, texts, failures


def storable_rows(
    read: Sequence[Read],
    byte_length: Mapping[str, int],
    text_sha256: Mapping[str, str],
    charsets: Mapping[str, str] = MappingProxyType({}),
) -> tuple[dict[str, pa.Table], list[Failure]]:
    """Tables of the documents whose values fit, see `extraction_rows`; a document that does not costs no other.

    Args:
        read: readable documents.
        byte_length: size of each document's bytes.
        text_sha256: hash of each document's canonical text.
        charsets: what each document was read with, where its server named one.

    Returns:
        The tables, and the documents that are not in them, with the value in words.
    """
    try:
        return extraction_rows(read, byte_length, text_sha256, charsets), []
    except ValueError:
        good: list[Read] = []
        failures: list[Failure] = []
        for pair in read:
            try:
                extraction_rows([pair], byte_length, text_sha256)
                good.append(pair)
            except ValueError as error:
                failures.append(_unstorable(pair, error))
        return extraction_rows(good, byte_length, text_sha256, charsets), failures


def _unstorable(pair: Read, error: ValueError) -> Failure:
    parsed, extraction = pair
    detail = f"an extracted value cannot be stored: {error}"
    return Failure(parsed.document_id, UNSTORABLE, detail, extraction.extractor_version)


def failure_rows(
    failures: Iterable[Failure],
    charsets: Mapping[str, str] = MappingProxyType({}),
    column_maps: Mapping[str, str] = MappingProxyType({}),
) -> pa.Table:
    """Unreadable documents in order of their ids."""
    return from_dicts(
        "raw.unreadable",
        [
            {
                "document_id": failure.document_id,
                "reason": failure.reason,
                "detail": failure.detail,
                "extractor_version": failure.extractor_version,
                "charset": charsets.get(failure.document_id),
                "column_map": column_maps.get(failure.document_id),
            }
            for failure in sorted(failures, key=lambda failure: failure.document_id)
        ],
    )


def installed_extractor_version() -> str:
    """The version that reads now."""
    from sources.extract import extractor_version  # heavy, and not needed where nothing is unreadable

    return extractor_version()
