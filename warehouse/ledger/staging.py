"""A staged reading: documents read again into a separate folder, then applied all at once, or never.

Belongs here: the shadow of a ledger (its documents and texts by link, its batches by hard link, new batches of its own) and the
flip, one batch of the real ledger. What is read and who confirms it is said elsewhere. Nothing of the ledger is changed
before the flip; texts that only a shadow needs lie in the ledger's store by their hash, where they change nothing.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from warehouse.ledger.batches import Batch, list_batches, verify, write_batch
from warehouse.ledger.head import write_head
from warehouse.ledger.ledger import Ledger
from warehouse.ledger.store import LedgerError

FROM_THE_LEDGER = "from_the_ledger"  # ids of the batches that are not the shadow's own


def shadow(ledger: Ledger, folder: Path, batches: Sequence[Batch]) -> Ledger:
    """A ledger that reads the same documents and holds these batches; what is recorded there stays there.

    Args:
        ledger: the real one.
        folder: of the shadow, on the same file system; one that a killed run left is gone on with.
        batches: of the real ledger, in order.

    Returns:
        The shadow.
    """
    for name in ("batches", "tmp"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for name in ("documents", "texts"):
        _link(folder / name, ledger.root / name)
    if not (folder / FROM_THE_LEDGER).exists():  # a kill leaves all of it to be done again
        for batch in batches:
            _hold(folder, batch)
        draft = folder / "tmp" / FROM_THE_LEDGER
        draft.write_text("".join(f"{batch.batch_id}\n" for batch in batches), encoding="ascii")
        draft.replace(folder / FROM_THE_LEDGER)
    if not (folder / "format.json").exists():
        shutil.copyfile(ledger.root / "format.json", folder / "tmp" / "format.json")
        (folder / "tmp" / "format.json").replace(folder / "format.json")
    write_head(folder, list_batches(folder / "batches"))
    return Ledger(folder)


def _hold(folder: Path, batch: Batch) -> None:
    """A batch by hard links: the ledger may join it with others while somebody looks at the difference."""
    target, draft = folder / "batches" / batch.batch_id, folder / "tmp" / batch.batch_id
    if not target.exists():
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir()
        for file in batch.folder.iterdir():
            os.link(file, draft / file.name)
        draft.rename(target)


def _link(link: Path, target: Path) -> None:
    if not link.is_symlink():
        link.symlink_to(target.absolute(), target_is_directory=True)


def staged_batches(shadowed: Ledger) -> tuple[Batch, ...]:
    """The batches that only the shadow holds, in order."""
    theirs = set((shadowed.root / FROM_THE_LEDGER).read_text(encoding="ascii").split())
    return tuple(batch for batch in list_batches(shadowed.root / "batches") if batch.batch_id not in theirs)


class InForce(NamedTuple):
    """The reading in force of a document.

    Attributes:
        batch_id: the batch that holds it.
        version: of the extractor.
        read_with: the language model; empty where none has read it.
        answers: hash of its answers and of what joined them; empty likewise.
    """

    batch_id: str
    version: str
    read_with: str = ""
    answers: str = ""

    def says_the_same(self, other: InForce) -> bool:
        """Whether both are one reading, in whichever batch."""
        return self[1:] == other[1:]


_NONE = InForce("", "")


def readings(ledger: Ledger, documents: Iterable[str]) -> dict[str, InForce]:
    """The reading in force of those documents, where they have one."""
    wanted = ledger.outcomes().filter(pl.col("document_id").is_in(list(documents)))
    rows = wanted.select("document_id", "batch_id", "extractor_version", "read_with", "answers").iter_rows()
    return {one: InForce(batch_id, version, who or "", answers or "") for one, batch_id, version, who, answers in rows}


def take_into_force(
    ledger: Ledger, shadowed: Ledger, documents: Sequence[str], before: Mapping[str, InForce]
) -> str | None:
    """Writes what the shadow holds of its own as one batch of the ledger: all documents at once, or none.

    Args:
        ledger: the real one.
        shadowed: the shadow.
        documents: those that were to be read again; one that failed keeps its reading.
        before: `readings` of them when the shadow was made.

    Returns:
        The batch; None where exactly these readings are in force already (a flip that was killed after its batch).

    Raises:
        LedgerError: there is nothing to take, a file is damaged, or a document was read by somebody else meanwhile.
        LedgerLocked: another process writes.
    """
    batches = staged_batches(shadowed)
    if not batches:
        raise LedgerError(f"{shadowed.root}: no document was read there; nothing to apply")
    verify(batches)
    staged, batch_ids = readings(shadowed, documents), {batch.batch_id for batch in batches}
    fresh = {document_id: reading.batch_id for document_id, reading in staged.items() if reading.batch_id in batch_ids}
    with ledger.lock():
        now = readings(ledger, documents)
        if all(now.get(document_id, _NONE).says_the_same(staged[document_id]) for document_id in fresh):
            return None
        for document_id in sorted(fresh):
            if now.get(document_id) != before.get(document_id):
                raise LedgerError(
                    f"{document_id}: was read by another run since the difference was shown; "
                    "run the backfill again and look at the new difference"
                )
        tables = _joined(batches, fresh)
        _texts_are_there(ledger, tables)
        written = write_batch(ledger.root / "batches", ledger.root / "tmp", tables)
        write_head(ledger.root, [written])
        return written.batch_id


def _joined(batches: Sequence[Batch], held_by: Mapping[str, str]) -> dict[str, pa.Table]:
    """Rows of all batches in one; of a document that was read in several, as by both readers, those of the last."""
    names = sorted({name for batch in batches for name in batch.tables})
    return {
        name: pa.concat_tables(
            [_last_readings(batch, name, held_by) for batch in batches if name in batch.tables],
            promote_options="default",
        )
        for name in names
    }


def _last_readings(batch: Batch, name: str, held_by: Mapping[str, str]) -> pa.Table:
    rows = pq.read_table(batch.file(name))
    if not name.startswith("raw."):
        return rows
    here = [held_by.get(document_id) == batch.batch_id for document_id in rows["document_id"].to_pylist()]
    return rows.filter(pa.array(here, pa.bool_()))


def _texts_are_there(ledger: Ledger, tables: Mapping[str, pa.Table]) -> None:
    documents = tables.get("raw.documents")
    for text_sha256 in documents["text_sha256"].to_pylist() if documents is not None else ():
        try:
            ledger.text_by_hash(text_sha256)
        except KeyError as error:
            raise LedgerError(
                f"{ledger.root}: a text that was read for this backfill is gone; run the backfill again"
            ) from error
