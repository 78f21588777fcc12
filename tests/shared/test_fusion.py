"""The reconciler on claims with a known truth outside the repository: the judge's own figures, with the limits."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

Parallax = Callable[..., "subprocess.CompletedProcess[str]"]


def judged(name: str, shared: Path, parallax: Parallax, tmp_path: Path) -> dict[str, Any]:
    claims, values, weights = (
        shared / "fusion" / f"{name}_claims.parquet",
        tmp_path / "v.parquet",
        tmp_path / "w.parquet",
    )
    done = parallax("fuse", str(claims), "--out", str(values), "--weights", str(weights), home=tmp_path)
    assert done.returncode == 0, done.stderr
    judge: list[str | Path] = [sys.executable, shared / "score" / "fusion.py", "--json", "--pred", values]
    judge += ["--claims", claims, "--truth", shared / "fusion" / f"{name}_truth.parquet", "--sources", weights]
    said = subprocess.run(judge, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(said.stdout)
    return found


def test_weather_is_told_better_than_by_any_measured_peer(shared: Path, parallax: Parallax, tmp_path: Path) -> None:
    found = judged("weather", shared, parallax, tmp_path)
    assert found["all"]["coverage"] == 1
    # The best measured peers have .366 and .969; .279 and .812 are told in docs/reconciliation.md.
    assert found["all"]["error_rate"] < 0.285
    assert found["all"]["nmae"] < 0.82
    assert found["source_spearman"] >= 0.9
    # .796 where .9 is asked: known and told in docs/reconciliation.md. More is welcome, and to be told there.
    assert 0.79 <= found["all"]["cover"] <= 0.8
    assert found["all"]["width"] == 0  # half of the values and more are a point


def test_populations_are_told_better_than_by_any_measured_peer(
    shared: Path, parallax: Parallax, tmp_path: Path
) -> None:
    found = judged("population", shared, parallax, tmp_path)
    assert found["all"]["coverage"] == 1
    assert found["all"]["items"] == 301
    assert found["all"]["error_rate"] * 301 < 48.5
    assert found["all"]["male"] < 0.0485
    # .890 where .9 is asked, 268 of 301.
    assert 0.88 <= found["all"]["cover"] <= 0.9
    # The weak sides that docs/reconciliation.md tells: no worse than there.
    assert found["all"]["nmae"] < 1.15
    assert found["source_spearman"] > -0.56


@pytest.mark.parametrize("name", ["weather", "population"])
def test_the_order_of_rows_carries_nothing(name: str, shared: Path, parallax: Parallax, tmp_path: Path) -> None:
    claims = pl.read_parquet(shared / "fusion" / f"{name}_claims.parquet")
    results = set()
    for seed in (None, 1, 2):
        rows = claims if seed is None else claims.sample(fraction=1, shuffle=True, seed=seed)
        path = tmp_path / "claims.parquet"
        rows.write_parquet(path)
        done = parallax("fuse", str(path), "--weights", str(tmp_path / "w.csv"), home=tmp_path)
        assert done.returncode == 0, done.stderr
        results.add(done.stdout + (tmp_path / "w.csv").read_text(encoding="utf-8"))
    assert len(results) == 1
