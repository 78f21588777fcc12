"""Damaged files of Dagster: `doctor` names each with its remedy; the next run moves databases aside, but never settings."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipelines.cli import app
from pipelines.cli.terminal.shortage import shortage
from pipelines.dagster_storage import DAEMON_LOCK, StorageError, dagster_instance
from pipelines.home import prepare_dagster_home
from pipelines.storage_health import MAIN, storage_findings

NOISE = bytes(range(256)) * 64


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a storage that Dagster has made."""
    folder = prepare_dagster_home(tmp_path_factory.mktemp("made"))
    with dagster_instance(folder):
        pass
    for name in MAIN:  # what is in the log of writes goes into the file
        with sqlite3.connect(folder / name) as con:
            con.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        con.close()
    return {name: (folder / name).read_bytes() for name in MAIN}


@pytest.fixture
def home(made: dict[str, bytes], tmp_path: Path) -> Path:
    folder = prepare_dagster_home(tmp_path)
    for name, content in made.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return tmp_path


def _noise(file: Path) -> None:
    file.write_bytes(NOISE)


def _half(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _zeros_inside(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[8192:20480] = bytes(12288)
    file.write_bytes(content)


def _another(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as con:
        con.execute("CREATE TABLE somebody (n)")
    con.close()


DAMAGES: tuple[Callable[[Path], None], ...] = (_noise, _half, _zeros_inside, _another)


def test_a_whole_storage_has_no_finding(home: Path) -> None:
    assert storage_findings(home) == []


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", MAIN)
def test_a_damaged_database_is_named_put_aside_and_made_anew(home: Path, name: str, damage: Any) -> None:
    file = home / "dagster" / name
    damage(file)
    content = file.read_bytes()
    (finding,) = storage_findings(home)
    assert finding.where == str(file)
    assert "`parallax run` moves it aside and starts a new one" in finding.to_do

    said: list[str] = []
    with dagster_instance(home / "dagster", said.append) as instance:
        assert instance.get_runs() == []
        assert list(instance.get_asset_keys()) == []
        assert instance.all_instigator_state() == []
    (told,) = said
    assert str(file) in told and "no document and no figure" in told
    assert file.with_name(f"{file.name}.damaged-1").read_bytes() == content
    assert storage_findings(home) == []


def test_a_second_damage_keeps_the_first(home: Path) -> None:
    file = home / "dagster" / "history" / "runs.db"
    for _ in range(2):
        _noise(file)
        with dagster_instance(home / "dagster"):
            pass
    assert sorted(path.name for path in file.parent.glob("runs.db.damaged-?")) == [
        "runs.db.damaged-1",
        "runs.db.damaged-2",
    ]


def test_the_events_of_one_damaged_run_are_named_and_stop_nothing(home: Path) -> None:
    file = home / "dagster" / "history" / "runs" / "0b0c.db"
    _noise(file)
    (finding,) = storage_findings(home)
    assert (finding.where, finding.to_do) == (str(file), "remove it: it holds the events of one run")
    with dagster_instance(home / "dagster") as instance:
        assert instance.get_runs() == []


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (NOISE, "is not UTF-8 text"),
        (b"storage: [", "is not YAML (line 1)"),
        (b"- 1\n", "holds no settings"),
    ],
)
def test_settings_that_nobody_can_read_are_named_and_stay(home: Path, content: bytes, what: str) -> None:
    file = home / "dagster" / "dagster.yaml"
    file.write_bytes(content)
    (finding,) = storage_findings(home)
    assert (finding.where, finding.what) == (str(file), what)
    assert "or move it away: the next run writes the packaged one" in finding.to_do
    with (
        pytest.raises(StorageError, match=r"dagster\.yaml: it is no|dagster\.yaml: it holds"),
        dagster_instance(home / "dagster"),
    ):
        pass
    assert file.read_bytes() == content


def test_settings_that_dagster_refuses_are_told_with_their_file(home: Path) -> None:
    (home / "dagster" / "dagster.yaml").write_text("no_such_setting: 1\n")
    with (
        pytest.raises(StorageError, match=r"Dagster refuses these settings.*move it away"),
        dagster_instance(home / "dagster"),
    ):
        pass


def test_what_a_daemon_has_open_is_not_moved(home: Path) -> None:
    file = home / "dagster" / "history" / "runs.db"
    _noise(file)
    with (home / "dagster" / DAEMON_LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write("1")
        lock.flush()
        with pytest.raises(StorageError, match="end the daemon of this home"), dagster_instance(home / "dagster"):
            pass
        lock.seek(0)
        lock.write(str(os.getpid()))  # this process is about to become the daemon
        lock.flush()
        with dagster_instance(home / "dagster"):
            pass


def test_doctor_ends_with_1_and_names_the_file(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _noise(home / "dagster" / "schedules" / "schedules.db")
    with pytest.raises(SystemExit) as ended:
        app.main(["doctor", "--home", str(home)])
    assert ended.value.code == 1
    assert "schedules.db: damaged (file is not a database)" in capsys.readouterr().out


def test_damage_that_is_met_in_the_middle_of_a_run_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(NOISE)
    with pytest.raises(sqlite3.DatabaseError) as met:
        sqlite3.connect(tmp_path / "x.db").execute("SELECT * FROM runs")
    assert "a database file of Dagster's history is damaged; run again" in str(shortage(met.value))
