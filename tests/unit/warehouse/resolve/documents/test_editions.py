"""Editions of one report: which belong together, and which holds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warehouse.resolve.documents.editions import Candidate, canonical_url, editions
from warehouse.resolve.documents.vague_dates import vague_date


def _edition(name: Any, dated: Any = None, **fields: Any) -> Any:
    values = {"publisher_id": "acme", "url": None, "report_id": "R1", "market_id": "lock", "figures": None} | fields
    return Candidate(
        name,
        values["publisher_id"],
        values["url"],
        values["report_id"],
        values["market_id"],
        vague_date(dated),
        vague_date(values["figures"]),
    )


def _placed(*candidates: Any) -> Any:
    return {name: (e.superseded_by, e.order_unknown) for name, e in editions(candidates).items()}


def test_the_later_edition_supersedes_the_earlier() -> None:
    assert _placed(_edition("a", "2026-02-10"), _edition("b", "2026-09-15")) == {"a": ("b", False), "b": (None, False)}


def test_of_three_editions_each_is_superseded_by_the_next() -> None:
    placed = _placed(_edition("a", "2026-03"), _edition("b", "2025"), _edition("c", "2026-09-15"))
    assert placed == {"b": ("a", False), "a": ("c", False), "c": (None, False)}


def test_where_neither_is_dated_both_stay_and_say_so() -> None:
    assert _placed(_edition("a"), _edition("b")) == {"a": (None, True), "b": (None, True)}


def test_an_undated_edition_neither_supersedes_nor_is_superseded() -> None:
    placed = _placed(_edition("a", "2026-02"), _edition("b", "2026-09"), _edition("c"))
    assert placed == {"a": ("b", False), "b": (None, True), "c": (None, True)}


def test_dates_that_may_be_the_same_day_leave_the_order_unknown() -> None:
    # "2026" may be before or after March
    assert _placed(_edition("a", "2026"), _edition("b", "2026-03-01")) == {"a": (None, True), "b": (None, True)}


def test_of_one_day_the_date_of_the_figures_decides() -> None:
    placed = _placed(_edition("a", "2026-03-01", figures="2026-01"), _edition("b", "2026-03-01", figures="2025-12"))
    assert placed == {"b": ("a", False), "a": (None, False)}


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ({"url": "x.example/r/1", "report_id": None}, {"url": "x.example/r/1", "report_id": None}, True),
        ({"report_id": "R1"}, {"report_id": "r1"}, True),
        ({"report_id": "R1"}, {"report_id": "R2"}, False),  # two reports on one market
        ({"report_id": None}, {"report_id": None}, True),  # only the market tells them
        ({"report_id": None}, {"report_id": None, "market_id": "bolt"}, False),
        ({"report_id": None}, {"report_id": "R1"}, False),  # one names itself, the other does not
        ({"report_id": "R1"}, {"report_id": "R1", "publisher_id": "bolt"}, False),
        ({"report_id": "R1", "publisher_id": None}, {"report_id": "R1", "publisher_id": None}, False),
        ({"report_id": None, "publisher_id": None}, {"report_id": None, "publisher_id": None}, False),
        ({"url": "x.example/1", "publisher_id": None}, {"url": "x.example/1", "publisher_id": None}, True),
        ({"url": "x.example/1", "report_id": "R1"}, {"url": "x.example/2", "report_id": "R1"}, True),
    ],
)
def test_a_report_is_told_by_address_then_id_then_market(one: Any, other: Any, together: Any) -> None:
    found = editions([_edition("a", "2025", **one), _edition("b", "2026", **other)])
    assert (found["a"].superseded_by == "b") is together
    assert (found["a"].report_key == found["b"].report_key) is together


def test_a_report_key_names_what_its_editions_share() -> None:
    found = editions([_edition("a", url="x.example/1"), _edition("b", report_id=None), _edition("c", report_id="R9")])
    assert found["a"].report_key == "acme|url|x.example/1"
    assert found["b"].report_key == "acme|market|lock"
    assert found["c"].report_key == "acme|report|R9"
    (alone,) = editions([_edition("d", publisher_id=None, report_id=None)]).values()
    assert alone.report_key == "unknown|document|d"


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("https://www.Acme.example/Reports/1/?utm_source=x&b=2&a=1#top", "acme.example/Reports/1?a=1&b=2"),
        ("acme.example/reports/1", "acme.example/reports/1"),
        ("http://acme.example/reports/1/", "acme.example/reports/1"),
        ("https://acme.example/", None),  # a home page is no report
        ("https://acme.example", None),
        ("https://acme.example/?gclid=x1", None),
        ("https://acme.example/r?reference=1001", "acme.example/r?reference=1001"),
        ("https://acme.example/r?source_id=7&source=feed", "acme.example/r?source_id=7"),
        ("https://acme.example/r?ref=1001", "acme.example/r?ref=1001"),
        ("https://acme.example/r?ref=news&mc_cid=a1", "acme.example/r"),
        ("not a url", None),
        ("http://[", None),
        ("", None),
        (None, None),
    ],
)
def test_an_address_is_reduced_to_what_tells_the_page(url: Any, canonical: Any) -> None:
    assert canonical_url(url) == canonical


_DATES = st.sampled_from([None, "2025", "2026", "2026-03", "2026-03-01", "2026-09-15"])
_CANDIDATES = st.lists(
    st.builds(
        lambda dated, figures, report: ("x", dated, figures, report),
        _DATES,
        _DATES,
        st.sampled_from([None, "R1", "R2"]),
    ),
    max_size=6,
).map(lambda rows: [_edition(f"d{i}", d, figures=f, report_id=r) for i, (_, d, f, r) in enumerate(rows)])


@settings(deadline=None)
@given(_CANDIDATES.flatmap(lambda c: st.tuples(st.just(c), st.permutations(c))))
def test_order_of_arrival_changes_no_edition(both: Any) -> None:
    assert editions(both[0]) == editions(both[1])


@settings(deadline=None)
@given(_CANDIDATES)
def test_every_report_keeps_a_current_edition_and_flags_it_where_it_is_not_the_only_one(candidates: Any) -> None:
    found = editions(candidates)
    reports: dict[str, list[tuple[str, Any]]] = {}
    for name, edition in found.items():
        reports.setdefault(edition.report_key, []).append((name, edition))
    for members in reports.values():
        current = [edition for _, edition in members if edition.superseded_by is None]
        assert current
        assert all(edition.order_unknown is (len(current) > 1) for edition in current)
        assert not any(edition.order_unknown for _, edition in members if edition.superseded_by)
