"""Which questions documents have, as long as text, reader and code are unchanged: a cache beside the ledger, right or not there."""

from __future__ import annotations

import json

from sources.ask.reading import joining_version
from sources.extract import extractor_version
from warehouse.ledger import Ledger
from warehouse.ledger.store import write_durably

NAME = "second_reading.json"


class Known:
    """The cache of one ledger. Nothing is on disk before `write`."""

    def __init__(self, ledger: Ledger) -> None:
        """Reads the file; a missing or damaged one is empty."""
        self._path = ledger.root / NAME
        self._code = f"{extractor_version()} {joining_version()}"
        self._is_changed = False
        try:
            stored = json.loads(self._path.read_bytes())
            self._entries: dict[str, list[str]] = stored["questions"] if stored["code"] == self._code else {}
        except (OSError, ValueError, KeyError, TypeError):
            self._entries = {}

    def questions(self, document_id: str, text_sha256: str, reader: str) -> list[str] | None:
        """Ids of the questions that a reader would be asked about a document; None where that was not worked out."""
        return self._entries.get(f"{document_id} {text_sha256} {reader}")

    def keep(self, document_id: str, text_sha256: str, reader: str, questions: list[str]) -> None:
        """Remembers the ids."""
        self._entries[f"{document_id} {text_sha256} {reader}"] = questions
        self._is_changed = True

    def write(self) -> None:
        """Replaces the file where anything is new."""
        if self._is_changed:
            draft = self._path.parent / "tmp" / NAME
            draft.unlink(missing_ok=True)
            write_durably(draft, json.dumps({"code": self._code, "questions": self._entries}).encode())
            draft.replace(self._path)
            self._is_changed = False
