from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import peers
from benchmarks.peer_runner import READERS, run
from benchmarks.peers import MISSING, PYTHON, RUNNER, beside_peers, compared
from trials.processes import ROOT, RunError, json_of


def _pass(characters: int, cpu_seconds: float) -> dict[str, Any]:
    return {"characters": characters, "found": 3, "cpu_seconds": cpu_seconds, "wall_seconds": 9.0}


def test_speeds_are_medians_and_ratios_are_medians_of_the_ratios_of_one_turn() -> None:
    # extract: 100, 50, 25 a second. Peer, on half of the text: 10, 25, 5 a second. Ratios by turn: 10, 2, 5.
    found = compared(
        {
            "extract": [_pass(100, 1.0), _pass(100, 2.0), _pass(100, 4.0)],
            "slow": [_pass(50, 5.0), _pass(50, 2.0), _pass(50, 10.0)],
        }
    )
    assert (found["extract"]["characters_per_second"], found["extract"]["extract_is_faster"]) == (50, 1.0)
    assert (found["slow"]["characters_per_second"], found["slow"]["extract_is_faster"]) == (10, 5.0)
    assert found["slow"]["characters"] == 50


def test_without_the_peers_environment_the_bench_says_how_to_make_it_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(peers, "json_of", lambda command: _pass(100, 1.0))
    found = beside_peers(100, tmp_path, python=tmp_path / "python")
    assert set(found["readers"]) == {"extract"}
    assert found["missing"] == MISSING
    assert "make peers" in capsys.readouterr().err


def test_a_pass_that_fails_is_an_error_with_its_reason() -> None:
    with pytest.raises(RunError, match="no such reader"):
        json_of((sys.executable, "-c", "raise SystemExit('no such reader')"))


def test_the_peers_runner_times_the_texts_and_not_the_warming_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(READERS, "pytest", lambda: lambda text: [("money", 5.0, 0)])
    found = run("pytest", {"a": "abc 2025", "b": "de 2024"})
    assert (found["characters"], found["found"]) == (15, 2)
    assert found["version"] == pytest.__version__


def test_the_peers_are_pinned_with_hashes_and_name_no_host() -> None:
    pins = (ROOT / "requirements" / "peers.txt").read_text(encoding="utf-8")
    asked = [
        line for line in (ROOT / "requirements" / "peers.in").read_text().splitlines() if line[:1] not in ("#", "")
    ]
    assert len(asked) == 3  # two peers, and pandas for what a user would build on them
    assert all(f"{line} \\\n    --hash=sha256:" in pins for line in asked)
    assert "http" not in pins.replace("httpx", "").replace("httpcore", "")


@pytest.mark.skipif(not PYTHON.is_file(), reason="the peers' environment is missing: make peers")
@pytest.mark.parametrize(
    ("name", "text", "n_found"),
    [
        ("spacy", "Sales of USD 12.4 billion in 2025.", 1),
        ("quantulum3", "The share was 8.7% in 2025.", 1),
    ],
)
def test_the_peers_find_what_they_should(tmp_path: Path, name: str, text: str, n_found: int) -> None:
    asked = tmp_path / "texts.json"
    asked.write_text(json.dumps({"a": text}))
    done = subprocess.run([str(PYTHON), str(RUNNER), name, str(asked)], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["found"] == n_found
