"""One answer about one figure as a mention or a rejection: values from the scanner, words from the text, nothing else."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sources.extract.answer import PAGE, WORLD, FigureAnswer, Pointer
from sources.extract.resolve.mention import mention_of
from sources.extract.scan.scan import Scan, scan
from sources.parse import parse
from sources.records import Mention, Metric, Rejection
from tests.unit.sources.extract.answers import answer_of, page_of_chile

TEXT = (
    "Sales of ball valves in the Central Belt of Chile fell by 4% in 2024, says Ostro.\n\nThe outlook is for 2024-2031."
)


@pytest.fixture(scope="module")
def scanned() -> Scan:
    return scan(parse(TEXT.encode()))


def _at(words: str) -> Pointer:
    start = TEXT.index(words)
    return Pointer(start, start + len(words))


def _mention(scanned: Scan, answer: FigureAnswer) -> Mention:
    read = mention_of(scanned, page_of_chile(), answer)
    assert isinstance(read, Mention)
    return read


def test_a_fall_is_negative_and_its_year_is_stated(scanned: Scan) -> None:
    read = _mention(scanned, answer_of("growth_rate", falls=True, year=_at("2024"), segment=_at("ball valves")))
    assert (read.value, read.unit, read.year, read.time_period) == (Decimal(-4), "percent", 2024, "2024")
    assert (read.segment, read.market, read.period_inferred) == ("ball valves", "Valves", False)


def test_a_time_from_another_sentence_is_inferred_and_says_from_where(scanned: Scan) -> None:
    read = _mention(scanned, answer_of("cagr", start=_at("2024-2031"), end=_at("2024-2031")))
    assert (read.period_start, read.period_end, read.year) == (2024, 2031, None)
    assert (read.period_inferred, read.inference_basis) == (True, "“2024-2031”")


def test_an_area_is_the_world_the_page_s_a_known_one_or_one_that_keeps_its_words(scanned: Scan) -> None:
    areas = [WORLD, PAGE, _at("Chile"), _at("Central Belt")]
    read = [_mention(scanned, answer_of("share", area=area)) for area in areas]
    assert [m.ref_area for m in read] == ["001", "CHL", "CHL", "vendor:Central Belt"]


def test_who_says_it_and_whether_it_is_claimed_are_kept(scanned: Scan) -> None:
    read = _mention(scanned, answer_of("share", speaker=_at("Ostro"), assertion="withdrawn"))
    assert (read.publisher, read.assertion) == ("Ostro", "withdrawn")


@pytest.mark.parametrize(("metric", "rule"), [(None, "model.none"), ("market_size", "model.unit_does_not_fit")])
def test_what_is_no_claim_is_rejected_with_its_rule(scanned: Scan, metric: Metric | None, rule: str) -> None:
    read = mention_of(scanned, page_of_chile(), answer_of(metric))
    assert isinstance(read, Rejection)
    assert (read.rule, read.surface) == (rule, "4%")
