"""`python -m benchmarks [--name NAME] [--sizes N,...] [--only PART,...]`: measures every part, writes JSON and a page with tables.

With `--only` the other parts stay as the day's result of that name has them; `--work` keeps what is made for parts that follow.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.peers import beside_peers
from benchmarks.queries import query_seconds
from benchmarks.report import page
from benchmarks.synthetic_job import BUILT_UP_TO, synthetic_job
from trials.processes import machine

RESULTS = Path(__file__).parent / "results"
PEERS = 300_000  # characters that the peers read
CLAIMS = 1_000_000  # of the release that is asked


def main(arguments: list[str] | None = None) -> None:
    """Measures, writes the result, says where it is."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--name", default="reading", help="name of the result (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder for results (default: benchmarks/results)")
    parser.add_argument("--only", help="parts, by comma: peers, synthetic, queries")
    parser.add_argument("--sizes", default="100,1000", help="numbers of synthetic reports (default: %(default)s)")
    parser.add_argument(
        "--claims", type=int, default=CLAIMS, help="claims of the release that is asked (default: %(default)s)"
    )
    parser.add_argument("--work", type=Path, help="folder for what is made")
    chosen = parser.parse_args(arguments)
    path = chosen.out / f"{datetime.now(UTC):%Y-%m-%d}-{chosen.name}.json"
    before = json.loads(path.read_text(encoding="utf-8")) if chosen.only and path.is_file() else {}
    with tempfile.TemporaryDirectory(prefix="parallax-bench-") as scratch:
        result = {**before, "machine": machine(), **_measured(chosen, chosen.work or Path(scratch), before)}
    chosen.out.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (chosen.out / "README.md").write_text(page(result, path.name), encoding="utf-8")
    print(f"{path}\n{chosen.out / 'README.md'}")


def _measured(chosen: argparse.Namespace, work: Path, before: Mapping[str, Any]) -> dict[str, Any]:
    """Each part that was asked for."""
    sizes = [int(size) for size in chosen.sizes.split(",")]

    def synthetic() -> dict[str, Any]:
        return {**before.get("synthetic", {}), **{str(size): synthetic_job(work / str(size), size) for size in sizes}}

    def queries() -> dict[str, Any]:
        homes = [work / str(size) / "home" for size in sorted(sizes, reverse=True) if size <= BUILT_UP_TO]
        release = next(home / "releases" / "latest" for home in homes if (home / "releases" / "latest").exists())
        return query_seconds(release / "warehouse.duckdb", work / "grown", chosen.claims)

    parts: dict[str, Callable[[], dict[str, Any]]] = {
        "peers": lambda: beside_peers(PEERS, work), "synthetic": synthetic, "queries": queries,
    }  # fmt: skip
    wanted = chosen.only.split(",") if chosen.only else list(parts)
    if unknown := set(wanted) - set(parts):
        raise SystemExit(f"{', '.join(sorted(unknown))}: no part of the benchmark; there are {', '.join(parts)}")
    result = {}
    for part in (part for part in parts if part in wanted):
        began = perf_counter()
        result[part] = parts[part]()
        print(f"{part}: {perf_counter() - began:.1f} s", file=sys.stderr, flush=True)
    return result


if __name__ == "__main__":
    main()
