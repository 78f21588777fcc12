"""A damaged latest release is reported, preserved, skipped in comparisons and never served; a publisher that died before moving the pointer."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from release.catalogue import find, latest, release_ids, standing
from release.changes.reading import changes_of, difference
from release.changes.record import Changes
from release.health import release_findings
from release.keep.pointing import ANNOUNCED, announce, point
from release.keep.release_records import kept_record
from release.keep.retention import discard_folder
from release.making import filling
from release.making import publishing as steps
from release.making.publishing import publish_again, recover
from release.manifest import verify_files
from release.record import Release, ReleaseDamaged, ReleaseError
from warehouse.export import list_tables
from warehouse.policy import read_policy

Publish = Callable[..., Release]
ONE, TWO, THREE = "1" * 64, "2" * 64, "3" * 64


@pytest.fixture
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Releases whose workbook, pages and exports are a few bytes each: what is tried here is which release stands."""

    def export(database: Path, schema: str, folder: Path, keys: object) -> None:
        for table in list_tables(database, schema):
            (folder / f"{table.name}.parquet").write_bytes(table.name.encode() * 9)

    def page(_: Path, record: object, checks: object, changes: Changes, folder: Path, *others: object) -> None:
        folder.mkdir()
        (folder / "changes.html").write_text("".join(changes.notes), encoding="utf-8")

    monkeypatch.setattr(filling, "export_parquet", export)
    monkeypatch.setattr(filling, "write_workbook", lambda database, release_id, file: file.write_bytes(b"workbook"))
    monkeypatch.setattr(filling, "describe", lambda *_: {})
    monkeypatch.setattr(filling, "answer", lambda *_: ())
    monkeypatch.setattr(filling, "readme", lambda *_, **__: "# a release")
    monkeypatch.setattr(filling, "build_site", page)
    monkeypatch.setattr(steps, "audit", lambda *_: None)


def _altered(release: Release, name: str) -> None:
    file = release.path / name
    file.chmod(0o644)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    file.chmod(0o444)


def _lost(release: Release) -> None:
    discard_folder(release.path)


small = pytest.mark.usefixtures("small_files")
DAMAGES: dict[str, Callable[[Release], None]] = {
    "database": lambda release: _altered(release, "warehouse.duckdb"),
    "record": lambda release: _altered(release, "release.json"),
    "a Parquet file": lambda release: _altered(release, "parquet/claims.parquet"),
    "folder lost": _lost,
}


def test_the_notes_of_a_whole_release_say_that_the_one_before_was_damaged(
    tmp_path: Path, publish_build: Publish
) -> None:
    _altered(publish_build(fingerprint=ONE), "warehouse.duckdb")
    second = publish_build(fingerprint=ONE)
    (note,) = changes_of(second.path).notes
    assert note in (second.path / "site" / "changes.html").read_text(encoding="utf-8")
    assert verify_files(second.path) == []


@small
@pytest.mark.parametrize("damage", DAMAGES)
def test_over_a_damaged_release_the_next_one_is_published_compared_with_the_newest_whole_one(
    tmp_path: Path, publish_build: Publish, damage: str
) -> None:
    first = publish_build(fingerprint=ONE)
    second = publish_build(fingerprint=TWO)
    DAMAGES[damage](second)
    stood = standing(tmp_path)
    assert stood.release == first
    assert stood.named == "r000002"
    assert stood.damage is not None
    assert not stood.is_of(TWO), "what is damaged is no reason to publish nothing"
    third = publish_build(fingerprint=TWO)
    assert third.release_id == "r000003"
    assert latest(tmp_path) == third
    changes = changes_of(third.path)
    assert changes.before == "r000001"
    (note,) = changes.notes
    assert "r000002" in note
    assert "compared with r000001" in note
    assert str(tmp_path) not in note, "a release tells no path of the machine"
    assert standing(tmp_path).damage is None
    # The damaged one keeps its place for the doctor, and nobody is served it.
    assert {finding.to_do.split(",")[0] for finding in release_findings(tmp_path)} == {"run `parallax rebuild r000002`"}
    if damage in ("database", "record"):
        with pytest.raises(ReleaseDamaged):
            find(tmp_path, "r000002")
    # What comes before the third is the first, there too, and it is said.
    again = difference(tmp_path, None, None, read_policy())
    if damage in ("database", "record"):
        assert (again.before, "r000002 is damaged" in again.notes[0]) == ("r000001", True)


@small
def test_the_first_and_only_release_may_be_damaged_too(tmp_path: Path, publish_build: Publish) -> None:
    _altered(publish_build(fingerprint=ONE), "warehouse.duckdb")
    second = publish_build(fingerprint=ONE)
    assert (second.release_id, changes_of(second.path).before) == ("r000002", None)
    assert "no whole release before it" in changes_of(second.path).notes[0]


