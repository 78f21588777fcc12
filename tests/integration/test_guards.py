"""One small document for each guard, and a clean one, through the whole job: what is held back is unsure, in no estimate, asked and told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.integration.conftest import Published

SIDECAR = "publisher: Larkwell Research\npublished_on: 2026-03-02\nlanguage: en\n"

# guard: the document, the prints that it holds back, and what it says of them in the queue and behind the run, where it counts two
# figures or one
CASES: dict[str, tuple[str, tuple[str, ...], str, str]] = {
    "small_size": (
        "# Gold Plough Market (USD)\n\n| Region | 2025 | 2030 |\n|---|---|---|\n| Global | 410 | 640 |\n",
        ("410", "640"),
        "“{}” is read as a size of USD {}; held back: market size below USD 10,000",
        "2 market sizes below USD 10,000",
    ),
    "fast_growth": (
        "# Tin Plough Market\n\nThe tin plough market will expand at a CAGR of 316.3% between 2025 and 2030.\n",
        ("316.3%",),
        "“{}” is read as a rate of 316.3 % a year; held back: compound rate above 200 %",
        "1 compound rate above 200 %",
    ),
    "wide_range": (
        "# Lead Plough Market\n\nThe lead plough market will expand at a CAGR of 2% to 14% between 2025 and 2030.\n",
        ("2% to 14%",),
        "“{}” is read as a range whose ends differ 7.00x; held back: range whose ends differ more than 5 times",
        "1 range whose ends differ more than 5 times",
    ),
    "two_totals": (
        "# Iron Plough Market (USD million)\n\n| Region | 2025 |\n|---|---|\n| Global | 140 |\n| Europe | 60 |\n| Global | 150 |\n",
        ("140", "150"),
        "“140” and “150” are read as totals of one market and area in 2025, in one table; "
        "held back: total that its own table contradicts",
        "2 totals that their own table contradicts",
    ),
    "mixed_marks": (
        "# Brass Plough Market (USD million)\n\n| Year | Global |\n|---|---|\n| 2025 | 1,234 |\n| 2030 | 1.097.100 |\n",
        ("1,234", "1.097.100"),
        "“1,234” and “1.097.100” stand in one column of a table; held back: number of a column with more than 1 group mark",
        "2 numbers of columns with more than 1 group mark",
    ),
}  # fmt: skip
SILENT = "# Notes\n\n| Alpha | Beta |\n|---|---|\n| 17.4 | 21.9 |\n| 18.3 | 25.0 |\n"
CLEAN = "# Zinc Plough Market\n\nThe global zinc plough market was valued at USD 4.2 billion in 2025.\n"


def write(inbox: Path) -> None:
    """All of them."""
    texts = {guard: text for guard, (text, *_) in CASES.items()} | {"nothing_read": SILENT, "clean": CLEAN}
    for name, text in texts.items():
        (inbox / f"{name}.md").write_text(text, encoding="utf-8")
        (inbox / f"{name}.md.meta.yml").write_text(SIDECAR, encoding="utf-8")


def claims(press: Published, name: str) -> list[dict[str, object]]:
    """The published claims of a document in the order of the text, and the estimates that count each."""
    return press.rows(
        "select claims.claim_id, value_as_printed as print, claims.status, (select count(*) from marts.market_estimates "
        "where list_contains(string_split(claim_ids, '|'), claims.claim_id)) as n_estimates "
        f"from marts.claims join marts.documents using (document_id) join marts.evidence using (claim_id) where name = '{name}.md' order by char_start"
    )


def told(press: Published) -> str:
    """The line of the run about what is held back."""
    (line,) = (line for line in press.said.splitlines() if line.startswith("held back"))
    return line


@pytest.mark.parametrize("guard", CASES)
def test_a_guard_holds_its_figures_back(guard: str, press: Published) -> None:
    _, prints, why, line = CASES[guard]
    held = {row["print"]: row for row in claims(press, guard) if row["print"] in prints}
    assert {print_: (row["status"], row["n_estimates"]) for print_, row in held.items()} == dict.fromkeys(
        prints, ("unsure", 0)
    )
    asked = press.rows(
        f"select claim_id, kind, why, state from marts.review_queue where guard = '{guard}' order by claim_id"
    )
    assert asked == [
        {"claim_id": row["claim_id"], "kind": "unsure_claim", "why": why.format(print_, print_), "state": "open"}
        for print_, row in sorted(held.items(), key=lambda one: str(one[1]["claim_id"]))
    ]
    assert line in told(press)


def test_a_document_of_which_no_figure_was_read_is_asked_about(press: Published) -> None:
    assert claims(press, "nothing_read") == []
    (asked,) = press.rows("select document, kind, why, state from marts.review_queue where guard = 'nothing_read'")
    assert (asked["document"], asked["kind"], asked["state"]) == ("nothing_read.md", "unread_layout", "open")
    assert asked["why"] == (
        "no figure was read; held back: document of which every number was set aside (4 figure-like tokens in all)"
    )
    assert "; 1 document of which every number was set aside; " in told(press)


def test_a_clean_document_is_not_held_back(press: Published) -> None:
    (row,) = claims(press, "clean")
    assert (row["print"], row["status"], row["n_estimates"]) == ("USD 4.2 billion", "stated", 1)
    assert press.rows("select question_id from marts.review_queue where document = 'clean.md'") == []
    assert told(press).split()[2:4] == ["8", "figures:"]
