"""Cached results of a second reading: the questions of each document, and its joined reading, as long as their inputs are unchanged.

A cache beside the ledger: without it everything is worked out anew, with the same result. Keys hold all that the result
depends on, so an entry is right or not there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from sources.extract import extractor_version
from sources.second_reader.odds import OddsFile
from sources.second_reader.reading import joining_version
from sources.second_reader.records import StoredAnswer
from warehouse.ledger import Ledger
from warehouse.ledger.store import write_durably

NAME = "second_reading.json"


class Known:
    """The cache of one ledger. Nothing is on disk before `write`."""

    def __init__(self, ledger: Ledger) -> None:
        """Reads the file; a missing or damaged one is empty."""
        self._path = ledger.root / NAME
        self._code = f"{extractor_version()} {joining_version()}"
        try:
            stored = json.loads(self._path.read_bytes())
            self._entries: dict[str, Any] = stored["entries"] if stored["code"] == self._code else {}
        except (OSError, ValueError, KeyError, TypeError):
            self._entries = {}
        self._is_changed = False

    def questions(self, document_id: str, text_sha256: str, reader: str) -> tuple[str, ...] | None:
        """Ids of the questions that a reader would be asked about a document; None where that was not worked out."""
        stored = self._entries.get(f"{document_id} {_hash([text_sha256, reader])}")
        return tuple(stored) if isinstance(stored, list) else None

    def keep_questions(self, document_id: str, text_sha256: str, reader: str, questions: tuple[str, ...]) -> None:
        """Remembers the ids."""
        self._put(f"{document_id} {_hash([text_sha256, reader])}", list(questions))

    def reading(self, key: str) -> tuple[str | None, str | None] | None:
        """`read_with` and `answers` of the joined reading with that key (`reading_key`); None where it was not joined."""
        stored = self._entries.get(key)
        return (stored[0], stored[1]) if isinstance(stored, list) and len(stored) == 2 else None

    def keep_reading(self, key: str, read_with: str | None, answers: str | None) -> None:
        """Remembers what came of joining."""
        self._put(key, [read_with, answers])

    def _put(self, key: str, value: object) -> None:
        self._is_changed = self._is_changed or self._entries.get(key) != value
        self._entries[key] = value

    def write(self) -> None:
        """Replaces the file where anything is new."""
        if self._is_changed:
            draft = self._path.parent / "tmp" / NAME
            draft.unlink(missing_ok=True)
            write_durably(draft, json.dumps({"code": self._code, "entries": self._entries}).encode())
            draft.replace(self._path)
            self._is_changed = False


def reading_key(document_id: str, text_sha256: str, answers: Iterable[StoredAnswer], odds: OddsFile) -> str:
    """All that a joined reading depends on besides the code."""
    parts = [text_sha256, odds.model_dump_json()]
    return f"{document_id} {_hash([*parts, *(f'{a.question_id}{a.question}{a.written}' for a in answers)])}"


def _hash(parts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode("utf-8", "surrogatepass") + b"\x1f")
    return digest.hexdigest()[:24]
