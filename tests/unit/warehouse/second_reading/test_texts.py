"""Parsed documents from the ledger's rows: the same as the parser made, in all fields."""

from __future__ import annotations

from pathlib import Path

from sources.parse import parse
from tests.unit.warehouse.second_reading.conftest import Fill
from tests.unit.warehouse.second_reading.second_world import report
from warehouse.second_reading.texts import parsed_documents


def test_a_document_comes_back_as_it_was_parsed_with_the_charset_that_was_guessed(tmp_path: Path, fill: Fill) -> None:
    plain = report("Frost Kettle").encode()
    # No byte order mark, no declaration, and no UTF-8: its charset is a guess.
    guessed = "Der Markt für Öfen ist 2024 rund 4,2 Mrd. Euro groß. Größere Öfen führen überall.\n".encode("cp1252")
    parsed = {p.document_id: p for p in map(parse, (plain, guessed))}
    assert sorted(p.guessed_charset is None for p in parsed.values()) == [False, True]
    ledger = fill(tmp_path, {"a.md": plain, "b.txt": guessed})

    assert list(parsed_documents(ledger, sorted(parsed))) == [parsed[key] for key in sorted(parsed)]
