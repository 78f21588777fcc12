"""Faults of the releases of a data home, and whether there is room for the next. Reads, repairs nothing."""

from __future__ import annotations

import re
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from release.catalogue import FOLDER, POINTER, release_ids, whole
from release.keep.pointing import ANNOUNCED, announced
from release.keep.release_records import KEPT, differs, kept_record, known_records
from release.keep.retention import PIN
from release.making.publishing import LOCK, SPACE_FACTOR, TEMPORARY
from release.manifest import verify_files
from release.record import DATABASE, MEND, ReleaseError
from release.trust import REMEMBERED, trusted
from warehouse.connection import query
from warehouse.finding import Finding
from warehouse.fingerprint import ROOT, code_version
from warehouse.ledger import LedgerError, open_ledger
from warehouse.values.wording import counted

MAKE_AGAIN = "run `parallax rebuild {}`"
MADE_ELSEWHERE = (
    "another version of the program made it: `parallax rebuild {}` puts it back only where every mart comes out as it was; "
    "else run that with the version that made it, or let it go: `parallax run` publishes what the ledger holds"
)
CODE = "code"  # among the inputs of a release
_RELEASE = re.compile(r"r[0-9]{6,}")


def release_findings(home: Path) -> list[Finding]:
    """Everything that is wrong with the releases of a data home; empty where there are none, or all are whole.

    Args:
        home: the data home.
    """
    folder = home / FOLDER
    if not folder.is_dir():
        return []
    found = [*_pointer(home), *_leftovers(folder), *_lost(home), *_space(home)]
    for release_id in release_ids(home):
        found += _release(home, folder / release_id)
    return found


def make_again(home: Path, release_id: str) -> str:
    """What to do about a lost or damaged release: made by this program it can be made again, by another one perhaps not.

    Args:
        home: the data home.
        release_id: the release; where nothing is kept of what made it, this program is taken to be the one.
    """
    try:
        made_from = kept_record(home, release_id).record.made_from
    except ReleaseError:
        return MAKE_AGAIN.format(release_id)
    is_ours = made_from.get(CODE) in (None, code_version(ROOT))
    return (MAKE_AGAIN if is_ours else MADE_ELSEWHERE).format(release_id)


def _release(home: Path, path: Path) -> Iterator[Finding]:
    told = set()
    try:
        for name, _, what in (finding.partition(": ") for finding in verify_files(path)):
            told.add(name)
            is_log = name.endswith(".wal")
            yield Finding(
                str(path / name), what, "remove it: DuckDB would merge it in" if is_log else make_again(home, path.name)
            )
        trusted(path)
    except (ReleaseError, UnicodeDecodeError) as error:
        if not told:
            yield Finding(str(path), str(error).removesuffix(MEND).rstrip("; "), make_again(home, path.name))
    writable = [
        inner
        for inner in (path, *sorted(path.rglob("*")))
        if not inner.is_symlink() and stat.S_IMODE(inner.stat().st_mode) & 0o222
    ]
    if writable:
        yield Finding(
            str(writable[0]),
            f"{counted(len(writable), 'path')} of the release can be written",
            f"chmod -R a-w {path}",
        )


def _pointer(home: Path) -> Iterator[Finding]:
    pointer, ids = home / FOLDER / POINTER, release_ids(home)
    if pointer.is_symlink():
        target = pointer.readlink()
        if not pointer.exists():
            yield Finding(str(pointer), f"points at {target}, which is not there", make_again(home, target.name))
        elif target.name not in ids or pointer.resolve().parent != (home / FOLDER).resolve():
            yield Finding(str(pointer), f"points at {target}, which is not a release of this home", _link(pointer, ids))
    elif pointer.exists():
        yield Finding(str(pointer), "is not a link", f"move it away, then {_link(pointer, ids)}")
    elif ids:
        yield Finding(str(pointer), "missing: readers find no release", _link(pointer, ids))


def _link(pointer: Path, ids: list[str]) -> str:
    return f"ln -sfn {ids[-1]} {pointer}" if ids else "delete it and run `parallax run`"


def _leftovers(folder: Path) -> Iterator[Finding]:
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith(TEMPORARY):
            yield Finding(
                str(entry), "left by a killed publisher, or a publisher is running", "the next run removes it"
            )
        elif entry.name == ANNOUNCED:
            yield Finding(
                str(entry),
                f"{announced(folder)} was never published: its publisher was killed, or is publishing now",
                "`parallax run` points at it or removes it",
            )
        elif entry.name not in (LOCK, POINTER, KEPT, REMEMBERED) and not (
            _RELEASE.fullmatch(entry.name.removesuffix(PIN))
        ):
            yield Finding(str(entry), "not a release, and not part of a home", "move it out of the folder")


def _lost(home: Path) -> Iterator[Finding]:
    """Releases that are gone without being retired, and documents that the latest release knows and the ledger not."""
    there, known = release_ids(home), known_records(home)
    for release_id in sorted(set(there) - set(known)):
        yield Finding(
            str(home / FOLDER / KEPT / f"{release_id}.json"),
            "missing: only the release itself records its inputs",
            "run `parallax tidy`",
        )
    for release_id in known:
        file = home / FOLDER / KEPT / f"{release_id}.json"
        try:
            what = differs(home, release_id) if release_id in there else None
            if what is not None:
                yield Finding(str(file), what.removeprefix(f"{file}: "), "remove the file")
            is_missed = release_id not in there and not kept_record(home, release_id).is_retired
        except ReleaseError as error:
            if release_id not in there:  # else told of the release itself
                yield Finding(str(file), str(error).splitlines()[0].removeprefix(f"{file}: "), "remove the file")
            continue
        if is_missed:
            yield Finding(str(home / FOLDER / release_id), "the release is missing", make_again(home, release_id))
    if not there or not (home / "ledger").is_dir():
        return
    newest = next(whole(home, reversed(there)), None)
    if newest is None:
        return  # told of each of them
    try:
        received = set(open_ledger(home).rows("raw.receipts").select("document_id", "origin").iter_rows())
    except LedgerError:
        return  # told where it belongs
    published = set(query(newest.database, "SELECT document_id, origin FROM core.receipts").iter_rows())
    for document_id, origin in sorted(published - received):
        yield Finding(
            str(home / "ledger"),
            f"{newest.release_id} rests on {document_id} from {origin}, without a receipt in the ledger",
            "restore the ledger from a backup",
        )


def _space(home: Path) -> Iterator[Finding]:
    sizes = [
        database.stat().st_size
        for release_id in release_ids(home)[-1:]
        if (database := home / FOLDER / release_id / DATABASE).is_file()
    ]
    free, needed = shutil.disk_usage(home).free, SPACE_FACTOR * 2 * max(sizes, default=0)
    if free < needed:
        yield Finding(
            str(home),
            f"{free / 1e6:,.0f} MB free, the next build and release need up to {needed / 1e6:,.0f} MB",
            "free some space; `parallax tidy` deletes old releases",
        )
