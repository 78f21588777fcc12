"""`parallax scopes`: one line out per line in, other fields kept, faults reported with their line."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from pipelines.cli import app


def call(*arguments: str) -> int:
    """Exit code of one call."""
    with pytest.raises(SystemExit) as ended:
        app.main(["scopes", *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_each_pair_gets_its_relation_and_keeps_its_fields(tmp_path: Path, capsys: Any) -> None:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text(
        '{"a": "Onshore wind", "b": "Offshore wind market", "id": 7}\n\n{"a": "エレベーター市場", "b": "Elevators"}\n',
        encoding="utf-8",
    )
    assert call(str(pairs)) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {
        "a": "Onshore wind",
        "b": "Offshore wind market",
        "id": 7,
        "relation": "different",
        "reason": "siting differs: offshore against onshore",
    }
    assert (second["a"], second["relation"]) == ("エレベーター市場", "same")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"a": "x"', "2: invalid JSON (Expecting ',' delimiter"),
        ('["x", "y"]', "2: a list, not an object"),
        ('{"a": "x"}', '2: "b" is missing'),
        ('{"a": "x", "b": " "}', '2: "b" is " ", not a name'),
        ('{"a": 3, "b": "x"}', '2: "a" is 3, not a name'),
    ],
)
def test_a_line_that_is_no_pair_is_told_and_the_others_are_judged(
    line: Any, told: Any, tmp_path: Any, capsys: Any
) -> None:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text(f'{{"a": "x", "b": "x"}}\n{line}\n{{"a": "y", "b": "y"}}\n')
    assert call(str(pairs)) == 1
    out, err = capsys.readouterr()
    assert [json.loads(found)["a"] for found in out.splitlines()] == ["x", "y"]
    assert f"{pairs}:{told}" in err
    assert "1 line" in err


def test_pairs_come_from_standard_input_too(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO('{"a": "EVs", "b": "Electric vehicles"}\n'))
    assert call("-") == 0
    assert json.loads(capsys.readouterr().out)["relation"] == "same"


@pytest.mark.parametrize(("path", "told"), [("/no/such.jsonl", "no such file"), ("/", "a folder")])
def test_a_path_that_is_no_file_is_wrong_usage(path: Any, told: Any, capsys: Any) -> None:
    assert call(path) == 2
    assert told in capsys.readouterr().err


def test_a_file_in_another_encoding_is_told(tmp_path: Path, capsys: Any) -> None:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_bytes('{"a": "é", "b": "x"}'.encode("latin-1"))
    assert call(str(pairs)) == 1
    assert "not UTF-8" in capsys.readouterr().err
