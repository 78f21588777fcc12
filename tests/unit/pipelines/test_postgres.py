"""Dagster's storage on a real PostgreSQL server by one setting; skipped with a reason where there is none."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dagster as dg
import pytest

from pipelines.home import POSTGRES_VARIABLE, prepare_dagster_home
from pipelines.metrics.collect import run_facts
from pipelines.old_runs import forget_old_runs

WORD = "kanarien-wort"


def programs() -> Path | None:
    """Where the server's programs lie."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name)
    found = shutil.which("initdb")
    return places[-1] if places else Path(found).parent if found else None


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of our own on a free port of loopback, asked with a password; yields its address."""
    pytest.importorskip("dagster_postgres", reason="the extra [postgres] is not installed")
    there = programs()
    if there is None:
        pytest.skip("no PostgreSQL server on this machine (initdb is missing)")
    # The server refuses to run as root.
    user = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="parallax-pg-"))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    try:
        (folder / "word").write_text(WORD + "\n")
        if user:
            try:
                shutil.chown(folder, user)
            except LookupError:
                pytest.skip("this is root, and there is no user postgres to run a server as")
            shutil.chown(folder / "word", user)
        data = folder / "data"
        subprocess.run(
            [there / "initdb", "-D", data, "-U", "parallax", "--auth=scram-sha-256", f"--pwfile={folder / 'word'}", "--no-sync"],
            check=True, capture_output=True, user=user, cwd=folder,
        )  # fmt: skip
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        subprocess.run(
            [there / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=user, cwd=folder,
        )  # fmt: skip
        try:
            yield f"postgresql://parallax:{WORD}@127.0.0.1:{port}/postgres"
        finally:
            subprocess.run(
                [there / "pg_ctl", "-D", data, "-m", "immediate", "stop"],
                check=True,
                capture_output=True,
                user=user,
                cwd=folder,
            )
    finally:
        shutil.rmtree(folder)


@dg.op
def nothing() -> None:
    """Does nothing."""


@dg.job(name="publish_release")
def idle() -> None:
    """One op, under the name of the main job."""
    nothing()


@pytest.mark.slow
def test_runs_are_kept_told_and_forgotten_on_the_server_and_nothing_of_them_lies_in_the_home(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(POSTGRES_VARIABLE, server)
    folder = prepare_dagster_home(tmp_path)
    monkeypatch.setenv("DAGSTER_HOME", str(folder))
    with dg.DagsterInstance.get() as instance:
        assert instance.run_retries_enabled
        run_id = idle.execute_in_process(instance=instance).run_id
    with dg.DagsterInstance.get() as again:
        assert run_facts(again).succeeded is True
        assert "nothing" in run_facts(again).stage_seconds
        later = datetime.now(UTC) + timedelta(days=100)
        assert forget_old_runs(again, later, kept_days=90, kept_at_least=1) == ()
        second = idle.execute_in_process(instance=again).run_id
        assert forget_old_runs(again, later, kept_days=90, kept_at_least=1) == (run_id,)
        assert again.get_run_by_id(second) is not None
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in files if path.suffix == ".db"]
    assert not [path for path in files if WORD in path.read_text(errors="replace")]
