"""Cases of layout, read by the program: no kind loses one that was right."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import yaml

from tests.cases.scoring import HERE, cases, judged

PARALLAX = Path(__file__).parents[2] / ".venv" / "bin" / "parallax"


def test_each_kind_has_as_many_cases_right_as_results_say() -> None:
    expected = yaml.safe_load((HERE / "results.yml").read_text())
    verdicts = list(judged(cases(), PARALLAX))
    assert Counter(one.case.kind for one in verdicts) == {kind: said["cases"] for kind, said in expected.items()}
    right = Counter(one.case.kind for one in verdicts if one.is_right)
    fewer = {kind: (right[kind], said["now"]) for kind, said in expected.items() if right[kind] < said["now"]}
    assert not fewer, f"right now, and by results.yml: {fewer}; `python -m tests.cases.scoring KIND -v` shows them"
