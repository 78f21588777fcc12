"""Frames as Arrow files: mapped, not read, so that many processes look at one copy and the system may drop what nobody looks at.

Belongs here: frames to files and back. Which frames are kept in files is said by whoever runs steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TypeAlias

import polars as pl
import pyarrow as pa

from warehouse.step import Frames

AT_LEAST = 50_000  # rows of a frame from which on it lies in a file
Files: TypeAlias = Mapping[str, Path]  # Arrow files by table


def written(frames: Frames, folder: Path) -> Files:
    """Frames as files of a new folder."""
    folder.mkdir()
    files = {name: folder / f"{name}.arrow" for name in frames}
    for name, frame in frames.items():
        write_parts([frame], files[name])
    return files


def write_parts(parts: Iterable[pl.DataFrame], path: Path) -> None:
    """Frames of one form, one behind the other; only one of them has to exist at a time.

    Args:
        parts: one or more.
        path: a file that is not there yet.
    """
    found = iter(parts)
    rows = _arrow(next(found))
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, rows.schema) as target:
        target.write_table(rows)
        for part in found:
            rows = _arrow(part)
            target.write_table(rows)


def in_file(parts: Iterable[pl.DataFrame], folder: Path) -> pl.DataFrame:
    """Frames of one form, one behind the other, as one frame that lies in a file.

    The file has no name any more when this returns: it takes room in `folder` until nobody looks at the frame.

    Args:
        parts: one or more; where the first one is small, they stay in memory.
        folder: where there is room.
    """
    found = iter(parts)
    first = next(found)
    if first.height < AT_LEAST:
        return pl.concat([first, *found])
    with NamedTemporaryFile(dir=folder, prefix="frame-", suffix=".arrow") as file:
        write_parts(chain([first], found), Path(file.name))
        return mapped_frame(Path(file.name))


def mapped(files: Files) -> Frames:
    """The frames of files; they stay readable when the files are removed."""
    return {name: mapped_frame(path) for name, path in files.items()}


def mapped_frame(path: Path) -> pl.DataFrame:
    """The frame of a file."""
    with pa.memory_map(str(path)) as file:
        return pl.DataFrame(pa.ipc.open_file(file).read_all())


def _arrow(frame: pl.DataFrame) -> pa.Table:
    return frame.to_arrow(compat_level=pl.CompatLevel.newest())  # as they lie in memory
