"""Finding releases: by pointer, by id, and what is said where there is none."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from release.catalogue import find, latest, release_ids, releases
from release.record import ReleaseError, read_release


def test_a_home_without_releases_has_none(tmp_path: Path) -> None:
    assert releases(tmp_path) == []
    assert latest(tmp_path) is None
    with pytest.raises(ReleaseError, match=r"no release published yet; run `parallax run` first"):
        find(tmp_path, None)


def test_only_complete_releases_count_and_they_count_as_numbers(tmp_path: Path) -> None:
    for name in ("r000002", "r1000000", "r000010", ".tmp-abc", "r12", "notes", "r000003x"):
        (tmp_path / "releases" / name).mkdir(parents=True)
    assert release_ids(tmp_path) == ["r000002", "r000010", "r1000000"]


def test_an_unknown_id_names_those_there_are(busy_home: SimpleNamespace) -> None:
    with pytest.raises(ReleaseError, match=r"r000009: no such release .* there are: r000001"):
        find(busy_home.home, "r000009")


@pytest.mark.parametrize("hostile", ["../../etc", "latest", "", "r000001/../r000001", "/"])
def test_no_path_is_built_from_an_id_that_is_none(busy_home: SimpleNamespace, hostile: str) -> None:
    with pytest.raises(ReleaseError, match=r"no such release"):
        find(busy_home.home, hostile)


def test_flipping_the_pointer_back_is_a_rollback(busy_home: SimpleNamespace) -> None:
    busy_home.publish("cd" * 32)
    pointer = busy_home.home / "releases" / "latest"
    pointer.unlink()
    pointer.symlink_to("r000001")
    assert latest(busy_home.home) == find(busy_home.home, "r000001")
    # the next release counts on from the highest number, not from the pointer
    assert busy_home.publish("ef" * 32).release_id == "r000003"


def test_a_pointer_that_leads_nowhere_says_where_to_point_it(tmp_path: Path, busy_home: SimpleNamespace) -> None:
    shutil.copytree(busy_home.home / "releases", tmp_path / "releases", symlinks=True)
    pointer = tmp_path / "releases" / "latest"
    pointer.unlink()
    pointer.symlink_to("r000009")
    with pytest.raises(ReleaseError, match=r"points at r000009, which does not exist; point it at one of r000001"):
        latest(tmp_path)


def test_a_folder_that_is_no_release_says_so(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match=r"is .* a release"):
        read_release(tmp_path)
    (tmp_path / "release.json").write_text('{"format_version": 2}')
    with pytest.raises(ReleaseError, match=r"a release of format 2, newer than this program's, 1"):
        read_release(tmp_path)
