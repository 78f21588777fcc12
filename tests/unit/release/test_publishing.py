"""Publishing: all or nothing, in an order that a kill cannot break."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import stat
import subprocess
import sys
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import duckdb
import pytest

from release import ReleaseError, ReleaseRefused, is_current, latest, releases, verify
from release.making import filling
from release.making import publishing as steps
from release.making.publishing import TEMPORARY, publish
from release.record import Release
from warehouse.schema.marts import marts

pytestmark = pytest.mark.slow

Publish = Callable[..., Release]


FINGERPRINT, OTHER = "ab" * 32, "cd" * 32


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory, few_tables: Path, small_world: Any, all_passed: Any) -> Release:
    """A release of a few tables, the only one of its home, for tests that only read."""
    home = tmp_path_factory.mktemp("first")
    build = home / "builds" / "b"
    build.mkdir(parents=True)
    shutil.copyfile(few_tables, build / "warehouse.duckdb")
    return publish(home, build, FINGERPRINT, all_passed, small_world.text_of)


def test_a_published_release_is_whole_and_latest_points_at_it(first: Release) -> None:
    home = first.path.parents[1]
    assert first.release_id == "r000001"
    assert first.path == home / "releases" / "r000001"
    assert (home / "releases" / "latest").readlink() == Path("r000001")
    present = {path.relative_to(first.path).as_posix() for path in first.path.iterdir()}
    assert present == {
        "README.md", "changes.json", "checks.json", "datapackage.json", "manifest.sha256", "parquet", "release.json", "site",
        "views.sql", "warehouse.duckdb", "workbook.xlsx",
    }  # fmt: skip
    assert verify(first) == []
    assert latest(home) == first


def test_sha256sum_accepts_the_manifest_and_the_manifest_does_not_list_itself(first: Release) -> None:
    checked = subprocess.run(
        ["sha256sum", "-c", "--strict", "manifest.sha256"],
        cwd=first.path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
    listed = [line.split("  ")[1] for line in (first.path / "manifest.sha256").read_text().splitlines()]
    assert listed == sorted(listed)
    assert "manifest.sha256" not in listed
    assert len(listed) == sum(path.is_file() for path in first.path.rglob("*")) - 1


def test_nothing_in_a_release_is_writable_and_no_log_lies_beside_the_database(first: Release) -> None:
    for path in [first.path, *first.path.rglob("*")]:
        wanted = 0o555 if path.is_dir() else 0o444
        assert stat.S_IMODE(path.stat().st_mode) == wanted, path
    assert not list(first.path.rglob("*.wal"))


def test_the_record_counts_rows_documents_and_checks(release: Release, all_passed: Any) -> None:
    record = release.record
    # the small world: 12 claims, 13 mentions (one claim stands twice), 7 estimates; 4 texts landed, one copy, one empty file
    assert (record.rows["claims"], record.rows["evidence"], record.rows["market_estimates"]) == (12, 13, 7)
    assert record.documents == {"duplicate": 1, "landed": 4, "quarantined": 1}
    assert record.checks["error"].passed == sum(check.severity == "error" for check in all_passed)
    assert record.checks["warning"].failed == 1
    first_warning = next(check for check in all_passed if check.severity == "warning")
    assert record.warnings == (f"{first_warning.table}: {first_warning.name}",)
    assert record.versions["extractor"] == "x1"
    assert record.versions["duckdb"] == duckdb.__version__


def test_releases_follow_each_other_by_number_alike_and_without_disturbing_who_reads(
    tmp_path: Path, publish_build: Publish
) -> None:
    one = publish_build(fingerprint=f"{0:064x}")
    reading = latest(tmp_path)
    two = publish_build(fingerprint=f"{1:064x}")
    ids = [one.release_id, two.release_id]
    assert ids == ["r000001", "r000002"], "whatever the clock says"
    assert [release.release_id for release in releases(tmp_path)] == ids
    assert latest(tmp_path) == two
    for file in sorted(one.parquet.iterdir()):
        assert file.read_bytes() == (two.parquet / file.name).read_bytes(), file.name
    assert [file.name for file in sorted(one.parquet.iterdir())] == [f"{name}.parquet" for name in sorted(marts())]
    assert reading == one
    assert verify(one) == []


def test_a_release_is_current_only_for_the_fingerprint_it_was_made_from(tmp_path: Path, first: Release) -> None:
    assert not is_current(tmp_path, FINGERPRINT)
    home = first.path.parents[1]
    assert is_current(home, FINGERPRINT)
    assert not is_current(home, OTHER)


def test_a_failed_blocking_check_publishes_nothing_and_is_named(
    tmp_path: Path, publish_build: Publish, with_failed: Any
) -> None:
    before = publish_build()
    checks = with_failed("error")
    failed = next(check for check in checks if not check.passed)
    with pytest.raises(ReleaseRefused, match=rf"{failed.table}: {failed.name}: 1 failing") as refused:
        publish_build(fingerprint=OTHER, checks=checks)
    assert refused.value.failing == (failed,)
    assert latest(tmp_path) == before
    assert [release.release_id for release in releases(tmp_path)] == ["r000001"]


def test_a_build_that_one_check_has_not_judged_is_not_published(
    tmp_path: Path, publish_build: Publish, all_passed: Any
) -> None:
    with pytest.raises(ReleaseError, match=r"1 check missing for this build, first"):
        publish_build(checks=all_passed[1:])
    assert latest(tmp_path) is None


def test_a_quote_that_is_not_the_slice_of_its_text_stops_the_export(
    tmp_path: Path, plant: Any, publish_build: Publish
) -> None:
    plant("UPDATE marts.evidence SET quote = 'USD 11.0 billion' WHERE evidence_id = 'c01-0'")
    with pytest.raises(ReleaseError, match=r"evidence c01-0 .* differs from the quote"):
        publish_build()
    assert latest(tmp_path) is None
    assert releases(tmp_path) == []


def test_a_table_header_that_is_not_the_slice_of_its_text_stops_the_export(
    tmp_path: Path, plant: Any, publish_build: Publish
) -> None:
    plant("UPDATE marts.evidence SET header_start = header_start + 1 WHERE header IS NOT NULL")
    with pytest.raises(ReleaseError, match=r"evidence c09-0 .* differs from the header of its table"):
        publish_build()
    assert latest(tmp_path) is None


def test_a_statement_whose_quote_is_not_the_slice_of_its_text_stops_the_export(
    tmp_path: Path, plant: Any, publish_build: Publish
) -> None:
    plant("UPDATE marts.statement_evidence SET char_start = char_start + 1 WHERE item_id = 'ev1'")
    with pytest.raises(ReleaseError, match=r"evidence ev1-0 .* differs from the quote"):
        publish_build()
    assert latest(tmp_path) is None


def test_a_quote_longer_than_its_licence_allows_stops_the_export(
    tmp_path: Path, plant: Any, publish_build: Publish
) -> None:
    # prefix, quote and suffix of c01 have 20 + 16 + 20 characters, one word less than that is allowed
    plant("UPDATE core.documents SET quote_limit_chars = 40 WHERE name = 'd_new.txt'")
    with pytest.raises(ReleaseError, match=r"the licence allows 40"):
        publish_build()
    assert latest(tmp_path) is None


def test_a_log_beside_the_build_is_folded_in_before_it_is_copied(
    tmp_path: Path, build: Path, publish_build: Publish
) -> None:
    writer = (
        "import duckdb, os, sys\n"
        f"con = duckdb.connect({str(build / 'warehouse.duckdb')!r})\n"
        "con.execute('SET checkpoint_threshold = \\'1GB\\'')\n"
        "con.execute(\"UPDATE marts.markets SET scope = 'from the log' WHERE market_id = 'widget'\")\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", writer], check=False)
    assert (build / "warehouse.duckdb.wal").exists(), "the test must leave a log behind"
    published = publish_build()
    assert not (published.path / "warehouse.duckdb.wal").exists()
    with duckdb.connect(str(published.database), read_only=True) as connection:
        rows = connection.execute("SELECT scope FROM marts.markets WHERE market_id = 'widget'").fetchall()
    assert rows == [("from the log",)]


def test_two_publishers_do_not_meet(tmp_path: Path, publish_build: Publish) -> None:
    publish_build()
    with (tmp_path / "releases" / ".lock").open("a+") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(ReleaseError, match=r"another process is publishing"):
            publish_build(fingerprint=OTHER)
    assert publish_build(fingerprint=OTHER).release_id == "r000002"


def test_a_full_disk_is_told_before_anything_is_written(
    tmp_path: Path, publish_build: Publish, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9, 1_000_000))
    with pytest.raises(ReleaseError, match=r"1 MB free.*free some space"):
        publish_build()
    assert [entry.name for entry in (tmp_path / "releases").iterdir()] == [".lock"]


# One publisher behind the other dies, each over what the one before it left.
STEPS: tuple[tuple[ModuleType, str], ...] = (
    *((filling, name) for name in ("seal", "export_parquet", "write_workbook", "describe", "readme", "compare", "build_site")),
    *((steps, name) for name in ("_ask_for_space", "fill", "audit", "write_manifest", "_make_durable", "announce", "fsync_directory", "keep_record", "point")),
)  # fmt: skip


def test_a_publisher_that_dies_at_any_step_leaves_the_old_release_and_the_next_one_recovers(
    busy_home: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = busy_home.home
    before = latest(home)
    assert before is not None

    def die(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    for module, name in STEPS:
        mine = hashlib.sha256(name.encode()).hexdigest()
        with monkeypatch.context() as patched:
            patched.setattr(module, name, die)
            with pytest.raises(KeyboardInterrupt):
                busy_home.publish(mine)
        assert latest(home) == before, name
        assert verify(before) == [], name
    recovered = busy_home.publish(mine)
    assert latest(home) == recovered
    assert verify(recovered) == []
    assert not list((home / "releases").glob(".tmp-*")), "what the dead publishers left is swept"


ENDLESS = """
import sys
from pathlib import Path
from quality import CheckResult, planned_checks
from release.making.publishing import publish
from warehouse.schema.marts import marts

