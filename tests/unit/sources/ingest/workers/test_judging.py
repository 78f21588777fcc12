"""What failures of workers mean: for a document, for the machine, and what limits and frames allow."""

from __future__ import annotations

import datetime
import os
import pickle
import signal
from decimal import Decimal
from pathlib import Path

import pytest

from sources.extract import extract
from sources.ingest.workers import Failed, WorkersError, pace, read_limits, wire, worker_count
from sources.ingest.workers.server import _surroundings
from sources.ingest.workers.verdicts import NO_MEMORY, TOO_LARGE, Death, death_of, unreadable, verdict
from sources.ingest.workers.worker import SAMPLE
from sources.parse import parse
from sources.parse.work import work_limits
from sources.records import Unreadable

SLOW, MEMORY, LARGE = (Death(unreadable(why)) for why in ("too_slow", "too_much_memory", "answer_too_large"))
KILLED = Death(None, "SIGKILL")
BUG = Death(Failed("ValueError: a bug", "Traceback ..."))


@pytest.mark.parametrize(
    ("deaths", "expected"),
    [
        ([], None),
        ([SLOW], "too_slow"),  # it would be as slow again
        ([MEMORY], None),  # what the first worker had read before may have been to blame
        ([MEMORY, SLOW], "too_slow"),
        ([MEMORY, MEMORY], "too_much_memory"),
        ([KILLED, KILLED, MEMORY], None),
        ([MEMORY, KILLED, MEMORY], "too_much_memory"),
        ([KILLED] * 4, None),
        ([KILLED] * 5, Failed),
        ([BUG], None),
        ([BUG, BUG], Failed),
        ([LARGE] * 2, "answer_too_large"),
        ([death_of(-signal.SIGSEGV)] * 2, "parser_killed"),
    ],
)
def test_a_document_is_quarantined_after_two_workers_died_over_it_or_its_time_was_over(
    deaths: list[Death], expected: object
) -> None:
    found = verdict(deaths, most_kills=5)
    assert (found.reason if isinstance(found, Unreadable) else type(found) if found else None) == expected
    if isinstance(found, Unreadable):
        assert ": " in found.detail, "it says what to do"


@pytest.mark.parametrize(
    ("status", "why"),
    [
        (-signal.SIGXCPU, "too_slow"),
        (-signal.SIGKILL, None),
        (-signal.SIGTERM, None),
        (-signal.SIGSEGV, "parser_killed"),
        (-signal.SIGABRT, "parser_killed"),
        (-250, "parser_killed"),
        (0, "parser_killed"),
        (1, "parser_killed"),
        (NO_MEMORY, "too_much_memory"),
        (TOO_LARGE, "answer_too_large"),
    ],
)
def test_how_a_worker_ended_tells_why(status: int, why: str | None) -> None:
    outcome = death_of(status).outcome
    assert (outcome.reason if isinstance(outcome, Unreadable) else outcome) == why


def test_a_document_of_any_size_gets_the_same_time() -> None:
    assert read_limits().seconds == work_limits().seconds == 60


def test_a_slow_machine_gets_more_time_in_proportion_and_a_fast_one_no_less(monkeypatch: pytest.MonkeyPatch) -> None:
    reference = pace._REFERENCE
    for seconds, expected in ((reference / 2, 1.0), (reference, 1.0), (2 * reference, 2.0), (100 * reference, 4.0)):
        monkeypatch.setattr(pace, "_seconds", lambda seconds=seconds: seconds)
        assert pace.slowness() == expected


def test_limits_that_do_not_fit_are_refused_with_file_and_key(tmp_path: Path) -> None:
    path = tmp_path / "limits.yml"
    path.write_text("seconds: -1\n")
    with pytest.raises(ValueError, match=r"limits\.yml: seconds: "):
        read_limits(path)


@pytest.mark.parametrize("asked", ["0", "-1", "two", "1.5", "٢"])
def test_a_number_of_workers_that_is_none_is_refused_by_name(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARALLAX_WORKERS", asked)
    with pytest.raises(WorkersError, match="PARALLAX_WORKERS"):
        worker_count()


def test_workers_are_as_many_as_cores_or_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARALLAX_WORKERS", raising=False)
    assert worker_count() == len(os.sched_getaffinity(0))
    monkeypatch.setenv("PARALLAX_WORKERS", "7")
    assert worker_count() == 7


def test_workers_learn_nothing_of_our_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARALLAX_API_TOKEN", "secret")
    monkeypatch.setenv("TZ", "America/New_York")
    monkeypatch.setenv("PYTHONHASHSEED", "77")
    told = _surroundings()
    assert "secret" not in told.values()
    assert (told["TZ"], told["LC_ALL"], told["PYTHONHASHSEED"], told["OMP_NUM_THREADS"]) == ("UTC", "C.UTF-8", "0", "1")


# -- answers -----------------------------------------------------------------------------------------------------------


def test_all_that_is_read_of_a_document_can_be_unpacked() -> None:
    parsed = parse(SAMPLE.read_bytes())
    sent = (parsed, extract(parsed))
    assert sent[1].mentions
    assert wire.unpacked(pickle.dumps(sent)) == sent
    assert wire.unpacked(pickle.dumps((Decimal("1.5"), datetime.date(2024, 1, 1)))) is not None


class _Order:
    def __reduce__(self) -> tuple[object, ...]:
        return os.getpid, ()


@pytest.mark.parametrize(
    "payload",
    [
        pickle.dumps(_Order()),
        b"csources.records\ndataclass\n(tR.",
        b"csources.records\nre.compile\n(tR.",
        b"cbuiltins\neval\n(S'1'\ntR.",
        b"cdatetime\ndatetime\n(tR.",
        b"nonsense",
        b"",
    ],
)
def test_an_answer_that_orders_anything_but_our_records_is_refused(payload: bytes) -> None:
    with pytest.raises(wire.WireError):
        wire.unpacked(payload)
