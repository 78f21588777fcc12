"""Builds the site of a release: one verb, `build_site`. Reads the marts, writes a folder; knows no other release.

Belongs here: the order of the pages. Evidence comes first, because everything links to it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from quality import CheckResult
from release.changes.record import Changes
from release.record import ReleaseRecord
from release.site.addresses import Addresses
from release.site.conflicts import write_conflicts
from release.site.evidence import write_evidence
from release.site.kept import Parts, keep_parts, read_before
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
from release.site.paper import ASSETS, TEMPLATES, Paper
from release.site.rows import read_rows
from release.site.texts import WholeText, lay_out_texts, write_texts
from sources.metrics import metrics
from warehouse.fingerprint import ROOT, code_version

LIBRARIES = (
    "babel",
    "duckdb",
    "jinja2",
    "markupsafe",
    "polars",
)  # their versions may show in a page or in a hash of rows


@dataclass(frozen=True, slots=True)
class KeptSite:
    """Where parts of sites are kept.

    Attributes:
        store: the file; it can be deleted at any time.
        before: the site of the release before; None for the first.
    """

    store: Path
    before: Path | None


def build_site(
    database: Path,
    record: ReleaseRecord,
    checks: Sequence[CheckResult],
    changes: Changes,
    target: Path,
    whole_text: WholeText,
    kept: KeptSite | None = None,
) -> Mapping[str, int]:
    """Writes the pages of a release.

    Args:
        database: the release's closed database, with schema marts.
        record: what the release says of itself.
        checks: the results of its checks.
        changes: what differs from the release before it.
        target: folder to make; must not exist.
        whole_text: canonical text of a document whose licence lets it be passed on; None for every other.
        kept: where parts of the site before are kept, and those of this one; without it everything is drawn and nothing kept.

    Returns:
        Size in bytes by page, addresses relative to `target`.

    Raises:
        FileExistsError: `target` is there already.
    """
    target.mkdir(parents=True)
    shutil.copytree(ASSETS, target / "assets", ignore=shutil.ignore_patterns("*.md", "*.mjs"))
    named = {"RELEASE": record.release_id, "PUBLISHED": record.published_at.date().isoformat()}
    script = "".join(f'window.PARALLAX_{name}="{value}";\n' for name, value in named.items())
    (target / "assets" / "release.js").write_text(script, encoding="utf-8")
    rows = read_rows(database)
    at = Addresses.watched(rows.reads)
    made_by = drawn_by() if kept else ""
    before = read_before(kept.store, made_by, kept.before) if kept and kept.before else None
    paper = Paper(target, {}, before=before.folder if before else None)
    parts = Parts(rows.reads, vars(at), paper, before)
    lay_out_texts(rows, at, whole_text)
    write_evidence(rows, at, paper, parts)
    write_texts(rows, at, paper, whole_text, parts)
    write_conflicts(rows, at, paper, parts)
    write_markets(rows, at, paper, parts)
    write_growth(rows, at, paper, parts)
    write_revisions(rows, at, paper, parts)
    write_events(rows, at, paper)
    write_publishers(rows, at, paper, parts)
    write_quality(rows, checks, record, at, paper)
    write_dictionary(rows, at, paper)
    write_changes(changes, at, paper)
    write_index(rows, record, at, paper)
    if kept:
        with contextlib.suppress(OSError):  # a release does not depend on what the next one can take over
            keep_parts(kept.store, made_by, parts.made)
    return paper.sizes


def drawn_by() -> str:
    """Hash of all that draws a page beside the rows: our code, templates, the metrics' words and the libraries."""
    digest = hashlib.sha256(code_version(ROOT).encode())
    for file in sorted([*TEMPLATES.iterdir(), *ASSETS.iterdir()]):
        digest.update(f"{file.name}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    told = [facts.model_dump(mode="json") for facts in metrics()], [f"{name} {version(name)}" for name in LIBRARIES]
    digest.update(json.dumps(told, sort_keys=True).encode())
    return digest.hexdigest()
