"""One writer, and no half-written state: locks between processes, kills at any moment, sweeps."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from warehouse.ledger import LedgerLocked, open_ledger
from warehouse.ledger.lock import exclusive

ROOT = Path(__file__).resolve().parents[4]

HOLD = """
import sys, time
from pathlib import Path
from warehouse.ledger import open_ledger
with open_ledger(Path(sys.argv[1])).lock():
    print("held", flush=True)
    time.sleep(600)
"""

# Takes in documents without end, so that a kill falls into a write.
WRITE = """
import sys, hashlib
from datetime import datetime, UTC
from itertools import count
from pathlib import Path
from sources.ingest.arrival import Arrival
from warehouse.ledger import open_ledger
ledger = open_ledger(Path(sys.argv[1]))
for number in count():
    content = f"{sys.argv[2]} {number}".encode()
    document_id = hashlib.sha256(content).hexdigest()
    arrival = Arrival(f"inbox/{sys.argv[2]}-{number}", "x", document_id, content, None, None)
    ledger.take_in([arrival], now=datetime.now(UTC))
    print(number, flush=True)
"""


def start(program: str, *arguments: str, of_its_own: bool = False) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=of_its_own,
    )


def test_a_second_writer_is_refused_at_once_and_told_who_writes(tmp_path, arrive, noon):
    ledger = open_ledger(tmp_path)
    holder = start(HOLD, str(tmp_path))
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(LedgerLocked, match=rf"process {holder.pid}"):
            ledger.take_in([arrive("a")], now=noon)
    finally:
        holder.kill()
        holder.wait()
    ledger.take_in([arrive("a")], now=noon)  # the lock went with its holder


def test_a_process_that_a_killed_holder_forked_does_not_keep_the_lock(tmp_path, arrive, noon):
    fork = 'if not os.fork(): print("forked", flush=True); time.sleep(600)\n    '  # a fork lets go of the lock once it runs
    holder = start("import os\n" + HOLD.replace('print("held"', fork + 'print("held"'), str(tmp_path), of_its_own=True)
    try:
        assert holder.stdout is not None
        assert {holder.stdout.readline(), holder.stdout.readline()} == {"forked\n", "held\n"}
        holder.kill()
        holder.wait()
        open_ledger(tmp_path).take_in([arrive("a")], now=noon)
    finally:
        os.killpg(holder.pid, signal.SIGKILL)


def test_threads_of_the_holder_enter_at_the_same_moment(tmp_path):
    """None is refused, and never are two of them the outermost."""
    path, together = tmp_path / ".lock", threading.Barrier(8)

    def enter(_):
        together.wait()
        outermost = 0
        for _ in range(50):
            with exclusive(path) as is_outermost:
                outermost += is_outermost
        return outermost

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(enter, range(8)))
    assert 1 <= sum(found) <= 400
    with exclusive(path) as is_outermost:
        assert is_outermost


def test_the_lock_may_be_entered_again_by_its_holder(tmp_path, arrive, noon):
    ledger = open_ledger(tmp_path)
    with ledger.lock(), open_ledger(tmp_path).lock():
        assert len(ledger.take_in([arrive("a")], now=noon).landed) == 1
    holder = start(HOLD, str(tmp_path))  # and it is free afterwards
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    holder.kill()
    holder.wait()


def test_what_a_killed_writer_left_is_swept_and_was_never_seen(tmp_path, arrive, noon):
    ledger = open_ledger(tmp_path)
    left = tmp_path / "ledger" / "tmp" / "000001-abcdefabcdef"
    left.mkdir()
    (left / "receipts.parquet").write_bytes(b"half")
    (tmp_path / "ledger" / "tmp" / "half-a-document").write_bytes(b"ha")
    assert ledger.batches() == ()
    ledger.take_in([arrive("a")], now=noon)
    assert list((tmp_path / "ledger" / "tmp").iterdir()) == []
    assert len(ledger.batches()) == 1


@pytest.mark.slow
def test_kills_at_random_moments_leave_a_whole_ledger_that_goes_on(tmp_path, arrive, noon):
    acknowledged = 0
    for attempt in range(3):
        writer = start(WRITE, str(tmp_path), str(attempt))
        assert writer.stdout is not None
        for _ in range(3):
            acknowledged += writer.stdout.readline() != ""
        time.sleep(0.011 * attempt)
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read()
        acknowledged += rest.count("\n")
        writer.wait()
    ledger = open_ledger(tmp_path)
    receipts = ledger.rows("raw.receipts")
    # Every acknowledged arrival is there; at most one per kill was written and not yet acknowledged.
    assert acknowledged <= receipts.height <= acknowledged + 3
    assert all(ledger.content(document_id) for document_id in receipts["document_id"])
    assert len(ledger.take_in([arrive("after")], now=noon).landed) == 1
    assert list((tmp_path / "ledger" / "tmp").iterdir()) == []


def test_a_lock_that_cannot_be_signed_is_let_go(tmp_path, monkeypatch):
    ledger = open_ledger(tmp_path)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "pwrite", full)
        with pytest.raises(OSError, match="No space"), ledger.lock():
            pass
    other = "import sys; from pathlib import Path; from warehouse.ledger import open_ledger\n"
    other += "with open_ledger(Path(sys.argv[1])).lock(): pass"
    done = subprocess.run([sys.executable, "-c", other, str(tmp_path)], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_new_folder_of_the_store_is_on_disk_before_its_file_counts(tmp_path, monkeypatch):
    from warehouse.ledger import store

    ledger, synced = open_ledger(tmp_path), []
    real = store.fsync_directory

    def sync(path):
        synced.append(path.name)
        real(path)

    monkeypatch.setattr(store, "fsync_directory", sync)
    sha256 = ledger._documents.put(b"one")
    assert synced == ["documents", sha256[:2]]
