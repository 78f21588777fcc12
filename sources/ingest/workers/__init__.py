"""Reading of documents in processes that may be killed: bytes in, what they say or why they say nothing out.

`read_documents` is the verb. A file from somebody else may run for ever, take all memory or crash a library; here that costs one
worker and one document. What is read is decided in `sources.parse` and `sources.extract`, what becomes of it by whoever asks.
"""

from sources.ingest.workers.attempts import Failed
from sources.ingest.workers.limits import Limits, read_limits
from sources.ingest.workers.pool import read_documents, worker_count
from sources.ingest.workers.sample import FOR_FEW, FOR_MANY
from sources.ingest.workers.tasks import Answer, WorkersError

__all__ = [
    "FOR_FEW",
    "FOR_MANY",
    "Answer",
    "Failed",
    "Limits",
    "WorkersError",
    "read_documents",
    "read_limits",
    "worker_count",
]
