"""Facets with where they were read: names, definitions of current documents, segmentations."""

from __future__ import annotations

from typing import Any

from warehouse.resolve.markets.core_market_facets import STEP


def test_a_facet_is_kept_once_per_source_and_unknown_ones_have_no_row(run: Any, doc: Any) -> None:
    current = {"document_id": doc("a"), "market_id": "lock"}
    old = {"document_id": doc("b"), "market_id": "lock"}
    definition = {
        "definition_id": "d1",
        "defines": "market",
        "term": "lock",
        "definition": "locks",
        "scope": "",
        "rule": "r",
        "status": "stated",
        "is_cut": False,
        "quote": "q",
        "char_start": 0,
        "char_end": 1,
    }
    segment = {"dimension": "Type", "segment_key": "k", "position": 0, "n_mentions": 1, "char_start": 0, "char_end": 1}
    found = run(
        STEP,
        {
            "core.markets": [{"market_id": "lock", "market": "Locks", "names": "Locks", "product": "lock"}],
            "core.documents": [
                {"document_id": doc("a"), "status": "stated"},
                {"document_id": doc("b"), "status": "superseded"},
            ],
            "core.definitions": [
                {**definition, **current, "technology": "ai|iot"},
                {**definition, **old, "definition_id": "d2", "technology": "blockchain"},
            ],
            "core.segments": [
                {**segment, **current, "segment": "Cloud-based"},
                {**segment, **current, "segment": "Deadbolts"},
            ],
        },
    )
    rows = [
        (row["facet"], row["value"], row["told_by"], row["n_documents"])
        for row in found["core.market_facets"].to_dicts()
    ]
    assert rows == [
        ("deployment", "cloud", "segmentation", 1),
        ("product", "lock", "name", None),
        ("technology", "ai", "definition", 1),
        ("technology", "iot", "definition", 1),
    ]
