"""Cache of plain values: contents of our YAML files, and long patterns made of phrases, which are slow to make.

As with `patterns`, a cache and no state: a value is found by what it was made of and by the code that made it, and only the template
keeps any.
"""

from __future__ import annotations

import contextlib
import marshal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sources.grammar import grammar_cache
from sources.ingest.workers.cache_files import files_in, folder_in, read, write

_SUFFIX = ".values"


class ValueCache:
    """The values of earlier templates, and those that this one makes."""

    def __init__(self, cache: Path) -> None:
        """Opens what is there.

        Args:
            cache: folder of our caches, of this user; need not exist.
        """
        self._folder = folder_in(cache)
        self._stored: dict[str, bytes] = {}
        self._used: dict[str, bytes] | None = None
        self._n_new = 0
        self._steps: set[str] = set()
        for path in files_in(self._folder, _SUFFIX):
            body = read(path)
            if body is not None:
                self._stored |= marshal.loads(body)
                self._steps.add(path.stem)

    def serve(self) -> None:
        """Has the grammar take what is kept, for the rest of this process."""
        grammar_cache.serve_from(self)

    def get(self, key: str) -> bytes | None:
        """What is kept of a key."""
        value = self._stored.get(key)
        if value is not None and self._used is not None:
            self._used[key] = value
        return value

    def put(self, key: str, value: bytes) -> None:
        """Keeps a value where the template is loading what is ours; what a worker makes belongs to a stranger's document."""
        if self._used is not None:
            self._stored[key] = self._used[key] = value
            self._n_new += 1

    def has(self, step: str) -> bool:
        """Whether there is a file of a step's values."""
        return step in self._steps

    @contextmanager
    def storing(self, step: str) -> Iterator[None]:
        """Keeps what a step makes under the step's name, and with that all that it used; what it no longer uses is dropped."""
        self._used, self._n_new = {}, 0
        try:
            yield
            if self._n_new or step not in self._steps:
                with contextlib.suppress(OSError):  # no room, or not ours to write: the next one makes them again
                    write(self._folder / f"{step}{_SUFFIX}", marshal.dumps(self._used))
                    self._steps.add(step)
        finally:
            self._used = None
