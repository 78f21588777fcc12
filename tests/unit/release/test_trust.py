"""A release is read only as it was published: damage to what is read is an error that names the file."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from release import trust
from release.catalogue import find, latest, releases
from release.manifest import sha256_of
from release.record import ReleaseError
from trials.homes import FIRST_DAY, tiny_release


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Two releases of one row; the second is the latest."""
    tiny_release(tmp_path, 1, FIRST_DAY)
    tiny_release(tmp_path, 2, FIRST_DAY)
    return tmp_path


def rewrite(path: Path, change: Callable[[bytes], bytes]) -> None:
    path.write_bytes(change(path.read_bytes()))


def flip(content: bytes) -> bytes:
    half = len(content) // 2
    return content[:half] + bytes([content[half] ^ 1]) + content[half + 1 :]


@pytest.mark.parametrize(
    "change", [flip, lambda content: content[:-1], lambda content: b"", lambda content: bytes(len(content))]
)
@pytest.mark.parametrize("name", ["release.json", "warehouse.duckdb"])
def test_a_damaged_record_or_database_is_not_read(home: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    assert latest(home) is not None
    rewrite(home / "releases" / "r000002" / name, change)
    for ask in (lambda: latest(home), lambda: find(home, "r000002")):
        with pytest.raises(ReleaseError, match=rf"{name}.*parallax doctor"):
            ask()
    assert find(home, "r000001").release_id == "r000001"


@pytest.mark.parametrize("name", ["release.json", "warehouse.duckdb", "manifest.sha256"])
def test_a_file_of_another_release_in_its_place_is_not_read(home: Path, name: str) -> None:
    shutil.copyfile(home / "releases" / "r000001" / name, home / "releases" / "r000002" / name)
    with pytest.raises(ReleaseError):
        latest(home)


def test_a_whole_release_under_the_name_of_another_is_not_read(home: Path) -> None:
    shutil.rmtree(home / "releases" / "r000002")
    shutil.copytree(home / "releases" / "r000001", home / "releases" / "r000002")
    with pytest.raises(ReleaseError, match="this is release r000001 in the place of r000002"):
        latest(home)
    with pytest.raises(ReleaseError, match="in the place of r000002"):
        releases(home)


@pytest.mark.parametrize("name", ["release.json", "warehouse.duckdb", "manifest.sha256"])
def test_a_missing_file_is_told(home: Path, name: str) -> None:
    (home / "releases" / "r000002" / name).unlink()
    with pytest.raises(ReleaseError, match=f"{name}: cannot be read"):
        latest(home)


def test_a_line_of_the_manifest_that_is_gone_doubled_or_no_hash_is_told(home: Path) -> None:
    manifest = home / "releases" / "r000002" / "manifest.sha256"
    content = manifest.read_bytes()
    lines = content.splitlines(keepends=True)
    of_record = next(line for line in lines if line.endswith(b"  release.json\n"))
    for other in (
        content.replace(of_record, b""),
        content + of_record,
        content.replace(of_record, b"g" + of_record[1:]),
    ):
        manifest.write_bytes(other)
        with pytest.raises(ReleaseError, match=r"manifest\.sha256: damaged: no line for release\.json"):
            latest(home)


def test_a_log_beside_the_database_is_not_merged_in(home: Path) -> None:
    (home / "releases" / "r000002" / "warehouse.duckdb.wal").write_bytes(b"")
    with pytest.raises(ReleaseError, match="no log belongs beside a published database"):
        latest(home)


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """The files that were hashed whole."""
    seen: list[Path] = []
    honest = sha256_of

    def counted(path: Path) -> str:
        seen.append(path)
        return honest(path)

    monkeypatch.setattr(trust, "sha256_of", counted)
    yield seen


def test_a_database_is_hashed_once_until_it_changes(home: Path, hashed: list[Path]) -> None:
    time.sleep(2 * trust.TICK_NS / 1e9)
    for _ in range(3):
        latest(home)
    assert len(hashed) == 1
    database = home / "releases" / "r000002" / "warehouse.duckdb"
    os.utime(database)
    time.sleep(2 * trust.TICK_NS / 1e9)
    latest(home)
    latest(home)
    assert len(hashed) == 2


def test_a_database_that_has_just_been_written_is_not_remembered(
    home: Path, hashed: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trust, "TICK_NS", 600 * 10**9)  # however long a busy machine takes from here to there
    (home / "releases" / "r000002" / "warehouse.duckdb").touch()
    latest(home)
    assert not (home / "releases" / trust.REMEMBERED / "r000002").exists()


def test_a_damaged_memory_only_costs_another_hash(home: Path, hashed: list[Path]) -> None:
    time.sleep(2 * trust.TICK_NS / 1e9)
    latest(home)
    rewrite(home / "releases" / trust.REMEMBERED / "r000002", flip)
    latest(home)
    assert len(hashed) == 2


def test_a_pointer_that_is_no_link_is_told(home: Path) -> None:
    pointer = home / "releases" / "latest"
    pointer.unlink()
    pointer.mkdir()
    with pytest.raises(ReleaseError, match="not a link"):
        latest(home)
