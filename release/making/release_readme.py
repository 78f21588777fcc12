"""`README.md` of a release folder: its contents, how to open them, and ten questions with this release's answers.

For whoever is handed the folder alone. The questions are in `queries/`.
"""

from __future__ import annotations

from collections.abc import Sequence

from release.reading.queries.answering import Answered, in_markdown
from release.record import (
    CHANGES,
    CHECKS,
    DATABASE,
    MANIFEST,
    PACKAGE,
    PARQUET,
    RECORD,
    SITE,
    VIEWS,
    WORKBOOK,
    ReleaseRecord,
)
from release.snapshot import SNAPSHOT
from warehouse.export import TableInfo
from warehouse.mart_docs import PAGE


def readme(record: ReleaseRecord, tables: Sequence[TableInfo], answers: Sequence[Answered], *, has_models: bool) -> str:
    """The text, in Markdown, of the release it is made for.

    Args:
        record: what the release says of itself.
        tables: its marts.
        answers: the reviewed queries with what they gave on it.
        has_models: whether dbt's documentation lies in the folder.

    Returns:
        The whole file.
    """
    errors, warnings = record.checks.get("error"), record.checks.get("warning")
    checked = f"{errors.passed if errors else 0} blocking checks passed"
    if warnings and warnings.failed:
        checked += f", {warnings.failed} of {warnings.passed + warnings.failed} warnings raised (see `{CHECKS}`)"
    width = max((len(table.name) for table in tables), default=5)
    listed = "\n".join(
        f"| `{t.name}`{' ' * (width - len(t.name))} | {t.n_rows:>7} | {_first_sentence(t.doc)} |" for t in tables
    )
    return f"""# Parallax release {record.release_id}

Market figures from conflicting vendor reports. Every number leads back to the words that state it; where figures do not
agree, the disagreement is a row, and where nothing comparable exists, the refusal is a row with its reason.
{checked}.

| file | contents |
|---|---|
| `{DATABASE}` | all tables, for DuckDB; point SQL at schema `marts` |
| `{PARQUET}/` | one file per mart, the same rows |
| `{VIEWS}` | the same schema `marts` over the Parquet files, to use without the database |
| `{WORKBOOK}` | vendors by year, estimates, vendor figures, conflicts, growth audit, evidence, shares, companies, drivers and events for spreadsheets, a citation in every row |
| `{SITE}/index.html` | the same as pages, for a browser: figures, conflicts, quotes, release notes; needs no network |
| `{CHANGES}` | what is new, revised and withdrawn since the previous release, and why an estimate moved |
{_MODELS if has_models else ""}| `{PACKAGE}` | the tables' columns, types and keys (Frictionless Data Package v2), the sources and their licences |
| `{CHECKS}` | every check with its severity and failing rows |
| `{RECORD}`, `{SNAPSHOT}` | the inputs of this release; its thresholds and human decisions |
| `{MANIFEST}` | verify with `sha256sum -c {MANIFEST}` |

## Tables

| mart{" " * (width - 2)} |    rows | one row per |
|---|---|---|
{listed}

## Open it

The folder is immutable and any number of readers may open it at once. Run the examples in this folder.

Parallax (locked down, with a time limit; without a query DuckDB's shell in its safe mode):

```sh
parallax sql "from marts.market_estimates where metric = 'market_size'"
```

DuckDB on the command line, from the database or from the Parquet files:

```sh
duckdb -readonly {DATABASE} "select publisher, n_claims from marts.vendor_scorecard"
duckdb -init {VIEWS} -c "select publisher, n_claims from marts.vendor_scorecard"
```

Python with Polars:

```python
import polars as pl

estimates = pl.read_parquet("{PARQUET}/market_estimates.parquet")
sizes = estimates.filter(pl.col("metric") == "market_size", pl.col("estimate").is_not_null())
print(sizes.select("market", "area", "time_period", "estimate", "low", "high", "verdict"))
```

Python with DuckDB:

```python
import duckdb

connection = duckdb.connect("{DATABASE}", read_only=True)
print(connection.sql("select market, time_period, verdict, reason from marts.market_estimates where estimate is null"))
```

R with arrow, or with duckdb:

```r
estimates <- arrow::read_parquet("{PARQUET}/market_estimates.parquet")
con <- DBI::dbConnect(duckdb::duckdb(), dbdir = "{DATABASE}", read_only = TRUE)
estimates <- DBI::dbGetQuery(con, "select market, time_period, estimate, verdict from marts.market_estimates")
DBI::dbDisconnect(con, shutdown = TRUE)
```

Excel: open `{WORKBOOK}`; for a mart that is not in it, Data, Get Data, From File, From Parquet, and choose
`{PARQUET}/market_estimates.parquet`. Amounts are decimals there, refusals are empty cells, never zeros.

A figure's own words: take a `claim_id` and look it up in `marts.evidence`, whose `quote` equals the document's text
from `char_start` to `char_end`; or run `parallax explain <id>`. Quotes are under their documents' licences.

## Ten questions

The answers come from this release. Each query runs on `{DATABASE}` and, after `{VIEWS}`, on the Parquet files.

{in_markdown(answers)}
"""


_MODELS = f"| `{PAGE}` | every model with its columns, tests and lineage (dbt's documentation), for a browser |\n"


def _first_sentence(doc: str | None) -> str:
    return (doc or "").replace("\n", " ").split(". ")[0].strip().removesuffix(".").replace("|", "\\|")
