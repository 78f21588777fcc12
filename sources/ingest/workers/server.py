"""The process that workers are forked from: the fork server of `multiprocessing` in surroundings of its own. No documents here."""

from __future__ import annotations

import os
import pickle
import socket
import subprocess
import sys
import tempfile
from multiprocessing import forkserver, popen_forkserver, util
from multiprocessing.connection import wait
from pathlib import Path

from sources.extract.reader_name import READER_VARIABLE, reader_in_force
from sources.ingest.workers.verdicts import ending
from sources.metrics import DEFINITIONS_VARIABLE, metrics
from sources.parse.recogniser import VARIABLE as TESSERACT_VARIABLE

_ROOT = Path(__file__).resolve().parents[3]  # of the package `sources`
_COMMAND = (
    "from sources.ingest.workers.worker import load; load(); "
    "from multiprocessing.forkserver import main; main({}, {}, [])"
)
# All that a worker is told of its surroundings. What the process that asks knows (keys, tokens) is not for a stranger's file, and
# no zone, language, number of threads or hash seed may show in what is read.
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV", TESSERACT_VARIABLE, "TESSDATA_PREFIX", READER_VARIABLE)
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


class ForkServer(forkserver.ForkServer):
    """A fork server for one reading. The one of `multiprocessing` itself is the build's, and knows all that this process knows."""

    def __init__(self) -> None:
        """Starts it. It loads the reader while the caller goes on.

        Raises:
            OSError: no process can be started.
        """
        super().__init__()
        environment = _surroundings()
        self._folder = tempfile.TemporaryDirectory(prefix="parallax-")
        self._forkserver_address = f"{self._folder.name}/forks"
        ends_with_us, self._forkserver_alive_fd = os.pipe()
        with socket.socket(socket.AF_UNIX) as listener, os.fdopen(ends_with_us):
            listener.bind(self._forkserver_address)
            listener.listen()
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _COMMAND.format(listener.fileno(), ends_with_us)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                cwd="/",
                env=environment,
                pass_fds=(listener.fileno(), ends_with_us),
            )

    def ensure_running(self) -> None:
        """Nothing: one that is gone is the caller's to notice."""

    def close(self) -> str:
        """Ends it at once, and every worker with it.

        Returns:
            The last that it said before it could fork, else what it had ended with.
        """
        if self._process.returncode is None:
            os.close(self._forkserver_alive_fd)
            self._process.kill()
            self._last = self._process.communicate()[1].decode("utf-8", "replace").strip().rpartition("\n")[2]
            self._folder.cleanup()
        return self._last or ending(self._process.returncode)


class ServerLostError(Exception):
    """Nobody forks any more."""


class Process(popen_forkserver.Popen):
    """A process of such a server, which learns nothing of the program that asks for it."""

    def __init__(self, server: ForkServer, work: object, channel: int, seconds: float) -> None:
        """Starts it.

        Args:
            server: forks it.
            work: its `_bootstrap` runs in it.
            channel: file descriptor that it gets.
            seconds: within which it has to be there.

        Raises:
            ServerLostError: there is no server.
            TimeoutError: it was not there in time.
        """
        self._server, self._channel, self._seconds = server, channel, seconds
        super().__init__(work)  # type: ignore[arg-type]  # all that is asked of it is `_bootstrap`

    def _launch(self, work: object) -> None:
        try:
            self.sentinel, data = self._server.connect_to_new_process([self._channel])
            self.finalizer = util.Finalize(self, os.close, (self.sentinel,))
            with os.fdopen(data, "wb") as file:
                file.write(pickle.dumps({}) + pickle.dumps(work))
            if not wait([self.sentinel], self._seconds):
                raise TimeoutError
            self.pid = forkserver.read_signed(self.sentinel)
        except (EOFError, ConnectionError, FileNotFoundError) as error:
            raise ServerLostError from error


def _surroundings() -> dict[str, str]:
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    reader_in_force()  # a name that is none is refused here, as a faulty file of metrics is
    if definitions := os.environ.get(DEFINITIONS_VARIABLE):
        metrics()  # a faulty file is refused here with its line; no worker dies of it
        environment[DEFINITIONS_VARIABLE] = str(Path(definitions).resolve())  # a worker's folder is another one
    places = [str(_ROOT), *(place for place in sys.path if place and Path(place).is_absolute())]
    return {**environment, **_FIXED, "PYTHONPATH": os.pathsep.join(dict.fromkeys(places))}
