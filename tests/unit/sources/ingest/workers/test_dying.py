"""Workers that die, hang or lie, in real processes: their behaviour is defined here and injected at their start."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sources.ingest.workers import Answer, Failed, Limits, WorkersError, read_documents, read_limits, server
from sources.records import Unreadable

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[5]
# Reading that costs nothing, without the libraries that read. Documents say what is to happen; `n_read` counts what this worker has
# begun to read before.
_READING = """
import os, time, signal, sys, types
import sources.extract, sources.parse
for name in ("html", "pdf"):
    sys.modules["sources.parse." + name] = types.ModuleType(name)
sources.parse.parse = sources.extract.extract = lambda content: content
def begin():
    from multiprocessing.connection import Connection
    from sources.records import Extraction, ParsedDocument
    n_read = -1
    def parse(content, charset=None):
        nonlocal n_read
        n_read += 1
        %s
        return ParsedDocument("", "text/plain", content[:20].decode(), (), "")
    sources.parse.parse = parse
    sources.extract.extract = lambda parsed: Extraction("", "", "en", (), ("one",), (), (), (), ())
    send = Connection.send_bytes
    def send_bytes(channel, payload):
        send(channel, payload)
        %s
    Connection.send_bytes = send_bytes
os.register_at_fork(after_in_child=begin)
"""
Begin = Callable[..., None]


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Begin:
    """Puts a program into every worker that is forked from here on."""

    def put(reading: str = "pass", sending: str = "pass", *, instead: str | None = None) -> None:
        whole = f"import os, time\nos.register_at_fork(after_in_child=lambda: {instead})\n"
        program = _READING % (reading, sending) if instead is None else whole
        (tmp_path / "sitecustomize.py").write_text(program, encoding="utf-8")
        monkeypatch.syspath_prepend(str(ROOT))
        monkeypatch.setattr(server, "_ROOT", tmp_path)

    return put


def limits(**changed: object) -> Limits:
    return read_limits().model_copy(update=changed)


def read(contents: list[bytes], n_workers: int = 1, held: Limits | None = None) -> list[str]:
    return [_said(answer) for answer in read_documents(contents, n_workers, held)]


def _said(answer: Answer) -> str:
    if isinstance(answer, Unreadable | Failed):
        return answer.reason if isinstance(answer, Unreadable) else answer.problem
    return answer[0].text


def test_a_worker_that_ends_before_it_is_ready_is_the_machines_fault(begin: Begin) -> None:
    begin(instead="os._exit(3)")
    with pytest.raises(WorkersError, match=r"cannot start: workers end before they are ready \(exit code 3\)"):
        read([b"kites"])


def test_a_worker_that_never_says_that_it_is_ready_is_the_machines_fault(begin: Begin) -> None:
    begin(instead="time.sleep(600)")
    with pytest.raises(WorkersError, match="cannot start: a worker was not ready in time"):
        read([b"kites"], held=limits(start_seconds=8))


def test_a_document_over_which_a_used_worker_died_is_read_again_by_a_fresh_one(begin: Begin, tmp_path: Path) -> None:
    (attempts := tmp_path / "attempts").mkdir()
    (together := tmp_path / "together").mkdir()
    begin(f"""if content in (b"one", b"two"):
            os.mkdir(f"{together}/{{os.getpid()}}")
            while len(os.listdir("{together}")) < 2: time.sleep(0.01)
        if content == b"fragile":
            os.mkdir(f"{attempts}/{{os.getpid()}}-{{n_read}}")
            n_read and os.abort()""")
    # The other worker is idle by then, and used: it must not get the document.
    assert read([b"one", b"two", b"fragile"], 2) == ["one", "two", "fragile"]
    tries = sorted(int(path.name.partition("-")[2]) for path in attempts.iterdir())
    assert tries == [0, 1]


def test_a_document_over_which_two_fresh_workers_died_is_read_no_third_time(begin: Begin, tmp_path: Path) -> None:
    begin(f"""if content == b"bad":
            os.mkdir(f"{tmp_path}/{{os.getpid()}}-{{n_read}}")
            os.abort()""")
    assert read([b"bad", b"good"]) == ["parser_killed", "good"]
    assert len(list(tmp_path.glob("*-0"))) == 2


def test_a_worker_that_waits_instead_of_working_is_ended(begin: Begin) -> None:
    begin("""if content == b"bad": time.sleep(600)""")
    held = limits(seconds=4, wall_factor=1)  # the others need a thousandth, and a busy machine's share
    assert read([b"good", b"bad", b"fine"], 2, held) == ["good", "too_slow", "fine"]


def test_a_worker_that_works_without_end_is_ended_by_processor_time(begin: Begin) -> None:
    begin("""while content == b"bad": pass""")
    assert read([b"good", b"bad", b"fine"], 2, limits(seconds=1, wall_factor=1000)) == ["good", "too_slow", "fine"]


def test_a_worker_that_takes_all_memory_is_refused_it(begin: Begin) -> None:
    begin("""if content == b"bad": bytearray(400_000_000)""")
    held = limits(memory_megabytes=300)
    assert read([b"good", b"bad", b"fine"], 2, held) == ["good", "too_much_memory", "fine"]


def test_a_worker_fills_no_disk(begin: Begin, tmp_path: Path) -> None:
    begin(f"""if content == b"bad":
            with open("{tmp_path}/written", "wb", buffering=0) as file:
                file.seek(200_000_000)
                file.write(b"x")""")
    answers = read([b"good", b"bad"])
    assert answers[0] == "good"
    assert "File too large" in answers[1]
    assert not (tmp_path / "written").read_bytes()


@pytest.mark.parametrize("held_by_itself", ["pass", "Limits.answer_bytes = property(lambda limits: 10**9)"])
def test_an_answer_that_is_too_large_is_not_taken_whoever_sees_it(begin: Begin, held_by_itself: str) -> None:
    begin(f"""if content == b"bad":
            from sources.ingest.workers.limits import Limits
            {held_by_itself}
            return ParsedDocument("", "text/plain", "x" * 3_000_000, (), "")""")
    held = limits(answer_megabytes=2)
    assert read([b"good", b"bad", b"fine"], 2, held) == ["good", "answer_too_large", "fine"]


def test_workers_that_die_over_most_documents_and_over_our_own_stop_the_reading(begin: Begin) -> None:
    begin("len(content) > 5000 and os.abort()")
    answers: list[Answer] = []
    with pytest.raises(WorkersError, match=r"cannot read a document of our own either \(reading it ended the reader"):
        answers.extend(read_documents([b"x" * 6000] * 20, 2))
    assert answers == []


def test_workers_that_somebody_kills_stop_the_reading_and_no_document_is_blamed(begin: Begin) -> None:
    begin("os.kill(os.getpid(), signal.SIGKILL)")
    answers: list[Answer] = []
    with pytest.raises(WorkersError, match="killed from outside, over more than 20%"):
        answers.extend(read_documents([b"kites"] * 20, 2, limits(window=5, most_kills=2)))
    assert not any(isinstance(answer, Unreadable) for answer in answers)


@pytest.mark.parametrize(
    "said",
    [
        """send(channel, payload)""",
        """send(channel, b'nothing of ours')""",
        """send(channel, b'')""",
    ],
)
def test_a_worker_that_says_more_than_it_was_asked_costs_no_other_document(begin: Begin, said: str) -> None:
    begin("", f"b'bad' in payload and {said}")
    assert read([b"good", b"bad", b"fine", b"well"], 1) == ["good", "bad", "fine", "well"]


def test_answers_come_in_the_order_of_the_documents_whoever_is_first(begin: Begin) -> None:
    begin("""time.sleep(1.0 if content == b"0" else 0.0)""")
    asked = [str(number).encode() for number in range(40)]
    assert read(asked, 3) == [content.decode() for content in asked]


def test_no_more_is_taken_than_may_wait_for_an_earlier_document(begin: Begin) -> None:
    begin("""time.sleep(1.0 if content == b"0" else 0.0)""")
    taken: list[int] = []

    def contents() -> Iterator[bytes]:
        for number in range(60):
            taken.append(number)
            yield str(number).encode()

    answers = read_documents(contents(), 2, limits(ahead=10))
    next(answers)
    assert len(taken) <= 11
    assert len(list(answers)) == 59


def test_a_worker_reads_so_many_documents_and_no_more(begin: Begin) -> None:
    begin("content = str(n_read).encode()")
    found = read([b"kites"] * 10, 1, limits(documents_per_worker=3))
    assert found == ["0", "1", "2"] * 3 + ["0"]


def test_a_worker_that_hangs_dies_with_the_process_that_made_it(begin: Begin) -> None:
    begin("""content == b"bad" and time.sleep(600)""")
    answers = read_documents([b"good", b"bad", b"good", b"good"], 2)
    before = set(_children(os.getpid()))
    next(answers)
    (forker,) = set(_children(os.getpid())) - before
    workers = _children(forker)
    os.kill(forker, signal.SIGKILL)
    until = time.monotonic() + 600
    while any(map(_is_alive, workers)) and time.monotonic() < until:
        time.sleep(0.02)
    left = [pid for pid in workers if _is_alive(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    answers.close()
    assert (len(workers), left) == (2, [])


def _children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
