"""The ledger: the only state. Received bytes, canonical texts and readings, append-only.

Belongs here: how arrivals and extractions are written so that a kill leaves nothing half done, and read so that damage
is seen. What the rows mean belongs to the build.

On disk, under `PARALLAX_HOME/ledger`:

    format.json                          format version
    documents/ab/<sha256>                received bytes, by content
    texts/ab/<sha256>.txt                canonical texts, by content
    batches/<number>-<hash>/             <table>.parquet and batch.json with their hashes
    head.json                            the newest batch, so that its loss is seen
    answers.jsonl                        a language model's answers on their way into a batch
    second_reading.json                  a cache: which questions documents have
    tmp/                                 unfinished writes; swept by the next writer
    .lock                                who writes
"""

from warehouse.ledger.batches import LedgerError
from warehouse.ledger.intake import Intake
from warehouse.ledger.ledger import Ledger, open_ledger
from warehouse.ledger.lock import LedgerLocked

__all__ = ["Intake", "Ledger", "LedgerError", "LedgerLocked", "open_ledger"]
