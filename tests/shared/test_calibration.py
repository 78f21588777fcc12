"""The judge of `calibration` against the project's scorer, and what has to count of plain pages."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from corpus.judge import tier_of
from corpus.labels import labelled_folder
from pipelines.cli.read.extract_lines import Kind, lines_of
from sources.extract import extract
from sources.parse import parse
from sources.records import Claim
from warehouse.doubt import bar_of
from warehouse.policy import read_policy

BARS = read_policy().comparability.unsure_below_confidence


def module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def headlines(text: bytes) -> list[Claim]:
    """Sizes of the whole market, worldwide."""
    claims = extract(parse(text)).claims
    return [c for c in claims if c.metric == "market_size" and c.segment is None and c.ref_area == "001"]


def counts(claim: Claim) -> bool:
    row = {
        "metric": claim.metric,
        "segment": claim.segment,
        "dimension": claim.dimension,
        "ref_area": claim.ref_area,
    }
    return claim.confidence is not None and claim.confidence >= bar_of(row, BARS)


def level(judge: ModuleType, gold: dict[str, Any], line: dict[str, Any]) -> int:
    """How many tiers hold by the scorer's own functions, each with all before it."""
    tiers = (judge.figure_ok, judge.time_ok, judge.attributed_ok, judge.placed_ok)
    return next((i for i, holds in enumerate(tiers) if not holds(gold, line)), len(tiers))


def pairs(shared: Path, judge: ModuleType) -> Iterator[tuple[str, int, int]]:
    """For every label of the development texts and every figure read in the same text: both judgements."""
    gold = judge.load_gold(shared / "gold" / "dev")
    for text in labelled_folder(shared / "gold" / "dev"):
        name = text.name.removeprefix("dev/")
        extraction = extract(text.document)
        lines = {
            (line["char_start"], line["char_end"]): line
            for line in lines_of(name, extraction, frozenset({Kind.figure}))
        }
        for label, said in zip(text.labels, gold[name]["claims"], strict=True):
            for mention in extraction.mentions:
                line = dict(lines[mention.char_start, mention.char_end])
                line["unit"] = str(line["unit"] or "")
                yield f"{name}: {said['surface']} {mention.surface}", tier_of(label, mention), level(judge, said, line)


def test_the_judge_and_the_scorer_agree_on_every_pair_of_label_and_figure(shared: Path) -> None:
    found = list(pairs(shared, module(shared / "score" / "extraction.py")))
    assert [pair for pair in found if pair[1] != pair[2]] == []
    assert {pair[1] for pair in found} == {0, 1, 2, 3, 4}  # every outcome was compared


@pytest.mark.parametrize("form", range(4))
def test_the_size_in_a_plain_press_release_of_the_coverage_judge_counts(shared: Path, form: int) -> None:
    judge = module(shared / "score" / "coverage.py")
    for product in judge.PRODUCTS[form::8]:
        sentence = judge.FORMS[form].format(h=judge.HOUSES[form], m=product.lower(), v="12.3")
        found = headlines(f"{product} Market\n\n{sentence}\n".encode())
        assert [counts(claim) for claim in found] == [True], product


def test_the_sizes_of_the_seeds_markets_count(shared: Path) -> None:
    found = [claim for path in sorted((shared / "seeds").glob("*.txt")) for claim in headlines(path.read_bytes())]
    assert len(found) >= 9
    # the chooser is torn between the whole and a part for this forecast, so a person is asked
    assert [claim.value_as_printed for claim in found if not counts(claim)] == ["USD 31.89 billion"]
