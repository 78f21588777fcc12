"""Documents to workers, answers back in the order of the documents. One document is in flight per worker.

Belongs here: who reads what when, and what happens where a worker dies. What a failure means for a document is judged in
`attempts`, what it means for the machine in `breaker`; processes are `processes`', the pipe's form `wire`'s.
"""

from __future__ import annotations

import os
import selectors
import socket
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from time import monotonic

from sources.ingest.workers import wire
from sources.ingest.workers.attempts import End, Failed, Why, end_of, verdict
from sources.ingest.workers.breaker import Breaker
from sources.ingest.workers.limits import Limits, read_limits
from sources.ingest.workers.processes import Template, kill
from sources.ingest.workers.sample import ENGLISH, PDF, long_sample, short_sample
from sources.records import Extraction, ParsedDocument, Unreadable

__all__ = ["Answer", "Failed", "WorkersError", "read_documents", "worker_count"]

WORKERS_VARIABLE = "PARALLAX_WORKERS"
Answer = tuple[ParsedDocument, Extraction] | Unreadable | Failed
Sent = bytes | tuple[bytes, str | None]  # a document, or one with the charset that its server named

_CHUNK = 1 << 18
_MOST_RESTARTS = 2  # of the template
_MOST_FALSE_STARTS = 3  # of workers, one after another
_MOST_HELD = 2  # answers of the largest size that may wait for an earlier document
_WHY: dict[bytes, Why] = {
    wire.NO_MEMORY: "too_much_memory",
    wire.TOO_LARGE: "answer_too_large",
    wire.FAILED: "failed",
}


class WorkersError(RuntimeError):
    """Workers cannot read: the machine or the program is at fault, not the documents. Nothing is known of what was not answered."""


def worker_count() -> int:
    """How many workers read: PARALLAX_WORKERS, else one for each core that this process may use.

    Raises:
        WorkersError: the variable holds no number from 1 on.
    """
    asked = os.environ.get(WORKERS_VARIABLE, "").strip()
    if asked:
        if not (asked.isascii() and asked.isdigit() and int(asked)):
            raise WorkersError(
                f"{WORKERS_VARIABLE}: {asked!r} is no number of workers; set it to 1 or more, or unset it"
            )
        return int(asked)
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def read_documents(
    contents: Iterable[Sent], n_workers: int, limits: Limits | None = None, *, is_warm: bool = True
) -> Generator[Answer, None, None]:
    """Reads documents, each in a process that is killed where it takes too much.

    Args:
        contents: bytes of documents, where one knows it with the charset that its server named; taken one at a time, a few
            hundred ahead at most.
        n_workers: processes that read at the same time, at least one.
        limits: what each document may use; those of `limits.yml` by default.
        is_warm: loads and compiles what English reports need once, before the first document; a waste for a single one.

    Yields:
        For each document in order: what was read, why it is unreadable, or that nobody can tell.

    Raises:
        WorkersError: workers cannot start, or cannot read a document of our own either.
    """
    if n_workers < 1:
        raise ValueError("at least one worker has to read")
    return _Crew(n_workers, limits or read_limits(), is_warm).run(contents)


