"""Reading of documents in processes that may be killed: bytes in, records or a reason for their absence out.

`read_documents` is the verb. A file from somebody else may run for ever, take all memory or crash a library; here that costs one
worker and one document. What is read is decided in `sources.parse` and `sources.extract`, what becomes of it by whoever asks.
"""

from sources.ingest.workers.limits import Limits, read_limits
from sources.ingest.workers.pool import read_documents, worker_count
from sources.ingest.workers.server import ForkServer
from sources.ingest.workers.verdicts import Answer, Failed, WorkersError

__all__ = ["Answer", "Failed", "ForkServer", "Limits", "WorkersError", "read_documents", "read_limits", "worker_count"]
