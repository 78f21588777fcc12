"""Reading by workers, in real processes: limits hold, deaths cost one document, a broken machine costs none, no process is left over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sources.extract import extract
from sources.ingest.workers import (
    FOR_FEW,
    FOR_MANY,
    UNPREPARED,
    Answer,
    Failed,
    Template,
    WorkersError,
    processes,
    read_documents,
    read_limits,
)
from sources.ingest.workers.sample import Prepared, short_sample
from sources.parse import parse
from sources.records import Unreadable

pytestmark = pytest.mark.slow

GOOD = short_sample()
PICTURE = b"GIF89a\r\n\x1a\n"
LONG = b"USD 5 " * 200_000  # takes minutes
TELLING = GOOD * 25  # gives an answer of more than 20 kB
ROOT = Path(__file__).resolve().parents[5]


def children(pid: int) -> list[int]:
    """Processes below a process, all generations."""
    found: list[int] = []
    try:
        direct = [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
    for child in direct:
        found += [child, *children(child)]
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def becomes_true(ask: Callable[[], bool], seconds: float = 600.0) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if ask():
            return True
        time.sleep(0.02)
    return False


def reason(answer: Answer) -> str:
    return answer.reason if isinstance(answer, Unreadable) else "read" if isinstance(answer, tuple) else answer.problem


def test_the_charset_that_a_server_named_goes_along_with_its_document_alone() -> None:
    # ISO 8859-5 is guessed by nobody: it is read only by who knows the charset.
    page = "Рынок пробки вырос до 1,2 млрд долларов.".encode("iso-8859-5")
    answers = list(
        read_documents([(page, "iso-8859-5"), page, (GOOD, None), (GOOD, "x" * 300)], 1, prepared=UNPREPARED)
    )
    assert [reason(answer) for answer in answers] == ["read", "unknown_encoding", "read", "read"]
    assert isinstance(answers[0], tuple)
    assert answers[0][0].text == "Рынок пробки вырос до 1,2 млрд долларов."


def test_a_document_over_its_limits_costs_itself_and_the_others_come_in_order() -> None:
    limits = read_limits().model_copy(update={"seconds": 4.0, "documents_per_worker": 3, "answer_megabytes": 0.02})
    sent = [GOOD, PICTURE, LONG, GOOD, b"", TELLING, GOOD, PICTURE, GOOD]
    before = set(children(os.getpid()))
    answers = list(read_documents(sent, 2, limits))
    assert [reason(answer) for answer in answers] == [
        "read", "unsupported_type", "too_slow", "read", "empty", "answer_too_large", "read", "unsupported_type", "read",
    ]  # fmt: skip
    here = parse(GOOD)
    assert answers[0] == (here, extract(here))
    assert set(children(os.getpid())) == before


def test_where_no_worker_can_read_nothing_is_quarantined() -> None:
    limits = read_limits().model_copy(update={"memory_megabytes": 1})
    answers: list[Answer] = []
    with pytest.raises(WorkersError, match="cannot read a document of our own"):
        answers.extend(read_documents([GOOD] * 3, 2, limits, prepared=UNPREPARED))
    assert answers == []


def test_where_workers_cannot_start_it_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(WorkersError, match="cannot start"):
        list(read_documents([GOOD], 2))
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(WorkersError, match="no worker can be started"):
        list(read_documents([GOOD], 2))


def test_a_broken_installation_is_named_and_no_document_is_blamed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from sources.ingest.workers import processes

    rooms = tmp_path / "sources" / "ingest" / "workers"
    rooms.mkdir(parents=True)
    for room in (rooms, rooms.parent, rooms.parent.parent):
        (room / "__init__.py").touch()
    (rooms / "template.py").write_text("import a_library_that_was_uninstalled\n", encoding="utf-8")
    monkeypatch.setattr(processes, "_ROOT", tmp_path)
    with pytest.raises(WorkersError, match=r"cannot start: .*No module named"):
        list(read_documents([GOOD], 1))


def test_nothing_is_started_where_there_is_nothing_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert list(read_documents([], 2)) == []


def test_who_stops_asking_leaves_nobody_behind() -> None:
    before = set(children(os.getpid()))
    answers = read_documents([PICTURE, LONG, LONG], 2, prepared=UNPREPARED)
    next(answers)
    assert len(set(children(os.getpid())) - before) >= 2
    answers.close()
    assert set(children(os.getpid())) == before


@pytest.mark.parametrize("victim", ["worker", "template"])
def test_a_process_killed_from_outside_costs_no_document(victim: str) -> None:
    before = set(children(os.getpid()))
    answers = read_documents([PICTURE] * 300, 2, prepared=UNPREPARED)
    found = [next(answers)]
    family = [pid for pid in children(os.getpid()) if pid not in before]
    os.kill(family[0] if victim == "template" else family[-1], signal.SIGKILL)
    found += answers
    assert [reason(answer) for answer in found] == ["unsupported_type"] * 300
    assert set(children(os.getpid())) == before


@pytest.mark.parametrize(
    ("end", "with_template"), [(signal.SIGKILL, False), (signal.SIGINT, False), (signal.SIGKILL, True)]
)
def test_no_worker_outlives_the_process_that_asks(end: signal.Signals, with_template: bool) -> None:
    program = (
        "from sources.ingest.workers import UNPREPARED, read_documents\n"
        "answers = read_documents([b'GIF89a', b'USD 5 ' * 500_000, b'USD 5 ' * 500_000], 2, prepared=UNPREPARED)\n"
        "next(answers); print('reading', flush=True); next(answers)\n"
    )
    asking = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert asking.stdout is not None
    assert asking.stdout.readline() == b"reading\n"
    assert becomes_true(lambda: len(children(asking.pid)) == 3)
    family = children(asking.pid)
    if with_template:
        os.kill(asking.pid, signal.SIGSTOP)  # it starts no other
        os.kill(family[0], signal.SIGKILL)
    os.kill(asking.pid, end)
    asking.wait(600)
    assert becomes_true(lambda: not any(map(is_alive, family)))


def test_what_a_language_needs_is_kept_for_later_runs_after_its_first_document(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    german = "Der weltweite Markt für Drachen erreichte 2024 ein Volumen von 5 Milliarden Euro und wächst bis 2030 um 4 % im Jahr."

    (answer,) = read_documents([german.encode()], 1, prepared=FOR_FEW)

    assert not isinstance(answer, Unreadable | Failed) and answer[1].language == "de"
    assert {path.stem for path in tmp_path.rglob("*.codes")} == {"load", "en", "de"}


def test_one_document_does_not_wait_for_our_sample_where_all_of_it_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    noted = tmp_path / "noted"
    (tmp_path / "sitecustomize.py").write_text(
        "from sources.ingest.workers import sample\n"
        "sample_of = sample.sample_of\n"
        "def noted(kind):\n"
        f"    print(kind, file=open({str(noted)!r}, 'a'))\n"
        "    return sample_of(kind)\n"
        "sample.sample_of = noted\n"
    )
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.setattr(processes, "_ROOT", tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def samples_read(prepared: Prepared) -> list[str]:
        noted.write_text("")
        (answer,) = read_documents([GOOD], 1, prepared=prepared)
        assert reason(answer) == "read"
        return noted.read_text().split()

    assert samples_read(FOR_FEW) == ["en"]
    assert samples_read(FOR_FEW) == []
    assert samples_read(FOR_MANY) == ["en", "letters"]
    for suffix in ("codes", "values"):
        (kept,) = tmp_path.rglob(f"en.{suffix}")
        kept.unlink()
        assert samples_read(FOR_FEW) == ["en"] and kept.exists()


def test_a_template_that_was_started_before_is_the_one_that_reads_and_ends_with_the_reading() -> None:
    before = set(children(os.getpid()))
    template = Template()
    (started,) = set(children(os.getpid())) - before

    answers = read_documents([GOOD, GOOD], 1, template=template)
    next(answers)
    assert {pid for pid in children(os.getpid()) if is_alive(pid)} - before == {started, *children(started)}

    assert [reason(answer) for answer in answers] == ["read"]
    assert set(children(os.getpid())) == before


def test_a_template_that_is_not_wanted_after_all_ends_at_once() -> None:
    before = set(children(os.getpid()))
    template = Template()
    template.close()
    assert template._process.poll() == -signal.SIGKILL  # nobody waits until it has loaded what reads
    assert set(children(os.getpid())) == before

    assert not list(read_documents([], 1, template=Template()))
    assert set(children(os.getpid())) == before
