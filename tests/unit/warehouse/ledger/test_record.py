"""What was read: stored whole or not at all, the newest in force, one bad document costs no other."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from sources.records import Unreadable
from warehouse.ledger import LedgerError, open_ledger
from warehouse.ledger.batches import verify

EMPTY = Unreadable("no_text", "the file holds no text; send a text version")


def take_in(home, arrive, noon, *texts):
    ledger = open_ledger(home)
    ledger.take_in([arrive(text, f"inbox/{number}") for number, text in enumerate(texts)], now=noon)
    return ledger


def test_a_document_is_pending_until_it_is_recorded_with_the_version_asked_for(tmp_path, arrive, read, noon):
    ledger = take_in(tmp_path, arrive, noon, "USD 1", "USD 2")
    parsed, extraction = read("USD 1", "v1")
    other = read("USD 2")[0].document_id
    assert set(ledger.pending("v1")) == {parsed.document_id, other}
    ledger.record([(parsed, extraction)])
    assert ledger.pending("v1") == (other,)
    assert set(ledger.pending("v2")) == {parsed.document_id, other}


def test_an_unreadable_document_is_not_pending_for_the_version_that_found_so(tmp_path, arrive, noon):
    ledger = take_in(tmp_path, arrive, noon, "x")
    (document_id,) = ledger.pending("v1")
    ledger.record([(document_id, EMPTY)], extractor_version="v1")
    assert ledger.pending("v1") == ()
    assert ledger.pending("v2") == (document_id,)
    row = ledger.outcomes().row(0, named=True)
    assert (row["reason"], row["detail"]) == ("no_text", EMPTY.detail)


def test_after_a_version_is_rolled_back_documents_are_read_again(tmp_path, arrive, read, noon):
    ledger = take_in(tmp_path, arrive, noon, "USD 1")
    for version in ("v1", "v2"):
        ledger.record([read("USD 1", version)])
    assert len(ledger.pending("v1")) == 1  # its rows of v1 exist, those of v2 are in force
    ledger.record([read("USD 1", "v1")])
    assert ledger.pending("v1") == ()
    assert ledger.outcomes()["extractor_version"].to_list() == ["v1"]


def test_text_is_stored_by_content_and_verified_on_read(tmp_path, arrive, read, noon):
    ledger = take_in(tmp_path, arrive, noon, "café USD 1")
    parsed, extraction = read("café USD 1")
    ledger.record([(parsed, extraction)])
    assert ledger.text(parsed.document_id) == "café USD 1"
    sha256 = hashlib.sha256("café USD 1".encode()).hexdigest()
    path = tmp_path / "ledger" / "texts" / sha256[:2] / f"{sha256}.txt"
    path.chmod(0o644)
    path.write_text("cafe USD 1")
    with pytest.raises(LedgerError, match="no longer holds"):
        ledger.text(parsed.document_id)


def test_a_document_without_text_has_none(tmp_path, arrive, noon):
    ledger = take_in(tmp_path, arrive, noon, "x")
    (document_id,) = ledger.pending("v1")
    with pytest.raises(KeyError):
        ledger.text(document_id)
    ledger.record([(document_id, EMPTY)], extractor_version="v1")
    with pytest.raises(KeyError):
        ledger.text(document_id)


def test_numbers_texts_and_nulls_come_back_as_they_went_in(tmp_path, arrive, read, noon):
    ledger = take_in(tmp_path, arrive, noon, "USD 65280000000")
    parsed, extraction = read("USD 65280000000")
    claim = replace(extraction.claims[0], value=Decimal("65280000000.123456789"), confidence=0.5)
    ledger.record([(parsed, replace(extraction, claims=(claim,)))])
    row = ledger.rows("raw.claims").row(0, named=True)
    assert row["value"] == Decimal("65280000000.123456789")
    assert (row["value_high"], row["confidence"], row["year_stated"]) == (None, 0.5, 2025)
    assert row["geography"] == "Global"


@pytest.mark.parametrize(
    "value",
    [
        Decimal("1e30"),  # 31 digits before the point and 9 behind: 40, DECIMAL(38, 9) holds 38
        Decimal("NaN"),
        Decimal("Infinity"),
    ],
)
def test_a_value_that_no_column_holds_quarantines_its_document_and_no_other(tmp_path, arrive, read, noon, value):
    ledger = take_in(tmp_path, arrive, noon, "USD 1", "USD 2")
    parsed, extraction = read("USD 1")
    bad = replace(extraction, claims=(replace(extraction.claims[0], value=value),))
    ledger.record([(parsed, bad), read("USD 2")])
    reasons = dict(ledger.outcomes().select("document_id", "reason").iter_rows())
    assert reasons == {parsed.document_id: "unstorable_value", read("USD 2")[0].document_id: None}


def test_text_that_is_no_unicode_quarantines_its_document_and_no_other(tmp_path, arrive, read, noon):
    ledger = take_in(tmp_path, arrive, noon, "USD 1", "USD 2")
    parsed, extraction = read("USD 1")
    ledger.record([(replace(parsed, text="USD 1\ud800"), extraction), read("USD 2")])
    assert ledger.outcomes()["reason"].drop_nulls().to_list() == ["unstorable_value"]


def test_digits_behind_the_ninth_decimal_are_rounded_half_to_even(tmp_path, arrive, read, noon):
    ledger = take_in(tmp_path, arrive, noon, "USD 1")
    parsed, extraction = read("USD 1")
    claim = replace(extraction.claims[0], value=Decimal("0.0000000005"))
    ledger.record([(parsed, replace(extraction, claims=(claim,)))])
    assert ledger.rows("raw.claims")["value"].to_list() == [Decimal(0)]


def test_a_document_twice_or_unknown_or_with_the_wrong_extraction_is_refused(tmp_path, arrive, read, noon):
    ledger = take_in(tmp_path, arrive, noon, "USD 1")
    with pytest.raises(LedgerError, match="twice"):
        ledger.record([read("USD 1"), read("USD 1")])
    with pytest.raises(LedgerError, match="holds no such document"):
        ledger.record([read("never taken in")])
    with pytest.raises(LedgerError, match="extraction of"):
        ledger.record([(read("USD 1")[0], read("USD 2")[1])])
    assert ledger.rows("raw.documents").height == 0


def test_no_results_write_no_batch(tmp_path, arrive, noon):
    ledger = take_in(tmp_path, arrive, noon, "x")
    assert ledger.record([]) is None
    assert len(ledger.batches()) == 1


def test_a_flipped_bit_in_a_batch_is_found(tmp_path: Path, fill):
    ledger = fill(tmp_path, ["USD 1"])
    verify(ledger.batches())
    path = ledger.batches()[-1].file("raw.claims")
    path.chmod(0o644)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(LedgerError, match="missing or damaged"):
        verify(ledger.batches())


def test_a_batch_whose_listing_was_edited_is_found(tmp_path: Path, fill):
    ledger = fill(tmp_path, ["USD 1"])
    path = ledger.batches()[-1].folder / "batch.json"
    path.chmod(0o644)
    path.write_text(path.read_text().replace('"raw.claims"', '"raw.facts"'))
    with pytest.raises(LedgerError, match="does not fit"):
        ledger.batches()


def test_a_scan_is_pending_again_once_text_in_pictures_can_be_read(tmp_path, arrive, noon, monkeypatch):
    ledger = open_ledger(tmp_path)
    ledger.take_in([arrive("a", "inbox/a.png"), arrive("b", "inbox/b.txt")], now=noon)
    monkeypatch.setattr("warehouse.ledger.ledger.tesseract", lambda: None)
    scan, other = sorted(ledger.pending("v1"))
    ledger.record(
        [(scan, Unreadable("scanned", "no words")), (other, Unreadable("empty", "no bytes"))], extractor_version="v1"
    )
    assert ledger.pending("v1") == ()
    monkeypatch.setattr("warehouse.ledger.ledger.tesseract", lambda: "/usr/bin/tesseract")
    assert ledger.pending("v1") == (scan,)
    ledger.record([(scan, Unreadable("no_text", "no words"))], extractor_version="v1")
    assert ledger.pending("v1") == ()


def test_a_document_is_pending_again_once_its_sidecar_maps_other_columns(tmp_path, arrive, read, noon):
    ledger = open_ledger(tmp_path)
    ledger.take_in([arrive("a", "inbox/a.csv")], now=noon)
    (document_id,) = ledger.pending("v1")
    ledger.record([read("a")], extractor_version="v1")
    before = ledger.digest()
    ledger.take_in([arrive("a", "inbox/a.csv", {"column_map": "[1]"})], now=noon)
    assert ledger.digest() == before  # what was read is the same as yet
    assert ledger.pending("v1") == (document_id,)
    parsed, extraction = read("a")
    ledger.record([(parsed, replace(extraction, column_map="[1]"))], extractor_version="v1")
    assert ledger.pending("v1") == () and ledger.digest() != before
    ledger.take_in([arrive("a", "inbox/a.csv", {"column_map": "[2]"})], now=noon)
    (again,) = ledger.pending("v1")
    ledger.record([(again, Unreadable("wrong_columns", "x"))], extractor_version="v1", column_maps=ledger.column_maps())
    assert ledger.pending("v1") == ()
