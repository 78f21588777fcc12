"""Documents in their order: taken one at a time, not too far ahead, and their answers given back in the same order. No processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sources.ingest.workers.limits import Limits
from sources.ingest.workers.tasks import Answer, Sent, Task

_MOST_HELD = 2  # answers of the largest size that may wait for an earlier document


class Order:
    """The documents of one reading: which are taken, which answered, which given back."""

    def __init__(self, contents: Iterable[Sent], limits: Limits) -> None:
        """Takes nothing yet.

        Args:
            contents: documents.
            limits: say how far ahead documents may be read.
        """
        self._left = iter(contents)
        self._ahead = limits.ahead
        self._most = _MOST_HELD * limits.answer_bytes
        self._n_taken = self._n_given = 0
        self._done: dict[int, Answer] = {}
        self._sizes: dict[int, int] = {}
        self.is_exhausted = False

    def take(self) -> Task | None:
        """The next document; None where there is none, or where too much waits for an earlier one already."""
        is_full = self._n_taken - self._n_given >= self._ahead or sum(self._sizes.values()) > self._most
        if self.is_exhausted or is_full:
            return None
        sent = next(self._left, None)
        if sent is None:
            self.is_exhausted = True
            return None
        content, charset, column_map = (*((sent,) if isinstance(sent, bytes) else sent), None, None)[:3]
        self._n_taken += 1
        return Task(content, self._n_taken - 1, charset, column_map)

    def put(self, number: int, answer: Answer, size: int) -> None:
        """Keeps an answer, of so many bytes, until those before it are given."""
        self._done[number], self._sizes[number] = answer, size

    def answers(self) -> Iterator[Answer]:
        """Gives the answers whose turn it is."""
        while self.has_next:
            self._sizes.pop(self._n_given, None)
            answer = self._done.pop(self._n_given)
            self._n_given += 1
            yield answer

    @property
    def has_next(self) -> bool:
        """Whether the next answer is there."""
        return self._n_given in self._done

    @property
    def is_over(self) -> bool:
        """Whether every document is answered and given."""
        return self.is_exhausted and self._n_given == self._n_taken
