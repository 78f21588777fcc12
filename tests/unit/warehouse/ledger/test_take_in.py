"""Arrivals: each becomes a receipt once, bytes are kept by content, nothing is overwritten."""

from __future__ import annotations

import hashlib
import tempfile
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sources.records import Unreadable
from warehouse.ledger import LedgerError, open_ledger

LOCKED = Unreadable("unreadable_file", "the file may not be read; change its permissions")
WRITING = Unreadable("still_being_written", "its size changed while it was read")


def test_new_bytes_land_and_are_stored_under_their_hash(tmp_path, arrive, noon):
    intake = open_ledger(tmp_path).take_in([arrive("USD 5")], now=noon)
    document_id = hashlib.sha256(b"USD 5").hexdigest()
    assert intake.landed == (document_id,)
    path = tmp_path / "ledger" / "documents" / document_id[:2] / document_id
    assert path.read_bytes() == b"USD 5"
    assert path.stat().st_mode & 0o222 == 0


def test_the_same_arrival_again_is_unchanged_and_writes_no_batch(tmp_path, arrive, noon):
    ledger = open_ledger(tmp_path)
    ledger.take_in([arrive("a"), arrive("b", "inbox/b.txt")], now=noon)
    before = sorted(path.name for path in (tmp_path / "ledger" / "batches").iterdir())
    again = ledger.take_in([arrive("a"), arrive("b", "inbox/b.txt")], now=noon)
    assert again.batch_id is None
    assert again.counts == {"landed": 0, "duplicate": 0, "quarantined": 0, "pending": 0, "unchanged": 2}
    assert sorted(path.name for path in (tmp_path / "ledger" / "batches").iterdir()) == before


def test_the_same_bytes_from_another_place_are_a_duplicate_with_a_receipt_of_their_own(tmp_path, arrive, noon):
    ledger = open_ledger(tmp_path)
    first = ledger.take_in([arrive("a", "inbox/1.txt"), arrive("a", "inbox/2.txt")], now=noon)
    later = ledger.take_in([arrive("a", "feed/3.txt")], now=noon)
    assert (len(first.landed), len(first.duplicate)) == (1, 1)
    assert later.duplicate == first.landed
    assert sorted(ledger.rows("raw.receipts")["origin"]) == ["feed/3.txt", "inbox/1.txt", "inbox/2.txt"]


def test_a_file_that_cannot_be_read_is_quarantined_with_its_reason(tmp_path, arrive, noon):
    ledger = open_ledger(tmp_path)
    arrival = arrive(b"", "inbox/locked.pdf", problem=LOCKED)
    intake = ledger.take_in([arrival, arrive("good", "inbox/good.txt")], now=noon)
    assert intake.counts == {"landed": 1, "duplicate": 0, "quarantined": 1, "pending": 0, "unchanged": 0}
    row = ledger.rows("raw.receipts").filter(outcome="quarantined").row(0, named=True)
    assert (row["reason"], row["detail"]) == ("unreadable_file", LOCKED.detail)


def test_a_file_that_is_being_written_leaves_no_trace_and_lands_later(tmp_path, arrive, noon):
    ledger = open_ledger(tmp_path)
    early = ledger.take_in([arrive("ha", "inbox/slow.txt", problem=WRITING)], now=noon)
    assert (len(early.pending), early.batch_id) == (1, None)
    assert ledger.rows("raw.receipts").height == 0
    assert not any((tmp_path / "ledger" / "documents").iterdir())
    assert len(ledger.take_in([arrive("half", "inbox/slow.txt")], now=noon).landed) == 1


@pytest.mark.parametrize(
    ("second_origin", "outcomes"),
    [
        # The problem was the place's, so the same bytes without it land; the place's new receipt stands beside the old.
        ("inbox/a.txt", ["quarantined", "landed"]),
        ("inbox/b.txt", ["quarantined", "landed"]),
    ],
)
def test_bytes_that_were_quarantined_land_once_they_arrive_without_a_problem(
    tmp_path, arrive, noon, second_origin, outcomes
):
    ledger = open_ledger(tmp_path)
    ledger.take_in([arrive("x", "inbox/a.txt", problem=LOCKED)], now=noon)
    ledger.take_in([arrive("x", second_origin)], now=noon)
    assert ledger.rows("raw.receipts").sort("batch_number")["outcome"].to_list() == outcomes
    assert len(ledger.pending("v1")) == 1


