"""Steps that fall apart by market or publisher: what a market is dealt of others suffices, and each part of it is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import polars as pl
import pytest

from warehouse.build import run_step
from warehouse.decisions import Decisions
from warehouse.grouping.groups import Split, in_groups
from warehouse.grouping.splits import SPLITS
from warehouse.policy import read_policy
from warehouse.step import BuildContext
from warehouse.steps import all_steps

STEPS = {step.name: step for step in all_steps()}
CONTEXT = BuildContext(read_policy(), Decisions(), str)
WIDE, NARROW, INSIDE = "ai-accelerator-cluster", "ai-training-gpu-cluster", "ai-training-infrastructure"


def size(book: Any, document: str, billions: str, **fields: Any) -> str:
    return str(book.claim(document, f"USD {billions} billion", str(int(float(billions) * 1e9)), **fields))


def related_markets(book: Any) -> None:
    """The total and shares of M reach the market of Q by its name and that of T by its definition."""
    for name in "mqt":
        book.document(name, name)
    size(book, "m", "65.28", market_id=WIDE)
    book.share("m", "60.54", "function:training", market_id=WIDE)
    book.share("m", "80.27", "architecture:gpu", market_id=WIDE)
    size(book, "q", "21.66", market_id=NARROW)
    size(book, "t", "12.00", market_id=INSIDE)
    book.relation(WIDE, NARROW, "a_contains_b")
    book.relation(WIDE, INSIDE, "overlap")
    book.definition("m", WIDE, layer="infrastructure", technology="accelerator|ai")
    book.definition("t", INSIDE, technology="ai|asic|gpu", workload="training", layer="infrastructure|service|software")


def editions(book: Any) -> None:
    """A says 10 in January and 12 in June, B says 7 at another level of the trade, as their definitions state."""
    book.document("old", "a", status="superseded", superseded_by="new", figure_date=date(2026, 1, 20), report_key="r")
    book.document("new", "a", figure_date=date(2026, 6, 30), report_key="r")
    book.document("b", "b", figure_date=date(2026, 1, 31))
    for document, billions in (("old", "10.0"), ("new", "12.0"), ("b", "7.0")):
        size(book, document, billions)
    book.definition("new", "pumps", value_basis="revenue")
    book.definition("b", "pumps", value_basis="shipments")


def parts(book: Any) -> None:
    """One publisher's parts show what is all of a market, so that another publisher's total has to be their sum."""
    book.document("d1", "acme")
    book.document("d2", "bolt")
    size(book, "d1", "10.0")
    size(book, "d2", "10.4")
    book.segments("d1", "pumps", "client", "public, private")
    book.segments("d1", "pumps", "client", "cloud", parent="public")  # a part of a part adds up to nothing
    for segment, billions in (("public", "6.0"), ("private", "4.0"), ("cloud", "2.0")):
        size(book, "d1", billions, segment=segment, segment_key=f"client:{segment}", dimension="client")
        size(book, "d2", billions, segment=segment, segment_key=f"client:{segment}", dimension="client")
    for area, billions in (("150", "4.0"), ("003", "3.0"), ("vendor:Asia-Pacific", "3.0")):
        size(book, "d1", billions, ref_area=area)
    size(book, "d1", "3.0", market_id="valves")


SPLIT_STEPS = ("bridges", "conflict_components", "coherence")


def made(frames: Mapping[str, pl.DataFrame], name: str, split: Split | None = None) -> Mapping[str, pl.DataFrame]:
    step = STEPS[name] if split is None else in_groups(STEPS[name], split, 1_000)
    return run_step(step, frames, CONTEXT)


@pytest.mark.parametrize("scene", [related_markets, editions, parts])
@pytest.mark.parametrize("name", SPLIT_STEPS)
def test_each_market_and_publisher_by_itself_has_the_rows_of_all_at_once(
    book: Any, scene: Callable[[Any], None], name: str
) -> None:
    scene(book)
    frames = book.build()
    whole = made(frames, name)
    for table, rows in made(frames, name, SPLITS[name]).items():
        assert rows.equals(whole[table]), table


def test_words_are_held_against_each_other_document_by_document(book: Any) -> None:
    for document in ("d1", "d2"):
        book.document(document, "p", market_id="pumps")
        book.definition(document, "pumps")
        book.rows["core.definitions"][-1] |= {
            "term": "Pumps",
            "excludes": ["Spare parts"],
            "char_start": 10,
            "char_end": 20,
        }
        book.segments(document, "pumps", "offering", "Pumps, Spare parts")
    frames = book.build()
    whole, apart = (made(frames, "word findings", split) for split in (None, SPLITS["word findings"]))
    assert whole["work.word_findings"]["document_id"].to_list() == ["d1", "d2"]
    assert apart["work.word_findings"].equals(whole["work.word_findings"])


@pytest.mark.parametrize(
    ("scene", "name", "table"),
    [
        (related_markets, "bridges", "shared.beside"),
        (related_markets, "bridges", "core.definitions"),
        (related_markets, "bridges", "core.claims"),
        (related_markets, "conflict_components", "core.bridges"),
        (editions, "conflict_components", "core.revisions"),
        (editions, "conflict_components", "core.documents"),
        (editions, "conflict_components", "core.definitions"),
        (parts, "coherence", "beside.core.segments"),
        (parts, "coherence", "beside.core.estimate_candidates"),
        (parts, "coherence", "beside.core.vendor_figures"),
    ],
)
def test_what_a_market_is_dealt_is_needed(book: Any, scene: Callable[[Any], None], name: str, table: str) -> None:
    def cut(frames: Any, context: BuildContext) -> Any:
        return {
            dealt: rows.clear() if dealt == table else rows for dealt, rows in SPLITS[name].cut(frames, context).items()
        }

    scene(book)
    frames = book.build()
    whole = made(frames, name)
    try:
        without = made(frames, name, replace(SPLITS[name], cut=cut))
    except Exception:
        return  # it is looked for and not found
    assert any(not rows.equals(whole[made_table]) for made_table, rows in without.items())
