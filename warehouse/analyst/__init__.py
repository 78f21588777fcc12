"""Foreign SQL on a release: it reads tables and nothing else, in a process with system limits of memory and time.

Belongs here: the lock-down (`answering`), the process that runs statements (`child`), the one that asks and watches (`asking`),
what a statement may take and what becomes of one that takes more (`limits`), the words of SQL (`words`). What is asked and how
answers are printed belongs to `pipelines/cli`.
"""

from warehouse.analyst.asking import Analyst
from warehouse.analyst.limits import (
    Cancelled,
    DeadlineExceeded,
    Limits,
    MemoryExceeded,
    QueryCrashed,
    ResultTooLarge,
    StatementRefused,
)

__all__ = [
    "Analyst",
    "Cancelled",
    "DeadlineExceeded",
    "Limits",
    "MemoryExceeded",
    "QueryCrashed",
    "ResultTooLarge",
    "StatementRefused",
]
