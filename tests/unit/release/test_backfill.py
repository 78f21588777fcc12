"""Which documents a backfill reads again."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from release.making import backfill_difference as module
from release.making.backfill_difference import Selection, SelectionError, chosen

A, B, C, D = (f"{letter}{'0' * 63}" for letter in "abcd")
ROWS = [
    (A, "cobalt-fern", "Cobalt Fern", date(2026, 1, 10)),
    (B, "cobalt-fern", "Cobalt Fern", date(2026, 3, 10)),
    (C, "altamesa", "Altamesa", None),
    (D, None, None, date(2026, 2, 1)),
]


@pytest.fixture(autouse=True)
def _release(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the latest release says of four documents."""

    class Rows:
        @staticmethod
        def rows() -> list[Any]:
            return ROWS

    class Latest:
        database = Path("nowhere")

    monkeypatch.setattr(module, "find", lambda home, release_id: Latest)
    monkeypatch.setattr(module, "query", lambda database, sql: Rows)


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (Selection(everything=True), (A, B, C, D)),
        (Selection(publishers=("cobalt-fern",)), (A, B)),
        (Selection(publishers=("COBALT FERN", "altamesa")), (A, B, C)),
        (Selection(first=date(2026, 2, 1)), (B, D)),
        (Selection(last=date(2026, 2, 1)), (A, D)),
        (Selection(publishers=("cobalt-fern",), first=date(2026, 2, 1)), (B,)),
        (Selection(first=date(2026, 1, 10), last=date(2026, 1, 10)), (A,)),
        (Selection(documents=(C[:8],)), (C,)),
        (Selection(publishers=("cobalt-fern",), documents=(C,)), (A, B, C)),
    ],
)
def test_publishers_and_days_narrow_each_other_and_documents_are_added(
    selection: Selection, expected: tuple[str, ...], tmp_path: Path
) -> None:
    assert chosen(tmp_path, {D, C, B, A}, selection) == expected


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        (Selection(), "which documents"),
        (Selection(publishers=("nobody",)), "--publisher nobody: no document of the latest release is theirs"),
        (Selection(documents=("eeeeee",)), "no document of the ledger begin"),
        (Selection(documents=("a0",)), "no document of the ledger begin"),
        (Selection(first=date(2026, 2, 1), last=date(2026, 1, 1)), "is later than"),
    ],
)
def test_what_chooses_nothing_is_refused_in_words(selection: Selection, message: str, tmp_path: Path) -> None:
    with pytest.raises(SelectionError, match=message):
        chosen(tmp_path, {A, B, C, D}, selection)
