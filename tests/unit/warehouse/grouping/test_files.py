"""Frames lie in files as they are, and leave none behind."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest

from warehouse.grouping import files
from warehouse.grouping.files import in_file, mapped, written

ROWS = pl.DataFrame(
    {
        "id": ["a", None, "a word longer than twelve letters"],
        "value": [Decimal("1.5"), None, Decimal(2)],
        "ids": [["x", "y"], [], None],
    },
    schema={"id": pl.String, "value": pl.Decimal(38, 9), "ids": pl.List(pl.String)},
)


def test_frames_come_back_from_files_as_they_were(tmp_path: Path) -> None:
    frames = {"core.rows": ROWS, "core.none": ROWS.clear()}
    back = mapped(written(frames, tmp_path / "new"))
    assert {name: frame.schema for name, frame in back.items()} == dict.fromkeys(frames, ROWS.schema)
    assert all(back[name].equals(frame) for name, frame in frames.items())


def test_parts_become_one_frame_of_a_file_that_nobody_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "AT_LEAST", 2)
    frame = in_file(iter([ROWS, ROWS.head(1), ROWS]), tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert f"{tmp_path}/frame-" in Path("/proc/self/maps").read_text(encoding="utf-8")
    assert frame.equals(pl.concat([ROWS, ROWS.head(1), ROWS]))


def test_a_small_frame_stays_in_memory(tmp_path: Path) -> None:
    assert in_file([ROWS], tmp_path).equals(ROWS)
    assert f"{tmp_path}/frame-" not in Path("/proc/self/maps").read_text(encoding="utf-8")


def test_a_part_that_cannot_be_made_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "AT_LEAST", 2)
    with pytest.raises(ZeroDivisionError):
        in_file((ROWS.head(3 // n) for n in (1, 0)), tmp_path)
    assert list(tmp_path.iterdir()) == []
