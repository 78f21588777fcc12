"""Reading on an executor, without Spark: the very function that `mapInArrow` calls, on Arrow batches made here."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Generator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from sources.extract import extractor_version
from sources.ingest import receive
from sources.ingest.workers import Answer, Failed, WorkersError
from sources.records import Unreadable
from warehouse.ledger import Ledger, LedgerError, open_ledger
from warehouse.ledger.reading import read_pending
from warehouse.spark.reading import answer_of, packed, partitions, read_batches

REPORT = "Garden Gnome Market\n\nThe global garden gnome market was valued at USD 100 million in 2024.\n"
RECEIVED = datetime(2026, 11, 20, 12, tzinfo=UTC)


def documents(*contents: bytes) -> pa.RecordBatch:
    """Documents as the binary-file source gives them: the path ends in the hash of the bytes."""
    paths = [f"file:/ledger/documents/ab/{hashlib.sha256(content).hexdigest()}" for content in contents]
    return pa.RecordBatch.from_pydict({"path": paths, "content": list(contents)})


def answers(
    *batches: pa.RecordBatch, version: str | None = None, charsets: Mapping[str, str] | None = None
) -> list[Any]:
    """What an executor answers, unpacked, with the document's id before it."""
    found = read_batches(
        iter(batches),
        extractor_version=version or extractor_version(),
        given={one: (charset, None) for one, charset in (charsets or {}).items()},
    )
    rows = [row for batch in found for row in batch.to_pylist()]
    return [(row["document_id"], answer_of(row["kind"], row["payload"])) for row in rows]


@pytest.mark.parametrize(
    ("n_documents", "cores", "n_partitions"),
    [
        (1, 2, 1),  # no more than there are documents
        (24, 2, 2),  # few: one for each core, no core idle
        (256, 2, 4),  # 256 / 64
        (2048, 2, 8),  # four for each core, though 2048 / 64 = 32
        (2048, 64, 64),  # no core idle, though 2048 / 64 = 32
    ],
)
def test_partitions_are_a_few_for_each_core_and_none_is_all_start(
    n_documents: int, cores: int, n_partitions: int
) -> None:
    assert partitions(n_documents, cores) == n_partitions


def test_an_executor_answers_in_the_order_of_its_documents_across_batches() -> None:
    contents = [REPORT.replace("100", str(number)).encode() for number in (300, 100, 200)]
    found = answers(documents(*contents[:2]), documents(contents[2]))
    assert [document_id for document_id, _ in found] == [hashlib.sha256(content).hexdigest() for content in contents]
    assert [[mention.value for mention in answer[1].mentions] for _, answer in found] == [
        [300_000_000],
        [100_000_000],
        [200_000_000],
    ]


def test_an_unreadable_document_costs_no_other() -> None:
    found = answers(documents(b"\x00\x01\x02" * 50, REPORT.encode()))
    assert isinstance(found[0][1], Unreadable)
    assert found[1][1][1].mentions


def test_bytes_that_are_not_those_of_their_name_are_told_as_damage() -> None:
    batch = documents(REPORT.encode(), REPORT.replace("100", "200").encode())
    damaged = pa.RecordBatch.from_pydict(
        {"path": batch["path"].to_pylist(), "content": [b"other bytes", batch["content"][1].as_py()]}
    )
    with pytest.raises(LedgerError, match="no longer holds the bytes of its name"):
        answers(damaged)


def test_an_executor_with_another_extractor_reads_nothing() -> None:
    with pytest.raises(WorkersError, match="install the same program on every machine"):
        answers(documents(REPORT.encode()), version="of another program")


def test_an_answer_comes_back_as_it_was_packed() -> None:
    unreadable = answer_of(*packed(Unreadable("encrypted", "needs a password")))
    assert isinstance(unreadable, Unreadable)
    assert (unreadable.reason, unreadable.detail) == ("encrypted", "needs a password")
    assert answer_of(*packed(Failed("a bug", "somewhere"))) == Failed("a bug", "somewhere")


@pytest.mark.parametrize(
    ("kind", "payload"),
    [("read", pickle.dumps(eval)), ("read", pickle.dumps(("a", "b"))), ("made up", pickle.dumps(()))],
)
def test_what_is_no_answer_of_ours_is_refused_and_never_run(kind: str, payload: bytes) -> None:
    with pytest.raises(WorkersError, match="no executor of ours sends"):
        answer_of(kind, payload)


def test_a_ledger_that_was_read_elsewhere_has_the_rows_of_one_that_was_read_here(tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for number in range(3):
        (inbox / f"{number}.txt").write_text(REPORT.replace("100", str(100 + number)), encoding="utf-8")
    (inbox / "noise.txt").write_bytes(b"\x00\x01\x02" * 50)
    version = extractor_version()

    def received(name: str) -> Ledger:
        ledger = open_ledger(tmp_path / name)
        ledger.take_in(receive(inbox), now=RECEIVED)
        return ledger

    here, there = received("here"), received("there")

    def elsewhere(pending: Sequence[str], *_: Mapping[str, str]) -> Generator[Answer, None, None]:
        found = dict(answers(documents(*[there.content(document_id) for document_id in pending])))
        yield from (found[document_id] for document_id in pending)

    outcomes = [one.outcome for one in read_pending(here, here.pending(version), version)]
    assert [
        one.outcome for one in read_pending(there, there.pending(version), version, elsewhere=elsewhere)
    ] == outcomes
    assert here.digest() == there.digest()
    for table in ("raw.documents", "raw.claims", "raw.mentions", "raw.rejections", "raw.unreadable"):
        assert here.rows(table).equals(there.rows(table)), table


def test_when_a_cluster_is_lost_what_was_read_is_kept_and_the_rest_is_pending(
    tmp_path: Path, arrive: Any, read: Any, noon: datetime
) -> None:
    from warehouse.ledger.reading import ReadingError

    ledger = open_ledger(tmp_path)
    texts = [f"USD {number} in 2025" for number in range(3)]
    ledger.take_in([arrive(text, origin=f"inbox/{text}.txt") for text in texts], now=noon)

    def lost(pending: Sequence[str], *_: Mapping[str, str]) -> Generator[Answer, None, None]:
        yield read(ledger.content(pending[0]).decode())
        raise WorkersError("the cluster was lost")

    with pytest.raises(ReadingError, match="the cluster was lost"):
        list(read_pending(ledger, ledger.pending("v1"), "v1", elsewhere=lost))
    assert len(ledger.pending("v1")) == 2
