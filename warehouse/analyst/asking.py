"""Asks foreign SQL in a process of its own, so that an engine that takes too much or crashes ends that process and no other."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from warehouse.temporary import scratch_folder

if TYPE_CHECKING:
    import polars as pl

MEMORY = 2 * 2**30  # bytes that the system gives to the process, libraries and threads included
REFUSED = 3  # exit code of a process that wrote the reason to standard error
TOO_BIG = "the query needs more memory than it may take (1 GB) and is stopped; narrow it, or aggregate in steps with temporary tables"
_ROOT = Path(__file__).resolve().parents[2]
# No site and no environment: it starts in two thirds of the time, and no file in the current folder stands in for a module.
_CHILD = (
    "import sys; sys.path[:] = sys.argv.pop(1).split(sys.argv.pop(1)); from warehouse.analyst.child import main; main()"
)


class QueryError(Exception):
    """A statement is refused, or takes too much. The message says what to do."""


def limit_memory() -> None:
    """Lets the system refuse this process more than `MEMORY`: strings and lists escape the engine's own limit (measured: 12.8 GB at 1 GB)."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(ValueError, OSError):  # macOS keeps no such limit; the engine's own holds there
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def ask(database: Path, text: str, seconds: float = 60, result_bytes: int = 512 * 2**20) -> Iterator[pl.DataFrame]:
    """Runs foreign SQL on a release: it reads tables, may keep temporary ones, and reaches nothing else.

    Args:
        database: a published file.
        text: one or more statements; all are judged before the first runs.
        seconds: what each statement may take.
        result_bytes: how large each result may be.

    Yields:
        The rows of each statement that reads, in order.

    Raises:
        FileNotFoundError: there is no such file.
        QueryError: a statement is refused, fails, or takes more than it may.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    import polars as pl
    import pyarrow as pa

    if not database.is_file():
        raise FileNotFoundError(f"{database}: no such database; build a release first (parallax run)")
    paths = [str(_ROOT), *(entry for entry in sys.path if Path(entry).is_absolute())]
    with scratch_folder("sql") as spill, tempfile.TemporaryFile() as complaints:
        given = [
            os.pathsep.join(paths),
            os.pathsep,
            str(database.absolute()),
            str(spill),
            str(seconds),
            str(result_bytes),
        ]
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _CHILD, *given],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            with suppress(BrokenPipeError), process.stdin as said:
                said.write(text.encode("utf-8", "replace"))
            with suppress(pa.ArrowInvalid, OSError):  # the stream ends; the exit code says how
                while True:
                    yield pl.DataFrame(pa.ipc.open_stream(process.stdout).read_all())
            code = process.wait()
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
        # Ctrl-C goes to the child as well. It may be the only one that hears it: a signal may reach another thread than our main one.
        if code == -signal.SIGINT:
            raise KeyboardInterrupt
        if code:
            complaints.seek(0)
            raise QueryError(_reason(code, complaints.read().decode(errors="replace"), seconds))


def _reason(code: int, complaint: str, seconds: float) -> str:
    if code == REFUSED:
        return complaint
    if code == -signal.SIGALRM:
        return f"the query took longer than {seconds:g} s and was stopped; narrow it, or allow more time (--timeout)"
    if code == -signal.SIGKILL or "bad_alloc" in complaint or "MemoryError" in complaint:
        return TOO_BIG
    ended = signal.Signals(-code).name if code < 0 else (complaint.strip().splitlines() or [f"exit code {code}"])[-1]
    return (
        f"the query crashed the database engine ({ended}); the release is read-only and unchanged. Write the query another way: "
        "nested less deeply, on shorter strings and lists"
    )
