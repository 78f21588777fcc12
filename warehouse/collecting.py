"""Settings of Python's cyclic garbage collector while millions of rows are made. No rows here."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# New objects before Python collects garbage cycles; its own default is (700, 10, 10).
SELDOM = (200_000, 50, 100)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Builds and releases make millions of frozen records and rows without cycles; searching for cycles took a quarter of a build."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
