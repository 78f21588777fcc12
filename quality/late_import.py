"""Imports of a large library without the parts of it that are not used. One public verb, `loaded_when_used`."""

from __future__ import annotations

import gc
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import ModuleType


@contextmanager
def loaded_when_used(names: Collection[str]) -> Iterator[None]:
    """Within the block, modules of these names are imported but not run: that happens when their first attribute is asked for.

    The standard library's own `LazyLoader` does it. Garbage is collected again behind the block: an import makes many objects and
    no garbage, and each collection within it looks at all of them (a quarter of the time, measured).

    Args:
        names: full names of modules; one that is loaded already, or not installed, is as without this.
    """
    finder = _Late(frozenset(names))
    collecting = gc.isenabled()
    sys.meta_path.insert(0, finder)
    gc.disable()
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        if collecting:
            gc.enable()


class _Late:
    """A finder of modules for `sys.meta_path`."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module as it is found without this, but loaded late; None for all others."""
        spec = PathFinder.find_spec(name, path, target) if name in self._names else None
        if spec is None or spec.loader is None:
            return None
        spec.loader = LazyLoader(spec.loader)
        return spec
