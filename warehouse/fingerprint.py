"""The fingerprint of a build: one hash of all that can change the marts, and of no clock and no path."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version

from sources.metrics import metrics
from warehouse.decisions import Decisions
from warehouse.ledger import Ledger
from warehouse.policy import Policy
from warehouse.rulings.day import judged_on

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("sources", "warehouse", "dbt_project", "quality", "release")
SUFFIXES = frozenset({".py", ".yml", ".yaml", ".sql", ".csv", ".json", ".html", ".css", ".js", ".mjs", ".md", ".txt"})
NOT_CODE = frozenset({"__pycache__", "samples", "target", "logs", "dbt_packages"})

# Their data or their arithmetic reaches a release: rates, names of countries, text of PDFs, plural rules, medians, pages, sheets.
ENGINES = (
    "babel",
    "charset-normalizer",
    "currencyconverter",
    "dbt-core",
    "dbt-duckdb",
    "duckdb",
    "jinja2",
    "numpy",
    "pdfplumber",
    "polars",
    "pyarrow",
    "pycountry",
    "rapidfuzz",
    "rensa",
    "scipy",
    "selectolax",
    "xlsxwriter",
)


def fingerprint(ledger: Ledger, policy: Policy, decisions: Decisions, as_of_day: date | None = None) -> str:
    """Hash of the ledger's digest, the code, the engines' versions, the policy and the decisions.

    Args:
        ledger: what was received and read.
        policy: thresholds in use.
        decisions: all human decisions.
        as_of_day: the day that whoever starts the build names for their expiry. Which decisions have expired on it
            counts, and not the day: a new day alone makes no new release.

    Returns:
        Sha256, hex.
    """
    return joined(inputs(ledger, policy, decisions, as_of_day))


def inputs(ledger: Ledger, policy: Policy, decisions: Decisions, as_of_day: date | None = None) -> dict[str, str]:
    """A hash of each input of a build: documents, code, engines, policy with metrics, decisions. Arguments as of `fingerprint`.

    Two releases that differ in one of them say by it why their figures differ.
    """
    day = None if as_of_day is None else judged_on(decisions, as_of_day)
    expired = [decision.decision_id for decision in decisions if decision.is_expired(day)]
    return {
        "documents": ledger.digest(),
        "code": code_version(ROOT),
        "engines": _hash({"python": python_version()} | {name: _installed(name) for name in ENGINES}),
        "policy": _hash([policy.model_dump(mode="json"), [facts.model_dump(mode="json") for facts in metrics()]]),
        "decisions": _hash([decisions.model_dump(mode="json"), expired]),
    }


def joined(parts: Mapping[str, str]) -> str:
    """One hash of the inputs' hashes: sha256, hex."""
    return _hash(dict(parts))


def _hash(content: object) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def code_version(root: Path) -> str:
    """Hash of the code and its reviewed data by relative path and content.

    Args:
        root: the repository, or any folder that holds the packages.

    Returns:
        Sha256, hex.
    """
    digest = hashlib.sha256()
    for path in code_files(root):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(root).as_posix()}\0{content}\n".encode())
    return digest.hexdigest()


def code_files(root: Path) -> Iterator[Path]:
    """Files that make the code version, in order of their relative paths; samples and dbt's own output are left out."""
    files = (path for package in PACKAGES for path in (root / package).rglob("*") if path.suffix in SUFFIXES)
    for path in sorted(files, key=lambda path: path.relative_to(root).as_posix()):
        if path.is_file() and not NOT_CODE.intersection(path.relative_to(root).parts):
            yield path


def _installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
