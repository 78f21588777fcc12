"""Cached patterns equal compiled ones, and a damaged cache file counts as none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict

import pytest

from sources.ingest.workers.pattern_cache import PatternCache

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[5]
# In a process of its own, as `re.compile` is changed for good: reads our sample, prints what was compiled and what was wrong.
PROGRAM = """
import json, sys
from pathlib import Path
from sources.ingest.workers.pattern_cache import PatternCache
engine = sys.modules["re._compiler"]
compiled, parse, asked, n_parsed = engine.compile, engine._parser.parse, [], 0
def counted(*given, **named):
    global n_parsed
    n_parsed += isinstance(given[0], str)
    return parse(*given, **named)
patterns = PatternCache(Path(sys.argv[1]))
engine._parser.parse = counted
patterns.serve()
serve = engine.compile
def noted(pattern, flags=0):
    asked.append((pattern, flags, serve(pattern, flags)))
    return asked[-1][2]
engine.compile = noted
with patterns.storing("all"):
    import sources.extract.read.read, sources.parse.html, sources.parse.text
    from sources.extract import extract
    from sources.ingest.workers.sample import sample_of
    from sources.parse import parse as parse_document
    read = [repr(extract(parse_document(content))) for kind in ("en", "de") for content in sample_of(kind)]
done = n_parsed
wrong = [p for p, flags, got in asked if got != (own := compiled(p, flags)) or got.flags != own.flags
         or got.groups != own.groups or dict(got.groupindex) != dict(own.groupindex)]
print(json.dumps({"asked": len({(p, flags) for p, flags, _ in asked if isinstance(p, str)}), "compiled": done, "wrong": wrong, "read": read}))
"""

ONE_PATTERN = """
import re, sys
from pathlib import Path
from sources.ingest.workers.pattern_cache import PatternCache
patterns = PatternCache(Path(sys.argv[1]))
patterns.serve()
with patterns.storing("kites", sys.argv[2]):
    re.compile("[0-9]+ kites")
found = PatternCache(Path(sys.argv[1]))
print(*(f"{step} {version}" for step in ("kites", "words") for version in "12" if found.has(step, version)), sep=", ")
"""


class Reading(TypedDict):
    """What the program says."""

    asked: int
    compiled: int
    wrong: list[str]
    read: list[str]


def _reads(cache: Path) -> Reading:
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(cache)], env=surroundings, capture_output=True, text=True, check=True
    )
    answer: Reading = json.loads(done.stdout)
    return answer


def _file(cache: Path) -> Path:
    (found,) = cache.glob("patterns/*/all.codes")
    return found


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    first = _reads(folder)
    assert first["compiled"] == first["asked"] != 0
    return folder


def test_every_pattern_taken_is_the_pattern_compiled_and_none_is_compiled_again(cache: Path, tmp_path: Path) -> None:
    again, without = _reads(cache), _reads(tmp_path)

    assert again["compiled"] == 0
    assert again["read"] == without["read"]
    assert again["asked"] > 1_000
    assert again["wrong"] == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: whole[: len(whole) // 2],
        lambda whole: b"",
        lambda whole: whole[:5_000] + bytes([whole[5_000] ^ 4]) + whole[5_001:],
        lambda whole: bytes([whole[0] ^ 1]) + whole[1:],
    ],
    ids=["cut", "empty", "a bit in its index", "a bit in its checksum"],
)
def test_a_damaged_file_is_compiled_anew_and_replaced(
    cache: Path, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    whole = _file(cache).read_bytes()
    kept = tmp_path / _file(cache).relative_to(cache)
    kept.parent.mkdir(parents=True)
    kept.write_bytes(damage(whole))

    after = _reads(tmp_path)

    assert after["compiled"] == after["asked"]
    assert kept.read_bytes() == whole


def test_a_step_is_kept_by_the_version_of_the_program_that_took_it_last(tmp_path: Path) -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", ONE_PATTERN, str(tmp_path), version],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for version in "12"  # the second one compiles nothing anew
    ]
    assert said == ["kites 1", "kites 2"]


def test_a_step_that_compiles_nothing_leaves_no_file(tmp_path: Path) -> None:
    with PatternCache(tmp_path).storing("none"):
        pass

    assert not list(tmp_path.rglob("*.codes"))


def test_where_nothing_can_be_kept_everything_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")

    answer = _reads(tmp_path / "cache")

    assert answer["compiled"] == answer["asked"] != 0


def test_only_the_last_interpreters_are_kept(tmp_path: Path) -> None:
    for number in range(5):
        old = tmp_path / "patterns" / f"old{number}"
        old.mkdir(parents=True)
        os.utime(old, (number, number))

    _reads(tmp_path)

    left = sorted(path.name for path in (tmp_path / "patterns").iterdir())
    assert len(left) == 3 and left[-2:] == ["old3", "old4"]
