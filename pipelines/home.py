"""Where things lie: the data home, the inbox, Dagster's own home. Paths only; what lies there belongs to the rooms."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

HOME_VARIABLE = "PARALLAX_HOME"
INBOX_VARIABLE = "PARALLAX_INBOX"
DEFAULT_HOME = Path("data")
DAGSTER_TEMPLATE = Path(__file__).with_name("dagster.yaml")


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


def prepare_dagster_home(home: Path) -> Path:
    """Makes `<home>/dagster` with its `dagster.yaml` and returns it. A file that is there already is left as it is."""
    folder = home / "dagster"
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "dagster.yaml").exists():
        shutil.copyfile(DAGSTER_TEMPLATE, folder / "dagster.yaml")
    return folder
