"""Frames survive files unchanged, and leave no files behind."""

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


def anonymous_megabytes() -> float:
    """Memory of this process that is no file's."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.partition("RssAnon:")[2].split()[0]) / 1024


WORDS = pl.DataFrame({"id": range(400_000)}).with_columns(
    words=pl.lit("a word longer than twelve letters, ") + pl.col("id").cast(pl.String)
)


def test_rows_picked_out_of_a_frame_are_written_without_the_words_of_others(tmp_path: Path) -> None:
    # An eighth of 400,000 rows of 40 bytes, their views of 16 and ids of 8: 3.2 MB; with the words of all it were 17.
    (file,) = written({"core.rows": WORDS.filter(pl.col("id") % 8 == 0)}, tmp_path / "new").values()
    assert file.stat().st_size < 4_000_000


def test_a_frame_of_several_parts_is_looked_at_where_it_lies(tmp_path: Path) -> None:
    numbers = pl.DataFrame({"id": range(400_000)}).select(pl.col("id").alias(f"n{n}") + n for n in range(16))
    before = anonymous_megabytes()
    frame = in_file((numbers.slice(start, 50_000) for start in range(0, 400_000, 50_000)), tmp_path)
    assert anonymous_megabytes() - before < 25  # a copy takes 51 beside what is left of writing
    assert frame.equals(numbers)
