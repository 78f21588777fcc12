"""What failures of workers mean: for a document, for the machine, and what limits and frames allow."""

from __future__ import annotations

import datetime
import os
import pickle
import signal
import struct
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.extract import extract
from sources.ingest.workers import pace, read_limits, wire, worker_count
from sources.ingest.workers.attempts import End, Failed, end_of, verdict
from sources.ingest.workers.breaker import Breaker
from sources.ingest.workers.processes import _surroundings
from sources.ingest.workers.sample import long_sample, sample_of, short_sample
from sources.ingest.workers.tasks import WorkersError
from sources.parse import parse
from sources.parse.work import work_limits
from sources.records import Unreadable

SLOW, MEMORY = End("too_slow", True), End("too_much_memory", True)
USED = End("too_much_memory", False)
KILLED = End("killed", True, "SIGKILL")
BUG = End("failed", True, "ValueError: a bug\nTraceback ...")


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        ([], None),
        ([SLOW], "too_slow"),  # it would be as slow again
        ([MEMORY], None),
        ([MEMORY, SLOW], "too_slow"),
        ([USED, MEMORY], None),  # what the first worker had read before may have been to blame
        ([USED, MEMORY, MEMORY], "too_much_memory"),
        ([End("too_slow", False)], "too_slow"),  # nothing read before makes a document slow
        ([KILLED, KILLED, MEMORY], None),
        ([KILLED] * 4, None),
        ([KILLED] * 5, Failed),
        ([BUG], None),
        ([BUG, BUG], Failed),
        ([End("answer_too_large", True)] * 2, "answer_too_large"),
        ([End("parser_killed", True, "SIGSEGV")] * 2, "parser_killed"),
    ],
)
def test_a_document_is_quarantined_after_two_fresh_workers_failed_on_it_or_its_time_was_over(
    ends: list[End], expected: object
) -> None:
    found = verdict(ends, most_kills=5)
    assert (found.reason if isinstance(found, Unreadable) else type(found) if found else None) == expected
    if isinstance(found, Unreadable):
        assert ": " in found.detail, "it says what to do"


@pytest.mark.parametrize(
    ("status", "why"),
    [
        (-signal.SIGXCPU, "too_slow"),
        (-signal.SIGKILL, "killed"),
        (-signal.SIGTERM, "killed"),
        (-signal.SIGSEGV, "parser_killed"),
        (-signal.SIGABRT, "parser_killed"),
        (-250, "parser_killed"),
        (0, "parser_killed"),
        (1, "parser_killed"),
    ],
)
def test_how_a_worker_ended_tells_why(status: int, why: str) -> None:
    assert end_of(status, is_fresh=True).why == why


def test_the_breaker_counts_the_last_documents_only() -> None:
    breaker = Breaker(window=10, most_deaths=0.2)
    for _ in range(2):
        breaker.note("own")
    assert not breaker.is_suspicious
    breaker.note("outside")
    assert breaker.is_suspicious
    assert not breaker.is_killed_from_outside
    for _ in range(8):
        breaker.note(None)
    assert not breaker.is_suspicious
    for _ in range(3):
        breaker.note("outside")
    assert breaker.is_killed_from_outside
    breaker.clear()
    assert not breaker.is_suspicious


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


# -- frames ------------------------------------------------------------------------------------------------------------


@given(st.lists(st.binary(max_size=50), max_size=5), st.integers(1, 30))
def test_frames_come_whole_however_they_are_cut(payloads: list[bytes], size: int) -> None:
    sent = b"".join(b"A" + struct.pack("!Q", len(payload)) + payload for payload in payloads)
    inbox = wire.Inbox(most=50)
    found = [frame for at in range(0, len(sent), size) for frame in inbox.take(sent[at : at + size])]
    assert found == [(b"A", payload) for payload in payloads]


def test_an_answer_over_its_limit_is_refused_before_it_comes() -> None:
    with pytest.raises(wire.AnswerTooLarge):
        list(wire.Inbox(most=50).take(b"A" + struct.pack("!Q", 51)))


def test_all_that_is_read_of_a_document_comes_through_a_frame() -> None:
    parsed = parse(short_sample())
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


def test_samples_say_something_in_every_language_that_is_read() -> None:
    languages = {path.stem for path in (Path(wire.__file__).parents[2] / "grammar" / "languages").glob("*.yml")}
    assert all(sample_of(code) for code in languages)
    assert sample_of("xx") == ()
    (pdf,) = sample_of("pdf")
    assert "USD 5 billion" in parse(pdf).text
    assert len(long_sample()) > 10 * len(short_sample())
