"""Runs foreign SQL in another process and enforces its limits.

The engine's own limits are asked first: it stops a statement when its time is up and says so. Strings, lists and functions
escape them (measured: 12.8 GB and 257 s at limits of 1 GB and 5 s), and the engine can crash. So the system limits the memory and
the processor time of the process, and this side ends it where it takes more than its time or memory all the same.
"""

from __future__ import annotations

import io
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from threading import Event
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from uuid import uuid4

from warehouse.analyst import limits as errors
from warehouse.analyst.frames import ALL, ASK, ENOUGH, ERROR, NEXT, PIECE, READY, STOP, WHOLE, Frame, Frames, send
from warehouse.analyst.limits import Cancelled, Limits, MemoryExceeded, QueryCrashed

if TYPE_CHECKING:
    import polars as pl

_ROOT = Path(__file__).resolve().parents[2]
_CHILD = (
    "import os, sys; sys.path[:] = sys.argv.pop(1).split(os.pathsep); from warehouse.analyst.child import main; main()"
)
TICK = 0.05  # seconds between two looks at a running statement
GRACE = 1.0  # seconds that a statement has to end by itself when its time is up, or when it is cancelled
_STATM = Path("/proc/self/statm")
_SELDOM = 0.5  # seconds between two looks at the memory where another program has to be asked for it


