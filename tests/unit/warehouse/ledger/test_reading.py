"""Reading what is pending: in batches, and one bad document never costs the others."""

from __future__ import annotations

import logging
import pickle
from pathlib import Path
from typing import Any

import pytest

from sources.bound import bound_ids
from sources.records import Unreadable
from warehouse.ledger import LedgerError, open_ledger
from warehouse.ledger import reading as module
from warehouse.ledger.reading import ReadingError, read_pending
from warehouse.ledger.texts import texts_of

TEXTS = [f"USD {number} in 2025" for number in range(10)]


@pytest.fixture
def ledger(tmp_path: Path, arrive: Any, noon: Any) -> Any:
    """Ten documents, none of them read."""
    ledger = open_ledger(tmp_path)
    ledger.take_in([arrive(text, origin=f"inbox/{number}.txt") for number, text in enumerate(TEXTS)], now=noon)
    return ledger


def toy(read: Any, broken: dict[str, BaseException] | None = None) -> Any:
    """The toy reader; texts named in `broken` raise."""

    def reader(content: bytes) -> Any:
        text = content.decode()
        if broken and text in broken:
            raise broken[text]
        return read(text)

    return reader


def test_every_pending_document_is_read_once(ledger: Any, read: Any) -> None:
    pending = ledger.pending("v1")
    readings = list(read_pending(ledger, pending, "v1", toy(read)))
    assert [(reading.document_id, reading.outcome) for reading in readings] == [(name, "read") for name in pending]
    assert ledger.pending("v1") == ()


def test_an_unreadable_document_is_recorded_with_its_reason_and_the_others_land(ledger: Any, read: Any) -> None:
    reader = toy(read, {TEXTS[3]: Unreadable("encrypted", "needs a password")})
    outcomes = [reading.outcome for reading in read_pending(ledger, ledger.pending("v1"), "v1", reader)]
    assert sorted(outcomes) == ["read"] * 9 + ["unreadable"]
    assert ledger.pending("v1") == ()
    assert ledger.rows("raw.unreadable")["reason"].to_list() == ["encrypted"]


class Panic(BaseException):
    """What a library written in Rust raises."""


@pytest.mark.parametrize("error", [ValueError("a bug"), Panic("a panic"), RecursionError()])
def test_a_document_that_fails_in_an_unexpected_way_stays_pending(ledger: Any, read: Any, error: BaseException) -> None:
    readings = list(read_pending(ledger, ledger.pending("v1"), "v1", toy(read, {TEXTS[3]: error})))
    (failed,) = [reading for reading in readings if reading.outcome == "failed"]
    assert failed.problem is not None
    assert failed.problem.startswith(type(error).__name__)
    assert ledger.pending("v1") == (failed.document_id,)


def test_an_interrupt_is_no_bad_document(ledger: Any, read: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        list(read_pending(ledger, ledger.pending("v1"), "v1", toy(read, {TEXTS[3]: KeyboardInterrupt()})))


def test_when_many_fail_the_program_is_at_fault_and_nothing_is_quarantined(ledger: Any, read: Any) -> None:
    broken: dict[str, BaseException] = {text: MemoryError() for text in TEXTS[:5]}
    with pytest.raises(ReadingError, match=r"5 of 10 documents failed .* they stay pending"):
        list(read_pending(ledger, ledger.pending("v1"), "v1", toy(read, broken)))
    assert len(ledger.pending("v1")) == 5
    assert ledger.rows("raw.unreadable").height == 0


def test_a_kill_costs_at_most_one_batch(ledger: Any, read: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH", 4)
    for number, _ in enumerate(read_pending(ledger, ledger.pending("v1"), "v1", toy(read)), start=1):
        if number == 7:
            break  # two batches begun, one written
    assert len(ledger.pending("v1")) == 6


@pytest.mark.parametrize("size", [1, 3])
def test_the_size_of_batches_and_the_order_of_reading_change_nothing_that_counts(
    ledger: Any, tmp_path: Path, arrive: Any, noon: Any, read: Any, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    list(read_pending(ledger, ledger.pending("v1"), "v1", toy(read)))  # ten documents in one batch
    other = open_ledger(tmp_path / "other")
    other.take_in([arrive(text, origin=f"inbox/{number}.txt") for number, text in enumerate(TEXTS)], now=noon)
    monkeypatch.setattr(module, "BATCH", size)
    list(read_pending(other, other.pending("v1")[::-1], "v1", toy(read)))
    assert other.rows("raw.claims").height == 10
    assert other.digest() == ledger.digest()


def test_texts_are_found_by_document_and_a_stranger_is_a_key_error(ledger: Any, read: Any) -> None:
    list(read_pending(ledger, ledger.pending("v1"), "v1", toy(read)))
    text_of = texts_of(ledger)
    found = {text_of(name) for name in ledger.rows("raw.documents")["document_id"]}
    assert found == set(TEXTS)
    with pytest.raises(KeyError):
        text_of("0" * 64)
    elsewhere = pickle.loads(pickle.dumps(text_of))
    assert {elsewhere(name) for name in ledger.rows("raw.documents")["document_id"]} == found


@pytest.mark.parametrize("damage", [lambda path: path.write_text("other words"), Path.unlink], ids=["edited", "gone"])
def test_a_damaged_or_lost_text_is_told(ledger: Any, read: Any, damage: Any) -> None:
    list(read_pending(ledger, ledger.pending("v1"), "v1", toy(read)))
    row = ledger.rows("raw.documents").row(0, named=True)
    path = ledger.root / "texts" / row["text_sha256"][:2] / f"{row['text_sha256']}.txt"
    path.parent.chmod(0o755)
    path.chmod(0o644)
    damage(path)
    with pytest.raises(LedgerError):
        texts_of(ledger)(row["document_id"])


def test_what_is_logged_while_a_document_is_read_carries_its_id(ledger: Any, read: Any) -> None:
    told: list[tuple[str, dict[str, str]]] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append((record.getMessage(), bound_ids()))

    log, listener = logging.getLogger("parallax.reading"), Listener()
    log.addHandler(listener)
    try:
        reader = toy(read, {TEXTS[3]: ValueError("a bug"), TEXTS[4]: Unreadable("encrypted", "needs a password")})
        readings = list(read_pending(ledger, ledger.pending("v1"), "v1", reader))
    finally:
        log.removeHandler(listener)
    by_outcome = {reading.outcome: reading.document_id for reading in readings}
    assert ("document failed while being read", {"document_id": by_outcome["failed"]}) in told
    assert ("document unreadable", {"document_id": by_outcome["unreadable"]}) in told
    assert bound_ids() == {}
