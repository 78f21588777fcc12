"""Every figure has the reasons of its choice: for each attribute the choice, what the rules read, the runner-up and what decided."""

from __future__ import annotations

import pytest

from sources.extract import extract
from sources.extract.candidates.page import METRICS
from sources.extract.choose.chooser import choose
from sources.extract.choose.reasons import reasons_of
from sources.extract.choose.weights import weights
from sources.extract.named_subjects import part_words
from sources.extract.why import why
from sources.parse import parse
from tests.unit.sources.extract.pages import LISTED, MARKED, PAGES, laid, page
from training.fitting import SECOND

IMPACTS = """Harbour Crane Market Report

| Driver | (~) % Impact on CAGR Forecast | Geographic Relevance |
|---|---|---|
| Deeper harbours | +1.2% | Europe |
| Port strikes | -0.4% | Global |

The market is worth USD 4.2 billion in 2024.
"""


@pytest.mark.parametrize("text", [*PAGES.values(), IMPACTS], ids=[*PAGES, "impacts"])
def test_every_figure_whose_metric_is_chosen_has_reasons_at_its_span(text: str) -> None:
    document = parse(text.encode())
    reasons = why(document)
    mentions = extract(document).mentions
    assert set(reasons) == {(m.char_start, m.char_end) for m in mentions if m.metric in METRICS}
    for told in reasons.values():
        assert [r.attribute for r in told] == ["metric", "part", "area", "time", "status"]


def test_a_drivers_impact_is_read_by_rules_alone_and_has_no_reasons() -> None:
    impacts = [m for m in extract(parse(IMPACTS.encode())).mentions if m.metric == "impact_on_cagr"]
    assert [m.surface for m in impacts] == ["+1.2%", "-0.4%"]
    assert not set(why(parse(IMPACTS.encode()))) & {(m.char_start, m.char_end) for m in impacts}


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_a_reason_names_what_the_rules_read(text: str) -> None:
    found = laid(text)
    reasons = reasons_of(found.page, weights())
    for m in found.mentions:
        if m.metric in METRICS:
            readings = [reason.rules for reason in reasons[(m.char_start, m.char_end)]]
            time = f"{m.period_start or ''}-{m.period_end}" if m.period_end else "undated"
            assert readings == [m.metric, m.segment or "whole market", m.geography, str(m.year or time), m.status]


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_the_runner_up_reads_differently_and_is_likelier_only_where_the_rules_hold(text: str) -> None:
    for told in reasons_of(page(text), weights()).values():
        for reason in told:
            assert 0 < reason.chance <= 1
            assert (reason.runner_up is None) == (reason.runner_up_chance is None)
            if reason.runner_up is not None and reason.runner_up_chance is not None:
                assert reason.runner_up != reason.chosen
                assert reason.runner_up_chance <= reason.chance or part_words(reason.chosen) == part_words(reason.rules)
            assert (reason.source is None) == (reason.attribute in ("metric", "status"))


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_at_most_three_columns_decided_the_strongest_first(text: str) -> None:
    known = {
        "metric": SECOND["metrics"],
        "part": SECOND["parts"],
        "area": SECOND["areas"],
        "time": SECOND["times"],
        "status": SECOND["statuses"],
    }
    n_decided = 0
    for told in reasons_of(page(text), weights()).values():
        for reason in told:
            names = [name for name, _ in reason.decided_by]
            values = [value for _, value in reason.decided_by]
            assert len(names) <= 3
            assert len(set(names)) == len(names)
            assert set(names) <= set(known[reason.attribute]) - {"first_pass", "first_pass_rank"}
            assert values == sorted(values, reverse=True)
            assert all(value >= 0 for value in values)
            n_decided += len(names)
    assert n_decided


def test_reasons_are_of_the_same_choice_as_the_choosers() -> None:
    of = page(LISTED)
    reasons = reasons_of(of, weights())
    for choice in choose(of, weights()):
        metric, part, area, *_ = reasons[(choice.figure.mention.char_start, choice.figure.mention.char_end)]
        assert (metric.chosen, area.chosen) == (choice.metric.chosen, choice.area.chosen.area.name)
        assert part.chosen == (choice.part.chosen.name or "whole market")
        assert metric.chance == round(choice.metric.chances[choice.metric.best], 3)
        assert (part.source, area.source) == (choice.part.chosen.source, choice.area.chosen.source)


def test_a_page_without_figures_has_no_reasons() -> None:
    assert why(parse(b"Crane Report\n\nNothing is known.\n")) == {}
    assert reasons_of(page("Crane Report\n\nNothing is known.\n"), weights()) == {}


def test_in_a_text_with_markup_reasons_are_at_the_spans_of_the_source() -> None:
    document = parse(MARKED.encode())
    assert [document.text[start:end] for start, end in why(document)] == ["USD 4.2** billion", "45&nbsp;%"]
