"""Claims from a file and results into files: Parquet or CSV by the name's ending. The one edge of this room."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from warehouse.fuse.claims import COLUMNS, ClaimsError

ENDINGS = (".parquet", ".csv")


def read_claims(path: Path) -> pl.DataFrame:
    """Reads the columns source, object, attribute and num.

    Args:
        path: a Parquet or CSV file.

    Returns:
        These columns, of a Parquet file source and attribute as categories; numbers that a CSV file holds as text are
        read where they are numbers. Rows come in any order.

    Raises:
        ClaimsError: no such ending, no readable file, a missing column, or text where a number belongs (with its line).
        OSError: the file cannot be opened.
    """
    if path.suffix not in ENDINGS:
        raise ClaimsError(f"{path}: claims come as {' or '.join(ENDINGS)}; convert the file or rename it")
    try:
        if path.suffix == ".parquet":
            there = pl.read_parquet_schema(path)
            _require(path, list(there))
            return _in_few_bytes(pl.scan_parquet(path))
        frame = pl.read_csv(path, infer_schema=False)
    except pl.exceptions.PolarsError as error:
        raise ClaimsError(f"{path}: not readable as {path.suffix[1:]}: {error}") from error
    _require(path, frame.columns)
    return _with_numbers(path, frame.select(COLUMNS))


def write_table(frame: pl.DataFrame, path: Path) -> None:
    """Writes a table by the ending of its name.

    Raises:
        ClaimsError: another ending than .parquet or .csv.
        OSError: the file cannot be written.
    """
    if path.suffix == ".parquet":
        frame.write_parquet(path)
    elif path.suffix == ".csv":
        frame.write_csv(path)
    else:
        raise ClaimsError(f"{path}: results go to {' or '.join(ENDINGS)}; choose one of these endings")


def _in_few_bytes(there: pl.LazyFrame) -> pl.DataFrame:
    """Names that many claims share as categories, made while the file is read: their texts never lie there together."""
    shared = (pl.col(name).cast(pl.String).cast(pl.Categorical) for name in ("source", "attribute"))
    return there.select(*shared, "object", "num").select(COLUMNS).collect(engine="streaming")


def _require(path: Path, columns: list[str]) -> None:
    missing = [name for name in COLUMNS if name not in columns]
    if missing:
        raise ClaimsError(
            f"{path}: no column {', '.join(missing)}; claims need {', '.join(COLUMNS)}, the file has {', '.join(columns)}"
        )


def _with_numbers(path: Path, frame: pl.DataFrame) -> pl.DataFrame:
    read = frame.with_columns(pl.col("num").str.strip_chars().cast(pl.Float64, strict=False).alias("read"))
    wrong = read.with_row_index("line", offset=2).filter(
        pl.col("read").is_null(), pl.col("num").is_not_null(), pl.col("num").str.strip_chars() != ""
    )
    if wrong.height:
        line, text = wrong.select("line", "num").row(0)
        raise ClaimsError(
            f"{path}, line {line}: num is {text!r}, which is no number; leave it empty where none is claimed"
        )
    return read.select("source", "object", "attribute", pl.col("read").alias("num"))
