"""The reviewed vocabularies compiled to look-up tables in one file, so that no start has to build them.

Belongs here: reading `lexicon/compiled.json`, and the digest that tells whether it fits its sources.
`python -m warehouse.resolve.compile_lexicon` writes it. If it is missing or out of date, the tables are built from their
sources: slower, with the same result.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

HERE = Path(__file__).parent
_RESOLVE = HERE.parent
FILE = HERE / "lexicon" / "compiled.json"
_AREAS = _RESOLVE.parents[1] / "sources" / "grammar"
_CODE = (
    "names/name_areas.py",
    "scopes/concept_hierarchy.py",
    "scopes/concept_tables.py",
    "scopes/scope_facets.py",
    "words/compounds.py",
    "words/foreign_inflection.py",
    "words/numerals.py",
    "words/spelling.py",
    "words/tokens.py",
    "words/vocabulary.py",
)

Tokens = tuple[str, ...]
T = TypeVar("T")


def sources() -> tuple[Path, ...]:
    """The files that the compiled tables are made from, in a fixed order."""
    listed = [*HERE.rglob("*.yml"), *_RESOLVE.glob("areas/*.yml"), *(_RESOLVE / name for name in _CODE)]
    listed += [_AREAS / name for name in ("areas.yml", "areas_cldr.json", "areas.py")]
    return tuple(sorted(listed))


def meaning(path: Path) -> bytes:
    """What of a file the tables depend on: a module's syntax tree without docstrings, any other file as it is."""
    content = path.read_bytes()
    if path.suffix != ".py":
        return content
    tree = ast.parse(content)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            del node.body[0]
    return ast.dump(tree).encode()


def digest(content: Callable[[Path], bytes] = meaning) -> str:
    """Sha256 over the names and contents of the sources, hex."""
    return hashlib.sha256(b"".join(path.name.encode() + content(path) for path in sources())).hexdigest()


@cache
def tables() -> Mapping[str, Any]:
    """The compiled tables by name; none if the file is missing or its sources have changed."""
    try:
        stored = json.loads(FILE.read_text(encoding="utf-8"))
        is_current = stored["bytes"] == digest(Path.read_bytes) or stored["digest"] == digest()  # bytes are faster
        return dict(stored["tables"]) if is_current else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def table(name: str) -> Any | None:
    """One compiled table, or None if the caller has to build it."""
    return tables().get(name)


def compiled(name: str, unpack: Callable[[Any], Any]) -> Callable[[Callable[[], T]], Callable[[], T]]:
    """Decorates the builder of a table: the result is the compiled table where there is one, else what the builder makes.

    Args:
        name: name of the table in the file.
        unpack: the table as JSON holds it → the table that the builder makes.
    """

    def decorate(build: Callable[[], T]) -> Callable[[], T]:
        @wraps(build)
        def read() -> T:
            stored = table(name)
            return build() if stored is None else cast("T", unpack(stored))

        return read

    return decorate


def packed(tokens: Tokens) -> str:
    """Tokens in one text; tokens hold no blanks."""
    return " ".join(tokens)


def unpacked(text: str) -> Tokens:
    """The tokens of a packed text."""
    return tuple(text.split(" "))


def unpacked_lists(stored: Mapping[str, list[str]]) -> Mapping[Tokens, tuple[Tokens, ...]]:
    """Lists of phrases by phrase."""
    return {unpacked(phrase): tuple(map(unpacked, phrases)) for phrase, phrases in stored.items()}