home, number, texts = Path(sys.argv[1]), int(sys.argv[2]), eval(sys.stdin.read())
checks = tuple(
    CheckResult(plan.name, plan.layer, plan.table, True, plan.severity, plan.description, 0, (), {}) for plan in planned_checks()
)
while True:
    number += 1
    print(publish(home, home / "builds" / "b", f"{number:064x}", checks, texts.__getitem__).release_id, flush=True)
"""


def _unfinished(home: Path) -> int:
    """Files of the release that is being made; -1 where none is."""
    try:
        return max((len(list(one.rglob("*"))) for one in (home / "releases").glob(f"{TEMPORARY}*")), default=-1)
    except FileNotFoundError:  # it has just been finished
        return -1


@pytest.mark.proof
def test_a_killed_publisher_never_shows_half_a_release(tmp_path: Path, build: Path, small_world: Any) -> None:
    root = Path(steps.__file__).parents[1]
    seen = 0
    for turn, n_files in enumerate((0, 1, 8, 30)):  # of the release that is being made when its publisher dies
        with subprocess.Popen(
            [sys.executable, "-c", ENDLESS, str(tmp_path), str(1_000 * turn)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=root,
        ) as publisher:
            assert publisher.stdin is not None
            assert publisher.stdout is not None
            publisher.stdin.write(repr(small_world.texts))
            publisher.stdin.close()
            assert publisher.stdout.readline().startswith("r")
            while _unfinished(tmp_path) < n_files:
                assert publisher.poll() is None
            publisher.kill()
        current = latest(tmp_path)
        assert current is not None
        assert all(verify(found) == [] for found in releases(tmp_path))
        number = int(current.release_id[1:])
        assert number > seen, "the pointer never goes back"
        seen = number
