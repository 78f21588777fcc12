"""The raw layer's tables, derived from the records of `sources` by their annotations: the one place that maps them.

A record's fields become columns in their order, behind the keys that the ledger adds. The ledger writes these tables,
the build loads them; neither says a column again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from sources import records
from sources.records import StoredAnswer
from warehouse.schema.table import Column, Table, TypeName, by_name

_TYPES: Mapping[Any, TypeName] = {
    str: "VARCHAR",
    int: "BIGINT",
    Decimal: "NUM",
    bool: "BOOLEAN",
    date: "DATE",
    datetime: "TIMESTAMP",
    float: "DOUBLE",
    tuple[str, ...]: "VARCHAR[]",
}

_DOCUMENT = Column("document_id", "VARCHAR", required=True, doc="sha256 of the bytes")
_EXTRACTOR = Column("extractor_version", "VARCHAR", required=True, doc="hash of extractor code and grammar")
_CHARSET = Column(
    "charset", "VARCHAR", required=False, doc="what the document's server named as its charset when it was read"
)
_COLUMN_MAP = Column(
    "column_map",
    "VARCHAR",
    required=False,
    doc="how the columns of its tables were read: what its sidecar said, or, behind `recognised`, what their names and cells told",
)
_BATCH = Column("batch_id", "VARCHAR", required=True, doc="ledger batch that holds the row")


def columns_of(record: type) -> tuple[Column, ...]:
    """Columns of a record class, one per field.

    Args:
        record: a dataclass whose annotations are of the kinds that `raw` knows.

    Returns:
        Columns in field order; `X | None` is optional, and so is a field with a default, which older batches may lack.

    Raises:
        TypeError: no dataclass, or an annotation of another kind.
    """
    if not is_dataclass(record):
        raise TypeError(f"{record.__name__} is no dataclass")
    hints = get_type_hints(record)
    return tuple(
        _column(record, field.name, hints[field.name], required=field.default is MISSING) for field in fields(record)
    )


def _column(record: type, name: str, hint: Any, *, required: bool) -> Column:
    if get_origin(hint) in (UnionType, Union):
        members = [member for member in get_args(hint) if member is not NoneType]
        required = required and len(members) == len(get_args(hint))
        if len(members) != 1:
            raise TypeError(f"{record.__name__}.{name}: {hint} has no column type")
        hint = members[0]
    if get_origin(hint) is Literal:
        hint = type(get_args(hint)[0])
    if hint not in _TYPES:
        raise TypeError(f"{record.__name__}.{name}: {hint} has no column type; add it to warehouse/schema/raw.py")
    return Column(name, _TYPES[hint], required, f"{record.__name__}.{name}")


def _table(name: str, record: type, doc: str, key: tuple[str, ...], keyed: tuple[Column, ...]) -> Table:
    """A record's table: the ledger's key columns first where the record lacks them."""
    columns = columns_of(record)
    names = {column.name for column in columns}
    return Table(name, doc, key, tuple(column for column in keyed if column.name not in names) + columns)


def _document_columns() -> tuple[Column, ...]:
    return (
        _DOCUMENT,
        Column("media_type", "VARCHAR", required=True, doc="by content, not by name"),
        Column("byte_length", "BIGINT", required=True, doc="size in bytes"),
        Column("char_length", "BIGINT", required=True, doc="code points of the canonical text"),
        Column("text_sha256", "VARCHAR", required=True, doc="sha256 of the canonical text, UTF-8"),
        Column("parser_version", "VARCHAR", required=True, doc="version of the parser that read the bytes"),
        _EXTRACTOR,
        Column("language", "VARCHAR", required=True, doc="ISO 639-1 or und"),
        Column("n_candidates", "BIGINT", required=True, doc="figure-like tokens: mentions and rejections"),
        _CHARSET,
        Column("read_with", "VARCHAR", required=False, doc="the language model: name, settings, version of the prompt"),
        Column("answers", "VARCHAR", required=False, doc="hash of its answers and of what joined them"),
        Column("n_hidden", "BIGINT", required=False, doc="characters that do not show and were left out"),
        Column("n_hidden_figures", "BIGINT", required=False, doc="numbers among them"),
        Column("n_recognised", "BIGINT", required=False, doc="characters that text recognition added to a picture"),
        _COLUMN_MAP,
        Column("guessed_charset", "VARCHAR", required=False, doc="charset guessed if the source names none"),
    )


def _unreadable_columns() -> tuple[Column, ...]:
    return (
        _DOCUMENT,
        Column("reason", "VARCHAR", required=True, doc="short code"),
        Column("detail", "VARCHAR", required=True, doc="the reason in words and what to do"),
        _EXTRACTOR,
        _CHARSET,
        _COLUMN_MAP,
    )


SPAN = ("document_id", "char_start", "char_end")


@cache
def ledger_tables() -> Mapping[str, Table]:
    """Tables of a ledger batch, by full name: the raw tables without what a batch cannot say of itself.

    Those of `ledger` are the program's own memory: no build reads them, and nothing in a release depends on them.
    """
    doc = (_DOCUMENT,)
    return by_name(
        (
            _table("raw.receipts", records.Receipt, "Arrivals of bytes at a place.", ("origin", "document_id"), ()),
            _table("raw.metadata", records.Metadata, "Sidecars in force.", ("document_id", "origin"), doc),
            Table("raw.documents", "Documents read.", ("document_id",), _document_columns()),
            Table("raw.unreadable", "Documents that hold no text.", ("document_id",), _unreadable_columns()),
            _table("raw.blocks", records.Block, "Stretches of text with a role.", SPAN, doc),
            _table("raw.claims", records.Claim, "Claims.", ("claim_id",), doc),
            _table("raw.mentions", records.Mention, "Figures in the text, by place.", SPAN, doc),
            _table("raw.rejections", records.Rejection, "Tokens that are no claim.", SPAN, doc),
            _table("raw.players", records.Player, "Companies as listed.", SPAN, doc),
            _table("raw.segments", records.Segment, "Members of segmentations.", SPAN, doc),
            _table("raw.facts", records.Fact, "What documents say of themselves.", SPAN, doc),
            _table("raw.events", records.Event, "Dated developments.", SPAN, doc),
            _table("raw.ranks", records.Rank, "Positions without a value.", SPAN, doc),
            _table("raw.citations", records.Citation, "Sources that documents name.", SPAN, doc),
            _table("raw.definitions", records.Definition, "What documents say that something is or holds.", SPAN, doc),
            _table("raw.drivers", records.Driver, "What documents say drives or restrains a market.", SPAN, doc),
            _table("raw.technical", records.Technical, "Figures of hardware and technology, as stated.", SPAN, doc),
            _table("raw.qualities", records.Quality, "Burdens that are said to be slight or grave.", SPAN, doc),
            _table("raw.bases", records.Basis, "On which basis documents say that they count money.", SPAN, doc),
            _table(
                "raw.choices",
                records.ReadingChoice,
                "Where two readers differ, and which counts.",
                (*SPAN, "attribute", "rule"),
                doc,
            ),
            _table(
                "ledger.answers", StoredAnswer, "What a language model answered.", ("question_id", "document_id"), ()
            ),
            _table("ledger.visits", records.Visit, "Addresses of feeds asked for.", ("feed", "url", "tried_at"), ()),
        )
    )


WITH_BATCH = ("raw.receipts", "raw.metadata", "raw.documents", "raw.unreadable")


@cache
def raw_tables() -> Mapping[str, Table]:
    """Tables of schema raw by full name; receipts, metadata and documents say which batch holds them."""
    return by_name(
        tuple(
            Table(table.name, table.doc, table.key, (*table.columns, _BATCH)) if name in WITH_BATCH else table
            for name, table in ledger_tables().items()
            if name.startswith("raw.")
        )
    )
