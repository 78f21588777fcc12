"""The questions of programs and agents, as plain functions on the small world."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import get_args

import pytest
import yaml
from pydantic import TypeAdapter

from release.api import evidence as evidence_of
from release.api import figure as figure_of
from release.api import lists, questions, row_forms
from release.api import markets as markets_of
from release.api import source as source_of
from release.api.addresses import is_loopback, own_names
from release.api.problems import STATUS, TITLES, Kind, QuestionError
from release.api.rows import quantity, vendor_figures
from release.api.source import LAST_DAY, Source, asked_of, open_source
from release.record import Release
from tests.unit.small_world import SmallWorld


@pytest.fixture
def source(release: Release) -> Iterator[Source]:
    """The small world, opened for a question."""
    with open_source(release.path.parents[1], asked_of(), ()) as opened:
        yield opened


def test_one_question_gives_estimate_verdict_interval_figures_and_quotes(
    source: Source, small_world: SmallWorld
) -> None:
    found = figure_of.figure(source, "widgets", 2025)
    assert (found.release_id, found.outcome, found.note) == ("r000001", "estimate", None)
    assert found.estimate is not None and found.estimate.value is not None and found.estimate.interval is not None
    assert (found.estimate.verdict, found.estimate.n_independent, found.estimate.n_publishers) == ("agree", 2, 3)
    # median of 10.0 and EUR 8.8 bn x 1.13 = 9.944
    assert (found.estimate.value.value, found.estimate.value.exact) == (9_972_000_000, "9972000000")
    assert (found.estimate.interval.low.value, found.estimate.interval.high.value) == (9_944_000_000, 10_000_000_000)
    assert {one.publisher: one.value.exact for one in found.figures} == {
        "Acme Research": "10000000000",
        "Borealis Insights": "9944000000",
        "Copyhouse Wire": "10000000000",
    }
    for one in found.figures:
        assert one.quotes
        for quote in one.quotes:
            text = small_world.text_of(quote.document_id)
            assert text[quote.char_start : quote.char_end] == quote.quote
            assert text[: quote.char_start].endswith(quote.prefix)
            assert text[quote.char_end :].startswith(quote.suffix)
    for said in ("agree", "USD 9.972 bn", "“USD 10.0 billion”", "“EUR 8.8 billion”"):
        assert said in found.answer


def test_publishers_of_one_source_are_named_as_one_voice(source: Source) -> None:
    found = {one.publisher: one.same_source_as for one in figure_of.figure(source, "widget", 2025).figures}
    assert found == {
        "Acme Research": ["Copyhouse Wire"],
        "Borealis Insights": [],
        "Copyhouse Wire": ["Acme Research"],
    }


def test_a_refusal_says_why_and_gives_both_sides_but_no_number(source: Source) -> None:
    found = figure_of.figure(source, "widget", 2025, "share", segment="cloud")
    assert found.outcome == "refusal"
    assert found.estimate is not None
    assert found.estimate.value is None
    assert found.estimate.reason == "60 against 30 percent, ratio 2"
    assert found.estimate.interval is not None
    assert found.estimate.interval.level is None  # 30 to 60 is a range, no interval
    (conflict,) = found.conflicts
    assert (conflict.a, conflict.b) == (quantity(30, "percent"), quantity(60, "percent"))
    assert (conflict.quote_a, conflict.quote_b) == ("30%", "60%")
    assert "no reconciled value (conflict likely)" in found.answer


def test_a_year_without_figure_gets_none_and_is_told_which_years_there_are(source: Source) -> None:
    found = figure_of.figure(source, "widget", 2050)
    assert (found.outcome, found.estimate, found.figures) == ("no_figure", None, [])
    assert (found.available[0].metric, found.available[0].years) == ("market_size", [2025, 2030])


def test_related_scopes_stand_beside_and_are_not_pooled(source: Source) -> None:
    found = figure_of.figure(source, "widget", 2025)
    assert [(one.market_id, one.relation, one.value.exact if one.value else None) for one in found.related] == [
        ("smart-widget", "contains", "12000000000")
    ]
    assert "smart-widget" not in {found.estimate.market_id if found.estimate else None}
    assert [one.market_id for one in figure_of.figure(source, "smart widgets", 2025).related] == ["widget"]


@pytest.mark.parametrize("area", ["World", "world", "Global", "001"])
def test_an_area_is_asked_for_by_name_or_code(source: Source, area: str) -> None:
    assert figure_of.figure(source, "widget", 2025, area=area).outcome == "estimate"


def test_a_part_of_the_world_is_another_series(source: Source) -> None:
    found = figure_of.figure(source, "widget", 2025, "share", area="north america")
    assert found.estimate is not None and found.estimate.value is not None
    assert (found.estimate.area, found.estimate.value.value) == ("North America", 52)


def test_only_figures_in_the_unit_asked_for(source: Source) -> None:
    assert figure_of.figure(source, "widget", 2025, unit="USD").outcome == "estimate"
    assert figure_of.figure(source, "widget", 2025, unit="EUR").outcome == "no_figure"


@pytest.mark.parametrize("words", ["widget", "WIDGETS", "widget market", "Widgets market size", "smart-widget"])
def test_a_markets_own_name_answers_without_a_note(source: Source, words: str) -> None:
    assert markets_of.market_named(source, words)[1] is None


def test_a_slip_of_the_finger_answers_with_a_note(source: Source) -> None:
    found, note = markets_of.market_named(source, "smrt widget")
    assert (found.market_id, note) == ("smart-widget", "no market is named “smrt widget”; read as “Smart Widget”")


def test_a_name_that_only_holds_the_words_is_refused_with_candidates(source: Source) -> None:
    with pytest.raises(QuestionError) as caught:
        figure_of.figure(source, "industrial widget systems", 2025)
    assert caught.value.kind == "not-found"
    assert "widget" in {one.id for one in caught.value.candidates}
    with pytest.raises(QuestionError) as caught:
        figure_of.figure(source, "smart", 2025)
    assert [one.id for one in caught.value.candidates] == ["smart-widget"]


HOSTILE = (
    "x" * 100_000,
    "a\x00b",
    "\u202eegdiw\u202c",
    "'; DROP TABLE marts.markets; --",
    "widget' OR '1'='1",
    "$1",
    "?",
    "%' UNION SELECT * FROM marts.claims --",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "\ud800",
    "🧲" * 50,
    " ",
    "",
)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_are_names_that_do_not_exist(source: Source, name: str) -> None:
    with pytest.raises(QuestionError, match="no market of that name") as caught:
        markets_of.market_named(source, name)
    assert caught.value.kind == "not-found"
    assert {one.market_id for one in markets_of.markets(source, name, 5, 0).markets} <= {"widget", "smart-widget"}
    for ask in (
        lambda: figure_of.figure(source, "widget", 2025, area=name),
        lambda: figure_of.figure(source, "widget", 2025, segment=name),
        lambda: evidence_of.evidence(source, name),
    ):
        with pytest.raises(QuestionError):
            ask()
    assert figure_of.figure(source, "widget", 2025, unit=name).outcome == "no_figure"
    assert lists.conflicts(source, None, None, 10, 0).total == 2  # nothing was dropped


def test_an_id_leads_to_its_quotes_and_its_beginning_is_enough(source: Source) -> None:
    estimate = figure_of.figure(source, "widget", 2025).estimate
    assert estimate is not None
    found = evidence_of.evidence(source, estimate.estimate_id)
    assert (found.kind, found.id, found.n_claims) == ("estimate", estimate.estimate_id, 3)
    assert all(claim.quotes for claim in found.claims)
    conflict = evidence_of.evidence(source, estimate.conflict_ids[0])
    assert conflict.conflict is not None and conflict.claims


def test_a_beginning_that_two_ids_share_is_ambiguous(source: Source, release: Release) -> None:
    found = evidence_of.evidence(source, "c01")
    assert found.kind == "claim"
    assert [quote.quote for quote in found.claims[0].quotes] == ["USD 10.0 billion", "USD 10.0 billion"]
    with pytest.raises(QuestionError) as caught:
        evidence_of.evidence(source, "zzzz")
    assert caught.value.kind == "not-found"


def test_conflicts_are_filtered_by_market_and_verdict_and_paged(source: Source) -> None:
    everything = lists.conflicts(source, None, None, 10, 0)
    assert everything.total == len(everything.conflicts) == 2
    likely = lists.conflicts(source, "widget", "conflict_likely", 10, 0)
    assert {one.verdict for one in likely.conflicts} == {"conflict_likely"}
    assert lists.conflicts(source, "widget", "agree", 10, 0).conflicts == []
    first, second = (lists.conflicts(source, None, None, 1, offset).conflicts for offset in (0, 1))
    assert [*first, *second] == everything.conflicts
    assert lists.conflicts(source, None, None, 10, 1_000_000).conflicts == []


def test_a_market_holds_all_its_series_a_page_at_a_time(source: Source) -> None:
    whole = markets_of.market(source, "widget", None, 200, 0)
    assert whole.total == len(whole.series) > 3
    assert (whole.series[0].metric, whole.series[0].segment) == ("market_size", None)
    paged = [markets_of.market(source, "widget", None, 1, number).series[0] for number in range(whole.total)]
    assert paged == whole.series
    shares = markets_of.market(source, "widget", "share", 200, 0)
    assert {one.metric for one in shares.series} == {"share"}


def test_publishers_come_with_their_record(source: Source) -> None:
    found = lists.publishers(source, 10, 0)
    assert found.total == 3
    assert found.publishers[0].publisher == "Acme Research"  # most claims


def test_money_is_a_number_with_its_exact_text() -> None:
    huge = quantity(Decimal("12345678901234567890.123456789"), "USD")
    assert huge is not None
    assert huge.exact == "12345678901234567890.123456789"
    assert quantity(14.6, "percent").model_dump() == {  # type: ignore[union-attr]
        "value": 14.6,
        "exact": "14.6",
        "unit": "percent",
        "shown": "14.6%",
    }
    assert quantity(None, "USD") is None


def test_without_a_release_the_question_says_what_to_do(tmp_path: Path) -> None:
    with (
        pytest.raises(QuestionError, match="run `parallax run` first") as caught,
        open_source(tmp_path, asked_of(), ()),
    ):
        pass
    assert caught.value.kind == "no-release"


def test_days_beyond_the_calendar_and_certain_without_a_day() -> None:
    assert asked_of(known_by=date.max).known_by == LAST_DAY
    with pytest.raises(QuestionError, match="certain needs as_of"):
        asked_of(certain=True)


def test_every_reconciled_metric_can_be_asked_for() -> None:
    schema = TypeAdapter(questions.MetricName).json_schema()
    assert schema["enum"] == ["market_size", "cagr", "share", "growth_rate", "volume", "price", "margin"]


def test_every_kind_of_problem_has_a_status_and_a_title() -> None:
    assert set(get_args(Kind)) == set(STATUS) == set(TITLES)


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("127.0.0.1:8350", True),
        ("localhost", True),
        ("LOCALHOST.:1", True),
        ("[::1]:8350", True),
        ("127.8.9.1", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("192.0.2.7", False),
        ("", False),
        ("[evil.example]", False),
    ],
)
def test_on_loopback_only_loopbacks_names_are_answered(host: str, is_own: bool) -> None:
    assert own_names("127.0.0.1").hold(host) is is_own


def test_beyond_loopback_addresses_are_answered_and_foreign_names_are_not() -> None:
    names = own_names("0.0.0.0")
    assert names.hold("192.0.2.7:8350")
    assert not names.hold("evil.example")


@pytest.mark.parametrize(
    ("host", "told"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("example.org", False)],
)
def test_what_is_loopback(host: str, told: bool) -> None:
    assert is_loopback(host) is told


def test_the_exposure_of_the_api_names_the_marts_it_reads() -> None:
    project = Path(__file__).parents[3] / "dbt_project" / "models" / "exposures.yml"
    named = {one["name"]: one["depends_on"] for one in yaml.safe_load(project.read_text())["exposures"]}
    read = {*markets_of.MARTS, *figure_of.MARTS, *evidence_of.MARTS, *lists.CONFLICT_MARTS, *lists.PUBLISHER_MARTS}
    assert named["api"] == [f"ref('{mart}')" for mart in sorted(read)]


def test_a_function_reads_no_mart_beside_those_it_names() -> None:
    # A database made for a question to the past holds no others.
    folder = Path(figure_of.__file__).parent
    modules = {
        "figure": {*figure_of.MARTS},
        "markets": {*markets_of.MARTS, *markets_of.LIST_MARTS},
        "evidence": {*evidence_of.MARTS},
        "lists": {*lists.CONFLICT_MARTS, *lists.PUBLISHER_MARTS},
    }
    for name, known in modules.items():
        assert set(re.findall(r"marts\.(\w+)", (folder / f"{name}.py").read_text())) - {"market_estimates"} <= known


def test_questions_to_the_past_beyond_the_queue_are_turned_away(
    release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source_of, "PATIENCE_SECONDS", 0.01)
    asked = asked_of(date(2026, 1, 1))
    with source_of._turn():
        with pytest.raises(QuestionError) as caught, open_source(release.path.parents[1], asked, ()):
            pass
        assert caught.value.kind == "busy"
        with open_source(release.path.parents[1], asked_of(), ()):  # the present does not wait
            pass
    with pytest.raises(QuestionError) as caught, open_source(release.path.parents[1], asked, ()):
        pass
    assert caught.value.kind == "past-not-answerable"  # its turn has come; the small world has no layer raw


def _figure(**changes: object) -> dict[str, object]:
    """A row of marts.vendor_figures."""
    row: dict[str, object] = dict.fromkeys(row_forms.VendorFigure.model_fields)
    row |= {"vendor_figure_id": "v", "publisher": "Acme", "obs_value": Decimal(640), "unit_measure": "USD", "status": "stated",
            "obs_value_low": None, "obs_value_high": None, "value_as_printed": "USD 640", "formula": None, "cluster_id": "x",
            "claim_ids": "c1"}  # fmt: skip
    return row | changes


def test_a_bound_stays_a_bound_and_a_derived_figure_is_none() -> None:
    stated, derived = _figure(), _figure(publisher="Borealis", status="derived", formula="640 x 1.1", claim_ids="c1|c2")
    found = vendor_figures([stated, derived], {}, {"c1": ">", "c2": "="}, independent=False)
    assert [one.comparator for one in found] == [">", "="]
    assert [one.same_source_as for one in found] == [["Borealis"], ["Acme"]]
    alone = vendor_figures([stated, derived], {}, {}, independent=True)
    assert [one.same_source_as for one in alone] == [[], []]
    assert [one.comparator for one in alone] == ["=", "="]
