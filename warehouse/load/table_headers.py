"""Header rows of tables: which stretch of a text holds the column headers above a table row.

Belongs here: blocks → spans. Whether the licence leaves room to publish a header is decided in `evidence.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

_TABLE = ("document_id", "table")


def header_spans(blocks: pl.DataFrame) -> Mapping[tuple[str, int], tuple[int, int]]:
    """Where the header of each table stands.

    The parser gives a header path or a row label to cells of body rows only. A header is what is above the first row with such a cell,
    up to the last row that names a column beside the first: a row with one name ("North America") under it begins a section. A table
    without header paths has no header, and the second part of a table that a page break cuts has it in the first part.

    Args:
        blocks: rows of raw.blocks.

    Returns:
        By document_id and number of the table: first code point of the header, and the one behind it.
    """
    cells = blocks.filter(pl.col("kind") == "table_cell")
    is_body = (pl.col("header_path").list.len() > 0) | pl.col("row_label").is_not_null()
    body = (
        cells.filter(is_body)
        .group_by(_TABLE)
        .agg(pl.col("row").min().alias("first_body_row"), pl.col("header_path").list.len().max().alias("depth"))
        .filter(pl.col("depth") > 0)
    )
    above = cells.join(body, on=_TABLE).filter(pl.col("row") < pl.col("first_body_row"))
    header = above.filter(pl.col("column") > 0).group_by(_TABLE).agg(pl.col("row").max().alias("last_header_row"))
    spans = (
        blocks.filter(pl.col("kind") == "table_row")
        .join(header, on=_TABLE)
        .filter(pl.col("row") <= pl.col("last_header_row"))
        .group_by(_TABLE)
        .agg(pl.col("char_start").min(), pl.col("char_end").max())
    )
    return {(document, table): (start, end) for document, table, start, end in spans.iter_rows()}
