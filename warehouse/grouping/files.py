"""Frames as mapped Arrow files, so that many processes share one copy and the system may drop unused pages.

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
    """Frames as files of a new folder, one for each."""
    folder.mkdir()
    files = {name: folder / f"{name}.arrow" for name in frames}
    for name, frame in frames.items():
        _write(frame, files[name])
    return files


def in_file(parts: Iterable[pl.DataFrame], folder: Path) -> pl.DataFrame:
    """Frames of one form, one behind the other, as one frame that lies in files; only one of them has to exist at a time.

    The files have no names any more when this returns: they take room in `folder` until nobody looks at the frame.

    Args:
        parts: one or more; where the first one is small, they stay in memory.
        folder: where there is room.
    """
    rest = iter(parts)
    first = next(rest)
    if first.height < AT_LEAST:
        return pl.concat([first, *rest])
    return pl.concat([_moved(part, folder) for part in chain([first], rest)], rechunk=False)


def mapped(files: Files) -> Frames:
    """The frames of files; they stay readable when the files are removed."""
    return {name: _mapped(path) for name, path in files.items()}


def _moved(frame: pl.DataFrame, folder: Path) -> pl.DataFrame:
    with NamedTemporaryFile(dir=folder, prefix="frame-", suffix=".arrow") as file:
        _write(frame, Path(file.name))
        return _mapped(Path(file.name))


def _write(frame: pl.DataFrame, path: Path) -> None:
    # Words as they lie in memory, so that nothing is made of them when they are mapped. Rows that were picked out of a frame share
    # the words of all of it: polars writes their own only, pyarrow all (a part in sixteen: as much as the whole).
    frame.write_ipc(path, compat_level=pl.CompatLevel.newest())


def _mapped(path: Path) -> pl.DataFrame:
    with pa.memory_map(str(path)) as file:
        frame = pl.from_arrow(pa.ipc.open_file(file).read_all(), rechunk=False)  # one chunk of them would be a copy
    assert isinstance(frame, pl.DataFrame)
    return frame
