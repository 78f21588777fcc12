"""Traps of the seeds that ask for a reading rather than for arithmetic: what the release says, and what it leaves open.

Ids, facts and figures of the inventory only; nothing of the texts' wording.
"""

from __future__ import annotations

from decimal import Decimal

from tests.shared.conftest import Published

D = Decimal
BILLION = 10**9
OF_DOCUMENT = "join marts.documents as d using (document_id) where d.name like"


def test_qy_t08_bandwidths_of_two_bases_carry_them_and_are_never_set_against_each_other(published: Published) -> None:
    rows = published.rows(
        f"select t.claim_id, t.obs_value, t.reference_basis from marts.technical_claims as t {OF_DOCUMENT} '000%' "
        "and t.measure = 'interconnect_bandwidth'"
    )
    assert {r["obs_value"]: r["reference_basis"] for r in rows} == {D(900): "per GPU aggregate", D(128): "per link"}
    both = {r["claim_id"] for r in rows}
    sides = published.rows("select conflict_id, claim_ids from marts.conflict_sides")
    held = {r["conflict_id"] for r in sides if both & set((r["claim_ids"] or "").split("|"))}
    assert held == set()


def test_qy_t12_shares_without_a_year_get_none_and_stay_out_of_estimates(published: Published) -> None:
    rows = published.rows(
        f"select c.* from marts.claims as c {OF_DOCUMENT} '000%' and c.metric = 'share' order by c.obs_value"
    )
    assert [(r["obs_value"], r["time_period"]) for r in rows] == [(D(45), None), (D(55), None)]
    assert {r["estimate_role"] for r in rows} == {"excluded"}
    assert {r["estimate_reason"].partition(":")[0] for r in rows} == {"no_year"}


def test_qy_t12_the_year_that_the_shares_are_probably_of_is_told_beside_them_and_used_nowhere(
    published: Published,
) -> None:
    rows = published.rows(f"select c.* from marts.claims as c {OF_DOCUMENT} '000%' and c.metric = 'share'")
    probable = ("time_period_probable", "time_period_probable_basis", "time_period_probable_confidence")
    assert {tuple(r[name] for name in probable) for r in rows} == {(2025, "latest_sized_year", "low")}
    assert {(r["time_period"], r["time_period_inferred"], r["estimate_ids"]) for r in rows} == {(None, None, None)}
    ids = [r["claim_id"] for r in rows]
    observed = published.rows(f"select year from core.observations where claim_id in {tuple(ids)}")
    assert [r["year"] for r in observed] == [None, None]
    for table in ("market_estimates", "vendor_figures"):
        used = published.rows(f"select claim_ids from marts.{table}")
        assert not any(claim_id in (r["claim_ids"] or "") for r in used for claim_id in ids), table


def test_qy_t15_no_share_is_invented_for_the_parts_that_have_none(published: Published) -> None:
    rows = published.rows(
        f"select s.segment_key, s.obs_value, s.n_members_stated, s.is_complete from marts.segment_shares as s "
        f"{OF_DOCUMENT} '000%' order by 1"
    )
    assert [(r["segment_key"].partition(":")[0], r["obs_value"]) for r in rows] == [
        ("application", D(45)),
        ("type", D(55)),
    ]
    assert {(r["n_members_stated"], r["is_complete"]) for r in rows} == {(1, False)}


def test_mi_t26_the_rate_alone_is_said_to_be_inconclusive_about_its_base(published: Published) -> None:
    (row,) = published.rows(
        f"select f.* from marts.audit_findings as f {OF_DOCUMENT} '001%' and f.rule = 'growth_endpoints'"
    )
    assert (row["outcome"], row["stated"]) == ("consistent", D("16.87"))
    for words in ("16.873 % over 5 periods from 2026", "16.862 % over 6 periods from 2025", "inconclusive"):
        assert words in row["explanation"]


def test_mi_t26_growth_takes_its_period_from_the_fuller_mention(published: Published) -> None:
    rows = published.rows(f"select c.* from marts.claims as c {OF_DOCUMENT} '001%' and c.metric = 'cagr'")
    assert len(rows) == 8  # the total and seven parts, some mentions tell no start
    assert {(r["period_start"], r["period_end"], r["period_inferred"]) for r in rows} == {(2026, 2031, False)}


def test_tx_t01_sizes_are_found_although_the_chapter_named_for_them_is_empty(published: Published) -> None:
    rows = published.rows(
        f"select c.time_period, c.obs_value from marts.claims as c {OF_DOCUMENT} '002%' and c.metric = 'market_size'"
    )
    assert {(r["time_period"], r["obs_value"] / BILLION) for r in rows} == {
        ("2025", D("12.00")),
        ("2034", D("86.24")),
    }


def test_qy_t12_and_t15_what_the_shares_leave_goes_to_all_others_without_a_year(published: Published) -> None:
    rows = published.rows(
        f"select f.* from marts.audit_findings as f {OF_DOCUMENT} '000%' and f.rule = 'share_residual'"
    )
    by_rest = {row["expected"]: row for row in rows}
    assert set(by_rest) == {D(45), D(55)}  # type: 100 - 55; application: 100 - 45
    for row in rows:
        assert (row["outcome"], row["segment_key"], row["time_period"]) == ("derived", None, None)
        assert "probably 2025" in row["explanation"]
        assert "low confidence" in row["explanation"]
    assert "(both of generative ai and training)" in by_rest[D(55)]["explanation"]
    assert "may overlap" not in by_rest[D(45)]["explanation"]


def test_tx_t01_the_empty_chapter_is_recorded_as_one(published: Published) -> None:
    rows = published.rows(
        f"select left(d.name, 3) as doc, f.char_start from marts.document_facts as f {OF_DOCUMENT} '00%' "
        "and f.fact = 'empty_section'"
    )
    assert [row["doc"] for row in rows] == ["002"]


def test_qy_t13_a_relative_date_is_kept_as_printed_and_a_quarter_is_an_interval(published: Published) -> None:
    rows = published.rows(
        f"select e.date_as_stated, e.event_date, e.first_day, e.last_day from marts.events as e {OF_DOCUMENT} '000%'"
    )
    dates = {row["date_as_stated"]: row for row in rows}
    assert dates["past six months"]["event_date"] is None  # the page has no date: no day is made up
    quarter = dates["Q1 2026"]
    assert (str(quarter["first_day"]), str(quarter["last_day"])) == ("2026-01-01", "2026-03-31")


def test_qy_t13_the_relative_date_goes_back_from_the_quarter_that_the_page_tells_as_past(published: Published) -> None:
    # 31 March 2026 less six months, both days in: from 1 October 2025.
    rows = published.rows(
        "select e.date_as_stated, e.window_start, e.window_end, e.window_basis, e.window_anchor, e.relation_to_figures "
        f"from marts.events as e {OF_DOCUMENT} '000%'"
    )
    by_date = {row.pop("date_as_stated"): tuple(map(str, row.values())) for row in rows}
    bounded = ("2025-10-01", "2026-03-31", "bounded_by_past_period", "2026-33", "unknown")
    assert by_date["past six months"] == bounded
    assert by_date["Q1 2026"][:3] == ("2026-01-01", "2026-03-31", "stated_date")
    places = published.rows(
        f"select f.value_date, f.n_mentions, f.quote from marts.document_facts as f {OF_DOCUMENT} '000%' "
        "and f.fact = 'past_period'"
    )
    assert [(r["value_date"], r["n_mentions"], r["quote"]) for r in places] == [("2026-33", 2, "Q1 2026")]
