"""Reading of documents in processes that may be killed: bytes in, records or a reason for their absence out.

`read_documents` is the verb. A file from somebody else may run for ever, take all memory or crash a library; here that costs one
worker and one document. What is read is decided in `sources.parse` and `sources.extract`, what becomes of it by whoever asks.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sources.ingest.workers.attempts import Failed
    from sources.ingest.workers.limits import Limits, read_limits
    from sources.ingest.workers.pool import read_documents, worker_count
    from sources.ingest.workers.processes import Template
    from sources.ingest.workers.sample import FOR_FEW, FOR_MANY, UNPREPARED
    from sources.ingest.workers.tasks import Answer, WorkersError

__all__ = [
    "FOR_FEW",
    "FOR_MANY",
    "UNPREPARED",
    "Answer",
    "Failed",
    "Limits",
    "Template",
    "WorkersError",
    "read_documents",
    "read_limits",
    "worker_count",
]

_HOMES = {
    "Failed": "attempts",
    "Limits": "limits",
    "read_limits": "limits",
    "read_documents": "pool",
    "worker_count": "pool",
    "Template": "processes",
    "FOR_FEW": "sample",
    "FOR_MANY": "sample",
    "UNPREPARED": "sample",
    "Answer": "tasks",
    "WorkersError": "tasks",
}


def __getattr__(name: str) -> object:
    """Names on demand: a template can be started before what asks it is loaded, and loads none of that itself."""
    if name in _HOMES:
        return getattr(import_module(f"sources.ingest.workers.{_HOMES[name]}"), name)
    raise AttributeError(name)
