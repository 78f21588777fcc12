"""Odd entries of an inbox: each fails alone, with its name and what to do, and the reports beside it arrive."""

from __future__ import annotations

import multiprocessing
import os
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from sources.ingest import discover, receive, survey
from tests.rights import give_up_rights

GOOD = "The widget market was worth USD 4.2 billion in 2025.\n"
Told = dict[str, tuple[str | None, tuple[str, ...]]]


def told_of(inbox: Path) -> Told:
    """Per arrival: why it was not taken (None where it was), and what is to be looked at."""
    return {one.name: (one.problem.detail if one.problem else None, one.warnings) for one in receive(inbox, 0)}


def told_without_rights(inbox: Path) -> Told:
    """The same, as somebody whom permissions bind."""
    with multiprocessing.get_context("spawn").Pool(1, initializer=give_up_rights) as pool:
        return pool.apply(told_of, (inbox,))


def folder_for_a_sidecar(inbox: Path) -> None:
    (inbox / "good.txt.meta.yml").mkdir()


def sidecar_with_half_a_character(inbox: Path) -> None:
    (inbox / "good.txt.meta.yml").write_text('title: "Widgets"\npublisher: "Sur\\uD800House"\n')


def sidecar_of_aliases(inbox: Path) -> None:
    levels = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9))
    (inbox / "good.txt.meta.yml").write_text(f"a0: &a0 [x]\n{levels}")


def sidecar_that_is_a_pipe(inbox: Path) -> None:
    os.mkfifo(inbox / "good.txt.meta.yml")


def sidecar_that_leads_nowhere(inbox: Path) -> None:
    (inbox / "good.txt.meta.yml").symlink_to("nowhere")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (folder_for_a_sidecar, "good.txt.meta.yml: it is a folder, no regular file"),
        (sidecar_with_half_a_character, "good.txt.meta.yml, line 2: key publisher: half of a character"),
        (sidecar_of_aliases, "good.txt.meta.yml, line 1: key a0: give a single text"),
        (sidecar_that_is_a_pipe, "good.txt.meta.yml: it is a pipe, no regular file"),
        (sidecar_that_leads_nowhere, "good.txt.meta.yml: it is a symbolic link"),
    ],
)
def test_a_document_arrives_whatever_lies_in_place_of_its_sidecar(
    make: Callable[[Path], None], words: str, tmp_path: Path
) -> None:
    (tmp_path / "good.txt").write_text(GOOD)
    make(tmp_path)
    ((problem, (warning,)),) = told_of(tmp_path).values()
    assert problem is None
    assert words in warning
    warning.encode("utf-8")


def test_what_is_no_file_is_named_and_the_others_arrive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "good.txt").write_text(GOOD)
    (tmp_path / "broken-link.txt").symlink_to("nowhere")
    (tmp_path / "circle.txt").symlink_to("circle.txt")
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "folder.pdf").mkdir()
    (tmp_path / "folder.pdf" / "inside.txt").write_text(GOOD + " ")
    monkeypatch.chdir(tmp_path)  # an address of a socket is short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.txt")
        found = told_of(tmp_path)
    assert [name for name, (problem, _) in found.items() if problem is None] == ["inside.txt", "good.txt"]
    for name, words in (
        ("broken-link.txt", "symbolic link"),
        ("circle.txt", "symbolic link"),
        ("pipe.txt", "it is a pipe"),
        ("socket.txt", "socket"),
    ):
        assert words in (found[name][0] or ""), name


