"""There is one unpublished build, and only a complete one may be published."""

from __future__ import annotations

from pathlib import Path

import pytest

from release.making.builds import clear_bench, discard, discard_published, fingerprint_of, sign, standing_build
from release.record import ReleaseError


def test_the_next_build_clears_the_bench_whatever_lies_there(tmp_path: Path) -> None:
    first = clear_bench(tmp_path, "one")
    first.mkdir()
    (first / "warehouse.duckdb").write_bytes(b"half")
    (tmp_path / "builds" / "stray.wal").write_bytes(b"")
    second = clear_bench(tmp_path, "two")
    assert list((tmp_path / "builds").iterdir()) == []
    assert second == tmp_path / "builds" / "two"


def test_an_unsigned_build_is_unfinished(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match=r"no build here"):
        standing_build(tmp_path)
    build = clear_bench(tmp_path, "one")
    build.mkdir()
    with pytest.raises(ReleaseError, match=r"unfinished build"):
        standing_build(tmp_path)
    sign(build, "ab" * 32)
    assert standing_build(tmp_path) == build
    assert fingerprint_of(build) == "ab" * 32
    discard(build)
    with pytest.raises(ReleaseError, match=r"no build here"):
        standing_build(tmp_path)


def test_what_a_run_left_that_was_killed_behind_its_publication_is_removed_and_a_refused_build_stays(
    tmp_path: Path,
) -> None:
    bench = tmp_path / "builds"
    for name, fingerprint in (("published", "ab" * 32), ("refused", "cd" * 32), ("unfinished", None)):
        (bench / name).mkdir(parents=True)
        if fingerprint is not None:
            sign(bench / name, fingerprint)
    discard_published(tmp_path, "ab" * 32)
    assert [entry.name for entry in bench.iterdir()] == ["refused"]


def test_a_home_without_a_bench_has_nothing_to_remove(tmp_path: Path) -> None:
    discard_published(tmp_path, "ab" * 32)
    assert not (tmp_path / "builds").exists()
