"""Qualities in words: who calls a burden slight, who grave, and which statements concern one property."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

WIDE, NARROW, FAR = "cold-storage", "frozen-cold-storage", "cold-storage-software"


@pytest.fixture
def three(book: Any) -> Any:
    """M on a market, Q on a part of it, X on one of another scope."""
    for name, market in (("m", WIDE), ("q", NARROW), ("x", FAR)):
        book.document(name, name)
        book.claim(name, "USD 1 billion", "1000000000", market_id=market)
    book.relation(NARROW, WIDE, "b_contains_a", "narrowed by frozen")
    book.relation(WIDE, FAR, "different", "offering differs")
    return book


def say(book: Any, document: str, market: str, polarity: str, terms: str, burden: str | None, **fields: Any) -> str:
    number = len(book.rows.get("core.qualities", []))
    row = {
        "quality_id": f"w{number}", "document_id": document, "publisher_id": document, "market_id": market,
        "property": f"{terms} {burden or ''}".strip(), "terms": terms.split(), "burden": burden, "polarity": polarity,
        "words": {"slight": "negligible", "grave": "bottleneck"}[polarity], "beside": [], "rule": "r",
        "status": "stated", "is_cut": False, "quote": terms, "char_start": number, "char_end": number + 1,
    }  # fmt: skip
    book.row("core.qualities", **(row | fields))
    return f"w{number}"


def opposed(book: Any) -> list[dict[str, Any]]:
    return list(book.build()["core.conflicts"].filter(rule="quality_opposed").to_dicts())


def test_one_property_called_slight_and_grave_is_a_likely_conflict_with_both_counts(three: Any) -> None:
    say(three, "m", WIDE, "slight", "defrost", "loss")
    say(three, "q", NARROW, "grave", "defrost", "loss", narrowed="in older halls")
    three.document("r", "r")
    say(three, "r", NARROW, "grave", "defrost", "loss")
    (row,) = opposed(three)
    assert (row["verdict"], row["severity"], row["metric"]) == ("conflict_likely", "medium", "defrost_loss")
    assert (row["value_a"], row["publishers_a"]) == (Decimal(1), "M")
    assert (row["value_b"], row["publishers_b"]) == (Decimal(2), "Q|R")
    assert (row["statement_ids_a"], row["statement_ids_b"]) == (["w0"], ["w1", "w2"])
    assert "in older halls: bottleneck" in row["explanation"]
    assert "nothing is proven" in row["explanation"]


@pytest.mark.parametrize(
    ("slight", "grave", "n"),
    [
        (("defrost", "loss", ()), ("defrost", "delay", ()), 0),  # two burdens of one thing
        (("defrost", "loss", ()), ("defrost", None, ()), 1),  # the thing itself is called a bottleneck
        (("defrost", "loss", ()), ("dock", None, ()), 0),
        (("defrost", "loss", ()), ("dock access", None, ("defrost loss",)), 1),  # named in its passage
        (
            ("defrost", "loss", ()),
            ("dock access", None, ("defrost",)),
            1,
        ),  # what is burdened, in a sentence on the dock
        (("defrost", "loss", ()), ("dock", "delay", ("defrost",)), 0),  # it names a burden of its own
        (("dock", "delay", ("defrost loss",)), ("defrost", "loss", ()), 0),  # two burdens named, again
    ],
)
def test_statements_speak_of_one_property_by_its_words_or_by_their_passage(
    three: Any, slight: Any, grave: Any, n: int
) -> None:
    for document, market, polarity, (terms, burden, beside) in (
        ("m", WIDE, "slight", slight),
        ("q", NARROW, "grave", grave),
    ):
        say(three, document, market, polarity, terms, burden, beside=list(beside))
    assert len(opposed(three)) == n


def test_other_scopes_old_editions_and_one_publisher_alone_oppose_nobody(three: Any) -> None:
    say(three, "m", WIDE, "slight", "defrost", "loss")
    say(three, "m", WIDE, "grave", "defrost", "loss")
    say(three, "x", FAR, "grave", "defrost", "loss")
    say(three, "q", NARROW, "grave", "defrost", "loss", status="superseded")
    assert opposed(three) == []


def test_a_copy_adds_no_voice(three: Any) -> None:
    say(three, "m", WIDE, "slight", "defrost", "loss")
    say(three, "q", NARROW, "grave", "defrost", "loss")
    three.document("copy", "copyhouse", cluster_id="q")
    say(three, "copy", NARROW, "grave", "defrost", "loss", publisher_id="copyhouse")
    (row,) = opposed(three)
    assert (row["publishers_b"], row["value_b"]) == ("COPYHOUSE|Q", Decimal(1))
