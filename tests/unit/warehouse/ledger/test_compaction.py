"""Joining batches: the same rows before, after and at every moment between; a missing batch is noticed."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from sources.records import Visit
from warehouse.ledger import LedgerError, open_ledger
from warehouse.ledger.batches import Batch
from warehouse.ledger.compaction import joinable
from warehouse.ledger.listing import listed
from warehouse.schema.raw import ledger_tables

RUNS = 4


@pytest.fixture
def home(tmp_path: Path, arrive, read, noon) -> Path:
    """Four runs, each with one new document; every run reads the first document again. Two batches a run."""
    ledger = open_ledger(tmp_path)
    for number in range(RUNS):
        text = f"USD {number + 1} in 2019"
        ledger.take_in([arrive(text, f"inbox/{number}.txt")], now=noon)
        ledger.record([read(one, f"v{number}") for one in dict.fromkeys([text, "USD 1 in 2019"])])
    return tmp_path


def state(home: Path):
    ledger = open_ledger(home)
    return ledger.digest(), [ledger.rows(name).rows() for name in sorted(ledger_tables())]


def folders(home: Path) -> list[str]:
    return sorted(entry.name for entry in (home / "ledger" / "batches").iterdir())


def test_joined_batches_hold_the_same_rows_with_the_batches_they_were_written_in(home: Path):
    before = state(home)
    joined = open_ledger(home).compact(small_rows=1_000, rows_at_most=10_000)
    assert [(batch.first, batch.number) for batch in joined] == [(1, 2 * RUNS)]
    assert folders(home) == [joined[0].batch_id]
    assert state(home) == before
    assert open_ledger(home).rows("raw.receipts")["batch_number"].to_list() == [1, 3, 5, 7]


def test_joined_batches_join_again_with_those_that_came_later(home: Path, arrive, noon):
    ledger = open_ledger(home)
    ledger.compact(small_rows=1_000, rows_at_most=10_000)
    ledger.take_in([arrive("later", "inbox/later.txt")], now=noon)
    before = state(home)
    joined = ledger.compact(small_rows=1_000, rows_at_most=10_000)
    assert [(batch.first, batch.number) for batch in joined] == [(1, 2 * RUNS + 1)]
    assert state(home) == before


def test_a_joined_batch_beside_those_it_covers_doubles_nothing_and_the_next_writer_removes_them(home: Path, tmp_path):
    copy = tmp_path.parent / f"{tmp_path.name}-copy"
    shutil.copytree(home / "ledger" / "batches", copy)
    before = state(home)
    open_ledger(home).compact(small_rows=1_000, rows_at_most=10_000)
    shutil.copytree(copy, home / "ledger" / "batches", dirs_exist_ok=True)  # as a kill before the removal leaves it
    assert len(folders(home)) == 2 * RUNS + 1
    assert state(home) == before
    with open_ledger(home).lock():
        pass
    assert len(folders(home)) == 1
    assert state(home) == before


def test_covered_batches_stay_where_the_joined_one_is_damaged(home: Path, tmp_path):
    copy = tmp_path.parent / f"{tmp_path.name}-copy"
    shutil.copytree(home / "ledger" / "batches", copy)
    joined = open_ledger(home).compact(small_rows=1_000, rows_at_most=10_000)[0]
    shutil.copytree(copy, home / "ledger" / "batches", dirs_exist_ok=True)
    flip(joined.file("raw.claims"))
    with pytest.raises(LedgerError, match="missing or damaged"), open_ledger(home).lock():
        pass
    assert len(folders(home)) == 2 * RUNS + 1


def flip(path: Path) -> None:
    path.chmod(0o644)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("sizes", "runs"),
    [
        ([], []),
        ([5], []),
        ([5, 5], [[1, 2]]),
        ([5, 5, 5], [[1, 2]]),  # 15 rows are more than a joined batch may have
        ([5, 9, 5], []),  # the big one stays, and so do its lone neighbours
        ([1, 1, 9, 1, 1, 1], [[1, 2], [4, 5, 6]]),
        ([3, 3, 3, 3, 3, 3], [[1, 2, 3], [4, 5, 6]]),
    ],
)
def test_neighbouring_small_batches_join_up_to_the_most_rows(sizes: list[int], runs: list[list[int]]):
    batches = [
        Batch(f"{number:06d}-{'0' * 12}", number, Path(), {}, {"raw.claims": size}, number)
        for number, size in enumerate(sizes, 1)
    ]
    found = joinable(batches, small_rows=9, rows_at_most=10)
    assert [[batch.number for batch in run] for run in found] == runs


def test_the_ledger_as_it_stood_is_found_by_its_digest_joined_or_not(home: Path, arrive, noon):
    ledger = open_ledger(home)
    then, rows = ledger.digest(), ledger.rows("raw.documents").height
    ledger.take_in([arrive("later", "inbox/later.txt")], now=noon)
    for _ in ("as written", "joined"):
        found = ledger.as_it_stood(then)
        assert found is not None
        assert found.digest() == then != ledger.digest()
        assert found.rows("raw.documents").height == rows
        assert found.rows("raw.receipts").height == RUNS
        ledger.compact(small_rows=1_000, rows_at_most=10_000)
    assert ledger.as_it_stood("0" * 64) is None


@pytest.mark.parametrize(
    ("number", "said"), [(1, "numbered 1 is missing"), (4, "numbered 4 is missing"), (8, "newest batch 000008")]
)
def test_a_batch_that_is_gone_is_missed_and_nothing_is_written_over_its_place(home, number, said, arrive, noon):
    shutil.rmtree(next((home / "ledger" / "batches").glob(f"{number:06d}-*")))
    ledger = open_ledger(home)
    with pytest.raises(LedgerError, match=said):
        ledger.digest()
    with pytest.raises(LedgerError, match=said):
        ledger.take_in([arrive("more")], now=noon)


def test_a_head_that_is_gone_or_altered_is_missed(home: Path):
    head = home / "ledger" / "head.json"
    content = head.read_bytes()
    head.unlink()
    with pytest.raises(LedgerError, match=r"head\.json: missing"):
        open_ledger(home).batches()
    for place in range(len(content)):
        altered = bytearray(content)
        altered[place] ^= 1
        head.unlink(missing_ok=True)
        head.write_bytes(altered)
        with pytest.raises(LedgerError):
            open_ledger(home).batches()


def test_a_flipped_bit_in_a_batch_is_seen_by_whoever_reads_its_rows(home: Path, arrive, noon):
    ledger = open_ledger(home)
    flip(next(batch for batch in ledger.batches() if "raw.receipts" in batch.tables).file("raw.receipts"))
    for read in (ledger.digest, lambda: ledger.pending("v9"), lambda: ledger.take_in([arrive("x")], now=noon)):
        with pytest.raises(LedgerError, match=r"receipts\.parquet: missing or damaged"):
            read()


def test_every_altered_byte_of_a_listing_is_seen(home: Path):
    path = open_ledger(home).batches()[0].folder / "batch.json"
    content = path.read_bytes()
    path.chmod(0o644)
    for place in range(len(content)):
        altered = bytearray(content)
        altered[place] ^= 1
        path.write_bytes(altered)
        try:
            (batch,) = [one for one in open_ledger(home).batches() if one.number == 1]
        except LedgerError:
            continue
        assert batch.rows != {"raw.receipts": 1}  # the one thing that only the doctor compares: the number of rows


def test_the_newest_visit_of_each_address_stays_the_newest_when_batches_join(tmp_path: Path, noon):
    ledger = open_ledger(tmp_path)

    def visit(url: str, hour: int, etag: str) -> Visit:
        at = noon + timedelta(hours=hour)
        return Visit("f", url, "page", at, "new", 200, etag, None, "0" * 64, None, 0, None, at + timedelta(hours=1))

    # The second run asks "a" again; the clock of the third went back, and what was written last holds all the same.
    for visits in ([visit("a", 1, '"1"'), visit("b", 1, '"1"')], [visit("a", 5, '"2"')], [visit("a", 2, '"3"')]):
        ledger.take_in([], now=noon, visits=visits)
    before = ledger.visits()
    assert {url: found.etag for (_, url), found in before.items()} == {"a": '"3"', "b": '"1"'}
    for small_rows in (2, 1_000, 1_000):  # some, all, and joined ones again
        ledger.compact(small_rows=small_rows, rows_at_most=10_000)
        assert ledger.visits() == before
        assert ledger.rows("ledger.visits").height == 4
    ledger.take_in([], now=noon, visits=[visit("b", 0, '"4"')])
    ledger.compact(small_rows=1_000, rows_at_most=10_000)
    assert ledger.visits() == {**before, ("f", "b"): visit("b", 0, '"4"')}


def test_who_reads_while_batches_are_joined_reads_the_same_rows(home: Path, monkeypatch):
    reader, before = open_ledger(home), state(home)
    listings = []

    def joined_behind_the_reader(root: Path):
        found = listed(root)
        listings.append(len(found))
        if len(listings) == 1:
            open_ledger(home).compact(small_rows=1_000, rows_at_most=10_000)  # every folder that was listed is gone
        return found

    for ask in (reader.digest, lambda: reader.pending("v9"), reader.outcomes, lambda: reader.rows("raw.receipts")):
        monkeypatch.setattr("warehouse.ledger.ledger.listed", joined_behind_the_reader)
        ask()
        monkeypatch.setattr("warehouse.ledger.ledger.listed", listed)
        assert listings[0] > 0
        assert state(home) == before


def test_damage_is_told_and_not_tried_again_for_ever(home: Path):
    flip(open_ledger(home).batches()[0].file("raw.receipts"))
    with pytest.raises(LedgerError, match="missing or damaged"):
        open_ledger(home).rows("raw.receipts")
