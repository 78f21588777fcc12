"""The look at markup before it is parsed."""

from __future__ import annotations

import contextlib
import time

import pytest

from sources.parse.html.guard import prescan
from sources.records import Unreadable


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<p>abc def</p>", 6),
        ("a&amp;b &nbsp; c", 4),
        ("<!-- no --> yes", 3),
        ("<!--> yes", 3),
        ("<!-- never closed", 0),
        ("<script>no</script>yes<style>no</style>", 3),
        ("<script>no < </p>", 0),
        ("<a title='a > b'>yes</a>", 3),
        ('<a title="no" b=c>yes</a>', 3),
        ("1 < 2", 3),
        ("<![endif]>yes<?php no ?>", 3),
        ("<svg><title/>yes</svg>", 3),
        ("mar&shy;ket", 6),
    ],
)
def test_text_outside_of_tags_is_counted(markup: str, expected: int) -> None:
    assert prescan(markup) == expected


@pytest.mark.parametrize(
    "markup",
    [
        "<p>x" * 5_000,  # paragraphs end each other
        "<li>x" * 5_000,
        "<table>" + "<tr><td>a<td>b" * 5_000,
        "<br>" * 5_000,
        "<a name=x>" * 5_000,
        "<div><b>x</b></div>" * 5_000,
        "<div><x-word>x</div>" * 5_000,  # an unknown element ends with the one around it
        "<svg>" + "<path d='x'/>" * 5_000 + "</svg>",
        "<p " + " ".join(f"a{n}" for n in range(1_999)) + ">x",
        "<p title='" + "a=b " * 10_000 + "'>x",
    ],
)
def test_common_markup_is_not_hostile(markup: str) -> None:
    prescan(markup)


@pytest.mark.parametrize(
    "markup",
    [
        "<div>" * 2_001,
        "<div/>" * 2_001,  # HTML does not know self-closed elements
        "<b>" * 2_001,
        "<p><b id=1>x</p>" * 2_001,  # re-opened by the parser in every paragraph
        "<div><table></div>" * 2_001,  # an end tag does not reach out of a table
        "<div><script></div></script>" * 2_001,  # tags in a script close nothing
        "<svg>" + "<g>" * 2_001,
        "<p " + " ".join(f"a{n}" for n in range(2_001)) + ">x",
        "<p " + " ".join(f"a{n}='b'" for n in range(2_001)),
    ],
)
def test_markup_that_keeps_a_parser_busy_is_refused(markup: str) -> None:
    with pytest.raises(Unreadable) as caught:
        prescan(markup)
    assert caught.value.reason == "hostile_markup"


@pytest.mark.parametrize("piece", ["<", "<a ", "<!-- ", "<a b='", '="', "</x>", "<a b=' \"", "&", "<![", " ="])
def test_the_time_grows_no_faster_than_the_page(piece: str) -> None:
    def seconds(n: int) -> float:
        markup = "<html>" + piece * n
        best = float("inf")
        for _ in range(3):
            start = time.thread_time()  # of the processor: a busy machine does not count
            with contextlib.suppress(Unreadable):
                prescan(markup)
            best = min(best, time.thread_time() - start)
        return best

    # ten times the page takes some ten times as long; quadratic time would take a hundred times
    assert seconds(100_000) < 40 * max(seconds(10_000), 0.0005)
