"""Taking files in: bytes, hashes, sidecars and refusals."""

from __future__ import annotations

import hashlib
import io
import os
import time
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from sources.ingest import Arrival, reading, receive
from sources.parse import parse
from sources.parse.recogniser import VARIABLE
from sources.records import Metadata, Unreadable


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def take(inbox: Path) -> dict[str, Arrival]:
    return {arrival.name: arrival for arrival in receive(inbox)}


def test_a_file_arrives_with_its_bytes_hash_and_place(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"USD 5 billion")
    (arrival,) = receive(tmp_path / "a.txt")
    assert arrival == Arrival(
        origin=(tmp_path.resolve() / "a.txt").as_posix(),
        name="a.txt",
        document_id=sha256(b"USD 5 billion"),
        content=b"USD 5 billion",
        metadata=None,
        problem=None,
        warnings=(),
    )
    assert list(receive(tmp_path)) == [arrival]


def test_arrivals_come_in_the_order_of_their_place_whatever_the_order_of_writing(tmp_path: Path) -> None:
    for name in ["c", "a", "b"]:
        (tmp_path / name).write_bytes(name.encode())
    assert [arrival.name for arrival in receive(tmp_path)] == ["a", "b", "c"]


def test_the_same_bytes_in_two_places_are_one_document_twice(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"same")
    (tmp_path / "b").write_bytes(b"same")
    first, second = receive(tmp_path)
    assert first.document_id == second.document_id
    assert first.origin != second.origin


def test_a_sidecar_gives_metadata_and_a_faulty_one_a_warning(tmp_path: Path) -> None:
    for name in ("good.pdf", "bad.pdf", "none.pdf", "linked.pdf"):
        (tmp_path / name).write_bytes(name.encode())
    (tmp_path / "good.pdf.meta.yml").write_text("publisher: Acme\n")
    (tmp_path / "bad.pdf.meta.yml").write_text("publisher: Acme\nauthor: Bo\n")
    (tmp_path / "linked.pdf.meta.yml").symlink_to(tmp_path / "good.pdf.meta.yml")
    found = take(tmp_path)
    good = found["good.pdf"]
    assert good.metadata is not None
    assert (good.metadata.publisher, good.metadata.document_id, good.metadata.origin) == (
        "Acme",
        good.document_id,
        good.origin,
    )
    assert (found["none.pdf"].metadata, found["none.pdf"].warnings) == (None, ())
    bad = found["bad.pdf"]
    assert (bad.content, bad.problem) == (b"bad.pdf", None)  # the document lands all the same
    assert bad.metadata == Metadata(bad.document_id, bad.origin, no_external=True)  # nobody knows what it should say
    assert "bad.pdf.meta.yml, line 2: key author: unknown key" in bad.warnings[0]
    assert "symbolic link" in found["linked.pdf"].warnings[0]


def test_what_is_no_regular_file_is_refused_with_its_reason(tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (tmp_path / "secret").write_bytes(b"secret")
    (inbox / "link.txt").symlink_to(tmp_path / "secret")
    (inbox / "folder").symlink_to(tmp_path)
    os.mkfifo(inbox / "pipe.txt")
    found = take(inbox)  # nobody writes into the pipe: whoever waited for it would wait for ever
    for name, words in (("link.txt", "symbolic link"), ("folder", "symbolic link"), ("pipe.txt", "a pipe")):
        arrival = found[name]
        assert arrival.problem is not None
        assert (arrival.problem.reason, arrival.content) == ("unreadable_file", b"")
        assert words in arrival.problem.detail
        assert arrival.document_id == sha256(arrival.origin.encode())
        assert arrival.origin == (inbox.resolve() / name).as_posix()  # the link's own place, not where it leads


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_files_without_permission_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "a").chmod(0)
    (arrival,) = receive(tmp_path)
    assert arrival.problem is not None
    assert arrival.problem.reason == "unreadable_file"


def test_a_file_over_the_cap_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", 10)
    (tmp_path / "big").write_bytes(b"x" * 11)
    (tmp_path / "fits").write_bytes(b"x" * 10)
    found = take(tmp_path)
    assert found["fits"].problem is None
    problem = found["big"].problem
    assert problem is not None
    assert (problem.reason, problem.detail) == ("too_large", "it has 11 bytes, more than 10: split it into parts")


def test_the_cap_is_two_hundred_megabytes(tmp_path: Path) -> None:
    with (tmp_path / "sparse").open("wb") as file:
        file.truncate(200_000_001)  # a hole: nothing is written
    (arrival,) = receive(tmp_path)
    assert arrival.problem is not None
    assert arrival.problem.reason == "too_large"


