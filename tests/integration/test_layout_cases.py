"""Cases of layout, read by the program: none is lost that was right."""

from __future__ import annotations

from pathlib import Path

import yaml

from tests.cases.scoring import HERE, cases, judged

PARALLAX = Path(__file__).parents[2] / ".venv" / "bin" / "parallax"


def test_a_case_that_was_right_is_right() -> None:
    """Every third case of each kind; `python -m tests.cases.scoring` reads all of them."""
    expected = yaml.safe_load((HERE / "results.yml").read_text())
    every = cases()
    assert {one.kind: sum(one.kind == other.kind for other in every) for one in every} == {
        kind: said["cases"] for kind, said in expected.items()
    }
    chosen = [one for one in every if one.number % 3 == 1]
    lost = [
        one.case.file
        for one in judged(chosen, PARALLAX)
        if not one.is_right and one.case.number not in expected[one.case.kind]["wrong"]
    ]
    assert not lost, "`python -m tests.cases.scoring KIND -v` shows what is wrong"
