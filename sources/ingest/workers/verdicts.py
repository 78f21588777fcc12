"""Documents whose workers failed: read again, held until workers have proved themselves, then blamed. No processes.

What a list of failures means for a document is judged in `attempts`, what deaths mean for the machine in `breaker`.
"""

from __future__ import annotations

from collections import deque

from sources.ingest.workers.attempts import End, Failed, verdict
from sources.ingest.workers.breaker import Breaker
from sources.ingest.workers.limits import Limits
from sources.ingest.workers.order import Order
from sources.ingest.workers.sample import long_sample, short_sample
from sources.ingest.workers.tasks import Answer, Task, WorkersError
from sources.records import Unreadable


class Verdicts:
    """What becomes of the documents of one reading."""

    def __init__(self, limits: Limits, order: Order) -> None:
        """Nothing has failed yet.

        Args:
            limits: for documents and for deaths.
            order: gets the answers.
        """
        self._limits = limits
        self._order = order
        self._urgent: deque[Task] = deque()
        self._accused: list[tuple[Task, Unreadable]] = []
        self._is_sample_out = False
        self._breaker = Breaker(limits.window, limits.most_deaths)

    @property
    def has_urgent(self) -> bool:
        """Whether something waits for a fresh worker."""
        return bool(self._urgent)

    def urgent(self) -> Task:
        """The next task for a fresh worker; a sample takes the quarantines along that wait for one."""
        task = self._urgent.popleft()
        if task.number is None:
            task.accused, self._accused = [*task.accused, *self._accused], []
        return task

    def again(self, task: Task) -> None:
        """A task that has to be read by a fresh worker; what went before is not its fault."""
        self._urgent.append(task)

    def ended(self, task: Task, end: End) -> None:
        """An attempt gave nothing: another one, or a verdict. Quarantine waits until a worker has read a document of our own.

        Raises:
            WorkersError: as `answered`.
        """
        task.ends.append(end)
        outcome = verdict(task.ends, self._limits.most_kills)
        if outcome is None:
            self.again(task)
        elif isinstance(outcome, Failed) or task.number is None:
            self.answered(task, outcome)
        else:
            self._accused.append((task, outcome))
            self._ask_sample()

    def answered(self, task: Task, answer: Answer, size: int = 0) -> None:
        """A document or a sample has its answer.

        Args:
            task: the document or the sample.
            answer: what was read, or why nothing was.
            size: bytes of the answer.

        Raises:
            WorkersError: a sample could not be read, or too many workers are killed from outside.
        """
        if task.number is not None:
            self._note(task)
            self._order.put(task.number, answer, size)
            return
        if isinstance(answer, Unreadable | Failed) or not answer[1].mentions:
            raise _no_reading(answer)
        self._is_sample_out = False
        if len(task.content) > len(short_sample()):
            self._breaker.clear()
        for accused, outcome in task.accused:
            self.answered(accused, outcome)
        if self._accused:
            self._ask_sample()

    def _note(self, task: Task) -> None:
        at_fault = any(end.why not in ("killed", "failed") for end in task.ends)
        outside = any(end.why == "killed" for end in task.ends)
        self._breaker.note("outside" if outside else "own" if at_fault else None)
        if self._breaker.is_killed_from_outside:
            raise WorkersError(
                f"workers are killed from outside, over more than {self._limits.most_deaths:.0%} of the last "
                f"{self._limits.window} documents; is the machine short of memory? Read again with fewer workers"
            )

    def _ask_sample(self) -> None:
        if not self._is_sample_out:
            self._is_sample_out = True
            self.again(Task(long_sample() if self._breaker.is_suspicious else short_sample()))


def _no_reading(answer: Answer) -> WorkersError:
    if isinstance(answer, Unreadable):
        why = answer.detail
    else:
        why = answer.problem if isinstance(answer, Failed) else "it found nothing"
    return WorkersError(
        f"workers die, and cannot read a document of our own either ({why}). Documents stay pending: this is a fault "
        "of the program or the machine, check its memory, then run again"
    )