def test_a_file_that_grows_is_left_for_the_next_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "growing.txt"
    path.write_bytes(b"begin ")

    def written_meanwhile(seconds: float) -> None:
        with path.open("ab") as file:
            file.write(b"more ")

    with monkeypatch.context() as patched:
        patched.setattr(time, "sleep", written_meanwhile)
        (arrival,) = receive(tmp_path, 600)
    assert path.read_bytes() == b"begin more "
    assert arrival.problem is not None
    assert (arrival.problem.reason, arrival.content) == ("still_being_written", b"")
    (later,) = receive(tmp_path)
    assert later.problem is None
    assert later.document_id == sha256(path.read_bytes())


def test_a_writer_that_pauses_within_the_interval_is_waited_for_and_left_for_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "slow.txt"
    path.write_bytes(b"begin ")
    begun = path.stat().st_mtime_ns

    def pauses(seconds: float) -> None:
        assert time.time_ns() + seconds * 1e9 >= begun + 599 * 10**9, "not waited for until the interval is over"
        path.write_bytes(b"begin and end")  # its last word comes before that

    monkeypatch.setattr(time, "sleep", pauses)
    (arrival,) = receive(tmp_path, 600)
    assert path.read_bytes() == b"begin and end"
    assert arrival.problem is not None
    assert arrival.problem.reason == "still_being_written"


def test_files_that_have_settled_cost_no_wait_and_fresh_ones_one_interval_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    clock = [time.time_ns() + 60 * 10**9]  # all files below are a minute old

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock[0] += int(seconds * 1e9)

    monkeypatch.setattr(time, "time_ns", lambda: clock[0])
    monkeypatch.setattr(time, "sleep", sleep)
    for number in range(5):
        (tmp_path / str(number)).write_bytes(str(number).encode())
    assert all(arrival.problem is None for arrival in receive(tmp_path, 30))
    assert slept == []
    clock[0] -= 50 * 10**9  # and now ten seconds
    assert all(arrival.problem is None for arrival in receive(tmp_path, 30))
    assert 19 < sum(slept) <= 30


def test_a_time_in_the_future_is_waited_for_no_longer_than_the_interval(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"x")
    os.utime(tmp_path / "a", (4e9, 4e9))
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    (arrival,) = receive(tmp_path, 30)
    assert arrival.problem is None
    assert sum(slept) <= 30


def test_a_file_that_vanishes_before_it_is_read_is_reported(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"x")
    arrivals = receive(tmp_path)
    next(arrivals)
    (tmp_path / "b").unlink()
    second = next(arrivals)
    assert second.problem is not None
    assert second.problem.reason == "unreadable_file"


def test_hostile_names_are_only_names(tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    names = [
        b"-rf", b"a\nb.txt", b"$(reboot).txt", b"; rm -rf *", b"..txt", b"...", b"con.txt", b"'; DROP TABLE x; --",
        "evil\u202etxt.pdf".encode(), "ünï.txt".encode(), b"latin-\xe9.txt", b"esc\x1b[31m", b" ", b"x" * 250, b"%2e%2e%2fetc",
    ]  # fmt: skip
    for name in names:
        (Path(os.fsdecode(os.fsencode(inbox) + b"/" + name))).write_bytes(name)
    arrivals = list(receive(inbox))
    seen = {name for name in names if not name.startswith(b".")}
    assert len(arrivals) == len(seen)  # "..txt" and "..." are hidden entries
    assert {arrival.content for arrival in arrivals} == seen
    assert len({arrival.origin for arrival in arrivals}) == len(seen)
    for arrival in arrivals:
        arrival.origin.encode("utf-8")
        assert not set(arrival.name) & set("\n\x1b\u202e")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["inbox"]  # nothing was written anywhere


def test_bad_files_among_good_ones_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")  # whether Tesseract is installed or not
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.drawString(72, 700, "The market was worth USD 5 billion in 2025.")
    canvas.save()
    pdf = buffer.getvalue()
    files = {
        "1-good.txt": b"The market was worth USD 5 billion in 2025.\n",
        "2-empty.txt": b"",
        "3-picture.pdf": b"\x89PNG\r\n\x1a\n" + bytes(100),
        "4-truncated.pdf": pdf[: len(pdf) // 2],
        "5-long-line.txt": b"The market was worth USD 5 billion in 2025. " * 120_000,  # 5.28 MB in one line
        "6-good.pdf": pdf,
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    outcomes: dict[str, str] = {}
    for arrival in receive(tmp_path):
        assert arrival.problem is None
        try:
            outcomes[arrival.name] = f"{len(parse(arrival.content).text)} characters"
        except Unreadable as error:
            outcomes[arrival.name] = error.reason
    assert outcomes == {
        "1-good.txt": "44 characters",
        "2-empty.txt": "empty",
        "3-picture.pdf": "scanned",
        "4-truncated.pdf": "damaged",
        "5-long-line.txt": "5280000 characters",  # 120,000 times 44
        "6-good.pdf": "44 characters",
    }


def test_a_missing_inbox_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="does not exist"):
        receive(tmp_path / "nowhere")
