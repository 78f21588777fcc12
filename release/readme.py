"""`README.md` of a release folder: what lies here and how to ask it.

A few lines for whoever is handed the folder alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from release.record import CHECKS, DATABASE, MANIFEST, PACKAGE, PARQUET, RECORD, WORKBOOK, ReleaseRecord
from warehouse.export import TableInfo


def readme(record: ReleaseRecord, tables: Sequence[TableInfo]) -> str:
    """The text, in Markdown. Fits the release it is made for: its tables with their row counts and what was checked."""
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

| file | holds |
|---|---|
| `{DATABASE}` | all tables, for DuckDB; point SQL at schema `marts` |
| `{PARQUET}/` | one file per mart, the same rows |
| `{WORKBOOK}` | estimates, vendor figures, conflicts, growth audit and evidence for spreadsheets, a citation in every row |
| `{PACKAGE}` | the tables' columns, types and keys (Frictionless Data Package v2), the sources and their licences |
| `{CHECKS}` | every check with its severity and failing rows |
| `{RECORD}` | what this release was made from |
| `{MANIFEST}` | verify with `sha256sum -c {MANIFEST}` |

## Tables

| mart{" " * (width - 2)} |    rows | one row per |
|---|---|---|
{listed}

## Ask it

The folder is immutable and any number of readers may open it at once, read-only:

```sh
parallax sql "from marts.market_estimates where metric = 'market_size'"
duckdb -readonly {DATABASE} "select publisher, n_claims from marts.vendor_scorecard"
```

```python
import duckdb
duckdb.sql("select market, ref_area, time_period, estimate, verdict, reason from '{PARQUET}/market_estimates.parquet'")
```

A figure's own words: take a `claim_id` and look it up in `marts.evidence`, whose `quote` equals the document's text
from `char_start` to `char_end`; or run `parallax explain <id>`. Quotes stand under their documents' licences.
"""


def _first_sentence(doc: str | None) -> str:
    return (doc or "").replace("\n", " ").split(". ")[0].strip().removesuffix(".").replace("|", "\\|")