@dataclass(slots=True, eq=False)
class _Task:
    """A document, or where it has no number, a sample of our own that shows whether workers can read."""

    content: bytes
    number: int | None = None
    charset: str | None = None
    ends: list[End] = field(default_factory=list)
    accused: list[tuple[_Task, Unreadable]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class _Worker:
    channel: socket.socket
    inbox: wire.Inbox
    until: float  # when it must have answered
    pid: int | None = None
    is_ready: bool = False
    n_read: int = 0
    task: _Task | None = None
    unsent: list[memoryview] = field(default_factory=list)
    cause: End | None = None  # why it is ended by us


class _Crew:
    """The workers of one call of `read_documents`."""

    def __init__(self, n_workers: int, limits: Limits, is_warm: bool) -> None:
        self._n_workers = n_workers
        self._limits = limits
        self._is_warm = is_warm
        self._selector = selectors.DefaultSelector()
        self._template: Template | None = None
        self._template_until = 0.0
        self._is_template_ready = False
        self._n_restarts = self._n_false_starts = 0
        self._workers: list[_Worker] = []
        self._forking: deque[_Worker] = deque()
        self._ending: dict[int, _Worker] = {}
        self._urgent: deque[_Task] = deque()  # for fresh workers only
        self._accused: list[tuple[_Task, Unreadable]] = []
        self._is_sample_out = False
        self._breaker = Breaker(limits.window, limits.most_deaths)
        self._seen: Counter[str] = Counter()
        self._n_taken = self._n_given = 0
        self._is_exhausted = False
        self._done: dict[int, Answer] = {}
        self._sizes: dict[int, int] = {}

    def run(self, contents: Iterable[Sent]) -> Generator[Answer, None, None]:
        left = iter(contents)
        try:
            while True:
                while self._n_given in self._done:
                    self._sizes.pop(self._n_given, None)
                    answer = self._done.pop(self._n_given)
                    self._n_given += 1
                    yield answer
                self._hand_out(left)
                if self._is_exhausted and self._n_given == self._n_taken:
                    return
                if self._n_given not in self._done:
                    self._wait()
        finally:
            self._end()

    # -- work ------------------------------------------------------------------------------------------------------

    def _hand_out(self, left: Iterator[Sent]) -> None:
        if self._template is None and not self._urgent:
            task = self._take(left)  # nothing is started where there is nothing to read
            if task is None:
                return
            self._urgent.append(task)
        if self._template is None:
            self._start()
        for worker in [worker for worker in self._workers if worker.is_ready and worker.task is None]:
            if self._urgent:
                if worker.n_read == 0:
                    self._give(worker, self._urgent.popleft())
                elif not any(other.n_read == 0 and other.task is None for other in self._workers):
                    self._replace(worker)
            elif worker.n_read >= self._limits.documents_per_worker:
                if not self._is_exhausted:
                    self._replace(worker)
            elif (task := self._take(left)) is not None:
                self._give(worker, task)

    def _take(self, left: Iterator[Sent]) -> _Task | None:
        is_full = (
            self._n_taken - self._n_given >= self._limits.ahead
            or sum(self._sizes.values()) > _MOST_HELD * self._limits.answer_bytes
        )
        if self._is_exhausted or is_full:
            return None
        sent = next(left, None)
        if sent is None:
            self._is_exhausted = True
            return None
        content, charset = (sent, None) if isinstance(sent, bytes) else sent
        self._n_taken += 1
        return _Task(content, self._n_taken - 1, charset)

    def _give(self, worker: _Worker, task: _Task) -> None:
        if task.number is None:
            task.accused, self._accused = [*task.accused, *self._accused], []
        worker.task = task
        worker.until = monotonic() + self._limits.wall_factor * self._limits.seconds_for(task.content)
        worker.unsent = wire.document_frame(task.content, task.charset)
        self._send(worker)

    def _send(self, worker: _Worker) -> None:
        try:
            while worker.unsent:
                n_sent = worker.channel.send(worker.unsent[0])
                worker.unsent[0] = worker.unsent[0][n_sent:]
                if not worker.unsent[0]:
                    worker.unsent.pop(0)
        except BlockingIOError:
            pass
        except OSError:
            worker.unsent = []  # it is gone, as will be heard
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if worker.unsent else 0)
        self._selector.modify(worker.channel, wanted, worker)

    # -- what is heard ---------------------------------------------------------------------------------------------

    def _wait(self) -> None:
        """Waits for something to happen, and deals with it."""
        until = [worker.until for worker in self._workers if worker.task or not worker.is_ready]
        if not self._is_template_ready:
            until.append(self._template_until)
        for key, events in self._selector.select(max(0.0, min(until) - monotonic()) if until else None):
            if key.data is None:
                self._hear_template()
                return  # the workers may be others now
            if key.data in self._workers:
                if events & selectors.EVENT_WRITE:
                    self._send(key.data)
                if events & selectors.EVENT_READ:
                    self._hear(key.data)
        self._look_at_clock()

    def _look_at_clock(self) -> None:
        now = monotonic()
        if not self._is_template_ready and now > self._template_until:
            raise self._no_start("nothing was ready in time")
        for worker in [worker for worker in self._workers if now > worker.until]:
            if not worker.is_ready:
                raise self._no_start("a worker was not ready in time")
            if worker.task is not None:
                self._replace(worker, End("too_slow", worker.n_read == 0))

    def _hear(self, worker: _Worker) -> None:
        try:
            data = worker.channel.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._replace(worker)
            return
        try:
            for kind, payload in worker.inbox.take(data):
                self._hear_frame(worker, kind, payload)
        except wire.AnswerTooLarge:
            self._replace(worker, End("answer_too_large", worker.n_read == 0))
        except wire.WireError as error:
            self._replace(worker, End("parser_killed", worker.n_read == 0, str(error)))

    def _hear_frame(self, worker: _Worker, kind: bytes, payload: bytes) -> None:
        task = worker.task
        if kind == wire.READY and not worker.is_ready:
            worker.is_ready, self._n_false_starts = True, 0
            return
        if task is None:
            raise wire.WireError("it answered what nobody asked")
        if kind in _WHY:
            detail = payload.decode("utf-8", "replace") if kind == wire.FAILED else ""
            self._replace(worker, End(_WHY[kind], worker.n_read == 0, detail))
            return
        answer = _answer(kind, payload)
        worker.task = None
        worker.n_read += 1
        if not isinstance(answer, Unreadable):
            self._note_kind(answer[1].language, is_pdf=answer[0].media_type == "application/pdf")
        self._answered(task, answer, len(payload))

    def _note_kind(self, language: str, *, is_pdf: bool) -> None:
        """Has the template load what many documents need, once: workers to come are forked with it."""
        for kind in (language, PDF) if is_pdf else (language,):
            self._seen[kind] += 1
            if (
                self._seen[kind] == self._limits.warm_after
                and self._template
                and not (self._is_warm and kind == ENGLISH)
            ):
                self._template.order(f"warm {kind}")

    # -- what becomes of a document --------------------------------------------------------------------------------

    def _answered(self, task: _Task, answer: Answer, size: int = 0) -> None:
        if task.number is not None:
            own = any(end.why not in ("killed", "failed") for end in task.ends)
            outside = any(end.why == "killed" for end in task.ends)
            self._breaker.note("outside" if outside else "own" if own else None)
            if self._breaker.is_killed_from_outside:
                raise WorkersError(
                    f"workers are killed from outside, over more than {self._limits.most_deaths:.0%} of the last "
                    f"{self._limits.window} documents; is the machine short of memory? Read again with fewer workers"
                )
            self._done[task.number], self._sizes[task.number] = answer, size
            return
        if isinstance(answer, Unreadable | Failed) or not answer[1].mentions:
            raise self._no_reading(answer)
        self._is_sample_out = False
        if len(task.content) > len(short_sample()):
            self._breaker.clear()
        for accused, found in task.accused:
            self._answered(accused, found)
        if self._accused:
            self._ask_sample()

    def _ended(self, task: _Task, end: End) -> None:
        """An attempt gave nothing: another one, or a verdict. Quarantine waits until a worker has read a document of our own."""
        task.ends.append(end)
        found = verdict(task.ends, self._limits.most_kills)
        if found is None:
            self._urgent.append(task)
        elif isinstance(found, Failed) or task.number is None:
            self._answered(task, found)
        else:
            self._accused.append((task, found))
            self._ask_sample()

    def _ask_sample(self) -> None:
        if not self._is_sample_out:
            self._is_sample_out = True
            self._urgent.append(_Task(long_sample() if self._breaker.is_suspicious else short_sample()))

    # -- processes -------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        try:
            self._template = Template(self._limits)
        except OSError as error:
            raise WorkersError(f"no worker can be started: {error}; documents stay pending") from error
        self._is_template_ready = False
        self._template_until = monotonic() + self._limits.start_seconds
        self._selector.register(self._template.control, selectors.EVENT_READ, None)
        if self._is_warm:
            self._template.order(f"warm {ENGLISH}")

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
            if worker not in self._workers:
                self._bury(worker)
        elif verb == "unforked":
            raise self._no_start(about)
        elif verb == "buried":
            pid, status = map(int, about.split())
            self._buried(self._ending.pop(pid), status)

    def _fork(self) -> None:
        assert self._template is not None
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        worker = _Worker(ours, wire.Inbox(self._limits.answer_bytes), monotonic() + self._limits.start_seconds)
        self._selector.register(ours, selectors.EVENT_READ, worker)
        self._template.order("fork", theirs.fileno())
        theirs.close()
        self._workers.append(worker)
        self._forking.append(worker)

    def _replace(self, worker: _Worker, cause: End | None = None) -> None:
        """Ends a worker, or takes note that it has ended, and has another one made."""
        self._selector.unregister(worker.channel)
        worker.channel.close()
        self._workers.remove(worker)
        worker.cause = cause
        if worker.pid is not None:
            self._bury(worker)
        self._fork()

    def _bury(self, worker: _Worker) -> None:
        assert self._template is not None and worker.pid is not None
        if worker.cause is not None:
            kill(worker.pid)
        self._ending[worker.pid] = worker
        self._template.order(f"bury {worker.pid}")

    def _buried(self, worker: _Worker, status: int) -> None:
        if not worker.is_ready:
            self._n_false_starts += 1
            if self._n_false_starts >= _MOST_FALSE_STARTS:
                raise self._no_start(f"workers end before they are ready ({end_of(status, is_fresh=True).detail})")
        if worker.task is not None:
            self._ended(worker.task, worker.cause or end_of(status, is_fresh=worker.n_read == 0))

    def _lost_template(self) -> None:
        """The template is gone and its workers with it: what they read is read again, nobody is to blame."""
        assert self._template is not None
        self._n_restarts += 1
        if not self._is_template_ready or self._n_restarts > _MOST_RESTARTS:
            raise self._no_start(self._template.last_words())
        for worker in self._workers:
            self._selector.unregister(worker.channel)
            worker.channel.close()
        for worker in (*self._workers, *self._ending.values()):
            if worker.task is not None:
                self._urgent.append(worker.task)
        self._workers, self._ending = [], {}
        self._forking.clear()
        self._selector.unregister(self._template.control)
        self._template.close()
        self._start()

    def _end(self) -> None:
        for worker in self._workers:
            worker.channel.close()
            if worker.pid is not None and self._template is not None:
                kill(worker.pid)
        if self._template is not None:
            self._template.close()
        self._selector.close()

    def _no_start(self, why: str) -> WorkersError:
        return WorkersError(
            f"workers that read documents cannot start: {why}. Nothing was quarantined for it, documents stay pending: "
            "check the installation and the machine's memory, then run again"
        )

    def _no_reading(self, answer: Answer) -> WorkersError:
        why = (
            answer.detail
            if isinstance(answer, Unreadable)
            else answer.problem
            if isinstance(answer, Failed)
            else "it found nothing"
        )
        return WorkersError(
            f"workers die, and cannot read a document of our own either ({why}). Documents stay pending: this is a fault "
            "of the program or the machine, check its memory, then run again"
        )


def _answer(kind: bytes, payload: bytes) -> tuple[ParsedDocument, Extraction] | Unreadable:
    match kind, wire.unpacked(payload):
        case wire.READ, (ParsedDocument() as parsed, Extraction() as extraction):
            return parsed, extraction
        case wire.UNREADABLE, (str() as reason, str() as detail):
            return Unreadable(reason, detail)
    raise wire.WireError("it sent an answer of no known form")
