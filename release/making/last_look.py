"""The last check of a release before it becomes visible: its closed files are read again.

It repeats checks of the build on purpose: what is published is what is audited.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from release.record import DATABASE, PARQUET, ReleaseError
from warehouse.connection import query
from warehouse.export import differing_tables
from warehouse.values.wording import counted

SHOWN = 3
_PUBLISHED = ("prefix", "quote", "suffix", "header")

_EVIDENCE = """
    SELECT e.evidence_id, e.document_id, e.text_sha256, e.char_start, e.char_end, e.quote, e.prefix, e.suffix,
           e.header, e.header_start, e.header_end, d.quote_limit_chars
    FROM marts.evidence AS e
    LEFT JOIN core.documents AS d ON d.document_id = e.document_id
    ORDER BY e.document_id, e.char_start, e.evidence_id
"""

_STATEMENTS = """
    SELECT e.evidence_id, e.document_id, e.text_sha256, e.char_start, e.char_end, e.quote, '' AS prefix, '' AS suffix,
           NULL AS header, NULL AS header_start, NULL AS header_end, d.quote_limit_chars
    FROM marts.statement_evidence AS e
    LEFT JOIN core.documents AS d ON d.document_id = e.document_id
    ORDER BY e.document_id, e.char_start, e.evidence_id
"""


def audit(directory: Path, text_of: Callable[[str], str]) -> None:
    """Audits a release folder that is complete but not yet visible.

    Args:
        directory: folder with the database and the Parquet files, all closed.
        text_of: canonical text by document_id, from the ledger.

    Raises:
        ReleaseError: a quote is not the slice of its text, a quote with its context and table header is longer than its licence allows,
            a Parquet file does not hold its table's rows, or a write-ahead log lies beside the database. Nothing is
            repaired.
    """
    database = directory / DATABASE
    faults = [f"{name}: must not be in a release" for name in _logs(directory)]
    faults += evidence_faults(database, text_of)
    faults += [
        f"{PARQUET}/{name}.parquet: its rows are not those of marts.{name}"
        for name in differing_tables(database, "marts", directory / PARQUET)
    ]
    if faults:
        more = f"\n  ... and {len(faults) - SHOWN} more" if len(faults) > SHOWN else ""
        listed = "\n  ".join(faults[:SHOWN])
        raise ReleaseError(
            f"export audit: {counted(len(faults), 'finding')}, nothing published:\n  {listed}{more}\n"
            "The build disagrees with the ledger or the licence limits; keep the build folder and report it"
        )


def evidence_faults(database: Path, text_of: Callable[[str], str]) -> list[str]:
    """Evidence rows that are not what their text says or are longer than may be published, one line each.

    Args:
        database: a database with marts.evidence, marts.statement_evidence and core.documents.
        text_of: canonical text by document_id; KeyError where there is none.
    """
    faults: list[str] = []
    for places in (_EVIDENCE, _STATEMENTS):
        faults += _faults_of(database, places, text_of)
    return faults


def _faults_of(database: Path, places: str, text_of: Callable[[str], str]) -> list[str]:
    faults: list[str] = []
    current: str | None = None
    text: str | None = None
    text_sha256 = ""
    for row in query(database, places).iter_rows(named=True):
        if row["document_id"] != current:
            current, text = row["document_id"], _text(text_of, row["document_id"])
            text_sha256 = "" if text is None else hashlib.sha256(text.encode()).hexdigest()
        fault = _fault(row, text, text_sha256)
        if fault is not None:
            faults.append(f"evidence {row['evidence_id']} of document {current}: {fault}")
    return faults


def _fault(row: dict[str, object], text: str | None, text_sha256: str) -> str | None:
    start, end, quote = row["char_start"], row["char_end"], row["quote"]
    if text is None:
        return "the ledger holds no text for it"
    if row["text_sha256"] != text_sha256:
        return "its offsets refer to another canonical text than the ledger's"
    if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end) or text[start:end] != quote:
        return f"text[{start}:{end}] differs from the quote"
    first, last = row["header_start"], row["header_end"]
    if row["header"] is not None and not (
        isinstance(first, int) and isinstance(last, int) and 0 <= first < last and text[first:last] == row["header"]
    ):
        return f"text[{first}:{last}] differs from the header of its table"
    limit, length = row["quote_limit_chars"], sum(len(str(row[part] or "")) for part in _PUBLISHED)
    if not isinstance(limit, int):
        return "its document is not in core.documents, so no quote limit is known"
    if length > limit:
        return f"quote with prefix, suffix and table header has {length} characters, the licence allows {limit}"
    return None


def _text(text_of: Callable[[str], str], document_id: str) -> str | None:
    try:
        return text_of(document_id)
    except KeyError:
        return None


def _logs(directory: Path) -> list[str]:
    return sorted(path.relative_to(directory).as_posix() for path in directory.rglob("*.wal"))