def test_a_path_beyond_what_the_system_opens_is_named_and_the_others_arrive(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(GOOD)
    start = os.open(tmp_path, os.O_RDONLY)
    here = start
    for _ in range(600):  # 600 times 9 characters are more than the 4,096 of a path
        os.mkdir("deepdir_", dir_fd=here)
        below = os.open("deepdir_", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    file = os.open("deep.txt", os.O_WRONLY | os.O_CREAT, dir_fd=here)
    os.write(file, GOOD.encode())
    os.close(file)
    os.close(here)
    try:
        found = told_of(tmp_path)
    finally:
        subprocess.run(["rm", "-r", str(tmp_path / "deepdir_")], check=True)  # Python's own way runs out of depth
    assert found.pop("good.txt") == (None, ())
    ((problem, _),) = found.values()
    assert "more than the system opens: move it into a folder higher up" in (problem or "")


@pytest.mark.parametrize("mode", [0o000, 0o600])
def test_a_closed_folder_is_named_and_the_others_arrive(tmp_path: Path, mode: int) -> None:
    inbox = tmp_path / "inbox"
    (inbox / "closed").mkdir(parents=True)
    (inbox / "good.txt").write_text(GOOD)
    (inbox / "closed" / "report.txt").write_text(GOOD + " ")
    (inbox / "closed").chmod(mode)
    try:
        found = told_without_rights(inbox)
    finally:
        (inbox / "closed").chmod(0o755)
    assert found.pop("good.txt") == (None, ())
    ((name, (problem, _)),) = found.items()
    assert name in ("closed", "report.txt")  # a folder that may be listed and not entered shows its names
    assert "check its permissions" in (problem or "")


def test_a_data_home_below_the_inbox_is_passed_over_and_named(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(GOOD)
    for home in ("data", "old/warehouse"):
        (tmp_path / home / "ledger").mkdir(parents=True)
        (tmp_path / home / "ledger" / "format.json").write_text("{}")
        (tmp_path / home / "releases").mkdir()
        (tmp_path / home / "releases" / "README.md").write_text("The widget market was worth USD 9 billion in 2025.")
    (tmp_path / "ledger").mkdir()  # a folder of that name is no home
    (tmp_path / "ledger" / "report.txt").write_text(GOOD + " ")
    found = survey([tmp_path])
    assert [path.name for path in found.files] == ["good.txt", "report.txt"]
    assert len(found.passed_over) == 2
    assert all("is a data home of Parallax" in told for told in found.passed_over)
    assert discover([tmp_path / "data"]) == []


@pytest.mark.parametrize(
    "written", [("ledger/head.json",), ("format.json", "head.json"), ("release.json", "manifest.sha256")]
)
def test_a_part_of_a_data_home_that_somebody_copied_is_passed_over_and_named(
    tmp_path: Path, written: tuple[str, ...]
) -> None:
    (tmp_path / "good.txt").write_text(GOOD)
    for name in (*written, "texts/a.txt", "README.md"):
        path = tmp_path / "copied" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("The widget market was worth USD 9 billion in 2025.")
    found = survey([tmp_path])
    assert [path.name for path in found.files] == ["good.txt"]
    (told,) = found.passed_over
    assert told.startswith(f"{tmp_path / 'copied'} is a data home of Parallax, or a part of one")


def test_a_sidecar_without_its_document_and_one_spelt_differently_are_named_and_are_no_documents(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.txt").write_text(GOOD)
    for name in ("gone.txt.meta.yml", "a.txt.META.YML", "a.txt.meta.yaml"):
        (tmp_path / name).write_text("publisher: Acme\n")
    found = survey([tmp_path])
    assert [path.name for path in found.files] == ["a.txt"]
    told = " | ".join(found.passed_over)
    assert "gone.txt.meta.yml: no document of that name in the same folder" in told
    assert "a.txt.META.YML: a sidecar's name ends in .meta.yml" in told
    assert "a.txt.meta.yaml: a sidecar's name ends in .meta.yml" in told


def test_names_that_differ_in_case_are_two_documents_each_with_its_own_sidecar(tmp_path: Path) -> None:
    for name in ("a.txt", "A.txt"):
        (tmp_path / name).write_text(GOOD + name)
        (tmp_path / f"{name}.meta.yml").write_text(f"title: of {name}\n")
    if len(list(tmp_path.iterdir())) == 2:
        pytest.skip("this file system knows no case")
    titles = {one.name: one.metadata.title for one in receive(tmp_path, 0) if one.metadata}
    assert titles == {"a.txt": "of a.txt", "A.txt": "of A.txt"}
