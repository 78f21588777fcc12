"""Reading of documents on a cluster: Spark's binary-file source → `mapInArrow` → answers, as `warehouse/ledger/reading.py` takes them.

Executors parse and extract through the same processes that may be killed as one machine does. They write nothing to the ledger: what
they read goes into a folder for the time of one wave, and the driver, which alone holds the lock, records it.
"""

from __future__ import annotations

import pickle
import shutil
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from sources.ingest.workers import Answer, Failed, WorkersError, read_documents
from sources.ingest.workers.wire import WireError, unpacked
from sources.records import Extraction, ParsedDocument, Unreadable
from warehouse.ledger.ledger import Ledger
from warehouse.ledger.reading import Elsewhere
from warehouse.ledger.store import LedgerError, sha256_hex
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

WAVE = 2_048  # documents of one job: their answers are in the driver's memory at once, and a kill of the driver costs so many
PER_PARTITION = 64  # documents below which starting the processes of another partition costs more than it saves
PARTITIONS_PER_CORE = 4  # what is left of a lost or slow executor is shared out in pieces of this size

READ, UNREADABLE, FAILED, DAMAGED = "read", "unreadable", "failed", "damaged"
ANSWERS = pa.schema([("document_id", pa.string()), ("kind", pa.string()), ("payload", pa.binary())])
_SQL = "document_id string, kind string, payload binary"


Given = tuple[str | None, str | None]  # charset and column map


def reader(spark: SparkSession, ledger: Ledger, extractor_version: str) -> Elsewhere:
    """Who reads a ledger's documents on a cluster, for `read_pending`.

    Args:
        spark: a session on the cluster; its executors see the ledger's folder under the same path.
        ledger: holds the bytes; the caller holds its lock.
        extractor_version: that the driver has; executors with another one refuse to read.
    """

    def read(
        pending: Sequence[str], charsets: Mapping[str, str], column_maps: Mapping[str, str]
    ) -> Generator[Answer, None, None]:
        for start in range(0, len(pending), WAVE):
            wave = pending[start : start + WAVE]
            given = {one: (charsets.get(one), column_maps.get(one)) for one in wave}
            yield from _wave(spark, ledger, extractor_version, wave, given)

    return read


def _wave(
    spark: SparkSession, ledger: Ledger, extractor_version: str, wave: Sequence[str], given: Mapping[str, Given]
) -> Generator[Answer, None, None]:
    from pyspark.errors import PySparkException

    paths = [ledger.content_path(document_id) for document_id in wave]
    missing = next((path for path in paths if not path.is_file()), None)
    if missing is not None:
        raise LedgerError(f"{missing}: the ledger lost a document; restore it from a backup")
    cores = max(1, spark.sparkContext.defaultParallelism)
    n_partitions = partitions(len(wave), cores)
    spark.conf.set("spark.sql.files.openCostInBytes", "4096")
    spark.conf.set("spark.sql.files.minPartitionNum", str(n_partitions))
    does = partial(
        read_batches,
        extractor_version=extractor_version,
        given={name: said for name, said in given.items() if any(said)},
    )
    folder = Path(tempfile.mkdtemp(prefix="spark-", dir=ledger.root / "tmp"))
    try:
        documents = spark.read.format("binaryFile").load([str(path) for path in paths]).select("path", "content")
        documents.mapInArrow(does, _SQL).write.parquet(str(folder / "answers"))
        answers = _answers(folder / "answers")
    except PySparkException as error:
        raise WorkersError(
            f"the cluster could not read {counted(len(wave), 'document')}, now pending:  {_cause(error)}"
        ) from error
    except Exception as error:
        if "py4j" not in type(error).__module__:
            raise
        raise WorkersError(f"the cluster was lost while it read, documents stay pending: {_cause(error)}") from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for document_id in wave:
        if document_id not in answers:
            raise WorkersError(f"the cluster gave no answer for {document_id}; documents stay pending, run again")
        yield answer_of(*answers.pop(document_id))


