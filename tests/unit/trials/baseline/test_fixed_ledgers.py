"""Fixed ledgers: hashes that hang on content alone, and the refusal of a ledger that is not the reviewed one, with the file named."""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path

import pytest

from trials.baseline import __main__ as command
from trials.baseline.hashing import ChangedLedger, check, hashes_of, inputs_hash
from trials.baseline.ledgers import FILE, FixedLedger, Hashes, LedgersFile, Source, read_ledgers
from trials.baseline.making import fixed_ledger

BATCH = "000001-abcdefabcdef"


def put(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def ledger(root: Path) -> Path:
    """A ledger of one batch with two tables, one document and its text, laid out as the program does."""
    tables = {"raw.receipts": b"receipts", "raw.claims": b"claims"}
    for table, content in tables.items():
        put(root / "batches" / BATCH / f"{table.partition('.')[2]}.parquet", content)
    listing = {table: {"rows": 1, "sha256": sha256(content)} for table, content in tables.items()}
    put(root / "batches" / BATCH / "batch.json", json.dumps({"tables": listing}).encode())
    put(root / "documents" / "ab" / sha256(b"bytes"), b"bytes")
    put(root / "texts" / "cd" / f"{sha256(b'text')}.txt", b"text")
    return root


def reviewed(root: Path) -> Hashes:
    return hashes_of(root, "0" * 64)


def test_the_hash_of_inputs_is_that_of_the_list_that_sha256sum_prints(tmp_path: Path) -> None:
    put(tmp_path / "b.txt", b"2")
    put(tmp_path / "a" / "c.txt", b"1")
    assert inputs_hash(tmp_path) == sha256(f"{sha256(b'1')}  a/c.txt\n{sha256(b'2')}  b.txt\n".encode())


def test_the_hash_of_inputs_hangs_on_names_and_bytes_and_not_on_folder_order_or_times(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        put(tmp_path / "one" / name, name.encode())
    for name in ("b.txt", "a.txt"):
        os.utime(put(tmp_path / "two" / name, name.encode()), (1, 1))
    assert inputs_hash(tmp_path / "one") == inputs_hash(tmp_path / "two")
    (tmp_path / "two" / "a.txt").rename(tmp_path / "two" / "c.txt")
    assert inputs_hash(tmp_path / "one") != inputs_hash(tmp_path / "two")


def test_a_ledger_with_the_reviewed_hashes_is_taken_wherever_it_lies(tmp_path: Path) -> None:
    check(ledger(tmp_path / "there" / "ledger"), reviewed(ledger(tmp_path / "here" / "ledger")))


@pytest.mark.parametrize(
    "file",
    [
        f"batches/{BATCH}/claims.parquet",
        f"batches/{BATCH}/batch.json",
        f"documents/ab/{sha256(b'bytes')}",
        f"texts/cd/{sha256(b'text')}.txt",
    ],
)
def test_a_ledger_with_one_file_changed_is_refused_and_the_file_is_named(tmp_path: Path, file: str) -> None:
    said = reviewed(ledger(tmp_path))
    (tmp_path / file).write_bytes(b"changed")
    with pytest.raises(ChangedLedger, match=re.escape(file)):
        check(tmp_path, said)


def test_a_batch_of_a_second_reading_is_refused_by_name(tmp_path: Path) -> None:
    said = reviewed(ledger(tmp_path))
    put(tmp_path / "batches" / "000002-aaaaaaaaaaaa" / "batch.json", b"{}")
    with pytest.raises(ChangedLedger, match=r"000002-aaaaaaaaaaaa: this batch is one too many: .* read again"):
        check(tmp_path, said)


def test_a_missing_batch_a_missing_table_and_a_table_too_many_are_refused_by_name(tmp_path: Path) -> None:
    said = reviewed(ledger(tmp_path))
    extra = put(tmp_path / "batches" / BATCH / "segments.parquet", b"")
    with pytest.raises(ChangedLedger, match=r"segments\.parquet: missing, one too many"):
        check(tmp_path, said)
    extra.unlink()
    (tmp_path / "batches" / BATCH / "claims.parquet").unlink()
    with pytest.raises(ChangedLedger, match=r"claims\.parquet: missing"):
        check(tmp_path, said)
    (tmp_path / "batches" / BATCH).rename(tmp_path / "moved")
    with pytest.raises(ChangedLedger, match=f"{BATCH}: this batch is missing"):
        check(tmp_path, said)


def test_a_missing_document_is_refused(tmp_path: Path) -> None:
    said = reviewed(ledger(tmp_path))
    (tmp_path / "documents" / "ab" / sha256(b"bytes")).unlink()
    with pytest.raises(ChangedLedger, match="documents or texts is missing"):
        check(tmp_path, said)


def of_one(said: Hashes | None, source: Source = "samples") -> LedgersFile:
    one = FixedLedger(what="a page", inputs=(source,), hashes=said)
    return LedgersFile(maker="0" * 40, day=read_ledgers().day, reports=1, ledgers={"one": one})


def test_a_ledger_that_lies_ready_is_checked_before_it_is_used(tmp_path: Path) -> None:
    there = ledger(tmp_path / "ledgers" / "one" / "ledger")
    file = of_one(reviewed(there))
    assert fixed_ledger("one", file, tmp_path, tmp_path) == there
    (there / "batches" / BATCH / "claims.parquet").write_bytes(b"changed")
    with pytest.raises(ChangedLedger, match=r"claims\.parquet"):
        fixed_ledger("one", file, tmp_path, tmp_path)


def test_a_ledger_without_reviewed_hashes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ChangedLedger, match="no hashes of one"):
        fixed_ledger("one", of_one(None), tmp_path, tmp_path)


def test_a_ledger_of_seeds_says_what_it_needs_where_they_are_not_at_hand(tmp_path: Path) -> None:
    said = Hashes(inputs="0" * 64, documents="0" * 64, batches={})
    with pytest.raises(FileNotFoundError, match="a clone does not have the seeds; SHARED=DIR names their folder"):
        fixed_ledger("one", of_one(said, "seeds"), tmp_path, tmp_path / "none")


def test_every_fixed_ledger_has_its_hashes_and_a_wrong_key_is_refused_with_its_file(tmp_path: Path) -> None:
    assert [name for name, said in read_ledgers().ledgers.items() if said.hashes is None] == []
    wrong = put(tmp_path / "ledgers.yml", FILE.read_bytes().replace(b"maker:", b"makers:"))
    with pytest.raises(ValueError, match=r"ledgers\.yml"):
        read_ledgers(wrong)


def test_the_command_names_what_is_wrong_on_standard_error_and_ends_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path / "ledgers" / "samples" / "ledger" / "batches" / BATCH / "batch.json", b"{}")
    assert command.main(["samples", "--folder", str(tmp_path)]) == 1
    assert "this batch is missing" in capsys.readouterr().err
