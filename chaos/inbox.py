"""Inboxes as they come: odd entries among good reports, half written files, a home in the inbox, nothing at all.

The whole job runs on each. Every odd entry fails alone and is named; what is good is published, and nothing by accident.
"""

from __future__ import annotations

import gzip
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import duckdb

from chaos.resources import run_bound
from chaos.trial import Outcome, Size, Trial
from trials.inboxes import write_inbox
from trials.supervised import Ended, run, start
from trials.world import current, faults_now, leftovers

GOOD = 180
_DEEP = 600  # folders of eight letters: more than the 4,096 bytes of a path
_REPORT = """{market} Market Report

The global {low} market was valued at USD {base} million in 2025 and is projected to reach USD {end} million by 2031.

In the year 2025 Europe accounted for {share}% of the {low} market. Orders come from workshops of town {number}.
"""
_TRADES = ("Bell", "Candle", "Drum", "Kite", "Lantern", "Mitten", "Pulley", "Saddle", "Thimble")
_THINGS = ("Frames", "Hooks", "Moulds", "Racks", "Rollers", "Stands", "Trolleys", "Winders", "Clamps", "Presses")


def _write_good(inbox: Path, count: int) -> None:
    """Reports of a market each, every third with a sidecar."""
    for number in range(count):
        trade, thing = _TRADES[number % len(_TRADES)], _THINGS[number // len(_TRADES) % len(_THINGS)]
        market = f"{trade} {thing}" if number < len(_TRADES) * len(_THINGS) else f"Folding {trade} {thing}"
        text = _REPORT.format(
            market=market, low=market.lower(), base=100 + number, end=200 + 2 * number, share=20 + number % 30, number=number
        )  # fmt: skip
        file = inbox / f"good-{number:03}.txt"
        file.write_text(text, encoding="utf-8")
        if number % 3 == 0:
            (inbox / f"{file.name}.meta.yml").write_text(f"publisher: House {number % 7} Research\n", encoding="utf-8")


def _picture() -> bytes:
    return b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4


def _archive() -> bytes:
    """A 7-zip archive: of archives, the program opens zip."""
    return b"7z\xbc\xaf\x27\x1c\x00\x04" + bytes(range(256))


# Files that hold no text we read, by their names.
_CONTENTS: Mapping[str, Callable[[], bytes]] = {
    "odd-empty.txt": lambda: b"",
    "odd-blank.txt": lambda: b" \n\t\n" * 40,
    "odd-picture.pdf": _picture,
    "odd-torn.pdf": lambda: b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog",
    "odd-archive.txt": _archive,
    "odd-packed.txt": lambda: gzip.compress(b"The market was worth USD 5 billion in 2025.", mtime=0),
    "odd-binary.txt": lambda: bytes(range(1, 32)) * 60,
    "odd-no-charset.txt": lambda: bytes(range(0x80, 0x100)) * 9,
    "odd-script.html": lambda: b"<!doctype html><html><body><script>draw()</script></body></html>",
    "odd-invisible.txt": lambda: "\u200b\u2060\u00ad".encode() * 50,
}


def _write_odd(inbox: Path) -> list[str]:
    """Twenty entries that are no documents, each of another kind; what each must be named by."""
    for name, content in _CONTENTS.items():
        (inbox / name).write_bytes(content())
    (inbox / "odd-link.txt").symlink_to("good-000.txt")
    (inbox / "odd-broken-link.txt").symlink_to("nowhere")
    (inbox / "odd-circle.txt").symlink_to("odd-circle.txt")
    os.mkfifo(inbox / "odd-pipe.txt")
    _socket(inbox, "odd-socket.txt")
    with (inbox / "odd-huge.txt").open("wb") as file:
        file.truncate(200_000_001)  # a hole: nothing is written
    (inbox / "odd-closed").mkdir()
    (inbox / "odd-closed" / "unseen.txt").write_text("unseen")
    (inbox / "odd-closed").chmod(0o000)
    (inbox / "odd-home" / "ledger").mkdir(parents=True)
    (inbox / "odd-home" / "ledger" / "format.json").write_text("{}")
    (inbox / "odd-home" / "README.md").write_text("The home market was worth USD 9 billion in 2025.")
    (inbox / "odd-gone.txt.meta.yml").write_text("publisher: Nobody\n")
    _deep(inbox)
    return sorted([*(path.name for path in inbox.glob("odd-*")), "deepdir_"])


def _write_odd_sidecars(inbox: Path) -> list[str]:
    """Sidecars of good reports that cannot be used, or only in part; what each must be named by."""
    (inbox / "good-001.txt.meta.yml").mkdir()
    (inbox / "good-002.txt.meta.yml").write_text('publisher: "Sur\\uD800House"\n')
    (inbox / "good-004.txt.meta.yml").write_text("url: https://anna:geheim-wort@reports.example/w\n")
    (inbox / "good-005.txt.meta.yml").write_text("published_on: 9999-12-31\n")
    return [f"good-{number}.txt.meta.yml" for number in ("001", "002", "004", "005")]


def _socket(inbox: Path, name: str) -> None:
    here = Path.cwd()
    os.chdir(inbox)  # an address of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(name)
    finally:
        os.chdir(here)


def _deep(inbox: Path) -> None:
    here = os.open(inbox, os.O_RDONLY)
    for _ in range(_DEEP):
        os.mkdir("deepdir_", dir_fd=here)
        below = os.open("deepdir_", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)


def _clear(inbox: Path) -> None:
    (inbox / "odd-closed").chmod(0o700)
    subprocess.run(["rm", "-r", str(inbox / "deepdir_")], check=True)  # Python's own way runs out of depth


def _ask(home: Path, sql: str) -> list[tuple[object, ...]]:
    release = current(home)
    if release is None:
        return []
    with duckdb.connect(str(release.database), read_only=True) as connection:
        rows: list[tuple[object, ...]] = connection.execute(sql).fetchall()
        return rows


def _unnamed(ended: Ended, names: list[str]) -> list[str]:
    """Names that no warning holds."""
    told = [line for line in ended.said.splitlines() if line.startswith("warning: ")]
    return [f"{name} is not named" for name in names if not any(name in line for line in told)]


def soak(work: Path, size: Size) -> Outcome:
    """One run on 200 files with 20 odd ones among them, and odd sidecars beside good ones; a second run changes nothing."""
    del size
    inbox, home = work / "inbox", work / "home"
    inbox.mkdir()
    _write_good(inbox, GOOD)
    odd, sidecars = _write_odd(inbox), _write_odd_sidecars(inbox)
    try:
        job = run_bound if os.geteuid() == 0 else run
        ended = start(work / "log", job, str(inbox), str(home)).wait()
        published = _ask(home, "SELECT count(*), count(*) FILTER (name LIKE 'good-%') FROM marts.documents")
        faults = _unnamed(ended, odd + sidecars) + faults_now(home) + leftovers(home)
        if ended.code or ended.has_traceback:
            faults.append(f"exit code {ended.code}: {ended.last_words}")
        if published != [(GOOD, GOOD)]:
            faults.append(f"published {published}")
        if len(odd) != 20:
            faults.append(f"{len(odd)} odd entries")
        if "geheim" in ended.said or _ask(home, "SELECT 1 FROM raw.metadata WHERE url LIKE '%geheim%'"):
            faults.append("a password from a sidecar leaks into the output or the ledger")
        again = start(work / "again", job, str(inbox), str(home)).wait()
        if again.code or len(list((home / "releases").glob("r0*"))) != 1:
            faults.append(f"a second run: {again.code}: {again.last_words}")
    finally:
        _clear(inbox)
    return Outcome.of(
        len(odd) + len(sidecars) + GOOD,
        faults,
        f"{GOOD} published, {len(odd)} odd entries and {len(sidecars)} odd sidecars named, exit code {ended.code}",
    )


_OF_HALVES = (
    "SELECT count(*) FROM marts.claims AS c JOIN marts.documents AS d USING (document_id) "
    "WHERE d.superseded_reason = 'whole_file'"
)


def half_written(work: Path, size: Size) -> Outcome:
    """A run takes each report half written, the next one whole: of the halves no claim counts any more."""
    del size
    whole, inbox, home = write_inbox(work / "whole"), work / "inbox", work / "home"
    inbox.mkdir()
    reports = [
        path for path in sorted(whole.iterdir()) if path.suffix in (".txt", ".md", ".html") and path.stat().st_size
    ]
    for path in reports:
        content = path.read_bytes()
        (inbox / path.name).write_bytes(content[: len(content) * 2 // 3])
    first = start(work / "log", run, str(inbox), str(home)).wait()
    before = _ask(home, "SELECT count(*) FROM marts.claims WHERE status = 'stated'")
    for path in reports:
        shutil.copyfile(path, inbox / path.name)
    second = start(work / "second", run, str(inbox), str(home)).wait()
    halves = _ask(home, "SELECT count(*) FROM marts.documents WHERE superseded_reason = 'whole_file'")
    counted = _ask(home, f"{_OF_HALVES} AND c.status <> 'superseded'")
    told = _ask(home, _OF_HALVES)
    faults = [f"exit code {ended.code}: {ended.last_words}" for ended in (first, second) if ended.code]
    faults += faults_now(home)
    if halves != [(len(reports),)]:
        faults.append(f"{halves} of {len(reports)} halves are set aside")
    if counted != [(0,)]:
        faults.append(f"{counted} claims of halves still count")
    return Outcome.of(
        len(reports), faults, f"claims of halves: {before[0][0]} stated before, {told[0][0]} superseded after"
    )


def overlapping(work: Path, size: Size) -> Outcome:
    """A home in the inbox, an inbox in the home, one folder for both, by name, by link and not yet made."""
    del size
    inbox = work / "inbox"
    (inbox / "data" / "inbox").mkdir(parents=True)
    _write_good(inbox, 2)
    (work / "way").symlink_to(inbox)
    pairs = [
        (inbox, inbox / "data"),
        (inbox, inbox / "new" / "home"),
        (work / "way", inbox / "data"),
        (inbox, work / "way" / "data"),
        (inbox / "data" / "inbox", inbox / "data"),
        (inbox, inbox),
    ]
    before = sorted(inbox.rglob("*"))
    faults = []
    for number, (reports, home) in enumerate(pairs):
        ended = start(work / f"log-{number}", run, str(reports), str(home)).wait()
        if ended.code != 2 or ended.has_traceback or "as --inbox" not in ended.said:
            faults.append(f"{reports.name} and {home.name}: exit code {ended.code}: {ended.last_words}")
    if sorted(inbox.rglob("*")) != before:
        faults.append("something was written")
    return Outcome.of(len(pairs), faults, "all refused with exit code 2, nothing written")


def nothing_there(work: Path, size: Size) -> Outcome:
    """An inbox without a document (empty, hidden files, a sidecar alone), on a new home."""
    del size
    faults = []
    for number, names in enumerate(((), (".hidden.txt",), ("gone.txt.meta.yml",))):
        inbox, home = work / f"inbox-{number}", work / f"home-{number}"
        inbox.mkdir()
        for name in names:
            (inbox / name).write_text("publisher: Nobody\n")
        ended = start(work / f"log-{number}", run, str(inbox), str(home)).wait()
        if ended.code or "holds no document" not in ended.said or (home / "releases").exists():
            faults.append(f"{names}: exit code {ended.code}: {ended.last_words}")
    return Outcome.of(3, faults, "said so, exit code 0, nothing published")


TRIALS = (
    Trial("200 files, 20 odd ones among them", "180 published, each odd one named, exit 0", soak),
    Trial(
        "files half written when a run takes them",
        "the whole sets the half aside; no claim of a half counts",
        half_written,
    ),
    Trial("home within the inbox, inbox within the home", "refused in clear words, nothing taken in", overlapping),
    Trial("an inbox without a document", "said so, exit 0, nothing published", nothing_there),
)
