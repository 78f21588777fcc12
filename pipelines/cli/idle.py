"""Whether a run would find anything to do, known in a second: an inbox without a document need not start Dagster."""

from __future__ import annotations

from datetime import date
from pathlib import Path


def nothing_to_do(home: Path, day: date, *, feeds: bool) -> bool:
    """Whether a run without reports could change nothing: no feed to ask, nothing left to read, nothing to publish.

    Args:
        home: the data home; need not exist.
        day: the day by which the expiry of decisions is judged.
        feeds: whether feeds may be fetched.

    Raises:
        LedgerError, ReleaseError, ReviewedFileError: what the run itself would say of the home.
    """
    if feeds and (home / "feeds").is_dir() and any((home / "feeds").iterdir()):
        return False
    if not (home / "ledger").is_dir():
        return True
    from warehouse.ledger import open_ledger

    ledger = open_ledger(home)
    if not ledger.batches():
        return True
    from sources.extract import extractor_version
    from warehouse.decisions import read_decisions
    from warehouse.fingerprint import fingerprint
    from warehouse.policy import read_policy

    if ledger.pending(extractor_version()):
        return False
    from release.catalogue import standing

    return standing(home).is_of(fingerprint(ledger, read_policy(), read_decisions(home), day))
