"""Finding documents in files and folders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sources.ingest import discover


def touch(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x")
    return path


def test_folders_are_searched_to_any_depth_in_one_order(tmp_path: Path) -> None:
    names = ["b.txt", "a/z.md", "a/b/c.pdf", "B.txt", "ä.txt"]
    for name in names:
        touch(tmp_path / name)
    found = [path.relative_to(tmp_path.resolve()).as_posix() for path in discover([tmp_path])]
    assert found == ["B.txt", "a/b/c.pdf", "a/z.md", "b.txt", "ä.txt"]  # by code points


def test_hidden_entries_and_sidecars_are_passed_over(tmp_path: Path) -> None:
    for name in [".hidden", ".git/config", "a.pdf", "a.pdf.meta.yml", "meta.yml"]:
        touch(tmp_path / name)
    assert [path.name for path in discover([tmp_path])] == ["a.pdf", "meta.yml"]
    assert [path.name for path in discover([tmp_path / ".hidden", tmp_path / "a.pdf.meta.yml"])] == [".hidden"]


def test_a_place_named_twice_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch(tmp_path / "in/a.txt")
    monkeypatch.chdir(tmp_path)
    found = discover([Path("in"), Path("in/a.txt"), tmp_path / "in/../in/a.txt", Path("./in/")])
    assert found == [tmp_path.resolve() / "in/a.txt"]


def test_links_below_the_folder_are_listed_but_not_followed(tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    touch(inbox / "a.txt")
    touch(tmp_path / "outside/secret.txt")
    (inbox / "folder").symlink_to(tmp_path / "outside")
    (inbox / "file.txt").symlink_to(tmp_path / "outside/secret.txt")
    (inbox / "loop").symlink_to(inbox)
    assert [path.name for path in discover([inbox])] == ["a.txt", "file.txt", "folder", "loop"]
    # the folder that a person names may be a link itself
    (tmp_path / "link").symlink_to(inbox)
    assert discover([tmp_path / "link"]) == discover([inbox])


def test_a_missing_place_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere does not exist: check the path"):
        discover([tmp_path / "nowhere"])


def test_pipes_are_listed_so_that_their_refusal_shows(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert [path.name for path in discover([tmp_path])] == ["pipe"]
