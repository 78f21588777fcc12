"""`parallax cite` on a home with a release: standard output can go into a file as it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipelines.cli import app
from release.record import Release


def call(release: Release, *arguments: str) -> int:
    """Exit code of one call on the release's home."""
    home: Path = release.path.parents[1]
    with pytest.raises(SystemExit) as ended:
        app.main([*arguments, "--home", str(home)])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_each_style_goes_to_standard_output_alone(release: Release, capsys: Any) -> None:
    assert call(release, "cite", "e1") == 0
    seen = capsys.readouterr()
    assert seen.out.startswith("Acme Research, ")
    assert seen.out.count("\n") == 3
    assert call(release, "cite", "e1", "--style", "csl-json", "--release", release.release_id) == 0
    assert len(json.loads(capsys.readouterr().out)) == 3
    assert call(release, "cite", "e1", "--style", "bibtex", "--quote") == 0
    told = capsys.readouterr()
    assert told.out.startswith("@misc{acme-")
    assert "USD 10.0 billion" in told.out
    assert seen.err == told.err == ""


def test_an_unknown_id_is_one_sentence_and_exit_1(release: Release, capsys: Any) -> None:
    assert call(release, "cite", "zzzz") == 1
    seen = capsys.readouterr()
    assert seen.out == ""
    assert seen.err.startswith("error: zzzz: no estimate")
