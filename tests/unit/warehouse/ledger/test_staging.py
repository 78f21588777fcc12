"""A reading beside the one in force: nothing changes before the flip, everything at once with it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from warehouse.ledger import LedgerError, open_ledger
from warehouse.ledger.reading import read_pending
from warehouse.ledger.staging import readings, shadow, staged_batches, take_into_force

TEXTS = [f"USD {number} in 2025" for number in range(70)]  # more than one batch of reading


@pytest.fixture
def ledger(tmp_path: Path, arrive: Any, read: Any, noon: Any) -> Any:
    """Seventy documents, all read by v1."""
    ledger = open_ledger(tmp_path)
    ledger.take_in([arrive(text, origin=f"inbox/{number}.txt") for number, text in enumerate(TEXTS)], now=noon)
    list(read_pending(ledger, ledger.pending("v1"), "v1", lambda content: read(content.decode(), "v1")))
    return ledger


def read_again(staged: Any, read: Any, documents: tuple[str, ...]) -> None:
    """Reads documents into a shadow by v2."""
    with staged.lock():
        list(read_pending(staged, documents, "v2", lambda content: read(content.decode(), "v2")))


def test_nothing_in_force_changes_before_the_flip_and_all_of_it_with_it(ledger: Any, read: Any, tmp_path: Path) -> None:
    documents, digest = ledger.pending("v2"), ledger.digest()
    before = readings(ledger, documents)
    staged = shadow(ledger, tmp_path / "shadow", ledger.batches())
    read_again(staged, read, documents)
    assert len(staged_batches(staged)) == 2
    assert ledger.digest() == digest
    assert staged.digest() != digest
    batch = take_into_force(ledger, staged, documents, before)
    assert ledger.digest() == staged.digest()
    assert {found.batch_id for found in readings(ledger, documents).values()} == {batch}
    # both readings stay
    assert sorted(ledger.rows("raw.documents")["extractor_version"].unique()) == ["v1", "v2"]
    assert ledger.rows("raw.documents").height == 2 * len(TEXTS)


def test_only_the_chosen_documents_change(ledger: Any, read: Any, tmp_path: Path) -> None:
    chosen = ledger.pending("v2")[:3]
    staged = shadow(ledger, tmp_path / "shadow", ledger.batches())
    read_again(staged, read, chosen)
    take_into_force(ledger, staged, chosen, readings(ledger, chosen))
    found = readings(ledger, list(ledger.outcomes()["document_id"]))
    assert sorted(one for one, reading in found.items() if reading.version == "v2") == sorted(chosen)


def test_a_flip_that_was_killed_behind_its_batch_is_done_already(ledger: Any, read: Any, tmp_path: Path) -> None:
    documents = ledger.pending("v2")
    before = readings(ledger, documents)
    staged = shadow(ledger, tmp_path / "shadow", ledger.batches())
    read_again(staged, read, documents)
    assert take_into_force(ledger, staged, documents, before) is not None
    n_batches = len(ledger.batches())
    assert take_into_force(ledger, staged, documents, before) is None
    assert len(ledger.batches()) == n_batches


def test_a_document_that_somebody_read_meanwhile_stops_the_flip_of_all(ledger: Any, read: Any, tmp_path: Path) -> None:
    documents = ledger.pending("v2")
    before = readings(ledger, documents)
    staged = shadow(ledger, tmp_path / "shadow", ledger.batches())
    read_again(staged, read, documents)
    list(read_pending(ledger, documents[:1], "v3", lambda content: read(content.decode(), "v3")))
    digest = ledger.digest()
    with pytest.raises(LedgerError, match="was read by another run since the difference was shown"):
        take_into_force(ledger, staged, documents, before)
    assert ledger.digest() == digest


@pytest.mark.parametrize("is_joined", [False, True])
def test_new_documents_that_arrived_and_batches_that_were_joined_meanwhile_do_not_stop_it(
    ledger: Any, arrive: Any, read: Any, noon: Any, tmp_path: Path, is_joined: bool
) -> None:
    documents = ledger.pending("v2")
    before = readings(ledger, documents)
    staged = shadow(ledger, tmp_path / "shadow", ledger.batches())
    read_again(staged, read, documents)
    ledger.take_in([arrive("USD 99 in 2026", origin="inbox/new.txt")], now=noon)
    if is_joined:
        assert len(ledger.compact(small_rows=100_000, rows_at_most=1_000_000)) == 1
    assert take_into_force(ledger, staged, documents, before) is not None
    assert len(ledger.pending("v2")) == 1


def test_a_shadow_that_was_left_is_gone_on_with(ledger: Any, read: Any, tmp_path: Path) -> None:
    documents = ledger.pending("v2")
    read_again(shadow(ledger, tmp_path / "shadow", ledger.batches()), read, documents[:10])
    again = shadow(ledger, tmp_path / "shadow", ledger.batches())
    assert set(again.pending("v2")) == set(documents[10:])


def test_a_damaged_reading_is_not_taken_into_force(ledger: Any, read: Any, tmp_path: Path) -> None:
    documents = ledger.pending("v2")[:2]
    before = readings(ledger, documents)
    staged = shadow(ledger, tmp_path / "shadow", ledger.batches())
    read_again(staged, read, documents)
    file = staged_batches(staged)[0].file("raw.documents")
    file.chmod(0o644)
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    digest = ledger.digest()
    with pytest.raises(LedgerError, match="damaged"):
        take_into_force(ledger, staged, documents, before)
    assert ledger.digest() == digest


def test_removing_a_shadow_removes_nothing_of_the_ledger(ledger: Any, read: Any, tmp_path: Path) -> None:
    documents, digest = ledger.pending("v2"), ledger.digest()
    staged = shadow(ledger, tmp_path / "shadow", ledger.batches())
    read_again(staged, read, documents[:1])
    shutil.rmtree(tmp_path / "shadow")
    assert ledger.digest() == digest
    assert ledger.content(documents[0])
    assert ledger.text(documents[0])


def test_a_shadow_without_a_reading_has_nothing_to_take(ledger: Any, tmp_path: Path) -> None:
    staged = shadow(ledger, tmp_path / "shadow", ledger.batches())
    with pytest.raises(LedgerError, match="nothing to apply"):
        take_into_force(ledger, staged, (), {})


def test_documents_that_nobody_has_read_are_pending_and_those_of_an_older_version_are_not_where_asked(
    ledger: Any, arrive: Any, noon: Any
) -> None:
    ledger.take_in([arrive("USD 99 in 2026", origin="inbox/new.txt")], now=noon)
    assert len(ledger.pending("v2")) == len(TEXTS) + 1
    assert len(ledger.pending("v2", unread_only=True)) == 1
