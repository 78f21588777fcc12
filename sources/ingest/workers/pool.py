"""Documents to workers, answers back in the order of the documents. One document is in flight per worker.

Belongs here: who reads what when. The order is kept in `order`, processes come and go in `supervisor`, what becomes of a document over
which workers failed is `verdicts`'.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable

from sources.ingest.workers import wire
from sources.ingest.workers.attempts import End, Why
from sources.ingest.workers.limits import Limits, read_limits
from sources.ingest.workers.order import Order
from sources.ingest.workers.processes import Template
from sources.ingest.workers.sample import ENGLISH, FOR_MANY, PDF, Prepared
from sources.ingest.workers.seen import Worker
from sources.ingest.workers.supervisor import Supervisor
from sources.ingest.workers.tasks import Answer, Sent, WorkersError
from sources.ingest.workers.verdicts import Verdicts
from sources.records import Extraction, ParsedDocument, Unreadable

WORKERS_VARIABLE = "PARALLAX_WORKERS"
_WHY: dict[bytes, Why] = {
    wire.NO_MEMORY: "too_much_memory",
    wire.TOO_LARGE: "answer_too_large",
    wire.FAILED: "failed",
}


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
    contents: Iterable[Sent],
    n_workers: int,
    limits: Limits | None = None,
    *,
    prepared: Prepared = FOR_MANY,
    template: Template | None = None,
) -> Generator[Answer, None, None]:
    """Reads documents, each in a process that is killed where it takes too much.

    Args:
        contents: bytes of documents, where one knows it with the charset that its server named; taken one at a time, a few
            hundred ahead at most.
        n_workers: processes that read at the same time, at least one.
        limits: what each document may use; those of `limits.yml` by default.
        prepared: what of our samples is read beforehand.
        template: the process that workers are forked from, where it was started already; it ends with the reading, so who
            does not come to reading closes it.

    Yields:
        For each document in order: what was read, why it is unreadable, or that nobody can tell.

    Raises:
        WorkersError: workers cannot start, or cannot read a document of our own either.
    """
    if n_workers < 1:
        raise ValueError("at least one worker has to read")
    return _Pool(contents, n_workers, limits or read_limits(), prepared, template).run()


class _Pool:
    """One call of `read_documents`."""

    def __init__(
        self, contents: Iterable[Sent], n_workers: int, limits: Limits, prepared: Prepared, template: Template | None
    ) -> None:
        self._limits = limits
        self._order = Order(contents, limits)
        self._verdicts = Verdicts(limits, self._order)
        self._supervisor = Supervisor(n_workers, limits, self._verdicts, self._said, prepared, template)
        self._prepared = {ENGLISH, *prepared.first}

    def run(self) -> Generator[Answer, None, None]:
        try:
            while True:
                yield from self._order.answers()
                self._hand_out()
                if self._order.is_over:
                    return
                if not self._order.has_next:
                    self._supervisor.wait()
        finally:
            self._supervisor.end()

    def _hand_out(self) -> None:
        if not self._supervisor.is_started:
            if not self._verdicts.has_urgent:
                task = self._order.take()  # nothing is started where there is nothing to read
                if task is None:
                    return
                self._verdicts.again(task)
            self._supervisor.start()
        for worker in [worker for worker in self._supervisor.workers if worker.is_idle]:
            if self._verdicts.has_urgent:
                if worker.is_fresh:
                    self._supervisor.give(worker, self._verdicts.urgent())
                elif not any(other.is_fresh and other.task is None for other in self._supervisor.workers):
                    self._supervisor.replace(worker)
            elif worker.n_read >= self._limits.documents_per_worker:
                if not self._order.is_exhausted:
                    self._supervisor.replace(worker)
            elif (task := self._order.take()) is not None:
                self._supervisor.give(worker, task)

    def _said(self, worker: Worker, kind: bytes, payload: bytes) -> None:
        task = worker.task
        if task is None:
            raise wire.WireError("it answered without a question")
        if kind in _WHY:
            detail = payload.decode("utf-8", "replace") if kind == wire.FAILED else ""
            self._supervisor.replace(worker, End(_WHY[kind], worker.is_fresh, detail))
            return
        answer = _answer(kind, payload)
        worker.task = None
        worker.n_read += 1
        if not isinstance(answer, Unreadable):
            self._prepare(answer[1].language, is_pdf=answer[0].media_type == "application/pdf")
        self._verdicts.answered(task, answer, len(payload))

    def _prepare(self, language: str, *, is_pdf: bool) -> None:
        """Has the template load or keep what the first document of a kind needed: see `Prepared`."""
        for kind in (language, PDF) if is_pdf else (language,):
            if kind not in self._prepared:
                self._prepared.add(kind)
                self._supervisor.prepare(kind)


def _answer(kind: bytes, payload: bytes) -> tuple[ParsedDocument, Extraction] | Unreadable:
    match kind, wire.unpacked(payload):
        case wire.READ, (ParsedDocument() as parsed, Extraction() as extraction):
            return parsed, extraction
        case wire.UNREADABLE, (str() as reason, str() as detail):
            return Unreadable(reason, detail)
    raise wire.WireError("it sent an answer of no known form")
