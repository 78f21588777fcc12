"""Whether a run would find anything to do, decided in a second: an inbox without a document need not start Dagster."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from warehouse.ledger import Ledger


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

    if ledger.pending(extractor_version()) or _has_language_model(home, ledger):
        return False
    from release.catalogue import standing

    return standing(home).is_of(fingerprint(ledger, read_policy(), read_decisions(home), day))


def _has_language_model(home: Path, ledger: Ledger) -> bool:
    """Whether questions may wait, or stored answers be joined anew: only the run itself finds out."""
    from sources.ask.settings import read_settings

    has_answers = any("ledger.answers" in batch.tables for batch in ledger.batches())
    return has_answers or read_settings(home, os.environ) is not None