@pytest.mark.parametrize(
    ("sidecars", "records"),
    [
        ([None, None], 0),
        ([{"publisher": "Acme"}, {"publisher": "Acme"}], 1),
        ([{"publisher": "Acme"}, {"publisher": "Bolt"}], 2),
        ([None, {"publisher": "Acme"}], 1),
        ([{"publisher": "Acme"}, None], 2),  # a sidecar that went away says nothing any more: a blank record
        ([{}, None], 0),
    ],
)
def test_a_sidecar_is_recorded_when_it_is_new_or_changed(tmp_path, arrive, noon, sidecars, records):
    ledger = open_ledger(tmp_path)
    for sidecar in sidecars:
        ledger.take_in([arrive("a", metadata=sidecar)], now=noon)
    assert ledger.rows("raw.metadata").height == records
    in_force = ledger.metadata()["publisher"].to_list()
    wanted = (sidecars[-1] or {}).get("publisher")
    assert in_force == ([wanted] if records else [])


def test_an_arrival_whose_id_is_not_its_hash_is_refused(tmp_path, arrive, noon):
    wrong = replace(arrive("a"), document_id="0" * 64)
    with pytest.raises(LedgerError, match=r"inbox/a\.txt"):
        open_ledger(tmp_path).take_in([wrong], now=noon)


def test_a_clock_without_a_zone_is_refused(tmp_path, arrive):
    with pytest.raises(ValueError, match="time zone"):
        open_ledger(tmp_path).take_in([arrive("a")], now=datetime(2026, 1, 1))


def test_stored_bytes_that_were_damaged_are_reported_never_overwritten(tmp_path, arrive, noon):
    ledger = open_ledger(tmp_path)
    (document_id,) = ledger.take_in([arrive("a")], now=noon).landed
    path = tmp_path / "ledger" / "documents" / document_id[:2] / document_id
    path.chmod(0o644)
    path.write_bytes(b"b")
    with pytest.raises(LedgerError, match="no longer holds"):
        ledger.content(document_id)
    with pytest.raises(LedgerError, match="no longer holds"):
        ledger.take_in([arrive("a", "elsewhere/a.txt")], now=noon)
    assert path.read_bytes() == b"b"


@pytest.mark.parametrize("name", ["../../etc/passwd", "", "AB" * 32, "a" * 63, "a" * 64 + "\n"])
def test_only_a_hash_ever_becomes_a_path(tmp_path, name):
    with pytest.raises(LedgerError, match="not a sha256"):
        open_ledger(tmp_path).content(name)


def test_an_unknown_document_is_a_key_error(tmp_path):
    with pytest.raises(KeyError):
        open_ledger(tmp_path).content("a" * 64)


def test_a_ledger_of_another_format_is_refused(tmp_path):
    open_ledger(tmp_path)
    path = tmp_path / "ledger" / "format.json"
    path.chmod(0o644)
    path.write_text('{"format_version": 99}')
    with pytest.raises(LedgerError, match="ledger format 99"):
        open_ledger(tmp_path)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("pqr")), max_size=12), st.integers(1, 5))
def test_every_arrival_is_accounted_for_once_however_batched(arrive, noon, places, size):
    arrivals = [arrive(content, f"inbox/{origin}") for content, origin in places]
    with tempfile.TemporaryDirectory() as home:
        ledger = open_ledger(Path(home))
        total: dict[str, int] = {}
        for start in range(0, len(arrivals), size):
            for outcome, count in ledger.take_in(arrivals[start : start + size], now=noon).counts.items():
                total[outcome] = total.get(outcome, 0) + count
        # Each distinct content lands once, each further place is a duplicate, each repetition unchanged.
        assert sum(total.values()) == len(arrivals)
        assert total.get("landed", 0) == len({content for content, _ in places})
        assert total.get("landed", 0) + total.get("duplicate", 0) == len(set(places))


def test_a_descriptor_is_not_leaked_by_a_thousand_reads(tmp_path, arrive, noon):
    ledger = open_ledger(tmp_path)
    (document_id,) = ledger.take_in([arrive("a")], now=noon).landed
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(1000):
        ledger.content(document_id)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