class Analyst:
    """One session of foreign SQL on one database; temporary tables live as long as its process."""

    def __init__(self, database: Path, limits: Limits | None = None) -> None:
        """Starts the process and does not wait for it.

        Args:
            database: a published file.
            limits: what each statement may take.

        Raises:
            FileNotFoundError: there is no such file.
        """
        if not database.is_file():
            raise FileNotFoundError(f"{database}: no such database; build a release first (parallax run)")
        self._database = database
        self.limits = limits or Limits()
        self._start()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends the process."""
        self.close()

    @property
    def is_open(self) -> bool:
        """Whether the process is there, with the session's temporary tables; after a crash the next question starts another."""
        return self._process.poll() is None

    def ask(self, text: str, cancelled: Event | None = None) -> Iterator[pl.DataFrame]:
        """Runs foreign SQL: all of it is parsed and judged before any of it runs.

        Args:
            text: one or more statements.
            cancelled: is looked at while they run.

        Yields:
            The rows of each statement that reads, in order; statements that make or fill temporary tables yield nothing.

        Raises:
            StatementRefused: a statement does something else than reading tables.
            DeadlineExceeded: a statement's time was up.
            MemoryExceeded: a statement needed more memory than it may take.
            ResultTooLarge: a result is larger than allowed.
            QueryCrashed: a statement ended the process.
            Cancelled: so.
            duckdb.Error: what the engine refuses.
        """
        import polars as pl

        if not self.is_open:
            self.close()
            self._start()
        self._until_ready(cancelled)
        said = {"text": text.encode("utf-8", "replace").decode(), "limits": asdict(self.limits)}
        self._say(ASK, json.dumps(said).encode())
        is_through = False
        try:
            while True:
                rows = io.BytesIO()
                for kind, content in self._frames(monotonic() + self.limits.seconds, cancelled):
                    if kind == PIECE:
                        rows.write(content)
                    elif kind == ERROR:
                        is_through = True
                        if cancelled is not None and cancelled.is_set():
                            raise Cancelled
                        raise self._error_of(json.loads(content))
                    else:
                        break
                if kind == ALL:
                    is_through = True
                    if cancelled is not None and cancelled.is_set():
                        raise Cancelled
                    return
                if kind == WHOLE:
                    rows.seek(0)
                    yield pl.read_ipc_stream(rows)
                self._say(NEXT if cancelled is None or not cancelled.is_set() else ENOUGH)
        finally:
            if not is_through:  # left in the middle: what was asked is not answered to the next question
                self._kill()

    def close(self) -> None:
        """Ends the process, and what it has spilled goes with it."""
        self._kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._complaints.close()
        shutil.rmtree(self._spill, ignore_errors=True)

    def _start(self) -> None:
        self._spill = Path(tempfile.gettempdir()) / f"parallax-sql-{uuid4().hex}"
        paths = [str(_ROOT), *(entry for entry in sys.path if Path(entry).is_absolute())]
        given = [str(self._database.absolute()), str(self._spill), str(self.limits.memory_bytes)]
        # A group of its own: Ctrl-C at a terminal is ours to judge. No site: it starts in half the time.
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the object
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _CHILD, os.pathsep.join(paths), *given],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints, start_new_session=True, bufsize=0,
        )  # fmt: skip
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._heard = Frames(self._out)
        self._is_ready = False
        self._at_rest = 0
        self._weighed_at = 0.0

    def _until_ready(self, cancelled: Event | None) -> None:
        """Starting takes as long as the machine needs; no statement runs meanwhile."""
        if self._is_ready:
            return
        for kind, _ in self._frames(None, cancelled):
            if kind == READY:
                self._is_ready = True
                self._at_rest = resident(self._process.pid) or 0
                return

    def _say(self, kind: bytes, content: bytes = b"") -> None:
        with suppress(BrokenPipeError):  # its end is seen where an answer is awaited
            send(self._in, kind, content)

    def _frames(self, until: float | None, cancelled: Event | None) -> Iterator[Frame]:
        """What the process says, and the error of one that says nothing in its time.

        Args:
            until: when the statement's time is up, by the monotonic clock; None where nothing of others' runs.
            cancelled: is looked at meanwhile.
        """
        stopped_at: float | None = None
        while True:
            yield from self._heard.whole()
            if select.select([self._out], [], [], TICK)[0] and not self._heard.read():
                self._process.wait()
                raise self._crash()
            now = monotonic()
            if cancelled is not None and cancelled.is_set():
                if stopped_at is None:
                    stopped_at = now
                    self._say(STOP)
                elif now > stopped_at + GRACE:
                    self._kill()
                    raise Cancelled
            if until is None:
                continue
            if now > until + GRACE and stopped_at is None:
                self._kill()
                raise self.limits.too_slow()
            if self._is_too_big(now):
                self._kill()
                raise self.limits.too_big()

    def _is_too_big(self, now: float) -> bool:
        if now < self._weighed_at + (TICK if _STATM.exists() else _SELDOM):
            return False
        self._weighed_at = now
        return (resident(self._process.pid) or 0) > self._at_rest + self.limits.memory_bytes

    def _error_of(self, sent: dict[str, Any]) -> Exception:
        """The error that the process had, as one of this process."""
        error_type = getattr(errors, sent["kind"], None) if sent["of"] == "warehouse" else None
        if error_type is not None:
            error: Exception = error_type(sent["message"])
            return error
        if sent["is_memory"] or "bad_alloc" in sent["message"]:
            return self.limits.too_big()
        if sent["kind"] == "OutOfMemoryException":
            return MemoryExceeded(f"{self.limits.too_big()} ({sent['message'].splitlines()[0][:200]})")
        if sent["of"] == "duckdb":
            import duckdb

            refused: Exception = getattr(duckdb, sent["kind"], duckdb.Error)(sent["message"])
            return refused
        return QueryCrashed(f"the query failed unexpectedly: {sent['kind']}: {sent['message'][:500]}")

    def _crash(self) -> Exception:
        """Why the process ended by itself."""
        code = self._process.returncode
        if not self._is_ready:
            self._complaints.seek(0)
            said = self._complaints.read().decode(errors="replace").strip().splitlines()
            return QueryCrashed(f"the process for SQL could not start: {said[-1] if said else f'exit code {code}'}")
        if code == -signal.SIGKILL:
            return MemoryExceeded(f"{self.limits.too_big()} (the system ended its process)")
        if code == -signal.SIGXCPU:
            return self.limits.too_slow()
        ended = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return QueryCrashed(
            f"the query crashed the database engine ({ended}); the release is read-only and unchanged. Write the "
            "query another way: nested less deeply, on shorter strings and lists"
        )

    def _kill(self) -> None:
        self._process.kill()
        self._process.wait()


def resident(pid: int) -> int | None:
    """Memory that a process holds, in bytes; None where the system does not report it.

    Args:
        pid: a process of this user.
    """
    if _STATM.exists():
        with suppress(OSError, IndexError):
            return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return None
    result = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return int(result.stdout) * 1024 if result.stdout.strip().isdigit() else None
