"""Speed of fusing: from a Parquet file to estimates, against DuckDB's medians and quantiles of the same file."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from trials.clock import rounded
from trials.processes import module_json

FEW, MANY = 1_000_000, 10_000_000  # claims
CLAIMS_PER_SERIES = 20
N_SOURCES = 2_000
REPEATS = 2  # the quicker one counts: other work on the machine only makes it longer
_SIDES = ("duckdb", "fuse")
KINDS = ("scattered", "repeated")


def fusing_speed(work: Path, sizes: tuple[int, ...], kind: str = KINDS[0]) -> dict[str, Any]:
    """Seconds and memory of both, each run in a process of its own.

    Args:
        work: folder for the files of claims.
        sizes: numbers of claims, ascending; 20 on each series, by 2,000 sources.
        kind: "scattered", log-normal with spreads of their own, which takes a centre; or "repeated", sources that are
            right in 40 to 95 %, which takes a vote.

    Returns:
        `sizes`: for each the claims, series, wall and processor seconds and peak memory of both sides, and `ratio`, wall
        seconds of fusing over DuckDB's. `growth`: seconds per claim of the largest over those of the smallest; 1 is linear.
    """
    rows: list[dict[str, Any]] = []
    for n_claims in sizes:
        path = work / f"{kind}_{n_claims}.parquet"
        _write_claims(path, n_claims, kind)
        best: dict[str, dict[str, Any]] = {}
        for _ in range(REPEATS):
            for side in _SIDES:
                run = module_json("benchmarks.fusing", side, path)
                best[side] = min(best.get(side, run), run, key=lambda one: one["wall_seconds"])
        path.unlink()
        ratio = round(best["fuse"]["wall_seconds"] / best["duckdb"]["wall_seconds"], 2)
        rows.append({"claims": n_claims, "series": n_claims // CLAIMS_PER_SERIES, **best, "ratio": ratio})
    per_claim = [row["fuse"]["wall_seconds"] / row["claims"] for row in rows]
    return {"sizes": rows, "growth": round(per_claim[-1] / per_claim[0], 2)}


def _write_claims(path: Path, n_claims: int, kind: str) -> None:
    import numpy as np
    import polars as pl

    draw = np.random.default_rng(1)
    n_series = n_claims // CLAIMS_PER_SERIES
    series, source = draw.integers(0, n_series, n_claims), draw.integers(0, N_SOURCES, n_claims)
    level, spread = draw.normal(8, 1.5, n_series), 0.35 * np.exp(draw.normal(0, 0.5, n_series))
    if kind == "repeated":
        truth, right = np.round(draw.uniform(300, 1_380, n_series)), draw.uniform(0.4, 0.95, N_SOURCES)
        off = truth[series] + np.round(draw.normal(0, 30, n_claims))
        num = np.where(draw.random(n_claims) < right[source], truth[series], off)
    else:
        reliability = np.exp(draw.normal(0, 0.4, N_SOURCES))
        num = np.exp(level[series] + spread[series] * reliability[source] * draw.normal(size=n_claims))
    pl.DataFrame({"source": source, "object": series, "num": num}).select(
        pl.format("s{}", "source").alias("source"),
        pl.format("o{}", "object").alias("object"),
        pl.lit("size").alias("attribute"),
        "num",
    ).write_parquet(path)


def _measured(side: str, path: Path) -> dict[str, float]:
    """One run in this process; loading of libraries is no part of it, for neither side."""
    import resource
    from time import process_time

    threads = len(os.sched_getaffinity(0))
    if side == "fuse":
        import scipy.sparse
        import scipy.special  # noqa: F401

        from warehouse.fuse.engine import fuse
        from warehouse.fuse.files import read_claims

        wall, cpu = perf_counter(), process_time()
        fuse(read_claims(path)).values.write_parquet(path.with_name("fused.parquet"))
    else:
        from warehouse.connection import connect

        connection = connect(path.with_suffix(".duckdb"), read_only=False)
        connection.execute(f"set threads = {threads}")
        wall, cpu = perf_counter(), process_time()
        connection.execute(
            f"copy (select object, attribute, median(num), quantile_cont(num, 0.05), quantile_cont(num, 0.95) "
            f"from read_parquet('{path}') group by all) to '{path.with_name('medians.parquet')}' (format parquet)"
        )
    wall, cpu = perf_counter() - wall, process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"wall_seconds": rounded(wall), "cpu_seconds": rounded(cpu), "peak_megabytes": round(peak)}


if __name__ == "__main__":
    if sys.argv[1] in _SIDES:
        print(json.dumps(_measured(sys.argv[1], Path(sys.argv[2]))))
    else:  # a kind and numbers of claims
        from tempfile import TemporaryDirectory

        with TemporaryDirectory() as folder:
            found = fusing_speed(Path(folder), tuple(int(size) for size in sys.argv[2:]), sys.argv[1])
        print(json.dumps(found, indent=1))
