"""The bundled model reads, as the program calls it; how well it reads is measured by `python -m learning.evaluate`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

import numpy as np
import pytest
from numpy.typing import NDArray

from sources.extract import extract, extractor_version
from sources.extract.document.context import context_of
from sources.extract.join.both import page_facts
from sources.extract.model.decoding import Outputs
from sources.extract.model.inputs import Inputs
from sources.extract.model.reader import BuiltInModel, built_in_model
from sources.extract.scan.scan import scan
from sources.extract.window.view import view_of
from sources.parse import parse

TEXT = """# Reed Loom Market to 2031

Halden Ridge Research, March 2026

The global reed loom market was worth USD 410 million in 2025 and grows at a CAGR of 4.4% from 2026 to 2031.
Europe held a share of 38% in 2025, while sales in Asia fell by 3.1% in 2024. Order 5512 by mail.
"""


@pytest.fixture(params=["model", "both"])
def reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Who reads."""
    extractor_version.cache_clear()
    monkeypatch.setenv("PARALLAX_READER", request.param)
    return str(request.param)


@pytest.fixture(autouse=True)
def forget_version() -> Iterator[None]:
    """The version is kept for a process; another reader has another."""
    yield
    extractor_version.cache_clear()


def test_it_reads_size_rate_share_and_fall(reader: str) -> None:
    read = {m.surface: m for m in extract(parse(TEXT.encode())).mentions}
    size, rate, share, fall = (read[s] for s in ("USD 410 million", "4.4%", "38%", "3.1%"))
    assert (size.metric, size.value, size.unit, size.year) == ("market_size", Decimal("410000000"), "USD", 2025)
    assert (rate.metric, rate.period_start, rate.period_end) == ("cagr", 2026, 2031)
    assert (share.metric, share.geography, share.year) == ("share", "Europe", 2025)
    assert (fall.metric, fall.value, fall.geography, fall.year) == ("growth_rate", Decimal("-3.1"), "Asia", 2024)


def test_every_token_that_looks_like_a_figure_is_a_mention_or_a_rejection_and_never_both(reader: str) -> None:
    found = extract(parse(TEXT.encode()))
    places = [(m.char_start, m.char_end) for m in found.mentions]
    places += [(r.char_start, r.char_end) for r in found.rejections]
    for words in ("410", "4.4", "38", "3.1", "5512"):
        at = TEXT.index(words)
        assert sum(start <= at < end for start, end in places) == 1, words


def test_two_readings_are_equal(reader: str) -> None:
    parsed = parse(TEXT.encode())
    assert extract(parsed) == extract(parsed)


def test_each_window_of_a_long_text_is_read_once_and_forgotten_when_its_figures_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = TEXT + "".join(
        f"\nSales of reed looms in year {n} of the study rose to USD {n + 40} million, says a survey.\n"
        for n in range(60)
    )
    scanned = scan(parse(text.encode()))
    lines = page_facts(context_of(scanned)).lines
    model = built_in_model()
    n_windows = len(view_of(scanned, lines, model._tokenizer).windows)
    runs: list[int] = []
    held: list[int] = []
    states, run_figures = BuiltInModel._states, BuiltInModel._run_figures

    def read_window(model: BuiltInModel, inputs: Inputs, row: int) -> NDArray[np.float32]:
        runs.append(row)
        return states(model, inputs, row)

    def read_figures(model: BuiltInModel, inputs: Inputs, windows: Sequence[NDArray[np.float32]]) -> Outputs:
        held.append(len(windows))
        return run_figures(model, inputs, windows)

    monkeypatch.setattr(BuiltInModel, "_states", read_window)
    monkeypatch.setattr(BuiltInModel, "_run_figures", read_figures)
    assert len(model.answer(scanned, lines)) == len(scanned.figures)
    assert len(runs) == n_windows > 4
    assert max(held) < n_windows


def test_figures_behind_the_most_that_the_model_reads_are_read_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sources.extract.model.reader.MOST_FIGURES", 2)
    monkeypatch.setenv("PARALLAX_READER", "both")
    read = {m.surface: m.metric for m in extract(parse(TEXT.encode())).mentions}
    assert {
        "USD 410 million": "market_size",
        "4.4%": "cagr",
        "38%": "share",
        "3.1%": "growth_rate",
    }.items() <= read.items()


def test_a_figure_as_long_as_a_page_is_not_put_to_the_model() -> None:
    text = "The kite market was worth USD 3 billion in 2025. It had been USD " + "7" * 1_000 + " billion."
    scanned = scan(parse(text.encode()))
    assert [figure.end - figure.start > 100 for figure in scanned.figures] == [False, True]
    assert [one.figure for one in built_in_model().answer(scanned, ())] == [0]


def test_the_version_names_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = set()
    for name in ("rules", "model", "both"):
        monkeypatch.setenv("PARALLAX_READER", name)
        extractor_version.cache_clear()
        versions.add(extractor_version())
    assert len(versions) == 3
