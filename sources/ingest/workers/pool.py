"""Documents to workers, answers back in the order of the documents: a thread for each worker, one document in flight in each.

Belongs here: who reads what when, and when deaths are the machine's fault. What a death means for a document is `verdicts`'.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from queue import SimpleQueue

from sources.ingest.workers.limits import Limits, read_limits
from sources.ingest.workers.process import FalseStartError, Sent, Worker
from sources.ingest.workers.server import ForkServer, ServerLostError
from sources.ingest.workers.verdicts import Answer, Death, Failed, WorkersError, verdict
from sources.ingest.workers.worker import SAMPLE
from sources.records import Unreadable

WORKERS_VARIABLE = "PARALLAX_WORKERS"
_MOST_FALSE_STARTS = 3  # of workers, one after another
_MOST_HELD = 2  # answers of the largest size that may wait for an earlier document
_PAGES = 5  # of our own, which a worker reads to show that it can
_GRACE = 1.0  # seconds that threads have to see that their workers were killed
Given = bytes | tuple[bytes, str | None] | Sent


def worker_count() -> int:
    """How many workers read: PARALLAX_WORKERS, else one for each core that this process may use.

    Raises:
        WorkersError: the variable holds no number from 1 on.
    """
    asked = os.environ.get(WORKERS_VARIABLE, "").strip()
    if not asked:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not (asked.isascii() and asked.isdigit() and int(asked)):
        raise WorkersError(f"{WORKERS_VARIABLE}: {asked!r} is no number of workers; set it to 1 or more, or unset it")
    return int(asked)


def read_documents(
    contents: Iterable[Given], n_workers: int, limits: Limits | None = None, *, server: ForkServer | None = None
) -> Generator[Answer, None, None]:
    """Reads documents, each in a process that is killed where it takes too much.

    Args:
        contents: bytes of documents, where one knows them with the charset that its server named and the column map of its
            sidecar; taken one at a time, a few hundred ahead at most.
        n_workers: processes that read at the same time, at least one.
        limits: what each document may use; those of `limits.yml` by default.
        server: one that was started already; it ends with the reading, so who does not come to reading closes it.

    Yields:
        For each document in order: what was read, why it is unreadable, or that nobody can tell.

    Raises:
        WorkersError: workers cannot start, or cannot read a document of our own either.
    """
    if n_workers < 1:
        raise ValueError("at least one worker has to read")
    return _Pool(n_workers, limits or read_limits(), server).run(iter(contents))


class _Pool:
    """One call of `read_documents`: this thread keeps the order, each of the others waits for a worker."""

    def __init__(self, n_workers: int, limits: Limits, server: ForkServer | None) -> None:
        self._n_workers, self._limits, self._server = n_workers, limits, server
        self._threads: list[threading.Thread] = []
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._given: SimpleQueue[tuple[int, Sent] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[int, Answer, int, bool] | BaseException] = SimpleQueue()
        self._is_over = False

    def run(self, contents: Iterator[Given]) -> Generator[Answer, None, None]:
        """Takes no document too far ahead of one that takes long."""
        waiting: dict[int, tuple[Answer, int]] = {}
        killed: deque[bool] = deque(maxlen=self._limits.window)
        n_taken = n_given = 0
        try:
            while True:
                while (
                    n_taken - n_given - len(waiting) < self._n_workers
                    and n_taken - n_given < self._limits.ahead
                    and sum(size for _, size in waiting.values()) <= _MOST_HELD * self._limits.answer_bytes
                    and (given := next(contents, None)) is not None
                ):
                    self._hand_out(n_taken, given)
                    n_taken += 1
                if n_given in waiting:
                    yield waiting.pop(n_given)[0]
                    n_given += 1
                elif n_given == n_taken:
                    return
                else:
                    number, answer, size, was_killed = self._heard()
                    waiting[number] = answer, size
                    killed.append(was_killed)
                    if sum(killed) > self._limits.most_deaths * self._limits.window:
                        raise WorkersError(
                            f"workers are killed from outside, over more than {self._limits.most_deaths:.0%} of the last "
                            f"{self._limits.window} documents; is the machine short of memory? Read again with fewer workers"
                        )
        finally:
            self._end()

    def _hand_out(self, number: int, given: Given) -> None:
        content, charset, column_map = (*((given,) if isinstance(given, bytes) else given), None, None)[:3]
        try:
            self._server = self._server or ForkServer()  # not where there is nothing to read
        except OSError as error:
            raise WorkersError(f"no worker can be started: {error}; documents stay pending") from error
        self._given.put((number, (content, charset, column_map)))
        if len(self._threads) < self._n_workers:
            self._threads.append(threading.Thread(target=self._serve, args=(self._server,), daemon=True))
            self._threads[-1].start()

    def _heard(self) -> tuple[int, Answer, int, bool]:
        said = self._answers.get()
        if isinstance(said, ServerLostError) and self._server:
            raise _no_start(self._server.close())
        if isinstance(said, BaseException):
            raise said
        return said

    def _end(self) -> None:
        """Ends every process, then the threads that see their end."""
        self._is_over = True
        for _ in self._threads:
            self._given.put(None)
        for worker in self._workers.copy():
            worker.process.kill()
        for thread in self._threads if self._workers else ():  # the server still lives, and collects the dead
            thread.join(_GRACE)
        for worker in self._idle:
            worker.end()
        if self._server:
            self._server.close()
        for thread in self._threads:
            thread.join()

    # -- what threads do -------------------------------------------------------------------------------------------

    def _serve(self, server: ForkServer) -> None:
        try:
            while (given := self._given.get()) is not None:
                self._answers.put((given[0], *self._read(server, given[1])))
        except BaseException as error:
            self._answers.put(error)

    def _read(self, server: ForkServer, document: Sent) -> tuple[Answer, int, bool]:
        """The answer, its bytes, and whether a worker was killed over it; quarantine waits until a page of our own is read."""
        answer, size, deaths = self._attempts(server, document)
        if isinstance(answer, Unreadable) and any(answer is death.outcome for death in deaths):
            proof, *_ = self._attempts(server, (SAMPLE.read_bytes() * _PAGES, None, None))
            if not isinstance(proof, tuple) or not proof[1].mentions:
                raise _no_reading(proof)
        return answer, size, any(death.outcome is None for death in deaths)

    def _attempts(self, server: ForkServer, document: Sent) -> tuple[Answer, int, list[Death]]:
        deaths: list[Death] = []
        while (outcome := verdict(deaths, self._limits.most_kills)) is None:
            worker = (None if deaths else self._used()) or self._fresh(server)
            answer, size = worker.read(document)
            if not isinstance(answer, Death):
                self._idle.append(worker)
                return answer, size, deaths
            self._workers.discard(worker)
            deaths.append(answer)
        return outcome, 0, deaths

    def _used(self) -> Worker | None:
        """A worker that is idle, and may read on."""
        with suppress(IndexError):  # there is none
            while worker := self._idle.pop():
                if worker.is_silent and worker.n_read < self._limits.documents_per_worker:
                    return worker
                self._workers.discard(worker)
                worker.end()
        return None

    def _fresh(self, server: ForkServer) -> Worker:
        why = ""
        for _ in range(_MOST_FALSE_STARTS):
            if self._is_over:
                raise WorkersError("the reading is over")
            try:
                worker = Worker(server, self._limits)
            except FalseStartError as error:
                why = f"workers end before they are ready ({error})"
            except TimeoutError as error:
                raise _no_start("a worker was not ready in time") from error
            else:
                self._workers.add(worker)
                return worker
        raise _no_start(why)


def _no_start(why: str) -> WorkersError:
    return WorkersError(
        f"workers that read documents cannot start: {why}. Nothing was quarantined for it, documents stay pending: "
        "check the installation and the machine's memory, then run again"
    )


def _no_reading(proof: Answer) -> WorkersError:
    if isinstance(proof, Unreadable):
        why = proof.detail
    else:
        why = proof.problem if isinstance(proof, Failed) else "it found nothing"
    return WorkersError(
        f"workers die, and cannot read a document of our own either ({why}). Documents stay pending: this is a fault "
        "of the program or the machine, check its memory, then run again"
    )
