from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import peers
from benchmarks.peer_runner import PATTERNS, READERS, run
from benchmarks.peers import MISSING, PYTHON, ROOT, RUNNER, beside_peers, compared
from benchmarks.scan import scan
from pipelines.home import sample_inbox

SCANNED = {
    "USD 12.4 billion in 2025": [("USD 12.4 billion", "money")],
    "from $3.1 Bn to €2,4 Mio": [("$3.1 Bn", "money"), ("€2,4", "money")],
    "12 million euros": [("12 million euros", "money")],
    "20-30% and 4.5 per cent": [("20-30%", "percent"), ("4.5 per cent", "percent")],
    "in 2025, page 7 of 12": [],
    "the YUSD 5 index": [],
}


@pytest.mark.parametrize("text", SCANNED)
def test_the_bare_scan_finds_amounts_and_percentages_and_no_other_numbers(text: str) -> None:
    assert [(text[start:end].strip(), kind) for start, end, kind in scan(text)] == SCANNED[text]


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
    monkeypatch.setattr(peers, "_run", lambda name, command: _pass(100, 1.0))
    found = beside_peers(sample_inbox(), 100, 100, tmp_path, python=tmp_path / "python")
    assert set(found["readers"]) == {"extract", "bare scan"}
    assert found["missing"] == MISSING
    assert "make peers" in capsys.readouterr().err


def test_a_pass_that_fails_is_an_error_with_its_reason() -> None:
    with pytest.raises(RuntimeError, match=r"extract: exit 1: .*no such reader"):
        peers._run("extract", (sys.executable, "-c", "raise SystemExit('no such reader')"))


def test_a_pass_of_our_own_reads_as_much_as_asked_for_in_a_process_of_its_own() -> None:
    command = (sys.executable, "-m", "benchmarks.own_pass", "bare scan", str(sample_inbox()), "5000")
    found = peers._run("bare scan", command)
    assert 5000 <= found["characters"] < 15_000
    assert found["found"] > 10


def test_the_peers_runner_times_the_texts_and_not_the_warming_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(READERS, "pytest", lambda: len)
    found = run("pytest", ["x" * 1000], ["abc", "de"])
    assert (found["characters"], found["found"]) == (5, 5)
    assert found["version"] == pytest.__version__


def test_the_matcher_has_six_patterns() -> None:
    assert sum(map(len, PATTERNS.values())) == 6


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
        ("spacy", "Sales of USD 12.4 billion grew by 8.7% and 3 per cent in 2025.", 3),
        ("quantulum3", "5 kg\nand 8.7%", 2),
    ],
)
def test_the_peers_find_what_they_should(tmp_path: Path, name: str, text: str, n_found: int) -> None:
    asked = tmp_path / "texts.json"
    asked.write_text(json.dumps({"warm_up": [], "texts": [text]}))
    done = subprocess.run([str(PYTHON), str(RUNNER), name, str(asked)], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["found"] == n_found
