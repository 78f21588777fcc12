"""The template process and its workers as the asking process holds them: started, ordered about, killed. No documents here."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

from platformdirs import user_cache_path

from sources.metrics import DEFINITIONS_VARIABLE, metrics
from sources.parse.pdf.recognise import VARIABLE as TESSERACT_VARIABLE

_ROOT = Path(__file__).resolve().parents[3]  # of the package `sources`
_MOST = 4096
_LAST_LINES = 5
_PATIENCE = 20.0  # seconds that the template has to end by itself; it may be compiling what a language needs
# All that a worker is told of its surroundings. What the process that asks knows (keys, tokens) is not for a stranger's file, and
# no zone, language, number of threads or hash seed may show in what is read.
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV", TESSERACT_VARIABLE, "TESSDATA_PREFIX")
_FIXED = {
    "TZ": "UTC",
    "LC_ALL": "C.UTF-8",
    "LANG": "C.UTF-8",
    "PYTHONUTF8": "1",
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "POLARS_MAX_THREADS": "1",
    "PYDANTIC_DISABLE_PLUGINS": "1",  # no package of the surroundings has a say here, and looking for them takes 20 ms
}


class Template:
    """The process that workers are forked from, seen from outside."""

    def __init__(self) -> None:
        """Starts it; it is ready when it says so. Before it forks anybody it has to be told the limits.

        Raises:
            OSError: no process can be started.
        """
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.control = ours
        self._is_asked = False
        self._said: IO[bytes] = tempfile.TemporaryFile(prefix="parallax-")  # noqa: SIM115 - lives as long as the process
        try:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-P",
                    "-m",
                    "sources.ingest.workers.template",
                    str(theirs.fileno()),
                    str(user_cache_path("parallax", appauthor=False)),
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._said,
                env=_surroundings(),
                pass_fds=(theirs.fileno(),),
            )
        except OSError:
            ours.close()
            self._said.close()
            raise
        finally:
            theirs.close()

    def order(self, words: str, descriptor: int | None = None) -> None:
        """Sends an order; what becomes of it is said later. One that is gone does not hear it, which shows in `heard`."""
        self._is_asked = True
        with contextlib.suppress(OSError):
            socket.send_fds(self.control, [words.encode("ascii")], [] if descriptor is None else [descriptor])

    def heard(self) -> str | None:
        """The next thing it says; None where it is gone."""
        try:
            return self.control.recv(_MOST).decode("ascii", "replace") or None
        except OSError:
            return None

    def last_words(self) -> str:
        """What it said on standard error before it was ready."""
        self._said.seek(0)
        lines = self._said.read().decode("utf-8", "replace").strip().splitlines()
        return " / ".join(line.strip() for line in lines[-_LAST_LINES:]) or f"exit code {self._process.poll()}"

    def close(self) -> None:
        """Ends it and every worker that it made; at once where nobody has asked it for anything."""
        self.control.close()
        if not self._is_asked:
            self._process.kill()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()  # its workers die with it
            self._process.wait()
        self._said.close()


def kill(pid: int) -> None:
    """Kills a worker that is not reaped yet, so that its number is still its own."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def processor_seconds(pid: int | None) -> float | None:
    """Processor time that a process has used so far, to a hundredth of a second; None where the system does not report it."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b") ")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _surroundings() -> dict[str, str]:
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    if definitions := os.environ.get(DEFINITIONS_VARIABLE):
        metrics()  # a faulty file is refused here with its line; no worker dies of it
        environment[DEFINITIONS_VARIABLE] = str(Path(definitions).resolve())  # a worker's folder is another one
    places = [str(_ROOT), *(place for place in sys.path if place and Path(place).is_absolute())]
    return {**environment, **_FIXED, "PYTHONPATH": os.pathsep.join(dict.fromkeys(places))}
