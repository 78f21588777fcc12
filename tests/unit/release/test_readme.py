"""The release's own README speaks of what is there."""

from __future__ import annotations

import re

import duckdb

from release.record import Release


def test_every_mart_is_listed_with_its_rows_and_every_file_named_exists(release: Release) -> None:
    text = (release.path / "README.md").read_text(encoding="utf-8")
    for mart, rows in release.record.rows.items():
        assert re.search(rf"\| `{mart}` *\| +{rows} \|", text), mart
    for name in re.findall(r"^\| `([^`]+)` \| (?!\s*\d)", text, flags=re.MULTILINE):
        assert (release.path / name).exists(), name


def test_its_queries_run(release: Release) -> None:
    text = (release.path / "README.md").read_text(encoding="utf-8")
    with duckdb.connect(str(release.database), read_only=True) as connection:
        for query in re.findall(r'(?:parallax sql|-readonly \S+) "([^"]+)"', text):
            connection.execute(query).fetchall()
    (query,) = re.findall(r'duckdb\.sql\("([^"]+)"\)', text)
    duckdb.sql(query.replace("'parquet/", f"'{release.parquet}/")).fetchall()
