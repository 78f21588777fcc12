"""Building the site of a large release: 100 markets × 20 publishers, made of the samples' release by SQL.

Belongs here: multiplying marts, and the time of `build_site`. The rows are as real as the samples; only ids and names differ.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.clock import rounded, timed

MARKETS, PUBLISHERS = 100, 20
REQUIRED_SECONDS, REQUIRED_BYTES = 20.0, 2_000_000
# What a copy of a market shares with no other market, and what a copy of a publisher takes along to every market.
_OF_MARKET = frozenset(
    {"market_id", "market", "other_market_id", "other_market", "market_ids", "series_id", "estimate_id", "estimate_ids"}
)
_OF_PUBLISHER = frozenset({"publisher_id", "publisher", "publishers", "publishers_a", "publishers_b"})
_OF_BOTH = ("_id", "_ids", "_ids_a", "_ids_b", "report_key")
_SHARED = frozenset({"company_id"})
# Marts with one row a market and with one a publisher; a list of ids in the first names every copy.
_PER_MARKET, _PER_PUBLISHER = ("markets", "market_estimates"), ("publishers", "vendor_scorecard")
_ALONE = ("areas", "metrics")
_EMPTY = ("decisions", "quarantine")


def site_seconds(home: Path, work: Path) -> dict[str, Any]:
    """Builds the large site once, in a process of its own.

    Args:
        home: data home with the samples' release.
        work: folder for the database and the pages.

    Returns:
        `markets`, `publishers`, `claims`, `figures`, `pages`, `megabytes` of all pages, `largest` page and
        `largest_bytes`, `wall_seconds`, `cpu_seconds`, `peak_megabytes`, and `holds`: whether both limits are kept.
    """
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.site", str(home / "releases" / "latest"), str(work)],
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def multiply(source: Path, target: Path, markets: int, publishers: int) -> dict[str, int]:
    """Makes a database whose every market is a copy of the source's richest one, with copies of its publishers.

    Args:
        source: database of a release; stays as it is.
        target: database to make, with schema marts only.
        markets: how many markets.
        publishers: how many publishers write on each of them, at least.

    Returns:
        Rows by mart.
    """
    from warehouse.connection import connect
    from warehouse.schema.marts import marts

    con = connect(target, read_only=False)
    try:
        con.execute(f"ATTACH '{source}' AS source (READ_ONLY)")
        con.execute("CREATE SCHEMA marts")
        richest = (
            "SELECT market_id FROM source.marts.markets ORDER BY n_publishers DESC, n_claims DESC, market_id LIMIT 1"
        )
        con.execute(f"CREATE TEMP TABLE base AS {richest}")
        of_base = "SELECT document_id FROM source.marts.claims WHERE market_id IN (FROM base)"
        con.execute(f"CREATE TEMP TABLE texts AS FROM source.marts.documents WHERE document_id IN ({of_base})")
        (n_own,) = con.execute("SELECT count(DISTINCT publisher_id) FROM texts").fetchone() or (1,)
        copies = -(-publishers // max(n_own, 1))
        con.execute(f"CREATE TEMP TABLE m AS SELECT range AS m FROM range({markets})")
        con.execute(f"CREATE TEMP TABLE c AS SELECT range AS c FROM range({copies})")
        for name in marts():
            described = con.execute(f'DESCRIBE source.marts."{name}"').fetchall()
            columns = {column: kind for column, kind, *_ in described}
            con.execute(f'CREATE TABLE marts."{name}" AS {_copied(name, columns, copies)}')
        con.execute("UPDATE marts.markets SET n_publishers = n_publishers * ?, n_claims = n_claims * ?", [copies] * 2)
        return {name: _count(con, name) for name in marts()}
    finally:
        con.close()


def _count(con: Any, name: str) -> int:
    (n,) = con.execute(f'SELECT count(*) FROM marts."{name}"').fetchone() or (0,)
    return int(n)


def _copied(name: str, columns: dict[str, str], copies: int) -> str:
    source = f'source.marts."{name}"'
    if name in _ALONE:
        return f"FROM {source}"
    if name in _EMPTY:
        return f"FROM {source} LIMIT 0"
    chosen = ", ".join(f'{_renamed(name, column, kind, copies)} AS "{column}"' for column, kind in columns.items())
    times = "m" if name in _PER_MARKET else "c" if name in _PER_PUBLISHER else "m, c"
    if name in _PER_PUBLISHER:
        own = "publisher_id IN (SELECT publisher_id FROM texts)"
    elif name == "documents" or "market_id" not in columns:
        key = "claim_id IN (SELECT claim_id FROM source.marts.claims WHERE market_id IN (FROM base))"
        own = key if name == "evidence" else "document_id IN (SELECT document_id FROM texts)"
    else:
        own = "market_id IN (FROM base)"
    return f"SELECT {chosen} FROM {source}, {times} WHERE {own}"


def _renamed(mart: str, column: str, kind: str, copies: int) -> str:
    """The column of a copy: ids and names get the copy's number, a list of ids the number of each."""
    quoted = f'"{column}"'
    if kind != "VARCHAR" or column in _SHARED:
        return quoted
    suffix = None
    if column in _OF_MARKET:
        suffix = "'-' || m"
    elif column in _OF_PUBLISHER:
        suffix = "'-' || c"
    elif column.endswith(_OF_BOTH):
        suffix = "'-' || m || '-' || c"
    if suffix is None:
        return quoted
    if mart == "market_estimates" and "c" in suffix.replace("'-'", ""):
        lists = f"list_transform(range({copies}), c -> {_suffixed(quoted, suffix)})"
        return f"array_to_string({lists}, '|')"
    if mart == "markets" and column not in ("market_id", "market"):
        return quoted
    return _suffixed(quoted, suffix)


def _suffixed(column: str, suffix: str) -> str:
    return f"regexp_replace({column}, '([^|]+)', '\\1' || {suffix}, 'g')"


def _measured(release: Path, work: Path) -> dict[str, Any]:
    """One build in this process; making the database and loading libraries are no part of it."""
    import resource

    from quality import planned_checks  # noqa: F401 - loaded before the clock starts
    from release.changes.reading import changes_of
    from release.making.judgement import read_checks
    from release.record import read_release
    from release.site.build import build_site

    database = work / "large.duckdb"
    rows = multiply(release / "warehouse.duckdb", database, MARKETS, PUBLISHERS)
    record, checks = read_release(release).record, read_checks(release)
    changes = changes_of(release)
    sizes: dict[str, int] = {}
    seconds = timed(lambda: sizes.update(build_site(database, record, checks, changes, work / "site", lambda _: None)))
    largest = max(sizes, key=lambda page: sizes[page])
    return {
        "markets": rows["markets"],
        "publishers": rows["publishers"],
        "claims": rows["claims"],
        "figures": rows["vendor_figures"],
        "conflicts": rows["conflicts"],
        "pages": len(sizes),
        "megabytes": round(sum(sizes.values()) / 1e6, 1),
        "largest": largest,
        "largest_bytes": sizes[largest],
        "wall_seconds": rounded(seconds.wall),
        "cpu_seconds": rounded(seconds.cpu),
        "peak_megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "holds": seconds.wall < REQUIRED_SECONDS and sizes[largest] < REQUIRED_BYTES,
    }


if __name__ == "__main__":
    print(json.dumps(_measured(Path(sys.argv[1]), Path(sys.argv[2]))))
