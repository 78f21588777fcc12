"""The policy: complete, bounded, no unknown key."""

from __future__ import annotations

from decimal import Decimal

import pytest
import yaml

from warehouse.policy import PACKAGED, LanguageModel, PiecePrice, Policy, read_policy
from warehouse.reviewed import ReviewedFileError

LEVEL = {"measure": "ratio", "agree": 1.1, "compatible": 1.5, "severe": 3.0}


def test_the_packaged_policy_is_valid_and_has_every_room():
    assert set(Policy.model_fields) == {
        "evidence",
        "independence",
        "comparability",
        "verdicts",
        "contest",
        "developments",
        "listings",
        "estimation",
        "accusation",
        "growth_audit",
        "audit_findings",
        "figure_scale",
        "scorecard",
        "review",
        "balance",
        "bridges",
        "set_aside",
        "change_alerts",
        "language_model",
        "guards",
    }
    assert read_policy().evidence.default_quote_limit_chars >= 20


def test_a_language_models_chances_name_both_kinds_of_text_and_what_holds_for_other_metrics():
    assert {kind: "others" in by for kind, by in read_policy().language_model.chances.items()} == {
        "plain": True,
        "dense": True,
    }
    for chances in ({"plain": {"others": 0.9}}, {"plain": {"others": 0.9}, "dense": {"cagr": 0.9}}):
        with pytest.raises(ValueError, match="dense: lacks others"):
            LanguageModel.model_validate({"chances": chances})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("evidence", "context_chars", -1), r"policy\.yml:\d+: evidence\.context_chars: .*greater than or equal to 0"),
        (("evidence", "surprise", 1), r"policy\.yml:\d+: evidence\.surprise: unknown key"),
        (("evidence", "context_chars", None), r"evidence\.context_chars: this key is required"),
        (("surprise", None, {}), r"surprise: unknown key"),
        (("verdicts", "distances", {"level": LEVEL}), r"policy\.yml:\d+: verdicts: .*lacks rate, share, ratio"),
        (("verdicts", "distances", {"volume": LEVEL}), r"verdicts\.distances\.volume"),
        (("estimation", "priors", {}), r"estimation: .*lacks level, rate, share, ratio"),
    ],
)
def test_a_wrong_policy_is_refused_with_its_line(tmp_path, change, message):
    section, key, value = change
    content = yaml.safe_load(PACKAGED.read_text())
    if key is None:
        content[section] = value
    elif value is None:
        del content[section][key]
    else:
        content[section][key] = value
    path = tmp_path / "policy.yml"
    path.write_text(yaml.safe_dump(content))
    with pytest.raises(ReviewedFileError, match=message):
        read_policy(path)


def test_the_line_of_an_error_is_the_line_of_the_key(tmp_path):
    text = PACKAGED.read_text().replace("context_chars: 80", "context_chars: many")
    line = next(number for number, found in enumerate(text.splitlines(), 1) if "context_chars: many" in found)
    path = tmp_path / "policy.yml"
    path.write_text(text)
    with pytest.raises(ReviewedFileError, match=rf"policy\.yml:{line}: evidence\.context_chars"):
        read_policy(path)


def test_a_piece_s_lowest_price_is_not_above_its_highest():
    with pytest.raises(ValueError, match="low must not be above high"):
        PiecePrice(low=Decimal(5), high=Decimal(4), why="the wrong way round")
