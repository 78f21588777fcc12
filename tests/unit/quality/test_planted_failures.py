"""Every check is seen to fail: one planted failure each, on a build that is otherwise good, and that check alone reports it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from quality.suites import core_suite, marts_suite

# (layer, check): what breaks it and nothing else
PLANTED: dict[tuple[str, str], tuple[str, ...]] = {
    ("core", "vocabulary"): ("update core.areas set kind = 'planet' where ref_area = '021'",),
    ("core", "references"): ("update core.conflicts set claim_ids_b = ['nowhere'] where conflict_id = 'k1'",),
    ("core", "document_conservation"): ("delete from core.quarantine",),
    ("core", "candidate_conservation"): ("update core.documents set n_candidates = 9 where name = 'd_old.txt'",),
    ("core", "mention_conservation"): ("update core.claims set n_mentions = 2 where claim_id = 'c02'",),
    ("core", "claim_conservation"): ("delete from core.estimate_candidates where claim_id = 'c06'",),
    ("core", "claim_counts"): ("update core.documents set n_claims = 9 where name = 'd_old.txt'",),
    ("core", "evidence_equality"): ("update core.evidence set quote = 'USD 99 billion' where claim_id = 'c02'",),
    ("core", "spans_in_text"): ("update core.rejections set char_end = 9999",),
    ("core", "language_model_named"): ("update core.claims set read_by = 'both' where claim_id = 'c02'",),
    ("core", "choice_quotes"): ("update core.reading_choices set quote = '31%' where choice_id = 'o1'",),
    ("core", "refused_not_taken"): ("update core.reading_choices set odds = null where choice_id = 'o1'",),
    ("marts", "choice_quotes"): (
        "update marts.reading_choices set char_start = 1, char_end = 4 where choice_id = 'o1'",
    ),
    ("marts", "choice_words_limit"): (
        "update marts.reading_choices set second_reading = repeat('x', 121) where choice_id = 'o2'",
    ),
    ("core", "one_fate_per_token"): (
        "update core.rejections set char_start = 62, char_end = 78",  # where c02 stands
    ),
    ("core", "currency_codes"): ("update core.claims set unit_measure = 'dollars' where claim_id = 'c07'",),
    ("core", "period_order"): ("update core.claims set period_start = 2031 where claim_id = 'c03'",),
    ("core", "contested"): ("update core.conflicts set rule = 'contested' where conflict_id = 'k1'",),
    ("core", "hidden_figures"): ("update core.documents set n_hidden_figures = 2 where name = 'd_old.txt'",),
    ("core", "range_order"): ("update core.claims set obs_value_high = 1 where claim_id = 'c01'",),
    ("core", "years"): ("update core.claims set time_period_year = 1850 where claim_id = 'c07'",),
    ("core", "shares"): ("update core.claims set obs_value = 140 where claim_id = 'c04'",),
    ("core", "market_sizes"): ("update core.observations set obs_value = 0 where claim_id = 'c01'",),
    ("core", "probable_years"): (
        "update core.claims set time_period_probable = 2025, time_period_probable_basis = 'base_year', "
        "time_period_probable_confidence = 'low' where claim_id = 'c11'",  # its year is our reading
    ),
    ("core", "conversion"): ("update core.observations set fx_rule = null where claim_id = 'c08'",),
    ("core", "one_scope"): ("update core.estimate_candidates set estimate_id = 'e3' where claim_id = 'c08'",),
    ("core", "in_force"): (
        "update core.estimate_candidates set estimate_id = 'e1', role = 'counted' where claim_id = 'c07'",
    ),
    ("core", "set_aside"): ("update core.conflicts set claim_ids_b = ['c07'] where conflict_id = 'k2'",),
    ("core", "bridge_bounds"): ("update core.bridges set value_low = value_high + 1 where bridge_id = 'b1'",),
    ("core", "conflict_years"): ("update core.conflict_sides set value = 1 where conflict_id = 'k1' and side = 1",),
    ("core", "components_sum"): (
        "update core.conflict_components set log_share_pct = 90 where conflict_id = 'k1' and component = 'remainder'",
    ),
    ("core", "questions"): ("update core.claims set status = 'unsure' where claim_id = 'c06'",),
    ("core", "findings"): ("update core.audit_findings set severity = 'high' where finding_id = 'f1'",),
    ("core", "bands"): ("update core.growth_audit set is_best = true",),
    ("core", "pooled_sizes"): (
        "update core.estimates set estimate = 1.1e15, high = 1.1e15 where estimate_id = 'e1'",
        "update core.balanced_figures set obs_value = 1.1e15 where figure_id = 'e1'",
    ),
    ("core", "pooled_shares"): (
        "update core.estimates set estimate = 140, high = 140, method = 'robust_mean_of_independent' where estimate_id = 'e5'",
        "update core.balanced_figures set obs_value = 140 where figure_id = 'e5'",
    ),
    ("core", "nothing_set_aside"): (
        "update core.claims set status = 'quarantined' where claim_id = 'c07'",  # superseded until now, so nothing rests on it
        "insert into core.set_aside select claim_id, document_id, publisher_id, market_id, metric, value_as_printed, "
        "'largest_figure', 'claim', claim_id, 'too large', value_as_printed, 0 from core.claims where claim_id = 'c07'",
    ),
    ("core", "set_aside_is_quarantined"): ("update core.claims set status = 'quarantined' where claim_id = 'c07'",),
    ("core", "balance_conservation"): ("update core.balanced_figures set balanced = null where figure_id = 'e2'",),
    ("core", "balance_holds"): ("update core.balance_constraints set residual_after = 0.1",),
    ("core", "silent_documents"): (
        "insert into core.documents select * replace ('silent' as document_id, 0 as n_candidates, 0 as n_mentions, "
        "0 as n_rejections, 0 as n_claims) from core.documents where name = 'd_copy.txt'",
        "insert into core.receipts select * replace ('silent' as document_id) from core.receipts where name = 'd_copy.txt'",
    ),
    ("core", "silent_publishers"): (
        "insert into core.publishers select * replace ('mute' as publisher_id) from core.publishers limit 1",
        "update core.documents set publisher_id = 'mute' where name = 'd_copy.txt'",
    ),
    ("core", "statement_conservation"): ("update core.rankings set n_mentions = 3 where ranking_id = 'rk1'",),
    ("core", "statement_equality"): ("update core.statement_evidence set quote = 'other' where item_id = 'ev1'",),
    ("core", "event_parties"): ("update core.events set party_roles = ['actor'] where event_id = 'ev1'",),
    ("core", "event_dates"): ("update core.events set relation_to_figures = 'after' where event_id = 'ev1'",),
    ("core", "event_windows"): ("update core.events set window_basis = 'unbounded' where event_id = 'ev1'",),
    ("core", "ranking_places"): ("update core.rankings set ordinal = 0 where ranking_id = 'rk1'",),
    ("marts", "statement_conservation"): ("delete from marts.statement_evidence where item_id = 'fa1'",),
    ("marts", "statement_equality"): (
        "update marts.statement_evidence set char_start = char_start + 1 where item_id = 'ci1'",
    ),
    ("marts", "statement_limit"): (
        "update marts.documents set quote_limit_chars = 20 where name = 'd_new.txt'",
        "update marts.evidence set prefix = '', suffix = ''",
    ),
    ("marts", "vocabulary"): ("update marts.areas set kind = 'planet' where ref_area = '021'",),
    ("marts", "references"): ("update marts.conflicts set claim_ids_a = 'c01|nowhere' where conflict_id = 'k1'",),
    ("marts", "evidence_equality"): ("update marts.evidence set char_start = char_start + 1 where claim_id = 'c02'",),
    ("marts", "header_equality"): (
        "update marts.evidence set header = 'Year', header_start = 0, header_end = 4 where claim_id = 'c02'",
    ),
    ("marts", "quote_limit"): ("update marts.evidence set prefix = repeat('x', 120) where claim_id = 'c02'",),
    ("marts", "interval"): ("update marts.market_estimates set low = 3e10 where estimate_id = 'e2'",),
    ("marts", "refusals"): ("update marts.market_estimates set reason = ' ' where estimate_id = 'e4'",),
    ("marts", "counts"): ("update marts.market_estimates set n_independent = 5 where estimate_id = 'e1'",),
    ("marts", "traceable"): ("update marts.market_estimates set claim_ids = null where estimate_id = 'e2'",),
    ("marts", "in_force"): ("update marts.market_estimates set claim_ids = 'c01|c07' where estimate_id = 'e1'",),
    ("marts", "years"): ("update marts.market_estimates set time_period_year = 2150 where estimate_id = 'e2'",),
    ("marts", "market_sizes"): (
        "update marts.market_estimates set low = -1, estimate = 0, high = 1 where estimate_id = 'e1'",
    ),
    ("marts", "shares"): (
        "update marts.market_estimates set estimate = 140, high = 140, method = 'robust_mean_of_independent' "
        "where estimate_id = 'e5'",
    ),
    ("marts", "growth"): ("update marts.market_estimates set estimate = -80, low = -80 where estimate_id = 'e6'",),
    ("marts", "derivations"): ("update marts.vendor_figures set formula = null where vendor_figure_id = 'v2'",),
    ("marts", "bounds"): ("update marts.vendor_figures set obs_value_low = 5e10 where vendor_figure_id = 'v1'",),
    ("marts", "sides"): ("update marts.conflicts set ratio = 5 where conflict_id = 'k1'",),
    ("marts", "share_totals"): ("update marts.segment_shares set dimension_total_pct = 130 where claim_id = 'c04'",),
    ("core", "statement_quotes"): ("update core.definitions set quote = 'A widget market' where definition_id = 'n1'",),
    ("core", "impacts_have_one_driver"): ("delete from core.drivers where claim_id = 'c06'",),
    ("core", "verdicts_have_references"): (
        "update core.technical_claims set reference_source = null where technical_id = 't1'",
    ),
    ("core", "quarantine_has_method"): ("update core.companies set method = null where company = 'Bar AG'",),
    ("core", "decisions_take_effect"): ("update core.claims set status = 'overridden' where claim_id = 'c06'",),
    ("core", "decisions_hold"): (
        "update core.review_queue set kind = 'flagged_decision', decision_id = 'd1' where question_id = 'q1'",
    ),
    ("marts", "statement_quotes"): ("update marts.technical_claims set char_end = char_end + 1",),
    ("marts", "statement_quote_limit"): ("update marts.definitions set definition = repeat('x', 121)",),
    ("core", "expected_documents"): ("update core.documents set publisher_id = 'acme' where name = 'd_other.txt'",),
    ("core", "expected_claims"): ("update core.claims set publisher_id = 'acme' where claim_id = 'c11'",),
    ("core", "expected_minimum"): ("update core.documents set publisher_id = 'borealis' where publisher_id = 'acme'",),
    ("core", "expected_age"): (
        "update core.documents set published_on = date '2026-01-23', figure_date = null where publisher_id = 'acme'",
    ),
    ("core", "claims_since_last_release"): (
        "update core.claims set publisher_id = 'borealis' where claim_id in ('c01', 'c02', 'c03', 'c04')",  # 3 of 7 left
    ),
    ("marts", "freshness"): ("update marts.documents set figure_date = date '2020-01-01'",),
}
CHECKS = {(str(check.layer), check.name): check for check in (*core_suite(), *marts_suite())}


def test_every_check_has_a_planted_failure() -> None:
    assert set(PLANTED) == set(CHECKS)
    assert len(CHECKS) == len(core_suite()) + len(marts_suite())


@pytest.mark.parametrize(("layer", "name"), sorted(PLANTED), ids=lambda part: part)
def test_a_planted_failure_is_caught_by_its_own_check_and_no_other(breakable: Any, layer: str, name: str) -> None:
    failed = [result for result in breakable.judge_with(*PLANTED[layer, name]) if not result.passed]
    assert [(result.layer, result.name) for result in failed] == [(layer, name)]
    assert failed[0].severity == CHECKS[layer, name].severity
    assert failed[0].n_failing >= 1
    assert len(failed[0].failing_rows) == min(failed[0].n_failing, 20)
    assert "error" not in failed[0].metadata


@pytest.mark.parametrize(
    ("statement", "check"),
    [
        ("update marts.market_estimates set estimate = 'nan' where estimate_id = 'e2'", "interval"),
        ("update marts.market_estimates set high = 'inf' where estimate_id = 'e2'", "interval"),
        ("update marts.market_estimates set estimate = 45 where estimate_id = 'e4'", "refusals"),
        ("update marts.market_estimates set method = 'none' where estimate_id = 'e2'", "refusals"),
        ("update marts.conflicts set quote_b = '' where conflict_id = 'k1'", "sides"),
        ("delete from core.conflict_sides where conflict_id = 'k1' and side = 2", "conflict_years"),
        ("delete from core.conflict_sides where conflict_id = 'k2'", "conflict_years"),
        ("update core.conflict_sides set is_representative = false where conflict_id = 'k2'", "conflict_years"),
        ("update core.conflicts set years = ['2025', '2026'], n_years = 2 where conflict_id = 'k1'", "conflict_years"),
        ("update core.conflicts set n_sides = 3 where conflict_id = 'k1'", "conflict_years"),
        ("update core.conflict_sides set claim_ids = ['c07'] where conflict_id = 'k2' and side = 2", "set_aside"),
        ("update core.claims set time_period_probable_basis = 'base_year' where claim_id = 'c06'", "probable_years"),
        ("update core.events set window_end = null where event_id = 'ev1'", "event_windows"),
        ("update core.events set window_start = date '2026-03-01' where event_id = 'ev1'", "event_windows"),
        ("update core.events set window_anchor = '2026-33' where event_id = 'ev1'", "event_windows"),
        ("update core.events set window_basis = 'guessed' where event_id = 'ev1'", "vocabulary"),
        ("update core.conflict_sides set bridge_id = 'nowhere' where conflict_id = 'k2' and side = 2", "references"),
        ("update marts.documents set figure_date = null", "freshness"),
        ("update marts.evidence set char_end = 9999 where claim_id = 'c02'", "evidence_equality"),
        ("update core.evidence set text_sha256 = 'another' where claim_id = 'c02'", "evidence_equality"),
        ("update marts.evidence set header = repeat('x', 120) where claim_id = 'c02'", "quote_limit"),
        ("update marts.evidence set header_start = 0, header_end = 4 where claim_id = 'c02'", "header_equality"),
        ("update core.growth_audit set recomputed_pct = 30 where is_best", "bands"),
        ("update core.observations set obs_value = 1e16 where claim_id = 'c01'", "market_sizes"),
        ("update core.estimate_candidates set reason = '' where claim_id = 'c10'", "claim_conservation"),
        ("update core.vendor_figures set claim_ids = ['c07', 'c01'] where vendor_figure_id = 'v1'", "set_aside"),
        ("update core.growth_audit set start_claim_id = 'c07'", "set_aside"),
        ("update core.audit_findings set claim_ids = ['c07'] where finding_id = 'f1'", "set_aside"),
        ("update core.audit_findings set deviation = 1 where finding_id = 'f1'", "findings"),
        ("update core.audit_findings set outcome = 'mismatch' where finding_id = 'f1'", "findings"),
        ("update core.audit_findings set times_rounding = 4 where finding_id = 'f1'", "findings"),
        ("update core.audit_findings set claim_ids = [] where finding_id = 'f1'", "findings"),
        ("update core.audit_findings set spans = [] where finding_id = 'f1'", "findings"),
        ("update core.audit_findings set outcome = 'perhaps' where finding_id = 'f1'", "vocabulary"),
        ("update core.review_queue set state = 'decided' where subject = 'Bar AG'", "questions"),
        ("update core.review_queue set decision = 'closed_question by Ada' where subject = 'Bar AG'", "questions"),
        ("update core.review_queue set kind = 'unsure_claim' where subject = 'Bar AG'", "questions"),
        ("update core.review_queue set kind = 'unsure_claim', claim_id = 'c01' where subject = 'Bar AG'", "questions"),
        ("update core.review_queue set kind = 'riddle' where subject = 'Bar AG'", "vocabulary"),
        ("update core.balanced_figures set balanced = -1 where figure_id = 'e2'", "balance_conservation"),
        ("update core.balanced_figures set obs_value = 1 where figure_id = 'v1'", "balance_conservation"),
        ("delete from core.balanced_figures where figure_id = 'v1'", "balance_conservation"),
        ("update core.balance_constraints set is_outlier = true", "balance_holds"),
        ("update core.balance_constraints set status = 'open'", "balance_holds"),
        (
            "update core.decisions set state = 'expired', in_force = true where decision_id = 'd2'",
            "decisions_take_effect",
        ),
        ("update core.decisions set kind = 'override' where decision_id = 'd1'", "decisions_take_effect"),
        ("update core.decisions set kind = 'rejected_claim' where decision_id = 'd1'", "decisions_take_effect"),
        ("update core.decisions set state = 'forgotten' where decision_id = 'd2'", "vocabulary"),
        ("update core.decisions set conflict_ids = ['nowhere'] where decision_id = 'd2'", "references"),
        ("update core.claims set read_by = 'language_model' where claim_id = 'c10'", "language_model_named"),
        ("update core.claims set read_by = 'nobody' where claim_id = 'c11'", "vocabulary"),
        ("update core.documents set read_with = null", "language_model_named"),
        ("update core.reading_choices set odds = 1.2 where choice_id = 'o1'", "refused_not_taken"),
        ("update core.reading_choices set odds = null where choice_id = 'o1'", "refused_not_taken"),
        ("update core.reading_choices set taken = 'second' where choice_id = 'o2'", "refused_not_taken"),
        ("update core.reading_choices set odds = 0.3 where choice_id = 'o2'", "refused_not_taken"),
        ("update core.reading_choices set quote = 'EUR' where choice_id = 'o2'", "choice_quotes"),
        ("update core.reading_choices set char_start = 9999, char_end = 9999 where choice_id = 'o2'", "choice_quotes"),
        ("update core.reading_choices set attribute = 'mood' where choice_id = 'o1'", "vocabulary"),
        ("update core.reading_choices set claim_id = 'nowhere' where choice_id = 'o1'", "references"),
        ("update core.drivers set additive = true where driver_id = 'r2'", "impacts_have_one_driver"),
        ("update core.drivers set impact = 9 where driver_id = 'r1'", "impacts_have_one_driver"),
        ("update core.drivers set claim_id = 'c06', impact = 2.5 where driver_id = 'r2'", "impacts_have_one_driver"),
        ("update core.technical_claims set verdict = 'unknown'", "verdicts_have_references"),
        ("update core.drivers set char_start = char_start + 1 where driver_id = 'r2'", "statement_quotes"),
    ],
)
def test_other_ways_to_break_the_same_law_are_caught_too(breakable: Any, statement: str, check: str) -> None:
    assert check in {result.name for result in breakable.judge_with(statement) if not result.passed}


@pytest.mark.parametrize(
    ("statements", "n_failing"),
    [
        # of a document: receipt, whereabouts
        (["insert into core.receipts select * replace ('lost' as document_id) from core.receipts limit 1"], 1),
        (["insert into core.quarantine select document_id, name, 1, 'odd', 'odd' from core.documents limit 1"], 1),
        (["update core.receipts set outcome = 'duplicate' where name = 'd_old.txt'"], 1),
        (["update core.receipts set outcome = 'pending' where name = 'd_old.txt'"], 1),
        (["delete from core.receipts where name = 'd_old.txt'"], 1),
        # pending documents and retracted ones are accounted for
        (
            [
                "insert into core.receipts select * replace ('new' as document_id, 'pending' as outcome) "
                "from core.receipts limit 1"
            ],
            0,
        ),
        (
            [
                "insert into core.receipts select * replace ('gone' as document_id, 'landed' as outcome) "
                "from core.receipts limit 1",
                "insert into core.document_history select * replace ('gone' as document_id, 'retracted' as event) "
                "from core.document_history limit 1",
            ],
            0,
        ),
    ],
)
def test_every_document_that_arrived_is_accounted_for_in_exactly_one_place(
    breakable: Any, statements: list[str], n_failing: int
) -> None:
    failing = {r.name: r.n_failing for r in breakable.judge_with(*statements) if r.layer == "core"}
    assert failing.get("document_conservation", 0) == n_failing


def test_a_rule_about_several_tables_names_those_that_break_it(breakable: Any) -> None:
    results = breakable.judge_with(
        "update core.claims set metric = 'mood' where claim_id = 'c02'",
        "update core.areas set kind = 'planet' where ref_area = '021'",
    )
    (words,) = [result for result in results if result.name == "vocabulary"]
    assert words.failing_rows == (
        {"table_name": "core.areas", "column_name": "kind", "word": "planet", "n_rows": 1},
        {"table_name": "core.claims", "column_name": "metric", "word": "mood", "n_rows": 1},
    )


def test_a_mention_without_text_fails_and_says_that_the_text_is_missing(breakable: Any) -> None:
    def text_of(document_id: str) -> str:
        raise KeyError(document_id)

    failed = breakable.judge_with(text_of=text_of)
    assert [result.n_failing for result in failed if result.name == "header_equality"] == [1]
    results = {(result.layer, result.name): result for result in failed}
    quoting = ("evidence_equality", "statement_equality", "statement_quotes", "choice_quotes")
    assert set(results) == {
        ("marts", "header_equality"),
        *((layer, name) for layer in ("core", "marts") for name in quoting),
    }
    # twelve claims, one of them with two mentions
    assert results["marts", "evidence_equality"].n_failing == 13
    assert "no text" in str(results["marts", "evidence_equality"].failing_rows[0]["finding"])


def test_freshness_is_measured_against_the_day_that_is_given(breakable: Any) -> None:
    # newest figures 2026-05-01 + 400 days = 2027-06-05
    in_time = breakable.judge_with(as_of=date(2027, 6, 5), expected=None)
    too_late = breakable.judge_with(as_of=date(2027, 6, 6), expected=None)
    assert [result.name for result in in_time] == []
    assert [(result.name, result.passed, result.blocks) for result in too_late] == [("freshness", False, False)]
    unmeasured = breakable.judge_with(as_of=None, expected=None)
    unmeasured = tuple(result for result in unmeasured if result.name == "freshness")
    assert [(result.name, result.passed) for result in unmeasured] == [("freshness", True)]
    assert unmeasured[0].metadata == {"skipped": "no day to measure against"}


def test_a_flagged_decision_is_told_until_its_question_is_decided(breakable: Any) -> None:
    flagged = "update core.decisions set state = 'source_changed' where decision_id = 'd1'"
    # What it decided is asked anew under another question, or its flag was closed: it needs nothing more.
    closed = "update core.review_queue set kind = 'flagged_decision', decision_id = 'd1' where question_id = 'q2'"
    assert [result.name for result in breakable.judge_with(flagged, closed) if not result.passed] == []
    opened = closed.replace("q2", "q1")
    (failed,) = [result for result in breakable.judge_with(flagged, opened) if not result.passed]
    assert (failed.name, failed.n_failing) == ("decisions_hold", 1)
    assert {"decision_id": "d1", "state": "source_changed", "why": "other industry"}.items() <= failed.failing_rows[
        0
    ].items()


def test_many_failing_rows_are_counted_and_twenty_are_shown(breakable: Any) -> None:
    results = breakable.judge_with(
        "insert into marts.evidence select * exclude (range) replace (concat('x', range) as evidence_id, "
        "repeat('x', 200) as prefix) from (select * from marts.evidence limit 1), range(50)"
    )
    too_long = next(result for result in results if result.name == "quote_limit")
    assert (too_long.n_failing, len(too_long.failing_rows)) == (50, 20)
    shown = [str(row["evidence_id"]) for row in too_long.failing_rows]
    assert shown == sorted(shown)


def test_what_one_report_prints_may_be_odd_without_keeping_a_release_back(breakable: Any) -> None:
    results = breakable.judge_with(
        "update core.claims set obs_value = 140 where claim_id = 'c05'",
        "update core.claims set period_start = 2031 where claim_id = 'c03'",
        "update marts.market_estimates set low = 140, estimate = 140, high = 140 where estimate_id = 'e5'",
    )
    failed = [result for result in results if not result.passed]
    assert {result.name for result in failed} == {"shares", "period_order"}
    assert [result for result in failed if result.blocks] == []
