"""Finding releases: by pointer, by id, and what is said where there is none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from release.catalogue import find, latest, release_ids, releases
from release.record import Release, ReleaseError, read_release

Publish = Callable[..., Release]


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


def test_flipping_the_pointer_back_is_a_rollback(tmp_path: Path, publish_build: Publish) -> None:
    publish_build()
    publish_build(fingerprint="cd" * 32)
    pointer = tmp_path / "releases" / "latest"
    pointer.unlink()
    pointer.symlink_to("r000001")
    assert latest(tmp_path) == find(tmp_path, "r000001")
    # the next release counts on from the highest number, not from the pointer
    assert publish_build(fingerprint="ef" * 32).release_id == "r000003"


def test_a_pointer_that_leads_nowhere_says_where_to_point_it(tmp_path: Path, publish_build: Publish) -> None:
    publish_build()
    pointer = tmp_path / "releases" / "latest"
    pointer.unlink()
    pointer.symlink_to("r000007")
    with pytest.raises(ReleaseError, match=r"points at r000007, which does not exist; point it at one of r000001"):
        latest(tmp_path)


def test_a_folder_that_is_no_release_says_so(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match=r"is .* a release"):
        read_release(tmp_path)
    (tmp_path / "release.json").write_text('{"format_version": 2}')
    with pytest.raises(ReleaseError, match=r"a release of format 2, newer than this program's, 1"):
        read_release(tmp_path)
