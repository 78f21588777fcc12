"""The doctor of the ledger: each fault is one finding that names the file, and a whole ledger has none."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from warehouse.ledger import open_ledger
from warehouse.ledger.health import ledger_findings


@pytest.fixture
def home(tmp_path: Path, fill, arrive, noon) -> Path:
    """Three documents, one of them from two places."""
    fill(tmp_path, ["USD 1", "USD 2", "USD 2", "USD 3 in 2020"])
    return tmp_path


def _a_file(home: Path, pattern: str) -> Path:
    return next(path for path in sorted((home / "ledger").rglob(pattern)) if path.is_file())


def flipped(path: Path) -> None:
    path.chmod(0o644)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(content)


def truncated(path: Path) -> None:
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:-1])


def _more(home: Path) -> None:
    folder = home / "ledger" / "documents" / "ba"
    folder.mkdir(exist_ok=True)
    abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # sha256 of "abc", FIPS 180-2
    (folder / abc).write_bytes(b"abc")


FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "document flipped": (lambda home: flipped(_a_file(home, "documents/*/*")), "not the bytes of its name"),
    "document truncated": (lambda home: truncated(_a_file(home, "documents/*/*")), "not the bytes of its name"),
    "document gone": (lambda home: _a_file(home, "documents/*/*").unlink(), "bytes are missing"),
    "text flipped": (lambda home: flipped(_a_file(home, "texts/*/*")), "not the bytes of its name"),
    "text gone": (lambda home: _a_file(home, "texts/*/*").unlink(), "the text of .* is missing"),
    "batch flipped": (lambda home: flipped(_a_file(home, "claims.parquet")), "missing or damaged"),
    "listing truncated": (lambda home: truncated(_a_file(home, "batch.json")), "damaged"),
    "listing gone": (lambda home: _a_file(home, "batch.json").unlink(), "missing, and the rows beside it"),
    "batch gone": (lambda home: shutil.rmtree(_a_file(home, "000001-*/batch.json").parent), "numbered 1 is missing"),
    "newest gone": (lambda home: shutil.rmtree(_a_file(home, "000002-*/batch.json").parent), "newest batch .* missing"),
    "head gone": (lambda home: (home / "ledger" / "head.json").unlink(), r"missing"),
    "format truncated": (lambda home: truncated(home / "ledger" / "format.json"), "damaged"),
    "bytes of nowhere": (_more, "bytes without a receipt"),
    "foreign file": (
        lambda home: (_a_file(home, "batch.json").parent / "notes.txt").write_text("x"), "does not belong to the batch"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_finding_that_says_what_to_do(home: Path, name: str):
    import re

    assert ledger_findings(home) == []
    fault, said = FAULTS[name]
    fault(home)
    (finding,) = ledger_findings(home)
    assert re.search(said, finding.what), finding
    assert finding.where.startswith(str(home))
    assert finding.to_do


def test_a_home_without_a_ledger_has_no_finding_and_none_is_made(tmp_path: Path):
    assert ledger_findings(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_looking_changes_nothing(home: Path):
    before = sorted((path, path.stat().st_mtime_ns) for path in home.rglob("*"))
    ledger_findings(home)
    assert sorted((path, path.stat().st_mtime_ns) for path in home.rglob("*")) == before


def test_a_joined_ledger_is_whole(home: Path):
    open_ledger(home).compact(small_rows=1_000, rows_at_most=10_000)
    assert ledger_findings(home) == []


def test_a_file_that_the_disk_does_not_give_is_a_finding_and_the_others_are_looked_at(home: Path, monkeypatch):
    broken = [_a_file(home, "documents/*/*"), _a_file(home, "claims.parquet")]
    flipped(_a_file(home, "texts/*/*"))
    real = Path.read_bytes

    def read(path: Path) -> bytes:
        if path in broken:
            raise OSError(errno.EIO, "Input/output error", str(path))
        return real(path)

    monkeypatch.setattr(Path, "read_bytes", read)
    told = [finding for finding in ledger_findings(home) if "cannot be read (Input/output error)" in finding.what]
    assert [finding.where for finding in told] == [str(path) for path in broken]
    assert any("not the bytes of its name" in finding.what for finding in ledger_findings(home))


def test_a_batch_without_its_list_stays_where_it_is_for_its_rows_are_of_the_ledger(home: Path):
    listing = _a_file(home, "batch.json")
    listing.unlink()
    (finding,) = ledger_findings(home)
    assert finding.where.endswith(("batches", "batch.json"))
    assert "restore the file from a backup, leave the folder where it is" in finding.to_do
    assert "move" not in finding.to_do
