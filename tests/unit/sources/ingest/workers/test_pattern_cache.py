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

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[5]
# In a process of its own, as `re.compile` is changed for good: reads our page, prints what was compiled and what was wrong.
PROGRAM = """
import json, sys
from pathlib import Path
from sources.ingest.workers.pattern_cache import PatternCache
from sources.ingest.workers.worker import SAMPLE
engine = sys.modules["re._compiler"]
compiled, parse, asked, n_parsed = engine.compile, engine._parser.parse, [], 0
def counted(*given, **named):
    global n_parsed
    n_parsed += isinstance(given[0], str)
    return parse(*given, **named)
patterns = PatternCache(Path(sys.argv[1]))
engine._parser.parse = counted
serve = engine.compile
def noted(pattern, flags=0):
    asked.append((pattern, flags, serve(pattern, flags)))
    return asked[-1][2]
engine.compile = noted
from sources.extract import extract
from sources.parse import parse as parse_document
read = repr(extract(parse_document(SAMPLE.read_bytes())))
patterns.keep()
done = n_parsed
wrong = [p for p, flags, got in asked if got != (own := compiled(p, flags)) or got.flags != own.flags
         or got.groups != own.groups or dict(got.groupindex) != dict(own.groupindex)]
print(json.dumps({"asked": len(asked), "compiled": done, "wrong": wrong, "read": read}))
"""


class Reading(TypedDict):
    """What the program says."""

    asked: int
    compiled: int
    wrong: list[str]
    read: str


def _reads(cache: Path) -> Reading:
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(cache)], env=surroundings, capture_output=True, text=True, check=True
    )
    answer: Reading = json.loads(done.stdout)
    return answer


def _file(cache: Path) -> Path:
    (found,) = cache.glob("patterns-*")
    return found


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Reading]:
    folder = tmp_path_factory.mktemp("cache")
    return folder, _reads(folder)


def test_every_pattern_taken_is_the_pattern_compiled_and_none_is_compiled_again(first: tuple[Path, Reading]) -> None:
    cache, without = first
    again = _reads(cache)

    assert again["compiled"] == 0 < without["compiled"]
    assert again["read"] == without["read"]
    assert again["asked"] > 1_000
    assert again["wrong"] == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: whole[: len(whole) // 2],
        lambda whole: b"",
        lambda whole: whole[:5_000] + bytes([whole[5_000] ^ 4]) + whole[5_001:],
        lambda whole: whole[:-1] + bytes([whole[-1] ^ 1]),
    ],
    ids=["cut", "empty", "a bit in a pattern", "a bit in its checksum"],
)
def test_a_damaged_file_is_compiled_anew_and_replaced(
    first: tuple[Path, Reading], tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    whole = _file(first[0]).read_bytes()
    (tmp_path / _file(first[0]).name).write_bytes(damage(whole))

    after = _reads(tmp_path)

    assert after["compiled"] == first[1]["compiled"]
    assert _file(tmp_path).read_bytes() == whole


def test_a_file_that_others_may_write_is_not_taken(first: tuple[Path, Reading], tmp_path: Path) -> None:
    kept = tmp_path / _file(first[0]).name
    kept.write_bytes(_file(first[0]).read_bytes())
    kept.chmod(0o666)

    assert _reads(tmp_path)["compiled"] == first[1]["compiled"]


def test_where_nothing_can_be_kept_everything_is_compiled(first: tuple[Path, Reading], tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")

    assert _reads(tmp_path / "cache")["compiled"] == first[1]["compiled"]
