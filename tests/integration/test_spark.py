"""Both engines on the samples; skipped with a reason where Spark is not there.

A real cluster of processes, a worker that is killed and all marts of a whole run are `make spark-test`'s.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from sources.extract import extractor_version
from sources.ingest import receive
from tests.integration.conftest import Published
from tests.integration.test_grouping import STEPS, rows
from warehouse.connection import connect
from warehouse.database_comparison import compare
from warehouse.export import seal
from warehouse.grouping.groups import RunGroups, Split
from warehouse.grouping.here import groups_on_cores
from warehouse.grouping.splits import SPLITS
from warehouse.ledger import open_ledger
from warehouse.ledger.reading import read_pending
from warehouse.schema.marts import marts
from warehouse.spark.groups import groups_on_spark, on_spark
from warehouse.spark.session import missing_for_spark, session
from warehouse.step import BuildContext, Frames
from warehouse.step_cache.cached_step import StepCache, cached
from warehouse.step_cache.result_store import ResultStore

REPORT = "Garden Gnome Market\n\nThe global garden gnome market was valued at USD {n} million in 2024.\n"
lacking = missing_for_spark()
needs_spark = pytest.mark.skipif(lacking is not None, reason=str(lacking))


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """Spark in this process."""
    with session("local[2]") as found:
        yield found


@needs_spark
def test_steps_write_the_same_rows_as_grouped_maps_on_spark(spark: Any, samples: Published) -> None:
    for name, split in SPLITS.items():
        whole, apart = rows(STEPS[name], samples), rows(on_spark(STEPS[name], split, spark), samples)
        assert all(apart[written].equals(frame) for written, frame in whole.items()), name


@needs_spark
def test_groups_that_this_machine_computed_are_not_computed_on_spark_and_the_other_way_round(
    spark: Any, samples: Published, tmp_path: Path
) -> None:
    asked: list[int] = []

    def watched(run_groups: RunGroups) -> RunGroups:
        def run(split: Split, frames: Frames, cut: Frames, shared: Frames, context: BuildContext) -> Iterable[Frames]:
            asked.append(sum(rows.height for rows in cut.values()))
            return run_groups(split, frames, cut, shared, context)

        return run

    engines = [watched(groups_on_cores(1)), watched(groups_on_spark(spark))]
    for name, split in SPLITS.items():
        if split.owners is None:
            continue
        for first, second in (engines, engines[::-1]):
            asked.clear()
            store = ResultStore(tmp_path / f"{name}-{engines.index(first)}")
            made, taken = (
                rows(cached(STEPS[name], split, StepCache(store, ""), run), samples) for run in (first, second)
            )
            assert all(taken[written].equals(frame) for written, frame in made.items()), name
            assert asked[0] > 0 and asked[1] == 0, name


@needs_spark
def test_a_ledger_read_on_spark_has_the_rows_of_one_read_here_hostile_documents_among_them(
    spark: Any, tmp_path: Path
) -> None:
    from warehouse.spark.reading import reader

    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for number in range(12):
        (inbox / f"{number}.txt").write_text(REPORT.format(n=100 + number), encoding="utf-8")
    (inbox / "noise.txt").write_bytes(b"\x00\x01\x02" * 50)
    (inbox / "broken.pdf").write_bytes(b"%PDF-1.7\n" + b"1 0 obj << /Length 99999999 >> stream" * 100)
    version, now = extractor_version(), datetime(2026, 11, 20, 12, tzinfo=UTC)
    here, there = open_ledger(tmp_path / "here"), open_ledger(tmp_path / "there")
    for ledger in (here, there):
        ledger.take_in(receive(inbox), now=now)
    local = [one.outcome for one in read_pending(here, here.pending(version), version)]
    elsewhere = reader(spark, there, version)
    assert [one.outcome for one in read_pending(there, there.pending(version), version, elsewhere=elsewhere)] == local
    assert sorted(set(local)) == ["read", "unreadable"]
    assert here.digest() == there.digest()
    for name in ("raw.documents", "raw.claims", "raw.mentions", "raw.rejections", "raw.unreadable"):
        assert here.rows(name).equals(there.rows(name)), name
    assert not list((there.root / "tmp").iterdir())


@needs_spark
@pytest.mark.slow
def test_marts_of_dbts_spark_target_are_those_of_the_release_to_the_last_digit(
    spark: Any, samples: Published, tmp_path: Path
) -> None:
    from warehouse.spark.marts import build_marts

    build = tmp_path / "warehouse.duckdb"
    shutil.copyfile(samples.latest / "warehouse.duckdb", build)
    build.chmod(0o644)
    con = connect(build, read_only=False)
    con.execute("DROP SCHEMA marts CASCADE")
    con.close()
    seal(build)
    report = build_marts(build, spark)
    assert len(report.tests) > 60
    assert all(test.status == "pass" for test in report.tests)
    assert [
        one.table
        for one in compare(samples.latest / "warehouse.duckdb", build, "marts", ("local", "spark"))
        if not one.is_equal
    ] == []
    assert set(report.rows) == set(marts())
