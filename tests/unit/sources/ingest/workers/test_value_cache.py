"""Cached values equal computed ones, a damaged cache file counts as none, and no worker writes one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, TypedDict

import pytest

from sources.grammar import grammar_cache as door
from sources.grammar.grammar_cache import WordLoader, cached, yaml_content
from sources.ingest.workers.value_cache import ValueCache

pytestmark = pytest.mark.slow

# In a process of its own, where nothing has been loaded: reads our sample, prints what was parsed as YAML.
PROGRAM = """
import json, sys, yaml
from pathlib import Path
from sources.ingest.workers.value_cache import ValueCache
load, parsed = yaml.load, []
def counted(text, *given, **named):
    parsed.append(text)
    return load(text, *given, **named)
yaml.load = counted
values = ValueCache(Path(sys.argv[1]))
values.serve()
with values.storing("all"):
    import sources.extract.read.read
    from sources.extract import extract
    from sources.ingest.workers.sample import sample_of
    from sources.parse import parse
    documents = [content for kind in ("en", "de") for content in sample_of(kind)]
    read = [repr(extract(parse(content))) for content in documents]
print(json.dumps({"parsed": len(parsed), "read": read}))
"""


class Reading(TypedDict):
    """What the program says."""

    parsed: int
    read: list[str]


def _reads(cache: Path) -> Reading:
    surroundings = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[5]), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(cache)], env=surroundings, capture_output=True, text=True, check=True
    )
    answer: Reading = json.loads(done.stdout)
    return answer


def _file(cache: Path) -> Path:
    (found,) = cache.rglob("all.values")
    return found


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    assert _reads(folder)["parsed"] > 15
    return folder


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ValueCache]:
    """Values that this process takes and keeps, for one test."""
    before, values = list(door._served), ValueCache(tmp_path)
    values.serve()
    yield values
    door._served[:] = before


def test_what_is_read_with_kept_values_is_what_is_read_without(cache: Path, tmp_path: Path) -> None:
    again, without = _reads(cache), _reads(tmp_path)

    assert again["read"] == without["read"]
    assert again["parsed"] < without["parsed"] / 4  # our samples themselves, and files that are checked by line


@pytest.mark.parametrize(
    "damage",
    [lambda whole: whole[: len(whole) // 2], lambda whole: b"", lambda whole: whole[:9] + b"?" + whole[10:]],
    ids=["cut", "empty", "a letter"],
)
def test_a_damaged_file_is_made_anew(cache: Path, tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    whole = _file(cache).read_bytes()
    copy = tmp_path / _file(cache).relative_to(cache)
    copy.parent.mkdir(parents=True)
    copy.write_bytes(damage(whole))

    assert _reads(tmp_path)["read"] == _reads(cache)["read"]
    assert copy.read_bytes() == whole


def _made(value: Any, noted: list[Any]) -> Callable[[], Any]:
    def make() -> Any:
        noted.append(value)
        return value

    return make


def test_a_value_is_made_once_for_all_that_it_is_made_of(served: ValueCache, tmp_path: Path) -> None:
    made: list[Any] = []
    with served.storing("load"):
        assert cached("list", "a", __file__, _made([1, "x", None, {"k": 2.5}], made)) == [1, "x", None, {"k": 2.5}]
    ValueCache(tmp_path).serve()

    assert cached("list", "a", __file__, _made([], made)) == [1, "x", None, {"k": 2.5}]
    assert cached("list", "b", __file__, _made([3], made)) == [3]  # made of something else
    assert cached("set", "a", __file__, _made([4], made)) == [4]  # made in another way
    assert len(made) == 3


def test_what_is_made_outside_a_step_of_the_template_is_not_kept(served: ValueCache, tmp_path: Path) -> None:
    made: list[Any] = []
    with served.storing("load"):
        cached("list", "ours", __file__, _made(1, made))
    cached("list", "of a stranger's document", __file__, _made(2, made))
    with served.storing("en"):
        cached("list", "ours", __file__, _made(1, made))
    ValueCache(tmp_path).serve()

    assert cached("list", "of a stranger's document", __file__, _made(2, made)) == 2
    assert made == [1, 2, 2]


def test_what_other_code_made_is_not_taken(served: ValueCache, tmp_path: Path) -> None:
    code, made = tmp_path / "code.py", list[Any]()
    for text in ("one way", "another way"):
        code.write_text(text)
        door._code.cache_clear()  # another process
        with served.storing("load"):
            cached("list", "a", str(code), _made(text, made))
    assert made == ["one way", "another way"]
    assert cached("list", "a", str(code), _made("a third way", made)) == "another way"


def test_a_file_that_others_may_write_is_not_taken(served: ValueCache, tmp_path: Path) -> None:
    made: list[Any] = []
    with served.storing("load"):
        cached("list", "a", __file__, _made(1, made))
    (file,) = tmp_path.rglob("load.values")
    for mode, n_made in ((0o666, 2), (0o620, 3), (0o600, 3)):
        file.chmod(mode)
        ValueCache(tmp_path).serve()
        assert cached("list", "a", __file__, _made(1, made)) == 1
        assert len(made) == n_made


def test_a_value_that_cannot_be_kept_is_made_each_time(served: ValueCache) -> None:
    made: list[Any] = []
    with served.storing("load"):
        for _ in range(2):
            assert cached("day", "a", __file__, _made(date(2026, 1, 1), made)) == date(2026, 1, 1)
    assert len(made) == 2


def test_a_changed_yaml_file_is_read_anew_and_loaders_are_told_apart(served: ValueCache, tmp_path: Path) -> None:
    file = tmp_path / "words.yml"
    with served.storing("load"):
        file.write_text("words: [no, 7]")
        assert yaml_content(file, WordLoader) == {"words": ["no", 7]}
        assert yaml_content(file) == {"words": [False, 7]}
        file.write_text("words: [on]")
        assert yaml_content(file, WordLoader) == {"words": ["on"]}
