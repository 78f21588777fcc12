"""Ten questions of an analyst on a large release, through DuckDB and through its Parquet files: `python -m benchmarks.queries DB WORK N`.

The release is grown from a real one by SQL: rows are copied whole, ids and markets get the number of the copy, so schemas, widths
and distributions are the real ones, and then put into the order of each mart's contract. Publishers stay who they are.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from warehouse.connection import connect
from warehouse.export import export_parquet
from warehouse.schema.marts import marts

TABLES = ("claims", "evidence", "market_estimates", "vendor_figures", "conflicts", "documents", "publishers")
SHARED = ("publishers",)
# Columns that tell copies apart. Lists of ids stay those of the first copy: no question follows them across copies.
_OF_COPY = frozenset(
    {"claim_id", "document_id", "evidence_id", "market_id", "market", "series_id", "estimate_id", "vendor_figure_id"}
    | {"conflict_id", "other_market_id", "other_market", "name", "cluster_id", "mention_id"}
)
RUNS = 5
REQUIRED_SECONDS, REQUIRED_TIMES = 0.2, 2.0
MEMORY = "4GB"  # what DuckDB may take while it grows, sorts and answers; behind that it writes to disk

QUESTIONS: dict[str, str] = {
    "estimates of a market": """
        select segment, area, metric, time_period_year, estimate, low, high, verdict from {market_estimates}
        where market_id = $market order by all""",
    "vendors side by side": """
        select publisher, time_period_year, obs_value, status from {vendor_figures}
        where market_id = $market and metric = 'market_size' and segment is null order by all""",
    "claims of a market": """
        select publisher, metric, obs_value, time_period, segment from {claims} where market_id = $market order by all""",
    "one claim": "select * from {claims} where claim_id = $claim",
    "words of one claim": """
        select c.publisher, e.quote, e.char_start from {claims} c join {evidence} e using (claim_id)
        where c.claim_id = $claim order by all""",
    "claims of a publisher by metric": """
        select metric, count(*) as n, round(avg(confidence), 6) as confidence from {claims}
        where publisher = $publisher group by metric order by metric""",
    "largest markets": """
        select market, estimate from {market_estimates} where metric = 'market_size' and time_period_year = 2025
        and segment is null and area = 'Global' order by estimate desc nulls last, market limit 10""",
    "verdicts by metric": "select metric, verdict, count(*) as n from {market_estimates} group by all order by all",
    "proven conflicts of a market": """
        select rule, publishers_a, publishers_b, ratio from {conflicts}
        where market_id = $market and verdict = 'conflict_proven' order by all""",
    "median growth by publisher": """
        select publisher, count(*) as n, median(obs_value) as cagr from {claims} where metric = 'cagr'
        group by publisher order by publisher""",
}


def grow(source: Path, target: Path, n_claims: int) -> None:
    """Makes a database of at least so many claims."""
    con = connect(target, read_only=False)
    con.execute(f"SET memory_limit = '{MEMORY}'")
    con.execute(f"ATTACH '{source}' AS source (READ_ONLY)")
    con.execute("CREATE SCHEMA marts")
    (own,) = con.execute("SELECT count(*) FROM source.marts.claims").fetchone() or (1,)
    copies = -(-n_claims // max(int(own), 1))
    for name in TABLES:
        columns = [row[0] for row in con.execute(f'DESCRIBE source.marts."{name}"').fetchall()]
        con.execute(f'CREATE TABLE marts."{name}" AS FROM source.marts."{name}" LIMIT 0')
        for copy in range(
            1 if name in SHARED else copies
        ):  # one at a time: a sort of all at once needs the memory of all
            marked = _OF_COPY if name not in SHARED else frozenset[str]()
            chosen = ", ".join(f"\"{one}\" || '-{copy}'" if one in marked else f'"{one}"' for one in columns)
            con.execute(f'INSERT INTO marts."{name}" SELECT {chosen} FROM source.marts."{name}"')
        con.execute(f'ALTER TABLE marts."{name}" RENAME TO unsorted')
        order = ", ".join(f'"{column}" ASC NULLS LAST' for column in marts()[name].sorted_by)
        con.execute(f'CREATE TABLE marts."{name}" AS FROM marts.unsorted ORDER BY {order}')
        con.execute("DROP TABLE marts.unsorted")
    con.close()


def query_seconds(source: Path, work: Path, n_claims: int) -> dict[str, Any]:
    """Grows a release and asks every question of both its forms.

    Returns:
        `claims`; `questions`: median milliseconds through DuckDB and through Parquet, rows, whether both answer alike and within the limits;
        megabytes of both forms.
    """
    work.mkdir(parents=True, exist_ok=True)
    database, folder = work / "grown.duckdb", work / "parquet"
    grow(source, database, n_claims)
    folder.mkdir()
    files = export_parquet(database, "marts", folder, {name: marts()[name].sorted_by for name in TABLES})
    con, plain = (
        connect(database),
        connect(work / "empty.duckdb", read_only=False),
    )  # Parquet is asked by a database that knows nothing
    ((n, market, claim, publisher),) = con.execute(
        "SELECT count(*), quantile_disc(market_id, 0.4), quantile_disc(claim_id, 0.6), quantile_disc(publisher, 0.5) FROM marts.claims"
    ).fetchall()
    given = {"market": market, "claim": claim, "publisher": publisher}
    found = {}
    for title, sql in QUESTIONS.items():
        asked = {key: value for key, value in given.items() if f"${key}" in sql}
        one, rows = _asked(con, sql.format(**{name: f"marts.{name}" for name in TABLES}), asked)
        other, same = _asked(
            plain, sql.format(**{name: f"read_parquet('{folder / name}.parquet')" for name in TABLES}), asked
        )
        found[title] = {
            "duckdb_ms": round(one * 1000, 1),
            "parquet_ms": round(other * 1000, 1),
            "rows": len(rows),
            "same": rows == same,
            "holds": one <= REQUIRED_SECONDS and other <= REQUIRED_TIMES * max(one, REQUIRED_SECONDS),
        }
    con.close()
    plain.close()
    sizes = {
        "duckdb_megabytes": database.stat().st_size,
        "parquet_megabytes": sum(path.stat().st_size for path in files),
    }
    return {"claims": n, "questions": found, **{name: round(size / 1e6) for name, size in sizes.items()}}


def _asked(con: Any, sql: str, given: dict[str, Any]) -> tuple[float, list[Any]]:
    """Median seconds of several runs behind a first one, and the rows."""
    rows = con.execute(sql, given).fetchall()
    seconds = []
    for _ in range(RUNS):
        started = perf_counter()
        con.execute(sql, given).fetchall()
        seconds.append(perf_counter() - started)
    return median(seconds), rows


if __name__ == "__main__":
    print(json.dumps(query_seconds(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])), indent=1))
