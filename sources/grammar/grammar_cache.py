"""Cache of the grammar: contents of its YAML files and other slow values, from a store of earlier runs if there is one.

Belongs here: reading such a file, and the door to the store. Who keeps a store, where, and for how long, is decided outside
(`sources/ingest/workers/value_cache.py`); whether a file fits its schema, by the module that owns it.
"""

from __future__ import annotations

import contextlib
import hashlib
import marshal
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import yaml

T = TypeVar("T")


class Store(Protocol):
    """Bytes by key."""

    def get(self, key: str) -> bytes | None:
        """What is kept of a key."""

    def put(self, key: str, value: bytes) -> None:
        """Keeps a value, or lets it be."""


class WordLoader(yaml.CSafeLoader):
    """YAML in which words stay words: "no", "on" and "off" are no booleans here."""


WordLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
_served: list[Store] = []


def serve_from(store: Store) -> None:
    """Takes values from a store and puts them there, for the rest of this process."""
    _served[:] = [store]


def cached(kind: str, of: str, made_in: str, make: Callable[[], T]) -> T:
    """A value of nothing but numbers, words, lists and mappings.

    Args:
        kind: what is made.
        of: all that it is made of.
        made_in: the file of the code that makes it, all of it; where that has changed, nothing made before is taken.
        make: makes it.

    Returns:
        What `make` returns, or an equal value that an earlier run made.
    """
    if not _served:
        return make()
    key = f"{kind} {_digest(of.encode('utf-8', 'surrogatepass'))} {_code(made_in)}"
    stored = _served[0].get(key)
    if stored is not None:
        value: T = marshal.loads(stored)
        return value
    value = make()
    with contextlib.suppress(ValueError):  # a date in it: made each time
        _served[0].put(key, marshal.dumps(cast("Any", value)))
    return value


def yaml_content(path: Path, loader: type[yaml.CSafeLoader] = yaml.CSafeLoader) -> Any:
    """What a YAML file of ours holds, not yet checked.

    Args:
        path: the file.
        loader: PyYAML's, or `WordLoader`.

    Raises:
        yaml.YAMLError: it is no YAML.
        OSError: it cannot be read.
    """
    text = path.read_text(encoding="utf-8")
    return cached(f"yaml {yaml.__version__} {loader.__name__}", text, __file__, lambda: yaml.load(text, loader))


@cache
def _code(file: str) -> str:
    return _digest(Path(file).read_bytes())


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()
