"""The release is the same whatever order reports arrived in, and on a day behind all dates."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import duckdb
import pytest

from pipelines.home import sample_inbox
from release import Release
from sources.extract import extractor_version
from warehouse import marts as marts_module
from warehouse.build import build
from warehouse.decisions import Decisions
from warehouse.export import export_parquet
from warehouse.ledger import open_ledger
from warehouse.policy import read_policy
from warehouse.schema.marts import marts
from warehouse.vintages.clocks import Asked
from warehouse.vintages.rebuild import rebuild


def test_another_order_of_arrival_and_other_batches_give_the_same_bytes(
    tmp_path: Path, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sources.ingest import receive
    from warehouse.ledger import reading

    ledger = open_ledger(tmp_path)
    arrivals = list(receive(sample_inbox()))[::-1]
    for part in (arrivals[:5], arrivals[5:]):  # two intakes, last file first
        ledger.take_in(part, now=datetime(2031, 2, 3, tzinfo=UTC))
    monkeypatch.setattr(reading, "BATCH", 7)
    version = extractor_version()
    list(reading.read_pending(ledger, ledger.pending(version)[::-1], version))
    report = build(ledger, tmp_path / "build", read_policy(), Decisions())
    marts_module.build_marts(report.database)
    (tmp_path / "parquet").mkdir()
    export_parquet(
        report.database, "marts", tmp_path / "parquet", {name: mart.sorted_by for name, mart in marts().items()}
    )
    for name in marts():
        assert (tmp_path / "parquet" / f"{name}.parquet").read_bytes() == (
            release.parquet / f"{name}.parquet"
        ).read_bytes(), f"marts.{name} depends on the order of arrival"


def test_a_day_behind_all_dates_gives_the_marts_that_dbt_built(release: Release, tmp_path: Path) -> None:
    late = rebuild(release.database, tmp_path / "late.duckdb", Asked(date(2100, 1, 1)), read_policy(), Decisions())
    with (
        duckdb.connect(str(release.database), read_only=True) as now,
        duckdb.connect(str(late), read_only=True) as then,
    ):
        for name, mart in marts().items():
            columns = ", ".join(f'"{column.name}"' for column in mart.columns)
            sql = f"SELECT {columns} FROM marts.{name} ORDER BY ALL"
            assert now.sql(sql).types == then.sql(sql).types, name
            assert now.sql(sql).fetchall() == then.sql(sql).fetchall(), name
