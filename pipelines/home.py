"""Paths of the data home, the inbox and Dagster's home. Their contents belong to other packages."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

HOME_VARIABLE = "PARALLAX_HOME"
INBOX_VARIABLE = "PARALLAX_INBOX"
DEFAULT_HOME = Path("data")
POSTGRES_VARIABLE = "PARALLAX_DAGSTER_POSTGRES_URL"
DAGSTER_TEMPLATE = Path(__file__).with_name("dagster.yaml")
SQLITE_TEMPLATE = Path(__file__).with_name("dagster_sqlite.yaml")
POSTGRES_TEMPLATE = Path(__file__).with_name("dagster_postgres.yaml")
_DRIVER = "postgresql+psycopg2"


class SettingError(ValueError):
    """A setting of the environment cannot be used. The message names it and says what to do, never its value."""


class PlacesOverlapError(ValueError):
    """Inbox and data home lie one within the other. The message names both and says what to do."""


def check_apart(home: Path, inbox: Path) -> None:
    """Refuses an inbox within the data home, and a home within the inbox: the program would read what it writes.

    Places are compared as the file system knows them, so links, `..` and letters of another case hide nothing.

    Args:
        home: the data home; need not exist.
        inbox: the inbox.

    Raises:
        PlacesOverlapError: they are one, or one holds the other.
    """
    if _holds(inbox, home):
        what = "they are one folder" if _holds(home, inbox) else "the inbox holds the data home"
    elif _holds(home, inbox):
        what = "the data home holds the inbox"
    else:
        return
    raise PlacesOverlapError(
        f"inbox `{inbox}` and data home `{home}`: {what}, and a run would take in its own files; "
        "name a folder of reports alone as --inbox, or a home elsewhere as --home"
    )


def _holds(outer: Path, inner: Path) -> bool:
    """Whether a folder is another one or lies above it; of what does not exist, the part that does is compared."""
    real = inner.resolve()
    if outer.resolve() in (real, *real.parents):
        return True
    try:
        known = outer.stat()
    except OSError:
        return False
    for place in (real, *real.parents):
        try:
            found = place.stat()
        except OSError:
            continue
        if (found.st_dev, found.st_ino) == (known.st_dev, known.st_ino):
            return True
    return False


def data_home(chosen: Path | None = None) -> Path:
    """The data home: the one chosen, else PARALLAX_HOME, else ./data. Absolute; need not exist."""
    return (chosen or Path(os.environ.get(HOME_VARIABLE) or DEFAULT_HOME)).expanduser().absolute()


def sample_inbox() -> Path:
    """The bundled sample reports."""
    import sources

    return Path(sources.__file__).parent / "samples" / "inbox"


def inbox(chosen: Path | None = None) -> Path:
    """The inbox: the one chosen, else PARALLAX_INBOX, else the bundled samples. Absolute."""
    named = os.environ.get(INBOX_VARIABLE)
    return (chosen or (Path(named) if named else sample_inbox())).expanduser().absolute()


def dagster_home(home: Path) -> Path:
    """Where Dagster's settings lie: `<home>/dagster`, or `<home>/dagster-postgres` where a server keeps its storage.

    Two folders, so that the one setting changes nothing in a file that may be somebody's own.
    """
    return home / ("dagster-postgres" if os.environ.get(POSTGRES_VARIABLE) else "dagster")


def prepare_dagster_home(home: Path) -> Path:
    """Makes Dagster's folder with its `dagster.yaml` and returns it. A file that is there already is left as it is.

    Raises:
        SettingError: PostgreSQL is asked for, and the address is none, or the library is not installed.
    """
    folder, server = dagster_home(home), os.environ.get(POSTGRES_VARIABLE)
    if server:
        # dagster-postgres speaks through psycopg2, and SQLAlchemy from 2.1 on takes another driver where none is named.
        # Dagster reads the address from the environment, and so do the processes that it starts.
        os.environ[POSTGRES_VARIABLE] = _with_driver(server)
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "dagster.yaml"
    if not settings.exists():
        parts = (DAGSTER_TEMPLATE, POSTGRES_TEMPLATE if server else SQLITE_TEMPLATE)
        draft = folder / f".dagster.yaml.{os.getpid()}"
        draft.write_text("".join(part.read_text(encoding="utf-8") for part in parts), encoding="utf-8")
        draft.replace(settings)
    return folder


def _with_driver(address: str) -> str:
    scheme, separator, rest = address.partition("://")
    if not separator or scheme not in ("postgresql", "postgres", _DRIVER):
        raise SettingError(
            f"{POSTGRES_VARIABLE}: not an address of a PostgreSQL server, which begins with postgresql://"
        )
    if find_spec("dagster_postgres") is None:
        raise SettingError(
            f"{POSTGRES_VARIABLE} is set, but dagster-postgres is not installed; install parallax with the extra "
            "[postgres], or unset it to keep Dagster's storage in SQLite"
        )
    return f"{_DRIVER}://{rest}"
