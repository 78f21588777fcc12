"""Every figure has the reasons of its choice: for each attribute the choice, what the rules read, the runner-up and what decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from sources.extract import extract
from sources.extract.candidates.page import METRICS
from sources.extract.choose.chooser import choose
from sources.extract.choose.reasons import readings_of, reasons_of
from sources.extract.choose.weights import weights
from sources.extract.text.name_keys import part_words
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
SETTLED = """Harbour Crane Market Report

The harbour crane market was worth USD 4.2 billion in 2024 and is expected to reach USD 6.1 billion by 2030.

## Key points

- USD 4.2 billion market size
"""
SAMPLES = sorted((Path(__file__).parents[5] / "sources" / "samples" / "inbox").glob("*.md"))


@pytest.mark.parametrize("text", [*PAGES.values(), IMPACTS, SETTLED], ids=[*PAGES, "impacts", "settled"])
def test_every_figure_has_reasons_that_end_at_what_the_reader_says(text: str) -> None:
    document = parse(text.encode())
    reasons = why(document)
    mentions = extract(document).mentions
    assert set(reasons) == {(m.char_start, m.char_end) for m in mentions}
    for m in mentions:
        told = reasons[(m.char_start, m.char_end)]
        assert {r.attribute: r.chosen for r in told} == readings_of(m)
        assert all(1 <= len(r.because) <= 3 and all(r.because) for r in told)


def test_a_drivers_impact_has_the_rule_that_read_it_for_a_reason() -> None:
    document = parse(IMPACTS.encode())
    reasons = why(document)
    impacts = [m for m in extract(document).mentions if m.metric == "impact_on_cagr"]
    assert [m.surface for m in impacts] == ["+1.2%", "-0.4%"]
    for m in impacts:
        for told in reasons[(m.char_start, m.char_end)]:
            assert (told.chance, told.runner_up, told.decided_by) == (None, None, ())
            assert told.because == (f"rule {m.rule} read the figure, and nothing else was weighed",)


def test_a_figure_of_no_market_says_that_the_rules_read_all_but_its_metric() -> None:
    document = parse(LISTED.encode())
    (people,) = [m for m in extract(document).mentions if m.metric == "other_numeric"]
    assert people.surface == "340 people"
    metric, *others = why(document)[(people.char_start, people.char_end)]
    assert metric.chance is not None
    assert {r.because for r in others} == {(f"a figure of no market keeps what rule {people.rule} read",)}
    assert {r.chance for r in others} == {None}


def test_a_year_from_another_mention_of_the_figure_says_so() -> None:
    document = parse(SETTLED.encode())
    bare = next(m for m in extract(document).mentions if m.char_start > SETTLED.index("Key points"))
    assert (bare.surface, bare.year, bare.period_inferred) == ("USD 4.2 billion", 2024, True)
    (time,) = [r for r in why(document)[(bare.char_start, bare.char_end)] if r.attribute == "time"]
    assert (time.chosen, time.chance) == ("2024", None)
    assert time.because == ("the document says so where it states the same figure elsewhere",)


def test_where_the_rules_take_precedence_the_reason_says_how_sure_another_reading_must_be() -> None:
    found = [
        r for path in SAMPLES for told in reasons_of(page(path.read_text("utf-8")), weights()).values() for r in told
    ]
    held = [r for r in found if (r.runner_up_chance or 0) > (r.chance or 0)]
    assert held
    for reason in held:
        # 10 times for a metric and for a part that a segmentation lists, 3 times for all others
        first = f"the rules read it so, and {reason.runner_up} is less than "
        assert reason.because[0].startswith(first)
        assert reason.because[0].removeprefix(first) in ("3 times as likely", "10 times as likely")
        assert "the rules read it so" not in reason.because[1:]


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_a_reason_names_what_the_rules_read(text: str) -> None:
    found = laid(text)
    reasons = reasons_of(found.page, weights())
    for m in found.mentions:
        if m.metric in METRICS:
            readings = [reason.rules for reason in reasons[(m.char_start, m.char_end)]]
            time = f"{m.period_start or '?'} to {m.period_end}" if m.period_end else "undated"
            assert readings == [m.metric, m.segment or "whole market", m.geography, str(m.year or time), m.status]


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_the_runner_up_reads_differently_and_is_likelier_only_where_the_rules_hold(text: str) -> None:
    for told in reasons_of(page(text), weights()).values():
        for reason in told:
            assert reason.chance is not None and 0 < reason.chance <= 1
            assert (reason.runner_up is None) == (reason.runner_up_chance is None)
            if reason.runner_up is not None and reason.runner_up_chance is not None:
                assert reason.runner_up != reason.chosen
                assert reason.runner_up_chance <= reason.chance or part_words(reason.chosen) == part_words(reason.rules)
            assert (reason.source is None) == (reason.attribute in ("metric", "status"))


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_without_another_reading_nothing_else_is_told(text: str) -> None:
    for told in reasons_of(page(text), weights()).values():
        for reason in told:
            alone = reason.because == ("no other reading is on offer",)
            assert alone == (reason.runner_up is None)
            assert not (alone and reason.decided_by)


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
