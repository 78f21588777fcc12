"""Forty names and kinds of directory entries that attack whoever reads them, through the program's own ingest and `parallax extract`.

Each is taken in under a name that can be shown or refused with its reason; nothing beside the inbox is opened, and nothing that a
terminal would obey is printed.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sources.ingest import Arrival, receive
from sources.records import Metadata
from warehouse.ledger import Ledger, open_ledger

CANARY = b"canary: the market was worth USD 9 billion in 2025"
# What a terminal obeys, what turns a line round, and what is no UTF-8.
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

NAMES: dict[str, bytes] = {
    "a leading dash": b"-rf",
    "an option with a value": b"--output=..",
    "a newline": b"good.txt\nerror: everything is lost",
    "a carriage return": b"bad\rgood.txt",
    "a tab": b"two\tcolumns.txt",
    "colours": b"esc\x1b[31mred\x1b[0m.txt",
    "a title for the window": b"\x1b]0;owned\x07.txt",
    "a cleared screen": b"\x1b[2J\x1b[H.txt",
    "a pasted answer": b"\x1b[6n\x1bP$q.txt",
    "backspaces": b"evil\x08\x08\x08\x08good.txt",
    "a bell": b"bell\x07.txt",
    "controls from 0x80 on": b"csi\xc2\x9b31m.txt",
    "a next-line mark": b"nel\xc2\x85.txt",
    "separators of lines": "line\u2028paragraph\u2029.txt".encode(),
    "a right-to-left override": "report\u202etxt.exe".encode(),
    "isolates": "\u2066left\u2069.txt".encode(),
    "marks of direction": "a\u200fb\u200ec.txt".encode(),
    "bytes that are no UTF-8": b"latin-\xe9.txt",
    "a surrogate in bytes": b"half-\xed\xa0\x80.txt",
    "an overlong slash": b"up..\xc0\xaf..\xc0\xafetc.txt",
    "an overlong NUL": b"nul-\xc0\x80.txt",
    "an escaped traversal": b"%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "a Windows traversal": b"up..\\..\\windows\\win.ini",
    "a drive": b"C:\\boot.ini",
    "a reserved name": b"CON",
    "a reserved name with an ending": b"nul.txt",
    "a stream": b"file.txt:hidden:$DATA",
    "a dot at the end": b"trailing.txt.",
    "one blank": b" ",
    "250 letters": b"x" * 250,
    "250 letters of four bytes at most": ("\U0001d7d8" * 62).encode(),
    "a shell command": b"$(touch owned).txt",
    "backquotes": b"`touch owned`.txt",
    "a pipe to a shell": b"a|touch owned;.txt",
    "SQL": b"'; DROP TABLE documents; --.txt",
    "a formula": b"=HYPERLINK(1).txt",
    "a command for a spreadsheet": b"@SUM(1+1)*cmd.txt",
    "markup of the terminal library": b"[bold red]x[-bold].txt",
    "a script": b"<img src=x onerror=alert(1)>.txt",
    "a template": b"{{7*7}}{0.__class__}%s%n.txt",
    "a case twin": b"TWIN.txt",
    "the other twin": b"twin.txt",
    "one letter in two forms, composed": "\u00e9.txt".encode(),
    "one letter in two forms, decomposed": "e\u0301.txt".encode(),
    "the metadata of another": b"meta.yml",
}
HIDDEN = (b".profile", b"...", b"..txt")
Refusals = dict[str, str]


def place(inbox: Path, name: bytes) -> Path:
    return Path(os.fsdecode(os.fsencode(inbox) + b"/" + name))


def content(name: bytes) -> bytes:
    """A report that no other file holds."""
    number = int(hashlib.sha256(name).hexdigest()[:6], 16) + 1_000_000
    return f"The widget market was worth USD {number:,} in 2025.\n".encode()


@pytest.fixture(scope="module")
def inbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """All names, hidden ones, and entries that are no files, beside a canary that links lead to."""
    folder = tmp_path_factory.mktemp("names")
    (folder / "secret").write_bytes(CANARY)
    inbox = folder / "inbox"
    inbox.mkdir()
    for name in (*NAMES.values(), *HIDDEN):
        place(inbox, name).write_bytes(content(name))
    (inbox / "to-a-file.txt").symlink_to(folder / "secret")
    (inbox / "to-a-folder").symlink_to(folder)
    (inbox / "to-itself.txt").symlink_to(inbox / "to-itself.txt")
    (inbox / "to-nothing.txt").symlink_to(folder / "nothing")
    (inbox / "to-the-environment.txt").symlink_to("/proc/self/environ")
    (inbox / "CON.meta.yml").symlink_to(folder / "secret")
    os.mkfifo(inbox / "pipe.txt")
    # A side file whose own name steers is named in a warning.
    place(inbox, NAMES["colours"] + b".meta.yml").write_bytes(b"nothing: [of, this]\n")
    os.link(folder / "secret", folder / "second-name")
    with socket.socket(socket.AF_UNIX) as listener:
        here = os.open(inbox, os.O_RDONLY)
        listener.bind(f"/proc/self/fd/{here}/socket.txt")  # the path of a socket may have 107 characters
        os.close(here)
        if os.geteuid() == 0:
            os.mknod(inbox / "device.txt", 0o600 | stat.S_IFCHR, os.makedev(1, 5))  # zeros without end
        yield inbox


def refusals() -> Refusals:
    found = {"to-a-file.txt": "symbolic link", "to-a-folder": "symbolic link", "to-itself.txt": "symbolic link",
             "to-nothing.txt": "symbolic link", "to-the-environment.txt": "symbolic link", "pipe.txt": "a pipe",
             "socket.txt": "a socket"}  # fmt: skip
    return found | ({"device.txt": "a device"} if os.geteuid() == 0 else {})


@pytest.fixture(scope="module")
def arrivals(inbox: Path) -> list[Arrival]:
    return list(receive(inbox))


def test_there_are_forty_names_and_more() -> None:
    assert len(set(NAMES.values())) == len(NAMES) >= 40


@pytest.mark.parametrize("name", [pytest.param(name, id=told) for told, name in NAMES.items()])
def test_a_file_is_taken_in_whatever_it_is_called_and_its_name_can_be_shown(
    arrivals: list[Arrival], name: bytes
) -> None:
    (found,) = [one for one in arrivals if one.content == content(name)]
    assert found.problem is None
    assert found.document_id == hashlib.sha256(content(name)).hexdigest()
    assert "/" not in found.name
    assert not STEERING.search(found.name + "".join(found.warnings))
    found.origin.encode("utf-8")


@pytest.mark.parametrize(("name", "words"), refusals().items())
def test_what_is_no_file_is_refused_with_its_reason(arrivals: list[Arrival], name: str, words: str) -> None:
    (found,) = [one for one in arrivals if one.name == name]
    assert found.problem is not None
    assert (found.problem.reason, found.content) == ("unreadable_file", b"")
    assert words in found.problem.detail


def test_every_entry_is_accounted_for_and_none_leads_outside(arrivals: list[Arrival]) -> None:
    assert len(arrivals) == len(NAMES) + len(refusals())  # hidden names and side files are passed over
    assert len({one.origin for one in arrivals}) == len(arrivals)
    assert not any(CANARY in one.content for one in arrivals)
    (linked,) = [one for one in arrivals if one.name == "CON"]
    assert linked.metadata is not None
    assert linked.metadata == Metadata(linked.document_id, linked.origin, no_external=True), "nothing of it is read"
    assert "symbolic link" in linked.warnings[0]


def test_the_ledger_stores_them_by_content_and_writes_nothing_beside_itself(
    arrivals: list[Arrival], tmp_path: Path
) -> None:
    ledger: Ledger = open_ledger(tmp_path / "home")
    intake = ledger.take_in(iter(arrivals), now=datetime(2026, 11, 21, tzinfo=UTC))
    assert (len(intake.landed), len(intake.quarantined)) == (len(NAMES), len(refusals()))
    for path in (tmp_path / "home").rglob("*"):
        assert re.fullmatch(r"[A-Za-z0-9._-]+", path.name), path
    assert [path.name for path in tmp_path.iterdir()] == ["home"]
    for name in NAMES.values():
        assert ledger.content(hashlib.sha256(content(name)).hexdigest()) == content(name)


@pytest.fixture(scope="module")
def extracted(inbox: Path) -> subprocess.CompletedProcess[bytes]:
    """`parallax extract` over the folder, as a shell calls it, on a machine whose terminal speaks UTF-8."""
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LC_ALL")}
    return subprocess.run(
        [sys.executable, "-c", "from pipelines.cli.app import main; main()", "extract", str(inbox)],
        capture_output=True, check=False, timeout=600, cwd=Path(__file__).parents[2],
        env=environment | {"PYTHONPATH": ".", "PYTHONIOENCODING": "utf-8:strict", "LANG": "C.UTF-8"},
    )  # fmt: skip


def test_extract_reads_every_file_and_prints_nothing_that_a_terminal_would_obey(
    extracted: subprocess.CompletedProcess[bytes],
) -> None:
    out, err = extracted.stdout.decode("utf-8"), extracted.stderr.decode("utf-8")
    assert extracted.returncode == 0, err[-2_000:]
    assert [STEERING.findall(text) for text in (out, err)] == [[], []]
    assert "Traceback" not in err
    lines = [json.loads(line) for line in out.splitlines()]  # one figure in each; a name cannot make a second line
    assert (len(lines), len({line["value"] for line in lines})) == (len(NAMES), len(NAMES))
    for words in refusals().values():
        assert words in err
