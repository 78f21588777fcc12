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
from sources.ingest.workers import Answer, ForkServer, WorkersError, read_documents, read_limits
from sources.parse import parse
from sources.records import Unreadable

pytestmark = pytest.mark.slow

GOOD = b"The global kite market was worth USD 5 billion in 2024."
PICTURE = b"GIF89a\r\n\x1a\n"
LONG = b"USD 5 " * 200_000  # takes minutes
TELLING = GOOD * 400  # gives an answer of more than 60 kB
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
    answers = list(read_documents([(page, "iso-8859-5"), page, (GOOD, None), (GOOD, "x" * 300)], 1))
    assert [reason(answer) for answer in answers] == ["read", "unknown_encoding", "read", "read"]
    assert isinstance(answers[0], tuple)
    assert answers[0][0].text == "Рынок пробки вырос до 1,2 млрд долларов."


@pytest.fixture(scope="module", autouse=True)
def _the_rules_read(rules_reader: None) -> None:
    """The limits here are those of a reading by rules: the trained model takes longer, and holds its memory from the start."""


def test_a_document_over_its_limits_costs_itself_and_the_others_come_in_order() -> None:
    limits = read_limits().model_copy(update={"seconds": 4.0, "documents_per_worker": 3, "answer_megabytes": 0.06})
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
        answers.extend(read_documents([TELLING] * 3, 2, limits))
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
    from sources.ingest.workers import server

    rooms = tmp_path / "sources" / "ingest" / "workers"
    rooms.mkdir(parents=True)
    for room in (rooms, rooms.parent, rooms.parent.parent):
        (room / "__init__.py").touch()
    (rooms / "worker.py").write_text("import a_library_that_was_uninstalled\n", encoding="utf-8")
    monkeypatch.setattr(server, "_ROOT", tmp_path)
    with pytest.raises(WorkersError, match=r"cannot start: .*No module named"):
        list(read_documents([GOOD], 1))


def test_nothing_is_started_where_there_is_nothing_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert list(read_documents([], 2)) == []


def test_who_stops_asking_leaves_nobody_behind() -> None:
    before = set(children(os.getpid()))
    answers = read_documents([PICTURE, LONG, LONG], 2)
    next(answers)
    assert len(set(children(os.getpid())) - before) >= 2
    answers.close()
    assert set(children(os.getpid())) == before


def test_a_worker_killed_from_outside_costs_no_document() -> None:
    before = set(children(os.getpid()))
    answers = read_documents([PICTURE] * 300, 2)
    found = [next(answers)]
    os.kill([pid for pid in children(os.getpid()) if pid not in before][-1], signal.SIGKILL)
    found += answers
    assert [reason(answer) for answer in found] == ["unsupported_type"] * 300
    assert set(children(os.getpid())) == before


def test_a_server_killed_from_outside_is_named_and_no_document_is_blamed() -> None:
    before = set(children(os.getpid()))
    answers = read_documents([PICTURE] * 300, 2)
    found = [next(answers)]
    os.kill(next(pid for pid in children(os.getpid()) if pid not in before), signal.SIGKILL)
    with pytest.raises(WorkersError, match="cannot start: SIGKILL"):
        found += answers
    assert {reason(answer) for answer in found} == {"unsupported_type"}
    assert set(children(os.getpid())) == before


@pytest.mark.parametrize(
    ("end", "with_server"), [(signal.SIGKILL, False), (signal.SIGINT, False), (signal.SIGKILL, True)]
)
def test_no_worker_outlives_the_process_that_asks(end: signal.Signals, with_server: bool) -> None:
    program = (
        "from sources.ingest.workers import read_documents\n"
        "answers = read_documents([b'GIF89a', b'USD 5 ' * 500_000, b'USD 5 ' * 500_000], 2)\n"
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
    if with_server:
        os.kill(asking.pid, signal.SIGSTOP)  # it starts no other
        os.kill(family[0], signal.SIGKILL)
    os.kill(asking.pid, end)
    asking.wait(600)
    assert becomes_true(lambda: not any(map(is_alive, family)))


def test_a_server_that_was_started_before_is_the_one_that_reads_and_ends_with_the_reading() -> None:
    before = set(children(os.getpid()))
    server = ForkServer()
    (started,) = set(children(os.getpid())) - before

    answers = read_documents([GOOD, GOOD], 1, server=server)
    next(answers)
    assert {pid for pid in children(os.getpid()) if is_alive(pid)} - before == {started, *children(started)}

    assert [reason(answer) for answer in answers] == ["read"]
    assert set(children(os.getpid())) == before


def test_a_server_that_is_not_wanted_after_all_ends_at_once() -> None:
    before = set(children(os.getpid()))
    server = ForkServer()
    server.close()
    assert server._process.poll() == -signal.SIGKILL  # nobody waits until it has loaded what reads
    assert set(children(os.getpid())) == before

    assert not list(read_documents([], 1, server=ForkServer()))
    assert set(children(os.getpid())) == before