@small
def test_a_pointer_that_is_no_link_or_a_release_of_a_newer_program_is_no_damage_to_publish_over(
    tmp_path: Path, publish_build: Publish
) -> None:
    from release.manifest import write_manifest

    release = publish_build(fingerprint=ONE)
    record = release.path / "release.json"
    release.path.chmod(0o755)
    for path in (record, release.path / "manifest.sha256"):
        path.chmod(0o644)
    record.write_text(record.read_text().replace('"format_version": 1', '"format_version": 2'))
    write_manifest(release.path)
    with pytest.raises(ReleaseError, match="newer than this program's"):
        publish_build(fingerprint=TWO)
    (tmp_path / "releases" / "latest").unlink()
    (tmp_path / "releases" / "latest").write_text("r000001")
    with pytest.raises(ReleaseError, match="not a link"):
        publish_build(fingerprint=TWO)
    assert release_ids(tmp_path) == ["r000001"]


@small
def test_a_pointer_that_somebody_lost_hides_no_release(tmp_path: Path, publish_build: Publish) -> None:
    publish_build(fingerprint=ONE)
    (tmp_path / "releases" / "latest").unlink()
    second = publish_build(fingerprint=TWO)
    assert changes_of(second.path).before == "r000001"
    assert changes_of(second.path).notes == ("the pointer was lost; compared with r000001, the newest whole release",)


@small
def test_what_was_published_already_is_not_published_twice(tmp_path: Path, publish_build: Publish) -> None:
    first = publish_build(fingerprint=ONE)
    assert publish_build(fingerprint=ONE) == first
    assert release_ids(tmp_path) == ["r000001"]


def _dies_before_the_pointer(publish_build: Publish, fingerprint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(steps, "point", die)
        with pytest.raises(KeyboardInterrupt):
            publish_build(fingerprint=fingerprint)


@small
@pytest.mark.parametrize("by", ["the run", "the publisher"])
def test_a_release_that_never_got_the_pointer_gets_it_where_it_says_what_is_true_now(
    tmp_path: Path, publish_build: Publish, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    publish_build(fingerprint=ONE)
    _dies_before_the_pointer(publish_build, TWO, monkeypatch)
    assert latest(tmp_path).release_id == "r000001"  # type: ignore[union-attr]
    told = [finding.what for finding in release_findings(tmp_path)]
    assert told == ["r000002 was never published: its publisher was killed, or is publishing now"]
    found = recover(tmp_path, TWO) if by == "the run" else publish_build(fingerprint=TWO)
    assert found is not None
    assert (found.release_id, latest(tmp_path)) == ("r000002", found)
    assert release_ids(tmp_path) == ["r000001", "r000002"], "not published twice"
    assert release_findings(tmp_path) == []


@small
@pytest.mark.parametrize("why", ["other inputs", "damaged"])
def test_a_release_that_never_got_the_pointer_goes_where_it_is_out_of_date_or_not_whole(
    tmp_path: Path, publish_build: Publish, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    publish_build(fingerprint=ONE)
    _dies_before_the_pointer(publish_build, TWO, monkeypatch)
    if why == "damaged":
        _altered(Release(tmp_path / "releases" / "r000002", kept_record(tmp_path, "r000002").record), "README.md")
    now = THREE if why == "other inputs" else TWO
    assert recover(tmp_path, now) is None
    assert release_ids(tmp_path) == ["r000001"]
    assert release_findings(tmp_path) == []
    assert publish_build(fingerprint=now).release_id == "r000003", "a number is given once"


@small
def test_a_release_that_a_person_pointed_away_from_stays(tmp_path: Path, publish_build: Publish) -> None:
    publish_build(fingerprint=ONE)
    publish_build(fingerprint=TWO)
    point(tmp_path / "releases", "r000001")  # as docs/operations.md says it
    assert recover(tmp_path, THREE) is None
    assert publish_build(fingerprint=THREE).release_id == "r000003"
    assert release_ids(tmp_path) == ["r000001", "r000002", "r000003"]


@small
def test_an_announcement_of_what_never_came_or_is_done_means_nothing(tmp_path: Path, publish_build: Publish) -> None:
    first = publish_build(fingerprint=ONE)
    for announced in ("r000002", "r000001", "../r000001", ""):
        announce(tmp_path / "releases", announced)
        assert recover(tmp_path, TWO) is None, announced
        assert not (tmp_path / "releases" / ANNOUNCED).exists()
        assert latest(tmp_path) == first
        assert verify_files(first.path) == []


@small
def test_making_an_old_release_again_does_not_take_the_pointer_back(tmp_path: Path, publish_build: Publish) -> None:
    first = publish_build(fingerprint=ONE)
    publish_build(fingerprint=TWO)
    staged = tmp_path / "releases" / ".tmp-again"
    shutil.copytree(first.path, staged)
    for path in (staged, *staged.rglob("*")):
        path.chmod(0o755)
    (tmp_path / "releases" / "latest").unlink()
    publish_again(tmp_path, staged, "r000001")
    assert not (tmp_path / "releases" / "latest").exists(), "the doctor says where it should lead"


def test_a_publisher_that_fails_leaves_no_half_folder(
    tmp_path: Path, plant: Callable[..., None], publish_build: Publish
) -> None:
    plant("UPDATE marts.evidence SET quote = 'USD 11.0 billion' WHERE evidence_id = 'c01-0'")
    with pytest.raises(ReleaseError, match="differs from the quote"):
        publish_build(fingerprint=ONE)
    assert not list((tmp_path / "releases").glob(".tmp-*"))
