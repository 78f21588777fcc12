"""Text that the reader of a page cannot see is left out and counted; text that only looks hidden stays."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from sources.parse import parse
from sources.parse.html import parse_html
from sources.parse.work import WorkLimits, counted, work_limits
from sources.records import ParsedDocument, Unreadable

PLAIN = "Kites sell in every town."
SECRET = "Kites reached USD 9.9 billion in 2025."
N_SECRET = len(SECRET.replace(" ", ""))  # 32 characters with ink; its numbers are 9.9 and 2025
CASES = Path(__file__).parents[3] / "cases" / "hidden_text.yml"


class Case(NamedTuple):
    way: str
    body: str
    seen: bool
    first: str
    style: str = ""


WAYS = {case.way: case for case in (Case(**entry) for entry in yaml.safe_load(CASES.read_text(encoding="utf-8")))}
HIDING = sorted(way for way, case in WAYS.items() if not case.seen)
SHOWING = sorted(way for way, case in WAYS.items() if case.seen)
# What never shows on any page is dropped by its name and not counted as hidden by this one.
BY_NAME = {"a closed dialog", "a template", "for pages without scripts", "a frame's text for old programs", "a comment", "the value of a control"}  # fmt: skip


def read(case: Case) -> ParsedDocument:
    page = f"<!doctype html><html><head><style>{case.style}</style></head><body><p>{PLAIN}</p>{case.body}</body></html>"
    return parse(page.replace("{}", SECRET).encode())


def test_the_table_has_enough_ways() -> None:
    assert len(HIDING) >= 50
    assert len(SHOWING) >= 10


@pytest.mark.parametrize("way", HIDING)
def test_text_that_a_page_hides_is_left_out_and_counted(way: str) -> None:
    found = read(WAYS[way])
    assert PLAIN in found.text
    assert "9.9" not in found.text
    if way not in BY_NAME:
        assert found.n_hidden_figures == 2 + (way == "a row") * 0
        assert found.n_hidden == N_SECRET + (way == "a row")  # the cell beside it


@pytest.mark.parametrize("way", SHOWING)
def test_text_that_only_looks_hidden_is_read(way: str) -> None:
    found = read(WAYS[way])
    assert SECRET in found.text
    assert found.n_hidden_figures == 0


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>840<span hidden>5</span>M</p>", "840M"),
        (
            "<div class='x' style='display:flex' hidden>no</div><p>yes</p>",
            "no\nyes",
        ),  # the page's own style takes the attribute back
        ("<p>a<sup><span hidden>USD 9 billion</span>th</sup></p>", "ath"),
    ],
)
def test_what_is_hidden_leaves_no_trace_between_its_neighbours(body: str, expected: str) -> None:
    assert parse(f"<!doctype html><body>{body}</body>".encode()).text == expected + "\n"


def test_a_page_of_hidden_text_only_says_so() -> None:
    with pytest.raises(Unreadable, match="32 characters are hidden") as caught:
        parse(f"<!doctype html><body><div style='opacity:0'>{SECRET}</div></body>".encode())
    assert caught.value.reason == "no_text"


def test_rules_cost_comparisons_where_the_page_has_their_names_and_too_many_end_the_reading() -> None:
    sheet = "p{color:#333} .n{width:9em} .missing{color:red} #gone p{display:none} p{margin-bottom:9px;cursor:help}"
    page = f"<!doctype html><style>{sheet}</style><body><p class='n'>Kites.</p><p>Sold for USD 5.</p></body>".encode()
    with counted() as spent:
        parse_html(page)
    # 6 elements are held against `p`, 3 matches of two rules noted at 40 each; two names are missing, one rule hides nothing
    assert spent["style_matches"] == 6 + 3 * 40
    limits = WorkLimits(**{**work_limits().model_dump(), "style_matches": 125})
    with counted(limits), pytest.raises(Unreadable) as caught:
        parse_html(page)
    assert caught.value.reason == "too_much_work"
