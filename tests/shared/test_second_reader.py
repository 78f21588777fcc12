"""The benchmark of the second reader on gold labels: the project's scorer gives the figures that the benchmark prints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.second_reader import chosen, read_cases
from benchmarks.second_reader_predictions import write_predictions
from benchmarks.second_reader_scores import readings, score
from corpus.judge import Tier
from tests.labelled_lamps import write_answers


def test_the_scorer_and_the_benchmark_agree_on_all_three_readings_of_the_gold_texts(
    shared: Path, tmp_path: Path
) -> None:
    texts = chosen(shared / "gold" / "dev")
    assert len(texts) == len(list((shared / "gold" / "dev").glob("*.json")))
    write_answers(texts, tmp_path / "answers")
    cases = read_cases(texts, tmp_path / "answers")
    three = readings(cases)
    write_predictions(cases, three, tmp_path)
    for name, read in three.items():
        command = [shared / "score" / "extraction.py", tmp_path / "gold", tmp_path / f"{name}.jsonl"]
        printed = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=True).stdout
        found = [line.split(" F1 ")[1].split()[0] for line in printed.splitlines() if line.startswith("core  ")]
        own = score(zip(cases, read, strict=True))
        assert found == [f"{own.f1(Tier(tier)):.3f}" for tier in range(1, 5)], name