def partitions(n_documents: int, cores: int) -> int:
    """How many partitions so many documents are read in: a few for each core, none so small that it is all start.

    Args:
        n_documents: to be read in one job.
        cores: of the cluster.
    """
    return max(1, min(PARTITIONS_PER_CORE * cores, max(cores, n_documents // PER_PARTITION), n_documents))


def read_batches(
    batches: Iterator[pa.RecordBatch], *, extractor_version: str, given: Mapping[str, Given]
) -> Iterator[pa.RecordBatch]:
    """What an executor does with one partition: documents in, answers out, in the same order; one document is in flight.

    Args:
        batches: columns `path` and `content`; the file's name is the hash of its bytes.
        extractor_version: that the driver has.
        given: charset and column map to read some documents with, by id.

    Raises:
        WorkersError: this machine has another extractor, or cannot read at all.
    """
    from sources.extract import extractor_version as installed

    if installed() != extractor_version:
        raise WorkersError(
            f"an executor has extractor {installed()}, the driver {extractor_version}: install the same program on every machine"
        )
    taken: list[str] = []  # ids whose bytes are on their way, in order
    damaged: list[tuple[str, bytes]] = []

    def contents() -> Iterator[tuple[bytes, str | None, str | None]]:
        for batch in batches:
            for path, content in zip(batch.column("path"), batch.column("content"), strict=True):
                document_id, received = Path(path.as_py()).name, content.as_py()
                if sha256_hex(received) != document_id:
                    damaged.append((document_id, path.as_py().encode()))
                    continue
                taken.append(document_id)
                yield received, *given.get(document_id, (None, None))

    for number, answer in enumerate(read_documents(contents(), 1)):
        yield _batch([(taken[number], *packed(answer))])
    if damaged:
        yield _batch([(document_id, DAMAGED, where) for document_id, where in damaged])


def packed(answer: Answer) -> tuple[str, bytes]:
    """An answer on its way to the driver: its kind, and its content in the form in which worker processes send theirs."""
    if isinstance(answer, Unreadable):
        return UNREADABLE, pickle.dumps((answer.reason, answer.detail), pickle.HIGHEST_PROTOCOL)
    if isinstance(answer, Failed):
        return FAILED, pickle.dumps((answer.problem, answer.where), pickle.HIGHEST_PROTOCOL)
    return READ, pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)


def answer_of(kind: str, payload: bytes) -> Answer:
    """An answer that came from an executor. Nothing but records of ours is built from it.

    Raises:
        LedgerError: the document's bytes are damaged.
        WorkersError: it is no answer of ours.
    """
    if kind == DAMAGED:
        raise LedgerError(
            f"{payload.decode()}: the file no longer holds the bytes of its name (damaged or edited); restore it from a backup"
        )
    try:
        match kind, unpacked(payload):
            case "read", (ParsedDocument() as parsed, Extraction() as extraction):
                return parsed, extraction
            case "unreadable", (str(reason), str(detail)):
                return Unreadable(reason, detail)
            case "failed", (str(problem), str(where)):
                return Failed(problem, where)
    except WireError as error:
        raise WorkersError(f"an executor sent what no executor of ours sends: {error}") from error
    raise WorkersError(f"an executor sent what no executor of ours sends: {kind!r}")


def _answers(folder: Path) -> dict[str, tuple[str, bytes]]:
    """Kind and content by document. A task that was run twice wrote once: Spark commits one attempt."""
    table = pq.read_table(folder, schema=ANSWERS)
    columns = (table.column(name).to_pylist() for name in ANSWERS.names)
    return {document_id: (kind, payload) for document_id, kind, payload in zip(*columns, strict=True)}


def _batch(rows: Sequence[tuple[str, str, bytes]]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist([dict(zip(ANSWERS.names, row, strict=True)) for row in rows], schema=ANSWERS)


def _cause(error: Exception) -> str:
    """The line that says what went wrong: that of our own error where there is one, else the first."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    causes = [line for line in lines if "WorkersError:" in line or "LedgerError:" in line]
    return (causes or lines or [type(error).__name__])[0]
