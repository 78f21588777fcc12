"""One event of the log as one line: JSON for programs, text for people. Pure but for the clock of the event itself."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from pipelines.visible import escaped, json_text
from sources.bound import bound_ids

# What every record of `logging` has; all else was given as `extra` and is told.
_GIVEN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "dagster_meta"}
_PLAIN = (str, int, float, bool, type(None))


class _Line(logging.Formatter):
    def __init__(self, redact: Callable[[str], str]) -> None:
        super().__init__()
        self._redact = redact

    def _fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """All that a line says, redacted; ids that are bound come first, what the caller gives overrides them."""
        moment = datetime.fromtimestamp(record.created, UTC)
        try:
            message = record.getMessage()
        except (TypeError, ValueError):  # a wrong format string must not cost the line
            message = f"{record.msg} {record.args!r}"
        fields: dict[str, Any] = {
            "time": f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            **bound_ids(),
            **_of_dagster(record),
            "event": self._redact(message),
        }
        for name, value in vars(record).items():
            if name not in _GIVEN and not name.startswith("_"):
                fields[name] = self._plain(value)
        if record.exc_info and record.exc_info[0] is not None:
            fields["error"] = self._redact(f"{record.exc_info[0].__name__}: {record.exc_info[1]}")
            fields["traceback"] = self._redact(self.formatException(record.exc_info))
        return fields

    def _plain(self, value: object) -> object:
        if isinstance(value, str) or not isinstance(value, _PLAIN):
            return self._redact(str(value))
        return value


class JsonLine(_Line):
    """One JSON object per event; nothing in it can begin a second line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return json_text(self._fields(record), default=str)


class TextLine(_Line):
    """The same for people: time, level, logger and event, then the rest as name=value; tracebacks below."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the lines of a traceback."""
        fields = self._fields(record)
        trace = fields.pop("traceback", None)
        head = f"{fields.pop('time')} {fields.pop('level').upper():<7} {fields.pop('logger')}: "
        head += _in_one_line(str(fields.pop("event")))
        rest = " ".join(f"{name}={_in_one_line(str(value))}" for name, value in fields.items())
        text = " ".join(part for part in (head, rest) if part)
        return escaped(f"{text}\n{trace}" if trace else text)


def _of_dagster(record: logging.LogRecord) -> dict[str, Any]:
    """Run, job and step of a record of Dagster's, which carries them itself."""
    told = getattr(record, "dagster_meta", None)
    if not isinstance(told, dict):
        return {}
    names = {"run_id": "run_id", "job_name": "job", "step_key": "step"}
    return {short: told[name] for name, short in names.items() if told.get(name)}


def _in_one_line(text: str) -> str:
    return " ".join(text.splitlines()) if "\n" in text or "\r" in text else text
