"""The bench holds one build, and only a whole one may go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from release.builds import clear_bench, discard, fingerprint_of, sign, standing_build
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
    with pytest.raises(ReleaseError, match=r"no build stands here"):
        standing_build(tmp_path)
    build = clear_bench(tmp_path, "one")
    build.mkdir()
    with pytest.raises(ReleaseError, match=r"unfinished build"):
        standing_build(tmp_path)
    sign(build, "ab" * 32)
    assert standing_build(tmp_path) == build
    assert fingerprint_of(build) == "ab" * 32
    discard(build)
    with pytest.raises(ReleaseError, match=r"no build stands here"):
        standing_build(tmp_path)
