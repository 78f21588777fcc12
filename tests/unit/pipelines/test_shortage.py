"""What the machine lacks is said in one sentence, wherever in the program it came up; a bug stays a bug."""

from __future__ import annotations

import errno
import sqlite3
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from pipelines.cli.terminal.shortage import shortage


def raised(*chain: BaseException) -> BaseException:
    """The first error, which came from the second, which came from the third."""
    for error, cause in pairwise(chain):
        error.__cause__ = cause
    return chain[0]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full; free some space"),
        (OSError(errno.EROFS, "Read-only file system", "/home/x"), "/home/x: the disk is mounted read-only"),
        (OSError(errno.EMFILE, "Too many open files"), "`ulimit -n`"),
        (MemoryError(), "not enough memory"),
        (sqlite3.OperationalError("database or disk is full"), "the disk is full"),
        (sqlite3.OperationalError("unable to open database file"), "a database file of Dagster's history cannot be opened"),
        (RuntimeError("can't start new thread"), "`ulimit -u`"),
        (raised(RuntimeError("step failed"), ValueError("x"), OSError(errno.ENOSPC, "full")), "the disk is full"),
    ],
)  # fmt: skip
def test_a_shortage_is_named_with_what_to_do(error: BaseException, told: str) -> None:
    assert told in (shortage(error) or "")


@pytest.mark.parametrize(
    "error",
    [
        ValueError("no space left on device"),
        KeyError("x"),
        OSError(errno.ENOENT, "No such file"),
        RuntimeError("wrong sum"),
    ],
)
def test_a_bug_is_no_shortage(error: Exception) -> None:
    assert shortage(error) is None


def test_an_error_raised_beside_a_shortage_that_it_did_not_come_from_is_no_shortage() -> None:
    try:
        try:
            raise OSError(errno.ENOSPC, "full")
        except OSError:
            raise ValueError("a bug") from None
    except ValueError as error:
        assert shortage(error) is None


def test_a_log_that_cannot_be_written_stops_nothing_and_complains_of_nothing(tmp_path: Path) -> None:
    program = (
        "import logging, resource, signal, sys\n"
        "from pathlib import Path\n"
        "from pipelines.logs.setup import log_file\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "with log_file(Path(sys.argv[1])):\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))\n"
        "    for number in range(5):\n"
        "        logging.getLogger('x').info('%s', 'words ' * 20)\n"
        "print('went on')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=False, cwd=Path.cwd()
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "went on\n", "")
