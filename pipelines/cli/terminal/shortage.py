"""What the machine lacks, in words: disk, open files, memory, the right to write. Found anywhere in an error's chain of causes.

Such an error comes up wherever the program happens to be, in any library; errors that say what is wrong with an input are not here.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator

_BY_NUMBER = {
    errno.ENOSPC: "the disk is full; free some space and run again",
    errno.EDQUOT: "the quota of disk space is used up; free some space and run again",
    errno.EFBIG: "a file may not grow that far (see `ulimit -f`); raise the limit and run again",
    errno.EROFS: "the disk is mounted read-only; make it writable, or use another data home (--home, PARALLAX_HOME)",
    errno.EACCES: "this user lacks permission; check the owner and the permissions of the data home",
    errno.EPERM: "this user lacks permission; check the owner and the permissions of the data home",
    errno.EMFILE: "too few files may be open at once (see `ulimit -n`); raise the limit and run again",
    errno.ENFILE: "too many files are open on this machine; close other programs and run again",
    errno.ENOMEM: "there is not enough memory; close other programs, or give this one more",
    errno.EAGAIN: "no thread or process can be started (see `ulimit -u`); close other programs and run again",
}
# Engines have no numbers, only words: SQLite under Dagster's history, DuckDB under the build, Rust and Arrow under frames.
_BY_WORDS = (
    ("no space left on device", errno.ENOSPC),
    ("database or disk is full", errno.ENOSPC),
    ("too many open files", errno.EMFILE),
    ("readonly database", errno.EROFS),
    ("read-only file system", errno.EROFS),
    ("permission denied", errno.EACCES),
    ("out of memory", errno.ENOMEM),
    ("failed to allocate", errno.ENOMEM),
    ("cannot allocate memory", errno.ENOMEM),
    ("can't start new thread", errno.EAGAIN),
)
_OF_ENGINES = ("sqlite3", "sqlalchemy", "duckdb", "_duckdb", "pyarrow", "polars", "pyo3_runtime")
_DAMAGED = (
    "a database file of Dagster's history is damaged; run again: it is then put aside (`parallax doctor` names it)"
)
_NO_DATABASE = "a database file of Dagster's history cannot be opened or written; check space, permissions and `ulimit -n`, then run again"


def shortage(error: BaseException) -> str | None:
    """What the machine lacked.

    Args:
        error: with the errors that it came from.

    Returns:
        The place where it is known, what was lacking and what to do; None where the error is of another kind.
    """
    for link in _chain(error):
        words = _of_one(link)
        if words is not None:
            return words
    return None


def _of_one(error: BaseException) -> str | None:
    if isinstance(error, MemoryError):
        return _BY_NUMBER[errno.ENOMEM]
    if isinstance(error, OSError) and error.errno in _BY_NUMBER:
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{_BY_NUMBER[error.errno]} ({error.strerror})"
    if type(error) is not RuntimeError and type(error).__module__.split(".")[0] not in _OF_ENGINES:
        return None
    first = str(error).strip().splitlines()[0] if str(error).strip() else ""
    for words, number in _BY_WORDS:
        if words in first.lower():
            return f"{_BY_NUMBER[number]} ({first[:200]})"
    if type(error).__module__.split(".")[0] not in ("sqlite3", "sqlalchemy"):
        return None
    if "OperationalError" in type(error).__name__:
        return f"{_NO_DATABASE} ({first[:200]})"
    return f"{_DAMAGED} ({first[:200]})" if type(error).__name__ == "DatabaseError" else None


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error, then what it came from, said or not; each once."""
    seen: set[int] = set()
    left = [error]
    while left:
        link = left.pop(0)
        if id(link) in seen:
            continue
        seen.add(id(link))
        yield link
        behind = link.__cause__ if link.__suppress_context__ else link.__cause__ or link.__context__
        left += [behind] if behind is not None else []
