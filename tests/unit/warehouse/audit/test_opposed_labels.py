"""A member that a text defines under one of two opposed terms and labels with the other."""

from __future__ import annotations

from typing import Any

import pytest


def findings(book: Any) -> list[dict[str, Any]]:
    return list(book.build()["core.audit_findings"].filter(rule="opposed_labels").to_dicts())


@pytest.fixture
def one(book: Any) -> Any:
    """A book with one document."""
    book.document("d", "p", market_id="pumps")
    return book


def said(book: Any, start: int, before: str, figure: str, behind: str, **fields: Any) -> str:
    """A claim whose evidence begins at a place of the text."""
    claim_id = str(book.claim("d", figure, "800", metric="other_numeric", unit_measure="units", **fields))
    at = start + len(before)
    book.row(
        "core.evidence", evidence_id=f"{claim_id}-e", claim_id=claim_id, document_id="d", char_start=at,
        char_end=at + len(figure), prefix=before, quote=figure, suffix=behind,
    )  # fmt: skip
    return claim_id


def driver(book: Any, start: int, words: str) -> None:
    book.row(
        "core.drivers", driver_id=f"r{start}", document_id="d", market_id="pumps", role="driver", driver=words[:20],
        additive=False, status="stated", quote=words, char_start=start, char_end=start + len(words),
    )  # fmt: skip


GLOSS = "Wireless links: reach between halls without cables (LoRa, Zigbee)"


@pytest.mark.parametrize(
    ("defined", "before", "behind", "members"),
    [
        (GLOSS, "Wired links: ", " Zigbee or LoRa for whole sites", "LoRa and Zigbee"),
        (GLOSS, "Wired links: ", " LoRa", "LoRa"),
        ("Long-range radios such as LoRa and Sigfox serve farms", "- Short-range radios: ", " Sigfox at low cost", "Sigfox"),
        ("Off-grid inverters (Sunny Island, Quattro)", "On-grid inverters: ", " Quattro units", "Quattro"),
        (GLOSS, "Wireless links: ", " LoRa", None),  # by its definition
        (GLOSS, "Wired links: ", " Ethernet", None),  # another member
        (GLOSS, "Wired links: ", " cables that replace LoRa", None),  # a name that the label does not lead to
        (GLOSS, "Wired and wireless links: ", " LoRa", None),  # both terms
        (GLOSS, "Hardwired links: ", " LoRa", None),  # another word
        (GLOSS + "\nWired links: reach within a hall (LoRa)", "Wired links: ", " LoRa", None),  # defined as both
    ],
)  # fmt: skip
def test_a_label_against_the_texts_own_definition_is_flagged_and_the_definition_holds(
    one: Any, defined: str, before: str, behind: str, members: str | None
) -> None:
    driver(one, 500, defined)
    claim_id = said(one, 100, before, "800", behind)
    rows = findings(one)
    assert len(rows) == (members is not None)
    for row in rows:
        assert (row["outcome"], row["severity"], row["claim_ids"]) == ("flag", "low", [claim_id])
        assert (row["metric"], row["unit_measure"], row["market_id"]) == ("scope", "text", "pumps")
        assert row["explanation"].startswith(f"the text defines {members} as ")
        term = defined.split(" ")[0].lower()
        assert row["explanation"].endswith(f"by its own definition {term} holds")
        assert any(span.startswith("500:") for span in row["spans"])  # the definition begins there


def test_a_label_of_a_claim_that_is_set_aside_is_not_held_against_the_definition(one: Any) -> None:
    driver(one, 500, GLOSS)
    said(one, 100, "Wired links: ", "800", " LoRa", status="quarantined")
    assert findings(one) == []


def test_two_figures_of_one_label_are_one_finding(one: Any) -> None:
    driver(one, 500, GLOSS)
    said(one, 100, "Wired links: ", "400", " or 800 LoRa")
    said(one, 100, "Wired links: 400 or ", "800", " LoRa")
    assert len(findings(one)) == 1
