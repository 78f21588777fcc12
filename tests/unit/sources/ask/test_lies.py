"""Lies of every kind through asking, verification and joining: nothing false enters."""

from __future__ import annotations

from dataclasses import asdict, replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sources.ask.answer import Choice
from sources.ask.questions import Name, Question, page_of, questions
from sources.ask.reading import read_again
from sources.extract import extract
from sources.parse import parse
from tests.lying_models import CHANCES, FAILURES, LATE, LIES, REPORT, Told, asked_about, broken_by, false_in
from tests.model_server import choices
from tests.second_pages import stored

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", LIES | FAILURES)
def test_a_lie_or_a_failure_breaks_no_promise(name: str) -> None:
    deadline = {"call_seconds": 0.4} if name == LATE else {}
    assert broken_by(asked_about(parse(REPORT.encode()), (LIES | FAILURES)[name], **deadline)) == []


def told(question: Question, written: str, text: str = REPORT) -> Told:
    """A document joined with one stored answer."""
    parsed = parse(text.encode())
    first = extract(parsed)
    return Told(page_of(parsed), first, read_again(parsed, first, [stored(question, written)], CHANCES), (), 0)


_WORDS = st.one_of(
    st.none(),
    st.sampled_from(REPORT.split()),
    st.sampled_from(["2041", "1999", "²²²²", "Y1", "Y2", "A1", "M1", "S1", "P9", "last year", "now", "Atlantis", "us", "USD 999 billion", "global",
                     "USD 4.2 billion", "4.2", "11.1%", "2025 to 2031", "\u200b", "⟦1⟧", "(", "\\", "0" * 300]),
    st.text(max_size=12),
)  # fmt: skip
_CHOICE = st.fixed_dictionaries(
    {"figure": st.one_of(st.none(), st.integers(-3, 20)), "metric": st.sampled_from([None, "market_size", "cagr", "share", "growth_rate", "volume", "price", "other_numeric"]),
     "status": st.sampled_from([None, "historical", "forecast"])},
    optional={name: _WORDS for name in Choice.model_fields if name not in ("figure", "metric", "status")},
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(_CHOICE, max_size=12))
def test_whatever_is_answered_nothing_false_enters(said: list[dict[str, object]]) -> None:
    (question,) = questions(page_of(parse(REPORT.encode())))

    assert false_in(told(question, choices(*said))) == []


def test_the_check_itself_sees_what_does_not_stand_in_the_text() -> None:
    (question,) = questions(page_of(parse(REPORT.encode())))
    true = told(question, choices({"figure": 1, "metric": "market_size", "year": "2025"}))
    m, *rest = true.joined.mentions
    changes = (
        {"value": Decimal(999)},
        {"year": 2041},
        {"ref_area": "vendor:Atlantis", "geography": "Atlantis"},
        {"segment": "Zorblax"},
        {"surface": "x"},
    )

    assert false_in(true) == []
    for change in changes:
        forged = Told(**{**{k: getattr(true, k) for k in ("page", "first", "answered", "n_calls")},
                         "joined": replace(true.joined, mentions=(replace(m, **change), *rest))})  # fmt: skip
        assert len(false_in(forged)) == 1, change
    assert asdict(m) == asdict(replace(m))


def test_a_reprint_takes_no_name_of_the_document_that_was_asked_about() -> None:
    """An answer about a passage is reused where the passage is reprinted: its lines and candidates stay behind."""
    (question,) = questions(page_of(parse(REPORT.encode())))
    foreign = replace(
        question,
        carried=("Zorblax Market, Atlantis 2041",),
        names=(Name("M1", "market", "Zorblax"), Name("A1", "area", "Peru"), Name("Y1", "year", "2041")),
    )
    for lie in ({"market": "M1"}, {"area": "A1"}, {"year": "Y1"}, {"market": "Zorblax"}, {"year": "2041"}):
        read = told(foreign, choices({"figure": 1, "metric": "market_size", "year": "2025", **lie}))

        assert false_in(read) == []
        assert [c.rule for c in read.joined.choices if c.rule != "odds"]
