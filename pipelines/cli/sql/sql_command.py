"""`parallax sql`: read-only SQL on a release, locked down, with limits of time and size.

Belongs here: the command and how results are written. The shell is in `sql_shell.py`, the lock-down in `warehouse.analyst`.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipelines.cli.explore.past_options import (
    AsOfOption,
    CertainOption,
    KnownByOption,
    asked_of,
)
from pipelines.cli.sql.sql_table import print_table
from pipelines.cli.terminal.errors import UsageError
from pipelines.cli.terminal.options import HomeOption, ReleaseOption
from pipelines.visible import json_text, visible
from release.reading.figure_words import plain

if TYPE_CHECKING:
    import polars as pl


class Format(StrEnum):
    """Forms of a result."""

    table = "table"
    csv = "csv"
    json = "json"
    parquet = "parquet"


EXAMPLES = """\b
Without QUERY: on a terminal DuckDB's own shell with completion and history, otherwise standard input is run as a script.

\b
Examples:
  parallax sql "from marts.market_estimates where metric = 'market_size'"
  parallax sql "show tables from marts"
  parallax sql "describe marts.claims"
  parallax sql "select publisher, growth_mismatch_pct from marts.vendor_scorecard" --format csv
  parallax sql "from marts.claims" --format parquet --out claims.parquet
  parallax sql "select market, estimate, vintage from marts.market_estimates" --as-of 2026-02-01
  parallax sql "from marts.vintages" --as-of 2026-02-01
"""


def sql(
    query: Annotated[
        str | None,
        typer.Argument(
            metavar="[QUERY]", help="SQL statements; `-` reads them from standard input.", show_default=False
        ),
    ] = None,
    home: HomeOption = None,
    release: ReleaseOption = None,
    form: Annotated[Format, typer.Option("--format", help="Form of the result on standard output.")] = Format.table,
    out_file: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write the (last) result to a file instead.", show_default=False),
    ] = None,
    timeout: Annotated[
        float,
        typer.Option(
            "--timeout",
            metavar="SECONDS",
            min=0.1,
            help="Stop a statement after this time; in the shell, Ctrl-C stops it.",
        ),
    ] = 60,
    max_result: Annotated[
        float, typer.Option("--max-result", metavar="MB", min=0.1, help="Stop at a result of more than this size.")
    ] = 512,
    as_of: AsOfOption = None,
    known_by: KnownByOption = None,
    certain: CertainOption = False,
) -> None:
    """Query a release in SQL (DuckDB's dialect). Nothing can be changed, and no other file can be read."""
    from pipelines.home import data_home
    from release.catalogue import find
    from release.reading.past_database import database_as_of, past_words
    from warehouse.analyst import ask

    is_shell = query is None and sys.stdin.isatty()
    if is_shell and (form is not Format.table or out_file is not None):
        raise UsageError("the shell prints tables; give the query itself to use --format or --out")
    if form is Format.parquet and out_file is None and sys.stdout.isatty():
        raise UsageError("parquet is binary and standard output is a terminal; add --out FILE or pipe it on")
    text = "" if is_shell else sys.stdin.read() if query in (None, "-") else query or ""
    if not is_shell and not text.strip():
        raise UsageError('the query is empty; try `parallax sql "show tables from marts"`')
    asked = asked_of(as_of, known_by, certain)
    chosen = find(data_home(home), release)
    said_of = chosen.release_id if asked.is_present else f"{chosen.release_id} {past_words(asked)}"
    with database_as_of(chosen, data_home(home), asked) as database:
        if is_shell:
            from pipelines.cli.sql.sql_shell import shell

            shell(database, data_home(home), said_of)
        else:
            _write_all(ask(database, text, timeout, int(max_result * 2**20)), form, out_file, said_of)


def _write_all(frames: Iterator[pl.DataFrame], form: Format, out_file: Path | None, said_of: str) -> None:
    """Writes each result as it comes; a file and Parquet hold one result, the last."""
    import polars as pl

    if out_file is not None or form is Format.parquet:
        frames = iter(deque(frames, maxlen=1) or [pl.DataFrame()])
    for frame in frames:
        if form is Format.table:
            print_table(frame, said_of, out_file)
        else:
            _write(frame, form, out_file)


def _write(frame: pl.DataFrame, form: Format, out_file: Path | None) -> None:
    if form is Format.parquet:
        if out_file is not None:
            frame.write_parquet(out_file)
        else:
            frame.write_parquet(sys.stdout.buffer)
        return
    chunks = _csv(frame) if form is Format.csv else _json(frame)
    if out_file is not None:
        with out_file.open("w", encoding="utf-8", newline="") as file:
            file.writelines(chunks)
    elif sys.stdout.isatty():  # data for a program stays as it is; on a terminal nothing in it steers
        sys.stdout.writelines(map(visible, chunks))
    else:
        sys.stdout.writelines(chunks)


def _csv(frame: pl.DataFrame) -> Iterator[str]:
    import csv
    import io

    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(frame.columns)
    for row in frame.iter_rows():
        writer.writerow([plain(value) for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def _json(frame: pl.DataFrame) -> Iterator[str]:
    """A JSON array, one object per line."""
    yield "["
    for number, row in enumerate(frame.iter_rows(named=True)):
        yield (",\n " if number else "\n ") + json_text({k: json_value(v) for k, v in row.items()})
    yield "\n]\n"


def json_value(value: Any) -> Any:
    """A value as JSON has it: decimals as numbers (integers where integral), dates as ISO text, no NaN."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, float) and value != value:  # NaN is no JSON
        return None
    if isinstance(value, list):
        return [json_value(item) for item in value]
    if isinstance(value, dict):
        return {str(k): json_value(v) for k, v in value.items()}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
