"""Header rows of tables: which stretch of a text holds the column headers above a table row.

Belongs here: blocks → spans. Whether the licence leaves room to publish a header is decided in `evidence.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

_TABLE = ("document_id", "table")


def header_spans(blocks: pl.DataFrame) -> Mapping[tuple[str, int], tuple[int, int]]:
    """The span of each table's header rows.

    The parser gives header paths and row labels to cells of body rows only, so the header is above the first row with such a cell. It
    ends with the last row that names a second column: a later row with one cell ("North America") begins a section. A table without
    header paths has no header, nor has the part of a table that continues on the next page.

    Args:
        blocks: rows of raw.blocks.

    Returns:
        By document_id and table number: start and end of the header, in code points, end exclusive.
    """
    cells = blocks.filter(pl.col("kind") == "table_cell")
    is_body = (pl.col("header_path").list.len() > 0) | (pl.col("row_labels").list.len() > 0)
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
