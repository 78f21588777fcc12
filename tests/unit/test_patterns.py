"""No pattern backtracks: each is pumped with strings made from its own structure, as the program uses it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pumped_patterns import ROOT, Used, slow

pytestmark = pytest.mark.slow


def test_every_pattern_bears_strings_made_to_hurt_it(tmp_path: Path) -> None:
    out = tmp_path / "patterns.json"
    subprocess.run([sys.executable, "-m", "tests.pumped_patterns", str(out)], cwd=ROOT, check=True)
    found = json.loads(out.read_text(encoding="utf-8"))
    assert found["slow"] == []
    assert found["patterns"] > 1_500  # else the recording has missed them
    assert found["pumped"] > 900


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(a+)+$", "match"),
        (r"(?:[A-Z][\w.-]*\s?){1,6}$", "match"),
        (r"(?:[A-Z][\w&.-]*\s?)+", "fullmatch"),
        (r"\s+$", "finditer"),
        (r"((?:\d+[,.]?)+)\s*(?:billion|bn)", "finditer"),
        (r"(?:ab|abab)+", "fullmatch"),
        (r"[\w.+-]+@[\w-]+", "finditer"),
    ],
)
def test_patterns_that_are_known_to_backtrack_are_found(pattern: str, method: str) -> None:
    assert slow(Used(re.compile(pattern), "here", {method: 10_000}), 10_000, 8) is not None


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(?<!\s)\s++$", "finditer"),
        (r"[0-9]{1,3}(?:,[0-9]{3})*+", "finditer"),
        (r"[A-Z]\w*(?:\s[A-Z]\w*)*+\s?", "fullmatch"),
    ],
)
def test_patterns_that_are_linear_are_left_alone(pattern: str, method: str) -> None:
    assert slow(Used(re.compile(pattern), "here", {method: 10_000}), 10_000, 8) is None
