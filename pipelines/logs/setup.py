"""Destination and form of the log: settings from the environment, handlers on Python's root logger.

Settings: `PARALLAX_LOG` (json, text) and `PARALLAX_LOG_LEVEL` (debug, info, warning, error). The environment itself is
never written anywhere.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pipelines.logs.lines import JsonLine, TextLine
from pipelines.logs.redaction import redactor

FORM_VARIABLE = "PARALLAX_LOG"
LEVEL_VARIABLE = "PARALLAX_LOG_LEVEL"
KEPT_LOGS = 50

# Libraries that tell of their own start-up, hundreds of lines a run: heard from a warning on, or where all is asked for.
# Dagster warns in every run that finds nothing new that checks gave no result; the gate is the release's own, not Dagster's.
TALKATIVE = {
    "great_expectations": logging.WARNING,
    "alembic": logging.WARNING,
    "dagster._core.execution.plan.active": logging.ERROR,
}

Form = Literal["json", "text"]
_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


class LogSettingError(ValueError):
    """A setting of the log has no such value. The message names the setting and the values that it takes."""


@dataclass(frozen=True, slots=True)
class LogSettings:
    """Form and level of the log."""

    form: Form = "json"
    level: int = logging.INFO


def log_settings(environment: Mapping[str, str]) -> LogSettings:
    """Settings from the environment.

    Raises:
        LogSettingError: a value that a setting does not take.
    """
    form = (environment.get(FORM_VARIABLE) or "json").strip().lower()
    level = (environment.get(LEVEL_VARIABLE) or "info").strip().lower()
    if form not in ("json", "text"):
        raise LogSettingError(f"{FORM_VARIABLE}={form}: no such form; it is json or text")
    if level not in _LEVELS:
        raise LogSettingError(f"{LEVEL_VARIABLE}={level}: no such level; it is {', '.join(_LEVELS)}")
    return LogSettings("json" if form == "json" else "text", _LEVELS[level])


def line_form(environment: Mapping[str, str]) -> logging.Formatter:
    """The form of a line, with what the environment says must stay secret taken out."""
    redact = redactor(environment)
    return JsonLine(redact) if log_settings(environment).form == "json" else TextLine(redact)


class _QuietFile(logging.FileHandler):
    """A log file that costs no run: what cannot be written for want of space is left out, and closing it complains of nothing.

    The run itself meets the same full disk and says so.
    """

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802, the name is logging's
        """Passes over what the disk refused; faults of our own messages are shown as ever."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)

    def close(self) -> None:
        """Closes it, whatever was still to be written."""
        with suppress(OSError):
            super().close()


@contextmanager
def log_file(home: Path, *, to_stderr: bool = False) -> Iterator[Path]:
    """Sends all of Python's log, Dagster's included, to a new file under `<home>/logs`.

    Args:
        home: the data home.
        to_stderr: whether it goes to standard error as well, for whoever keeps the log of a service.

    Yields:
        The file.

    Raises:
        LogSettingError: see `log_settings`.
    """
    settings = log_settings(os.environ)
    folder = home / "logs"
    folder.mkdir(parents=True, exist_ok=True)
    for old in sorted(folder.glob("run-*.log"))[: -KEPT_LOGS + 1]:
        old.unlink(missing_ok=True)
    path = folder / f"run-{datetime.now(UTC):%Y%m%dT%H%M%S}-{os.getpid()}.log"
    handlers: list[logging.Handler] = [_QuietFile(path, encoding="utf-8")]
    if to_stderr:
        handlers.append(logging.StreamHandler(sys.stderr))
    form, root = line_form(os.environ), logging.getLogger()
    level = root.level
    talkative = {name: logging.getLogger(name).level for name in TALKATIVE}
    for handler in handlers:
        handler.setFormatter(form)
        root.addHandler(handler)
    root.setLevel(settings.level)
    for name, least in TALKATIVE.items() if settings.level > logging.DEBUG else ():
        logging.getLogger(name).setLevel(max(settings.level, least))
    logging.captureWarnings(True)
    try:
        yield path
    finally:
        logging.captureWarnings(False)
        root.setLevel(level)
        for name, before in talkative.items():
            logging.getLogger(name).setLevel(before)
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()
