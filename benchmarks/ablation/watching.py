"""Functions under observation: which modules find anything, and their time."""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Iterator
from time import thread_time
from typing import Any

from benchmarks.ablation.switching import Function, Switch


class Watch:
    """Notes which modules find anything, and the seconds spent in their functions, callees included."""

    def __init__(self) -> None:
        self.found: set[str] = set()
        self.seconds: dict[str, float] = defaultdict(float)
        self._inside: set[str] = set()

    def pairs(self, switch: Switch) -> Iterator[tuple[Function, Function]]:
        """Each function with the one that does the same and is watched."""
        for function, nothing in switch.pairs:
            yield function, self._watched(function, nothing, switch.module)

    def _watched(self, function: Function, nothing: Function, module: str) -> Function:
        returned = inspect.get_annotations(inspect.unwrap(function))["return"]
        changes_arguments, is_lazy = returned == "None", returned.startswith("Iterator")

        def watched(*args: Any, **kwargs: Any) -> Any:
            is_outer = module not in self._inside
            self._inside.add(module)
            started = thread_time()
            try:
                result = function(*args, **kwargs)
                result = list(result) if isinstance(result, Iterator) else result
            finally:
                if is_outer:
                    self._inside.discard(module)
                    self.seconds[module] += thread_time() - started
            if module not in self.found:
                expected = nothing(*args, **kwargs)
                expected = list(expected) if isinstance(expected, Iterator) else expected
                if changes_arguments or (result is not expected and result != expected):
                    self.found.add(module)
            return iter(result) if is_lazy else result

        for name in {"cache_clear", "cache_parameters"} & set(dir(function)):
            setattr(watched, name, getattr(function, name))
        return watched
