"""Forms as examples: a key that is given is a target, one that is left out is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from sources.extract.candidates.page import METRICS
from sources.extract.features.statuses import STATUSES
from tests.forms.forms import all_forms, read_forms
from training.examples import Example
from training.forms import form_examples

FORMS = """about: Forms of cranes.
groups:
- says: each figure has its part
  head: "# Harbour Crane Market\\n\\nHarbour cranes sold for USD 4 billion in 2023.\\n\\n"
  judged: {judged}
  forms:
  - text: Gantry cranes held 45% of revenue in 2024, while mobile cranes held 30% of revenue. Some 70% of docks own a crane.
    figures:
    - {{metric: share, value: 45, year: 2024, segment: Gantry cranes}}
    - {{surface: 30%, segment: mobile cranes, geography: Global, status: historical}}
"""


@pytest.fixture
def made(tmp_path: Path, request: pytest.FixtureRequest) -> Example:
    file = tmp_path / "cranes.yml"
    file.write_text(FORMS.format(judged=request.param), encoding="utf-8")
    (example,) = form_examples(read_forms(file))
    return example


def _right_metric(example: Example, surface: str) -> str | None:
    (index,) = [i for i, f in enumerate(example.page.figures) if f.mention.surface == surface]
    target = example.targets.metrics[index]
    return next(m for m, right in zip(METRICS, target.right, strict=True) if right) if target else None


@pytest.mark.parametrize("made", ["core"], indirect=True)
def test_keys_that_are_given_are_targets_and_no_others(made: Example) -> None:
    surfaces = [figure.mention.surface for figure in made.page.figures]
    assert surfaces == ["USD 4 billion", "45%", "30%", "70%"]
    targets = made.targets
    assert [t is not None for t in targets.parts] == [False, True, True, False]
    assert [t is not None for t in targets.areas] == [False, False, False, False]  # no candidate but the whole world
    assert [t is not None for t in targets.times] == [False, True, False, False]
    (status,) = [t for t in targets.statuses if t]
    assert [s for s, right in zip(STATUSES, status.right, strict=True) if right] == ["historical"]
    assert made.family == "forms"
    assert not made.is_first_reading


@pytest.mark.parametrize("made", ["core"], indirect=True)
def test_what_a_form_of_all_core_figures_leaves_out_is_of_no_market(made: Example) -> None:
    shown = {s: _right_metric(made, s) for s in ("USD 4 billion", "45%", "30%", "70%")}
    assert shown == {"USD 4 billion": None, "45%": "share", "30%": None, "70%": "other_numeric"}


@pytest.mark.parametrize("made", ["some"], indirect=True)
def test_a_form_of_some_figures_says_nothing_of_the_others(made: Example) -> None:
    assert _right_metric(made, "70%") is None


@pytest.mark.parametrize("made", ["core"], indirect=True)
def test_the_right_part_is_the_one_that_the_form_names(made: Example) -> None:
    target = made.targets.parts[2]
    assert target is not None
    taken = [c.name for c, t in zip(made.rows.parts.candidates[2], target.taken, strict=True) if t]
    assert [name for name, right in zip(taken, target.right, strict=True) if right] == ["mobile cranes"]


def test_most_forms_are_examples() -> None:
    forms = [f for f in all_forms() if f.file in ("time.yml", "korean.yml", "tables_in_text.yml")]
    examples = form_examples(forms)
    assert len(examples) >= 0.9 * len(forms)
    assert {e.family for e in examples} == {"forms"}
