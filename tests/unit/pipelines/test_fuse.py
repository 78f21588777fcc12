"""`parallax fuse`: files in, files out; what is wrong with a file is said with its place; the order of rows is nothing."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from pipelines.cli import app

CLAIMS = "source,object,attribute,num\ns,o,a,1\nt,o,a,3\nu,o,a,\n"


def call(*arguments: str | Path) -> int:
    """Exit code of one call."""
    with pytest.raises(SystemExit) as ended:
        app.main([str(argument) for argument in arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def written(folder: Path, text: str, name: str = "claims.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("source,object,attribute,num\ns,o,a,1\ns,p,a,abc\n", "claims.csv, line 3: num is 'abc', which is no number"),
        ("source,object,num\ns,o,1\n", "claims.csv: no column attribute; claims need source, object, attribute, num"),
        ("", "claims.csv: not readable as csv"),
    ],
)
def test_a_bad_file_is_told_with_its_place(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call("fuse", written(tmp_path, text)) == 1
    out, err = capsys.readouterr()
    assert told in err
    assert "Traceback" not in err
    assert out == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["/no/such/claims.csv"], "/no/such/claims.csv: no such file"),
        (["{claims}", "--level", "90"], "--level is 90.0; give a number between 0 and 1"),
        (["{claims}", "--out", "values.xlsx"], "values.xlsx: unknown format; use a name that ends in .parquet or .csv"),
        (["{claims}", "--weights", "weights"], "weights: unknown format; use a name that ends in .parquet or .csv"),
        ([], "Missing argument 'CLAIMS'"),
    ],
)
def test_a_wrong_call_is_a_usage_error(
    arguments: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    claims = str(written(tmp_path, CLAIMS))
    assert call("fuse", *(claims if a == "{claims}" else a for a in arguments)) == 2
    assert told in capsys.readouterr().err


def test_values_go_to_standard_output_and_what_was_done_to_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call("fuse", written(tmp_path, CLAIMS)) == 0
    out, err = capsys.readouterr()
    head, row = out.splitlines()
    assert head == "object,attribute,value,lo,hi"
    assert row.startswith("o,a,")
    assert "1 value from 2 sources" in err


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_csv_and_parquet_give_the_same(ending: str, tmp_path: Path) -> None:
    claims = pl.DataFrame(
        {
            "source": [f"s{i % 7}" for i in range(200)],
            "object": [f"o{i % 31}" for i in range(200)],
            "attribute": ["a", "b"] * 100,
            "num": [((i * 7919) % 104729) / 7 + 1 for i in range(200)],
        }
    )
    claims.write_csv(tmp_path / "claims.csv")
    claims.write_parquet(tmp_path / "claims.parquet")
    out, weights = tmp_path / f"values.{ending}", tmp_path / f"weights.{ending}"
    found = []
    for source in ("claims.csv", "claims.parquet"):
        assert call("fuse", tmp_path / source, "--out", out, "--weights", weights) == 0
        read = pl.read_csv if ending == "csv" else pl.read_parquet
        found.append((read(out), read(weights), out.read_bytes()))
    assert_frame_equal(found[0][0], found[1][0], check_exact=True)
    assert_frame_equal(found[0][1], found[1][1], check_exact=True)
    assert found[0][2] == found[1][2]
    assert found[0][1].columns == ["source", "weight"]


def test_shuffled_rows_give_the_same_bytes(tmp_path: Path) -> None:
    claims = pl.DataFrame(
        {
            "source": [f"s{i % 9}" for i in range(600)],
            "object": [f"o{i % 61}" for i in range(600)],
            "attribute": "a",
            "num": [((i * 7919) % 104729) / 7 + 1 for i in range(600)],
        }
    )
    results = set()
    for seed in (None, 1, 2):
        rows = claims if seed is None else claims.sample(fraction=1, shuffle=True, seed=seed)
        rows.write_csv(tmp_path / "claims.csv")
        assert call("fuse", tmp_path / "claims.csv", "--out", tmp_path / "v.csv", "--weights", tmp_path / "w.csv") == 0
        results.add((tmp_path / "v.csv").read_bytes() + (tmp_path / "w.csv").read_bytes())
    assert len(results) == 1


def test_a_file_with_a_head_only_gives_a_head_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("fuse", written(tmp_path, "source,object,attribute,num\n")) == 0
    assert capsys.readouterr().out == "object,attribute,value,lo,hi\n"


def test_parquet_with_text_for_numbers_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "claims.parquet"
    pl.DataFrame({"source": ["s"], "object": ["o"], "attribute": ["a"], "num": ["x"]}).write_parquet(path)
    assert call("fuse", path) == 1
    assert "column num holds String" in capsys.readouterr().err


def test_a_file_that_is_no_parquet_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("fuse", written(tmp_path, "no parquet", "claims.parquet")) == 1
    assert "claims.parquet: not readable as parquet" in capsys.readouterr().err
