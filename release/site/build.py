"""Builds the site of a release: one verb, `build_site`. Reads the marts, writes a folder; knows no other release.

Belongs here: the order of the pages. Evidence comes first, because everything links to it.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from quality import CheckResult
from release.changes.record import Changes
from release.record import ReleaseRecord
from release.site.addresses import Addresses
from release.site.conflicts import write_conflicts
from release.site.evidence import write_evidence
from release.site.market import write_markets
from release.site.pages import (
    write_changes,
    write_dictionary,
    write_events,
    write_growth,
    write_index,
    write_publishers,
    write_quality,
    write_revisions,
)
from release.site.paper import ASSETS, Paper
from release.site.rows import read_rows
from release.site.texts import WholeText, lay_out_texts, write_texts


def build_site(
    database: Path,
    record: ReleaseRecord,
    checks: Sequence[CheckResult],
    changes: Changes,
    target: Path,
    whole_text: WholeText,
) -> Mapping[str, int]:
    """Writes the pages of a release.

    Args:
        database: the release's closed database, with schema marts.
        record: what the release says of itself.
        checks: the results of its checks.
        changes: what differs from the release before it.
        target: folder to make; must not exist.
        whole_text: canonical text of a document whose licence lets it be passed on; None for every other.

    Returns:
        Size in bytes by page, addresses relative to `target`.

    Raises:
        FileExistsError: `target` is there already.
    """
    target.mkdir(parents=True)
    shutil.copytree(ASSETS, target / "assets", ignore=shutil.ignore_patterns("*.md", "*.mjs"))
    rows, at = read_rows(database), Addresses()
    paper = Paper(target, {"release": record})
    lay_out_texts(rows, at, whole_text)
    write_evidence(rows, at, paper)
    write_texts(rows, at, paper, whole_text)
    write_conflicts(rows, at, paper)
    write_markets(rows, at, paper)
    write_growth(rows, at, paper)
    write_revisions(rows, at, paper)
    write_events(rows, at, paper)
    write_publishers(rows, at, paper)
    write_quality(rows, checks, record, at, paper)
    write_dictionary(rows, at, paper)
    write_changes(changes, at, paper)
    write_index(rows, record, at, paper)
    return paper.sizes
