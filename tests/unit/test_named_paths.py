"""Documents and docstrings name files that exist."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
_PATH = re.compile(
    r"(?<![\w/.])((?:sources|warehouse|quality|release|pipelines|dbt_project|tests|docs|benchmarks|chaos|corpus|training|calibration|trials)"
    r"/[\w/]+\.(?:py|yml|md|sql))\b"
)
# What was, and paths that tests make up.
_LEFT_OUT = (
    "CHANGELOG.md",
    "corpus/texts/",
    "docs/decisions/",
    "tests/integration/test_recipes.py",
    "tests/unit/warehouse/test_fingerprint.py",
    "tests/unit/warehouse/test_marts.py",
    "benchmarks/results/",
)


def test_every_path_that_a_document_or_a_docstring_names_exists() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*.md", "*.py", "*.yml", "*.toml"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    dead = [
        f"{file}: {path}"
        for file in listed
        if not file.startswith(_LEFT_OUT)
        for path in _PATH.findall((ROOT / file).read_text(encoding="utf-8"))
        if not (ROOT / path).exists() and not (ROOT / "tests/unit" / path).exists()
    ]
    assert dead == []
