"""Starts, feeds, times out and ends worker processes. What they are to read is not decided here.

The processes themselves are `processes`', the pipe's form `wire`'s, what the end of an attempt means `verdicts`'.
"""

from __future__ import annotations

import selectors
import socket
from collections import deque
from collections.abc import Callable
from time import monotonic

from sources.ingest.workers import wire
from sources.ingest.workers.attempts import End, end_of
from sources.ingest.workers.limits import Limits
from sources.ingest.workers.processes import Template, kill, processor_seconds
from sources.ingest.workers.sample import Prepared
from sources.ingest.workers.seen import Worker
from sources.ingest.workers.tasks import Task, WorkersError
from sources.ingest.workers.verdicts import Verdicts

_MOST_RESTARTS = 2  # of the template
_MOST_FALSE_STARTS = 3  # of workers, one after another
_LEAST_SECONDS = 1.0  # that a further attempt has, however long those before it took
_LEAST_WORK = 0.02  # of the processor time that a document may take: less, in all the time that it has, is waiting


class Supervisor:
    """The workers of one reading, and the template that they are forked from."""

    def __init__(
        self,
        n_workers: int,
        limits: Limits,
        verdicts: Verdicts,
        said: Callable[[Worker, bytes, bytes], None],
        prepared: Prepared,
        template: Template | None = None,
    ) -> None:
        """Starts nothing yet.

        Args:
            n_workers: how many there are to be.
            limits: of time and answers.
            verdicts: is told of attempts that ended, and of tasks that were interrupted.
            said: hears the frames of a worker that is reading, each a kind and a content; raises WireError.
            prepared: what the template does with our samples.
            template: one that was started before; this supervisor ends it.
        """
        self._n_workers = n_workers
        self._limits = limits
        self._verdicts = verdicts
        self._said = said
        self._prepared = prepared
        self._begun = template
        self._selector = selectors.DefaultSelector()
        self._template: Template | None = None
        self._template_until = 0.0
        self._is_template_ready = False
        self._n_restarts = self._n_false_starts = 0
        self._forking: deque[Worker] = deque()
        self._ending: dict[int, Worker] = {}
        self.workers: list[Worker] = []

    @property
    def is_started(self) -> bool:
        """Whether there is a template."""
        return self._template is not None

    def start(self) -> None:
        """Starts the template, and when that is ready the workers.

        Raises:
            WorkersError: no process can be started.
        """
        try:
            self._template = self._begun or Template()
        except OSError as error:
            raise WorkersError(f"no worker can be started: {error}; documents stay pending") from error
        self._begun = None
        self._template.order(f"limits {self._limits.model_dump_json()}")
        self._is_template_ready = False
        self._template_until = monotonic() + self._limits.start_seconds
        self._selector.register(self._template.control, selectors.EVENT_READ, None)
        for kind in self._prepared.first:
            self.prepare(kind)

    def prepare(self, kind: str) -> None:
        """Has what documents of a kind need loaded for all workers to come, or no more than kept for later runs."""
        if self._template is not None:
            self._template.order(f"{self._prepared.verb} {kind}")

    def give(self, worker: Worker, task: Task) -> None:
        """Gives an idle worker something to read."""
        worker.task = task
        left = max(_LEAST_SECONDS, self._limits.seconds - task.seconds)
        worker.used = processor_seconds(worker.pid) or 0.0
        worker.until = monotonic() + self._limits.wall_factor * left
        worker.unsent = wire.document_frame(task.content, left, task.charset, task.column_map)
        self._send(worker)

    def replace(self, worker: Worker, cause: End | None = None) -> None:
        """Ends a worker, or takes note that it has ended, and has another one made.

        Args:
            worker: whom.
            cause: why its attempt is over; where None, what its process ended with tells.
        """
        self._selector.unregister(worker.channel)
        worker.channel.close()
        self.workers.remove(worker)
        worker.cause = cause
        if worker.pid is not None:
            self._reap(worker)
        self._fork()

    def wait(self) -> None:
        """Waits for something to happen, and deals with it.

        Raises:
            WorkersError: workers cannot start, or as `Verdicts.answered`.
        """
        until = [worker.until for worker in self.workers if worker.task or not worker.is_ready]
        if not self._is_template_ready:
            until.append(self._template_until)
        for key, events in self._selector.select(max(0.0, min(until) - monotonic()) if until else None):
            if key.data is None:
                self._hear_template()
                return  # the workers may be others now
            if key.data in self.workers:
                if events & selectors.EVENT_WRITE:
                    self._send(key.data)
                if events & selectors.EVENT_READ:
                    self._hear(key.data)
        self._look_at_clock()

    def end(self) -> None:
        """Ends every process."""
        for worker in self.workers:
            worker.channel.close()
            if worker.pid is not None:
                kill(worker.pid)
        for template in (self._template, self._begun):
            if template is not None:
                template.close()
        self._selector.close()

    # -- workers that read -----------------------------------------------------------------------------------------

    def _send(self, worker: Worker) -> None:
        worker.send()
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if worker.unsent else 0)
        self._selector.modify(worker.channel, wanted, worker)

    def _hear(self, worker: Worker) -> None:
        data = worker.received()
        if data is None:
            return
        if not data:
            self.replace(worker)
            return
        try:
            for kind, payload in worker.inbox.take(data):
                if kind == wire.READY and not worker.is_ready:
                    worker.is_ready, self._n_false_starts = True, 0
                else:
                    self._said(worker, kind, payload)
                if worker not in self.workers:
                    return  # what else one that is ended has sent is not looked at
        except wire.AnswerTooLarge:
            self.replace(worker, End("answer_too_large", worker.is_fresh))
        except wire.WireError as error:
            self.replace(worker, End("parser_killed", worker.is_fresh, str(error)))

    def _look_at_clock(self) -> None:
        now = monotonic()
        if not self._is_template_ready and now > self._template_until:
            raise _no_start("nothing was ready in time")
        for worker in [worker for worker in self.workers if now > worker.until]:
            if not worker.is_ready:
                raise _no_start("a worker was not ready in time")
            if worker.task is not None and not self._has_worked(worker):
                self.replace(worker, End("too_slow", worker.is_fresh))

    def _has_worked(self, worker: Worker) -> bool:
        """Whether a worker whose time is over has worked and not waited: then it has as much again.

        Its processor time is bounded by the system, so on a machine that is busy with others it goes on, and comes to an end.
        """
        used = processor_seconds(worker.pid)
        if used is None or used - worker.used < _LEAST_WORK * self._limits.seconds:
            return False
        worker.used, worker.until = used, monotonic() + self._limits.wall_factor * self._limits.seconds
        return True

    # -- processes that come and go --------------------------------------------------------------------------------

    def _hear_template(self) -> None:
        assert self._template is not None
        heard = self._template.heard()
        if heard is None:
            self._lost_template()
            return
        verb, _, about = heard.partition(" ")
        if verb == "ready":
            self._is_template_ready = True
            for _ in range(self._n_workers):
                self._fork()
        elif verb == "forked":
            worker = self._forking.popleft()
            worker.pid = int(about)
            if worker not in self.workers:
                self._reap(worker)
        elif verb == "unforked":
            raise _no_start(about)
        elif verb == "reaped":
            pid, status, milliseconds = map(int, about.split())
            self._buried(self._ending.pop(pid), status, milliseconds / 1000)

    def _fork(self) -> None:
        assert self._template is not None
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        worker = Worker(ours, wire.Inbox(self._limits.answer_bytes), monotonic() + self._limits.start_seconds)
        self._selector.register(ours, selectors.EVENT_READ, worker)
        self._template.order("fork", theirs.fileno())
        theirs.close()
        self.workers.append(worker)
        self._forking.append(worker)

    def _reap(self, worker: Worker) -> None:
        assert self._template is not None and worker.pid is not None
        if worker.cause is not None:
            kill(worker.pid)
        self._ending[worker.pid] = worker
        self._template.order(f"reap {worker.pid}")

    def _buried(self, worker: Worker, status: int, seconds: float) -> None:
        if not worker.is_ready:
            self._n_false_starts += 1
            if self._n_false_starts >= _MOST_FALSE_STARTS:
                raise _no_start(f"workers end before they are ready ({end_of(status, is_fresh=True).detail})")
        if worker.task is not None:
            worker.task.seconds += max(0.0, seconds - worker.used)
            self._verdicts.ended(worker.task, worker.cause or end_of(status, is_fresh=worker.is_fresh))

    def _lost_template(self) -> None:
        """The template is gone and its workers with it: what they read is read again, nobody is to blame."""
        assert self._template is not None
        self._n_restarts += 1
        if not self._is_template_ready or self._n_restarts > _MOST_RESTARTS:
            raise _no_start(self._template.last_words())
        for worker in self.workers:
            self._selector.unregister(worker.channel)
            worker.channel.close()
        for worker in (*self.workers, *self._ending.values()):
            if worker.task is not None:
                self._verdicts.again(worker.task)
        self.workers, self._ending = [], {}
        self._forking.clear()
        self._selector.unregister(self._template.control)
        self._template.close()
        self.start()


def _no_start(why: str) -> WorkersError:
    return WorkersError(
        f"workers that read documents cannot start: {why}. Nothing was quarantined for it, documents stay pending: "
        "check the installation and the machine's memory, then run again"
    )
