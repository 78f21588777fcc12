"""Confidence from evidence: odds worked by hand, fitted weights, and the file of the weights."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from pathlib import Path

import pytest

from calibration.fitting import fitted
from calibration.trials import Trial
from calibration.writing import weights_text
from sources.extract import extract
from sources.extract.decide.confidence import confidence_of, with_confidence
from sources.extract.decide.settle import settle
from sources.grammar.confidence import EVIDENCE, WEIGHTS, WeightFile, read_weights
from sources.grammar.language_file import GrammarError
from sources.parse import parse
from tests.unit.corpus.test_judge import READ
from warehouse.doubt import ClaimKind

NONE = dict.fromkeys(EVIDENCE, 0.0)


def weights(intercept: float, **said: float) -> WeightFile:
    return WeightFile(families=(), n_texts=0, n_claims=0, intercept=intercept, weights=NONE | said)


def trials(n: int, n_right: int, family: str = "x", **evidence: float) -> list[Trial]:
    return [
        Trial(family, f"{family}01.txt", ClaimKind.other_part, NONE | evidence, is_right=i < n_right) for i in range(n)
    ]


def test_confidence_is_the_logistic_of_the_weighted_evidence_worked_by_hand() -> None:
    # log odds 2 - 1.5 x 1 + 0.5 x 3 = 2: 1 / (1 + e^-2) = 0.8808
    found = confidence_of(NONE | {"part_carried": 1.0, "rank": 3.0}, weights(2.0, part_carried=-1.5, rank=0.5))
    assert found == 0.88
    assert confidence_of(NONE, weights(0.0)) == 0.5


def test_confidence_has_two_decimals_and_is_never_sure() -> None:
    assert confidence_of(NONE, weights(20.0)) == 0.99
    assert confidence_of(NONE, weights(-20.0)) == 0.01


def test_a_metric_that_no_label_names_throughout_has_no_confidence() -> None:
    ((claim,), _) = settle("d", [replace(READ, metric="other_numeric", claim_id="")])
    assert with_confidence([claim], [NONE])[0].confidence is None
    ((claim,), _) = settle("d", [replace(READ, claim_id="")])
    assert with_confidence([claim], [NONE])[0].confidence == confidence_of(NONE, read_weights())


def test_every_claim_of_a_core_metric_that_is_read_has_a_confidence() -> None:
    text = "The global paper straw market was valued at USD 2.1 billion in 2024. Europe held a share of 31 % in 2024."
    claims = extract(parse(text.encode())).claims
    assert [claim.metric for claim in claims] == ["market_size", "share"]
    assert all(claim.confidence is not None and 0 < claim.confidence < 1 for claim in claims)


def test_the_weight_of_evidence_is_its_log_odds_ratio_drawn_towards_none() -> None:
    # 400 of 500 right without it, 250 of 500 with it: odds 4 and 1, log odds ratio -ln 4 = -1.386.
    found = fitted([*trials(500, 400), *trials(500, 250, part_carried=1.0)])
    assert -1.386 < found.weights["part_carried"] < -1.0
    without = 1 / (1 + exp(-found.intercept))
    assert 0.75 < without < 0.8  # drawn a little towards the share of all, 0.65
    assert {name: w for name, w in found.weights.items() if w} == {"part_carried": found.weights["part_carried"]}
    assert (found.families, found.n_texts, found.n_claims) == (("x",), 1, 1000)


def test_little_evidence_is_worth_little() -> None:
    # The same shares of 5 claims each: the ridge leaves next to nothing of it.
    few = fitted([*trials(5, 4), *trials(5, 2, part_carried=1.0)])
    assert -0.2 < few.weights["part_carried"] < 0


def test_claims_that_are_all_right_can_be_fitted() -> None:
    assert confidence_of(NONE, fitted(trials(50, 50))) == 0.99


def test_the_order_of_the_trials_changes_nothing() -> None:
    some = [*trials(30, 20, rank=1.0), *trials(30, 28, family="y", table_cell=1.0)]
    assert fitted(some) == fitted(some[::-1])


def test_the_weights_in_force_are_written_as_the_tool_writes_them() -> None:
    assert WEIGHTS.read_text(encoding="utf-8") == weights_text(read_weights())


GOOD = weights_text(weights(1.0))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD.replace("intercept: 1.0", "intercept: 50"), "intercept"),
        (GOOD.replace("  proved: 0.0\n", ""), "different: proved"),
        (GOOD + "  luck: 1.0\n", "different: luck"),
        (GOOD.replace("rank: 0.0", "rank: much"), r"weights\.rank"),
        (GOOD.replace("n_texts: 0\n", ""), "n_texts: Field required"),
        ("n_texts: [\n", r"line \d: no valid YAML"),
    ],
)
def test_a_wrong_file_of_weights_is_refused_with_its_name_and_key(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "confidence.yml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GrammarError, match=message) as refused:
        read_weights(path)
    assert str(refused.value).startswith("confidence.yml")
