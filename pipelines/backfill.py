"""Backfill: documents are read again by the built-in reader or a language model, the difference is shown, and a person applies it.

The order of the parts and the folder `<home>/backfills/<id>`; each part is said in its own room.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pipelines.progress import Progress

if TYPE_CHECKING:
    from release.changes.record import Changes
    from release.making.backfill_difference import Selection
    from warehouse.ledger.staging import InForce
    from warehouse.second_reading.account import Account
    from warehouse.second_reading.given import Given

FOLDER = "backfills"
_PLAN, _CHANGES, _APPLIED = "plan.json", "changes.json", "applied.json"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A backfill that was read and compared, and is not in force.

    Attributes:
        backfill_id: hash of the documents, the version at work and the ledger's batches: the same question, the same id.
        folder: where it stands.
        documents: what was chosen and is not of the version at work yet.
        failed: documents whose new reading failed; they keep the old one.
        version: the extractor version at work, and the language model where one was asked.
        before: number of the documents by the version, and language model, that has read them.
        changes: what would be another.
        account: what asking came to; None where no model was asked.
        left_out: documents that the language model is not asked about, with the reason.
    """

    backfill_id: str
    folder: Path
    documents: tuple[str, ...]
    failed: tuple[str, ...]
    version: str
    before: dict[str, int]
    changes: Changes | None
    account: Account | None = None
    left_out: Mapping[str, str] = field(default_factory=dict)


def prepare(
    home: Path,
    selection: Selection,
    progress: Progress,
    as_of_day: date | None = None,
    *,
    given: Given,
    with_model: bool = False,
) -> Prepared:
    """Reads documents again into a shadow of the ledger and compares. Nothing in force changes.

    A killed one goes on where it stood. Other backfills that were never taken into force are removed.

    Args:
        home: the data home, with a release.
        selection: which documents.
        progress: receives the progress.
        as_of_day: the day by which the expiry of decisions is judged.
        given: what the home says of a language model.
        with_model: whether the language model of the settings is asked about every chosen document, whoever has answered about
            it before. A document with a question left keeps its reading.

    Returns:
        The backfill; without changes where every document is of the present version already.

    Raises:
        SelectionError: nothing or nobody is chosen.
        LedgerLocked: another run writes.
    """
    from release.making.backfill_difference import chosen, difference
    from sources.extract import extractor_version
    from warehouse.ledger import open_ledger
    from warehouse.ledger.lock import exclusive
    from warehouse.ledger.reading import read_pending
    from warehouse.ledger.staging import readings, shadow, staged_batches
    from warehouse.second_reading.reading import read_again
    from warehouse.second_reading.spool import absorb

    ledger, version = open_ledger(home), extractor_version()
    (home / FOLDER).mkdir(exist_ok=True)
    with exclusive(home / FOLDER / ".lock"):
        with ledger.lock():  # only for a moment: what is in force is looked at, runs go on meanwhile
            absorb(ledger)
            landed = ledger.rows("raw.receipts")
            named = chosen(home, set(landed.filter(landed["outcome"] == "landed")["document_id"]), selection)
            before, batches = readings(ledger, named), ledger.batches()
            documents = tuple(one for one in named if with_model or one not in before or before[one].version != version)
            reader = _reader(given) if with_model else ""
            backfill_id = _id(f"{version} {reader}".strip(), documents, [batch.batch_id for batch in batches])
            folder = home / FOLDER / backfill_id
            if not documents:
                return Prepared(backfill_id, folder, (), (), version, {}, None)
            _sweep(home, backfill_id)
            staged, old = shadow(ledger, folder / "after", batches), shadow(ledger, folder / "before", batches)
        _write(folder / _PLAN, {"version": version, "documents": documents, "before": before})
        waiting = set(staged.pending(version))
        left = tuple(one for one in documents if one in waiting)
        progress.begin("read again", total=len(left))
        with staged.lock():
            for _ in read_pending(staged, left, version):
                progress.advance()
        failed = tuple(sorted(set(documents).intersection(staged.pending(version))))
        progress.end(
            f"{len(documents) - len(failed)} read by {version}" + (f", {len(failed)} failed" if failed else "")
        )
        with staged.lock():
            again = read_again(staged, documents, given, progress, with_model=with_model)
        if with_model and not staged_batches(staged):
            return Prepared(
                backfill_id, folder, documents, failed, reader, _counted(before, documents), None, again.account,
                again.left_out,
            )  # fmt: skip
        progress.begin("compare")
        changes = difference(home, old, staged, folder / "builds", as_of_day)
        _write(folder / _CHANGES, changes.model_dump(mode="json"))
        progress.end(", ".join(f"{n} {name}" for name, n in changes.counts.items() if n) or "no row differs")
    by = f"{version} with {reader}" if with_model else version
    return Prepared(
        backfill_id, folder, documents, failed, by, _counted(before, documents), changes,
        again.account if with_model else None, again.left_out,
    )  # fmt: skip


def apply(home: Path, prepared: Prepared, author: str, reason: str) -> str | None:
    """Takes a prepared backfill into force: one batch of the ledger, all documents at once. The next run publishes it.

    Args:
        home: the data home.
        prepared: what was shown.
        author: who confirms it.
        reason: why.

    Returns:
        The batch; None where it is in force already.

    Raises:
        LedgerError: a document was read by somebody else meanwhile, or a file is damaged.
    """
    from warehouse.ledger import Ledger, open_ledger
    from warehouse.ledger.staging import InForce, take_into_force

    plan = json.loads((prepared.folder / _PLAN).read_text(encoding="utf-8"))
    before = {one: InForce(*reading) for one, reading in plan["before"].items()}
    staged = Ledger(prepared.folder / "after")
    batch_id = take_into_force(open_ledger(home), staged, prepared.documents, before)
    told = {
        "batch_id": batch_id,
        "author": author,
        "reason": reason,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "documents": len(prepared.documents) - len(prepared.failed),
        "version": prepared.version,
    }
    _write(prepared.folder / _APPLIED, told)
    for name in ("before", "after"):
        shutil.rmtree(prepared.folder / name, ignore_errors=True)
    return batch_id


def _write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _id(version: str, documents: tuple[str, ...], batches: list[str]) -> str:
    return hashlib.sha256(json.dumps([version, documents, batches]).encode()).hexdigest()[:12]


def _sweep(home: Path, kept: str) -> None:
    """Removes backfills that were never taken into force; what was, keeps its plan and its difference."""
    for folder in (home / FOLDER).glob("*"):
        if folder.is_dir() and folder.name != kept and not (folder / _APPLIED).exists():
            shutil.rmtree(folder)


def _reader(given: Given) -> str:
    """Name of the language model that the settings ask for.

    Raises:
        SettingError: no model is configured.
    """
    from pipelines.home import SettingError
    from sources.ask.questions import reader_name

    if given.settings is None:
        raise SettingError(
            "--reader model needs a model: write second_reader.yml of the data home, or set PARALLAX_MODEL_URL and "
            "PARALLAX_MODEL; docs/second-reader.md says how"
        )
    return reader_name(given.settings.model, given.settings.shape)


def _counted(before: Mapping[str, InForce], documents: tuple[str, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in documents:
        reading = before.get(one)
        version = "not read" if reading is None else reading.version
        name = f"{version} with {reading.read_with}" if reading is not None and reading.read_with else version
        found[name] = found.get(name, 0) + 1
    return dict(sorted(found.items()))
