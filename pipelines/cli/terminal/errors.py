"""Errors for people and their wording: what, where, what to do.

Anything else is a bug and keeps its traceback.
"""

from __future__ import annotations

import sys

from pipelines.cli.terminal.shortage import shortage

# Where an error class for people lives. A module that was not imported cannot have raised its error.
_FOR_PEOPLE = (
    ("release.record", "ReleaseError"),
    ("warehouse.ledger.store", "LedgerError"),
    ("warehouse.ledger.lock", "LedgerLocked"),
    ("warehouse.step", "BuildError"),
    ("warehouse.reviewed", "ReviewedFileError"),
    ("sources.reviewed", "ReviewedFileError"),
    ("warehouse.analyst", "QueryError"),
    ("warehouse.marts", "MartError"),
    ("warehouse.fuse.claims", "ClaimsError"),
    ("pipelines.logs.setup", "LogSettingError"),
    ("pipelines.home", "SettingError"),
    ("pipelines.dagster_storage", "StorageError"),
    ("pipelines.home", "PlacesOverlapError"),
)


# What DuckDB raises where a file does not hold what its checksums say.
_OF_A_FILE = frozenset({"IOException", "FatalException", "InternalException", "SerializationException"})


class CommandError(Exception):
    """A command cannot do what was asked. The message says what, where and what to do; exit 1."""


class UsageError(Exception):
    """A command was asked for something that is not there or makes no sense; exit 2."""


def usage_error(error: Exception) -> str | None:
    """The message of an error in the call itself; None for any other error."""
    if isinstance(error, UsageError):
        return str(error)
    selection = getattr(sys.modules.get("release.making.backfill_difference"), "SelectionError", None)
    if selection is not None and isinstance(error, selection):
        return str(error)
    # Typer carries click inside itself and names the class nowhere in public.
    if type(error).__module__.startswith(("typer", "click")) and hasattr(error, "format_message"):
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "parallax"
        return f"{error.format_message().rstrip('.')}; see `{command} --help`"
    return None


def in_words(error: Exception) -> str | None:
    """The message of an error for people; None where the error is a bug."""
    if isinstance(error, CommandError) or is_for_people(error):
        return str(error)
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror or error}; check the path and its permissions"
    if type(error).__module__.split(".")[0] in ("duckdb", "_duckdb"):
        told = "; `parallax doctor` says whether its file is damaged" if type(error).__name__ in _OF_A_FILE else ""
        return f"the database refused: {error}{told}"
    return shortage(error)


def is_for_people(error: BaseException) -> bool:
    """Whether a room raised this error with a message for people."""
    for module, name in _FOR_PEOPLE:
        kind = getattr(sys.modules.get(module), name, None)
        if isinstance(kind, type) and isinstance(error, kind):
            return True
    return False
