"""Confidence from counts: worked by hand, drawn towards the wider group, moved by circumstances."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from calibration.writing import record_text
from sources.extract.confidence import Confidence, circumstances_of, confidence_of
from sources.extract.settle import settle
from sources.grammar.confidence import RECORD, Cell, read_record
from sources.grammar.language_file import GrammarError
from tests.unit.calibration.test_judge import READ

NONE: frozenset[str] = frozenset()


def cell(rule: str, hits: int, trials: int, *circumstances: str, metric: str = "share") -> Cell:
    return Cell(metric, rule, frozenset(circumstances), hits, trials)


def test_a_rule_s_share_is_its_hits_drawn_towards_its_family_s_worked_by_hand() -> None:
    # One metric, one family: their groups hold all 30 claims, so each is drawn to the group above at weight 1 to 128;
    # whatever the weight, 20 of 30 under a prior of 20.5 / 31 lies between the two. Rules: 10 of 10 and 10 of 20.
    model = Confidence([cell("percent.good", 10, 10), cell("percent.poor", 10, 20)])
    assert model.share("share", "percent.unheard_of") == pytest.approx(20 / 30, abs=0.006)
    good, poor = model.share("share", "percent.good"), model.share("share", "percent.poor")
    assert 20 / 30 < good < 1
    assert 0.5 < poor < 20 / 30
    # Both are drawn by one weight m: (10 + m p) / (10 + m) and (10 + m p) / (20 + m); m from the first gives the second.
    p = model.share("share", "percent.unheard_of")
    m = (10 - 10 * good) / (good - p)
    assert m == pytest.approx(round(m), abs=1e-6)
    assert poor == pytest.approx((10 + m * p) / (20 + m))


def test_groups_that_differ_more_are_drawn_less() -> None:
    alike = Confidence([cell(f"percent.r{'abcd'[i]}", 15, 20) for i in range(4)])
    unlike = Confidence([cell(f"percent.r{'abcd'[i]}", hits, 20) for i, hits in enumerate((20, 20, 10, 10))])
    distance = lambda model: abs(model.share("share", "percent.ra") - model.share("share", "percent.new"))
    assert distance(alike) < 0.01
    assert distance(unlike) > 0.15


def test_a_rule_without_record_has_its_family_s_share_a_family_its_metric_s_and_a_metric_that_of_all() -> None:
    model = Confidence([cell("percent.a", 30, 30), cell("count.b", 10, 30), cell("money.c", 20, 20, metric="price")])
    assert model.share("share", "percent.new") > 0.9 > model.share("share", "count.new")
    between = model.share("share", "table.new")
    assert model.share("share", "count.new") < between < model.share("share", "percent.new")
    assert model.share("volume", "count.b") == pytest.approx(60.5 / 81)  # all claims, half a hit and half a miss added


def test_a_circumstance_moves_the_odds_by_what_rules_alone_do_not_explain() -> None:
    # One rule, 40 claims, half of them undated: 20 of 20 against 10 of 20, where the rule alone leads to expect 15 each.
    model = Confidence([cell("percent.a", 20, 20), cell("percent.a", 10, 20, "undated")])
    dated, undated = (model.confidence("share", "percent.a", found) for found in (NONE, frozenset({"undated"})))
    share = model.share("share", "percent.a")
    assert undated < share < dated
    # seen = (10 + 4 x 0.75) / 24 = 0.5417: odds 1.18 in place of 3; the share is all but 0.75.
    assert undated == pytest.approx(0.54, abs=0.02)
    # seen = (20 + 4 x 0.75) / 24 = 0.9583
    assert dated == pytest.approx(0.96, abs=0.02)


def test_circumstances_work_together_and_where_no_claim_had_both_each_counts_for_itself() -> None:
    plain, undated, unlisted = NONE, frozenset({"undated"}), frozenset({"unlisted"})
    alone = [cell("percent.a", 90, 100), cell("percent.a", 70, 100, "undated"), cell("percent.a", 70, 100, "unlisted")]
    apart = Confidence(alone)
    both = apart.confidence("share", "percent.a", undated | unlisted)
    assert both < min(apart.confidence("share", "percent.a", one) for one in (plain, undated, unlisted))
    # Seen together they are no worse than each alone: 70 of 100 again.
    together = Confidence([*alone, cell("percent.a", 70, 100, "undated", "unlisted")])
    assert together.confidence("share", "percent.a", undated | unlisted) == together.confidence(
        "share", "percent.a", undated
    )


def test_a_circumstance_that_rules_explain_changes_nothing() -> None:
    # The poor rule is always undated; that it is poor must not count twice.
    model = Confidence([cell("percent.good", 400, 400), cell("percent.poor", 200, 400, "undated")])
    undated = frozenset({"undated"})
    assert model.confidence("share", "percent.poor", undated) == pytest.approx(
        model.share("share", "percent.poor"), abs=0.02
    )


def test_confidence_has_two_decimals_and_is_never_sure() -> None:
    model = Confidence([cell("percent.a", 5000, 5000)])
    assert model.confidence("share", "percent.a", NONE) == 0.99
    assert Confidence([]).confidence("share", "percent.a", NONE) == 0.5


def test_the_order_of_the_counts_changes_nothing() -> None:
    cells = list(read_record().cells())
    one, other = Confidence(cells), Confidence(cells[::-1])
    for found in cells:
        key = (found.metric, found.rule, found.circumstances)
        assert one.confidence(*key) == other.confidence(*key)


def test_every_settled_claim_has_a_confidence_and_its_circumstances_count() -> None:
    listed = replace(READ, claim_id="")
    ((claim,), _) = settle("d", [listed])
    assert circumstances_of(claim) == NONE
    assert claim.confidence == confidence_of(claim)
    ((claim,), _) = settle("d", [listed, replace(listed, char_start=40, char_end=50)])
    assert circumstances_of(claim) == {"restated"}
    ((claim,), _) = settle("d", [replace(listed, year=None, time_period=None, dimension=None)])
    assert circumstances_of(claim) == {"undated", "unlisted"}
    ((claim,), _) = settle("d", [replace(listed, metric="impact_on_cagr", year=None, time_period=None)])
    assert circumstances_of(claim) == NONE  # an impact holds for no year


def test_a_claim_that_nobody_dated_and_no_segmentation_lists_is_less_sure() -> None:
    share = replace(READ, metric="share", rule="percent.share_word", unit="percent", value=Decimal(20))
    ((sure,), _) = settle("d", [share])
    ((doubtful,), _) = settle("d", [replace(share, year=None, time_period=None, dimension=None)])
    assert sure.confidence is not None and doubtful.confidence is not None
    assert sure.confidence > doubtful.confidence + 0.02


def test_the_record_in_force_is_written_as_the_tool_writes_it() -> None:
    record = read_record()
    assert RECORD.read_text(encoding="utf-8") == record_text(record.n_texts, record.cells())
    assert record.n_texts >= 24


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("n_texts: 1\nrecords:\n  share:\n    percent.a: {plain: [3, 2]}\n", r"line 4: records\.share.*hits <= trials"),
        ("n_texts: 1\nrecords:\n  share:\n    percent.a: {plain: [0, 0]}\n", r"line 4: .*at least one trial"),
        ("n_texts: 1\nrecords:\n  share:\n    percent: {plain: [1, 2]}\n", r"line 4: .*percent"),
        ("n_texts: 1\nrecords:\n  profit: {}\n", r"line 3: records\.profit"),
        ("n_texts: 1\nrecords:\n  share:\n    percent.a: {late: [1, 2]}\n", r"line 4: .*write plain, or some of"),
        ("n_texts: 1\nrecords:\n  share:\n    percent.a: {undated+restated: [1, 2]}\n", r"in this order"),
        ("n_texts: 1\n", r"records: Field required"),
        ("n_texts: [\n", r"line \d: no valid YAML"),
    ],
)
def test_a_wrong_record_is_refused_with_file_line_and_key(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "confidence.yml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GrammarError, match=message) as refused:
        read_record(path)
    assert str(refused.value).startswith("confidence.yml, line ")
