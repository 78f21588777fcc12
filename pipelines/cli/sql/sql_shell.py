"""The shell of `parallax sql`: DuckDB's own, with the release read-only and its safe mode on. Its start belongs here."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from pipelines.cli.terminal.errors import CommandError
from pipelines.cli.terminal.messages import tell
from warehouse.analyst import limit_memory

HISTORY = "sql_history"
# The order matters: safe mode closes files, network and other databases, and freezes the settings before it.
_BEFORE = (
    "SET TimeZone = 'UTC'",
    "SET memory_limit = '1GB'",
    "SET temp_directory = ''",
    ".prompt 'parallax> '",
    ".safe_mode",
)


def shell(database: Path, home: Path, said_of: str) -> None:
    """Runs until Ctrl-D or `.quit`; Ctrl-C stops a statement.

    Args:
        database: a published file.
        home: data home; holds the history, for its owner alone.
        said_of: the release, in words.

    Raises:
        CommandError: the shell ended by itself.
    """
    tell(
        f"release {said_of} · end with ; · .tables · .schema marts.claims · .help · Ctrl-C stops a statement",
        style="dim",
    )
    with suppress(OSError):
        (home / HISTORY).touch(mode=0o600)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the key is for the shell
    try:
        ended = subprocess.run(
            [str(files("duckdb_cli") / "duckdb"), "-readonly", "-no-init", *(word for one in _BEFORE for word in ("-cmd", one)), str(database)],
            env={**os.environ, "DUCKDB_HISTORY": str(home / HISTORY)}, preexec_fn=_started, check=False,
        )  # fmt: skip
    finally:
        signal.signal(signal.SIGINT, before)
    if ended.returncode < 0:
        name = signal.Signals(-ended.returncode).name
        raise CommandError(
            f"the shell ended ({name}); the release is read-only and unchanged. Open it again, and ask for less at once"
        )


def _started() -> None:
    """In the new process: what is ignored here would be ignored there."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    limit_memory()
