"""Weights of differences by kind: what few cases take from the others, and what many keep for themselves."""

from __future__ import annotations

import pytest

from learning.joining import Case, fitted_by_kind
from sources.extract.join.odds import chance_of


def _cases(n: int, measure: float, share_right: float) -> list[Case]:
    return [Case((1.0, measure), at < share_right * n, 1.0) for at in range(n)]


@pytest.fixture(scope="module")
def weights() -> dict[str, list[float]]:
    """In two kinds of 800 cases the measure says that the model is right, in one that it is not; a fourth has one case on either side."""
    follows = [*_cases(400, 1.0, 0.9), *_cases(400, -1.0, 0.1)]
    against = [*_cases(400, 1.0, 0.1), *_cases(400, -1.0, 0.9)]
    return fitted_by_kind(
        {"a": follows, "b": follows, "other": against, "few": [*_cases(1, 1.0, 1.0), *_cases(1, -1.0, 0.0)]}
    )


@pytest.mark.parametrize(("kind", "expected"), [("a", 0.9), ("b", 0.9), ("other", 0.1)])
def test_a_kind_with_many_cases_has_the_chances_that_were_counted(
    weights: dict[str, list[float]], kind: str, expected: float
) -> None:
    assert chance_of((1.0, 1.0), weights[kind]) == pytest.approx(expected, abs=0.05)


def test_a_kind_with_few_cases_takes_after_what_most_kinds_share(weights: dict[str, list[float]]) -> None:
    assert 0.55 < chance_of((1.0, 1.0), weights["few"]) < 0.8


def test_how_often_the_model_is_right_is_each_kinds_own() -> None:
    weights = fitted_by_kind({"often": _cases(200, 0.0, 0.9), "seldom": _cases(200, 0.0, 0.2)})
    assert [chance_of((1.0, 0.0), weights[kind]) for kind in ("often", "seldom")] == pytest.approx([0.9, 0.2], abs=0.03)
