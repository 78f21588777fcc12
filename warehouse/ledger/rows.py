"""Records → Arrow tables in the shape of `raw`. Only digits after the ninth decimal are rounded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal
from types import MappingProxyType
from typing import Any

import pyarrow as pa

from sources.records import Extraction, Metadata, ParsedDocument, Receipt, StoredAnswer, Visit
from warehouse.schema.raw import ledger_tables
from warehouse.schema.table import NUM_PRECISION, NUM_SCALE, Column

_STEP = Decimal(1).scaleb(-NUM_SCALE)
_EXACT = Context(prec=NUM_PRECISION, rounding=ROUND_HALF_EVEN)

# Fields of an extraction, each a table of raw.
_KINDS = (
    "claims",
    "mentions",
    "rejections",
    "players",
    "segments",
    "facts",
    "events",
    "ranks",
    "citations",
    "definitions",
    "drivers",
    "technical",
    "qualities",
    "bases",
    "choices",
)
Read = tuple[ParsedDocument, Extraction]


def receipt_rows(receipts: Iterable[Receipt]) -> pa.Table:
    """Receipts in order of document and origin."""
    ordered = sorted(receipts, key=lambda receipt: (receipt.document_id, receipt.origin))
    return _arrow("raw.receipts", [(receipt, {}) for receipt in ordered])


def metadata_rows(metadata: Iterable[Metadata]) -> pa.Table:
    """Sidecar records in order of document and origin."""
    ordered = sorted(metadata, key=lambda record: (record.document_id, record.origin))
    return _arrow("raw.metadata", [(record, {}) for record in ordered])


def visit_rows(visits: Iterable[Visit]) -> pa.Table:
    """Visits of feeds in order of feed, address and time."""
    ordered = sorted(visits, key=lambda visit: (visit.feed, visit.url, visit.tried_at))
    return _arrow("ledger.visits", [(visit, {}) for visit in ordered])


def answer_rows(answers: Iterable[StoredAnswer]) -> pa.Table:
    """Answers of a language model in order of their questions."""
    ordered = sorted(answers, key=lambda answer: (answer.question_id, answer.document_id))
    return _arrow("ledger.answers", [(answer, {}) for answer in ordered])


def extraction_rows(
    read: Sequence[Read],
    byte_length: Mapping[str, int],
    text_sha256: Mapping[str, str],
    charsets: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, pa.Table]:
    """What was read, as the tables of an extraction batch.

    Args:
        read: parsed documents with their extractions, each document once.
        byte_length: size of each document's bytes.
        text_sha256: hash of each document's canonical text.
        charsets: what each document was read with, where its server named one.

    Returns:
        Arrow tables by full name, documents in order of their ids, their rows as the extractor gave them.

    Raises:
        ValueError: a value that its column cannot hold (a number of more than 38 digits, text that is no Unicode).
    """
    documents: list[dict[str, object]] = []
    rows: dict[str, list[tuple[object, dict[str, object]]]] = {f"raw.{name}": [] for name in ("blocks", *_KINDS)}
    for parsed, extraction in sorted(read, key=lambda pair: pair[0].document_id):
        key: dict[str, object] = {"document_id": parsed.document_id}
        documents.append(
            {
                **key,
                "media_type": parsed.media_type,
                "byte_length": byte_length[parsed.document_id],
                "char_length": len(parsed.text),
                "text_sha256": text_sha256[parsed.document_id],
                "parser_version": parsed.parser_version,
                "extractor_version": extraction.extractor_version,
                "language": extraction.language,
                "n_candidates": len(extraction.mentions) + len(extraction.rejections),
                "charset": charsets.get(parsed.document_id),
                "read_with": extraction.read_with,
                "answers": extraction.answers,
                "n_hidden": parsed.n_hidden,
                "n_hidden_figures": parsed.n_hidden_figures,
                "n_recognised": parsed.n_recognised,
                "column_map": extraction.column_map,
                "guessed_charset": parsed.guessed_charset,
            }
        )
        rows["raw.blocks"] += [(block, key) for block in parsed.blocks]
        for name in _KINDS:
            rows[f"raw.{name}"] += [(record, key) for record in getattr(extraction, name)]
    tables = {name: _arrow(name, records) for name, records in rows.items()}
    return {"raw.documents": from_dicts("raw.documents", documents), **tables}


def from_dicts(table: str, rows: Sequence[Mapping[str, object]]) -> pa.Table:
    """Rows of plain values as an Arrow table of that name's schema; ValueError where a value does not fit."""
    shape = ledger_tables()[table]
    return _assemble(table, [(column, [row[column.name] for row in rows]) for column in shape.columns])


def _arrow(table: str, rows: Sequence[tuple[object, Mapping[str, object]]]) -> pa.Table:
    """Records with the key values that they lack → Arrow."""
    columns: list[tuple[Column, list[object]]] = []
    for column in ledger_tables()[table].columns:
        name = column.name
        columns.append((column, [key[name] if name in key else getattr(record, name) for record, key in rows]))
    return _assemble(table, columns)


def _assemble(table: str, columns: Sequence[tuple[Column, list[Any]]]) -> pa.Table:
    arrays = []
    for column, values in columns:
        try:
            array = pa.array([_storable(column, value) for value in values], column.arrow_type)
        except (pa.ArrowException, ArithmeticError, UnicodeError) as error:
            raise ValueError(f"{table}.{column.name}: a value does not fit {column.type}: {error}") from error
        if column.required and array.null_count:
            raise ValueError(f"{table}.{column.name}: null where the record says there is none")
        arrays.append(array)
    return pa.Table.from_arrays(arrays, names=[column.name for column, _ in columns])


def _storable(column: Column, value: Any) -> Any:
    if value is not None and column.type == "NUM":
        return _nine_decimals(value)
    if value is not None and column.type == "TIMESTAMP":
        return value.replace(tzinfo=None)  # UTC already, see Ledger.take_in
    return value


def _nine_decimals(value: Decimal) -> Decimal:
    """Rounds half to even at the ninth decimal; InvalidOperation where 38 digits do not hold the number."""
    if not value.is_finite():
        raise ArithmeticError(f"{value} is no finite number")
    return value.quantize(_STEP, context=_EXACT)
