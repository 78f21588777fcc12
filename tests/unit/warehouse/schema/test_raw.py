"""Raw tables follow the records of `sources`, by their annotations alone."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date, datetime
from decimal import Decimal
from typing import Literal

import pytest

from sources import records
from warehouse.schema import raw_tables
from warehouse.schema.raw import columns_of


@dataclass(frozen=True)
class Sample:
    """One field of each kind."""

    a: str
    b: int | None
    c: Decimal
    d: bool
    e: date | None
    f: datetime
    g: tuple[str, ...]
    h: float | None
    i: Literal["x", "y"]
    j: Literal["x"] | None


def test_each_annotation_has_its_type():
    assert [(column.name, column.type, column.required) for column in columns_of(Sample)] == [
        ("a", "VARCHAR", True),
        ("b", "BIGINT", False),
        ("c", "NUM", True),
        ("d", "BOOLEAN", True),
        ("e", "DATE", False),
        ("f", "TIMESTAMP", True),
        ("g", "VARCHAR[]", True),
        ("h", "DOUBLE", False),
        ("i", "VARCHAR", True),
        ("j", "VARCHAR", False),
    ]


def test_an_annotation_of_another_kind_is_refused():
    @dataclass
    class Odd:
        a: bytes

    @dataclass
    class Mixed:
        a: int | str

    with pytest.raises(TypeError, match=r"Odd\.a"):
        columns_of(Odd)
    with pytest.raises(TypeError, match=r"Mixed\.a"):
        columns_of(Mixed)
    with pytest.raises(TypeError, match="no dataclass"):
        columns_of(int)


@pytest.mark.parametrize(
    ("table", "record", "added"),
    [
        ("raw.receipts", records.Receipt, {"batch_id"}),
        ("raw.metadata", records.Metadata, {"batch_id"}),
        ("raw.blocks", records.Block, {"document_id"}),
        ("raw.claims", records.Claim, set()),
        ("raw.mentions", records.Mention, {"document_id"}),
        ("raw.rejections", records.Rejection, {"document_id"}),
        ("raw.players", records.Player, {"document_id"}),
        ("raw.segments", records.Segment, {"document_id"}),
        ("raw.facts", records.Fact, {"document_id"}),
        ("raw.definitions", records.Definition, {"document_id"}),
        ("raw.drivers", records.Driver, {"document_id"}),
        ("raw.technical", records.Technical, {"document_id"}),
        ("raw.qualities", records.Quality, {"document_id"}),
        ("raw.bases", records.Basis, {"document_id"}),
    ],
)
def test_a_raw_table_is_its_record_and_its_keys(table, record, added):
    names = raw_tables()[table].column_names
    assert set(names) == {field.name for field in fields(record)} | added
    assert len(set(names)) == len(names)
