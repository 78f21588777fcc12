"""The reviewed vocabularies in the form in which names are looked up, kept in one file so that no start builds them anew.

Belongs here: reading `lexicon/compiled.json`, and whether it still is what its sources say. It is written by
`python -m warehouse.resolve.make_compiled`; where it is missing or older than its sources, everything is built from
these, slower and the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FILE = HERE / "lexicon" / "compiled.json"
_AREAS = HERE.parent.parent / "sources" / "grammar"
_CODE = (
    "compounds.py",
    "facets.py",
    "foreign_forms.py",
    "kinship.py",
    "kinship_tables.py",
    "name_areas.py",
    "numerals.py",
    "spelling.py",
    "tokens.py",
    "vocabulary.py",
)

Tokens = tuple[str, ...]


def sources() -> tuple[Path, ...]:
    """The files that the kept tables are made from, in a fixed order."""
    listed = [*HERE.glob("*.yml"), *(HERE / "lexicon").glob("*.yml"), *(HERE / name for name in _CODE)]
    listed += [_AREAS / name for name in ("areas.yml", "areas_cldr.json", "areas.py")]
    return tuple(sorted(listed))


def digest() -> str:
    """Sha256 over the sources, hex."""
    found = hashlib.sha256()
    for path in sources():
        found.update(path.name.encode())
        found.update(path.read_bytes())
    return found.hexdigest()


@cache
def tables() -> Mapping[str, Any]:
    """The kept tables by name; none where the file is missing or its sources have changed."""
    try:
        kept = json.loads(FILE.read_text(encoding="utf-8"))
        return dict(kept["tables"]) if kept["digest"] == digest() else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def kept(name: str) -> Any | None:
    """One kept table, or None where it has to be built."""
    return tables().get(name)


def packed(tokens: Tokens) -> str:
    """Tokens in one text; tokens hold no blanks."""
    return " ".join(tokens)


def unpacked(text: str) -> Tokens:
    """The tokens of a packed text."""
    return tuple(text.split(" "))
