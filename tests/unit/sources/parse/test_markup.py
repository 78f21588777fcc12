"""What is markup and what it shows, and the way from what shows back to the source."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.extract.text.unmarked import unmarked
from sources.parse import parse
from sources.parse.html.mixed import read_mixed
from sources.parse.markup import marks_of
from sources.parse.shown import shown
from sources.parse.unseen import Unseen
from sources.records import Block, ParsedDocument, Unreadable

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("<b>kites</b> and <I CLASS=x>reeds</I>", "kites and reeds"),
        ("**kites**, __reeds__, *lamps*, _seals_, ~~cranes~~, `quays`", "kites, reeds, lamps, seals, cranes, quays"),
        ("***kites*** [reeds](https://x.example/5 'Five') ![lamps 3](x.png)", "kites reeds lamps 3"),
        ("R&amp;D&nbsp;costs &euro;5 &#36;6", "R&D\u00a0costs €5 $6"),
        ("&lt;b&gt;kites&lt;/b&gt; &amp;lt;i&amp;gt;reeds", "kites reeds"),
        ("\\$5 \\> \\*4\\* a\\b", "$5 > *4* a\\b"),
        ("16.87%<sup>1</sup> and 10<sup>9</sup> m<sup>2</sup>", "16.87% and 10⁹ m²"),
        ("one<br>two<br/>three", "one\ntwo\nthree"),
        ("| one<br>two | 3 |", "| one two | 3 |"),
        ("> one\n> > two\n\n>three", "one\ntwo\n\nthree"),
        ("市場は**17.0%**で、_3億_です", "市場は17.0%で、3億です"),
        ("at -> USD 5, by then =>€6", "at USD 5, by then €6"),
        ("<!-- 5 --> kites <o:p>6</o:p>", " kites 6"),
    ],
)
def test_markup_is_left_out_and_what_it_shows_stays(source: str, seen: str) -> None:
    found = shown(source, is_markdown=True)
    assert found is not None
    assert found.text == seen


@pytest.mark.parametrize(
    "text",
    [
        "2 * 3 * 4 and snake_case_names, 5*",
        "<10% of sales, p<0.05, revenue >5 bn, a < b > c",
        "Mail <news@x.example> or <https://x.example/5>",
        "<Heat Pump Monthly> says so",
        "AT&T, R&D; fish & chips",
        "USD 3 bn -> USD 5 bn, 2024 => 2025",
        ">= 5 and >=6",
    ],
)
def test_what_only_looks_like_markup_stays(text: str) -> None:
    assert shown(text, is_markdown=True) is None


def test_a_page_or_a_pdf_has_tags_that_were_escaped_and_no_markdown() -> None:
    found = shown("**USD 5 bn** > <b>6</b>", is_markdown=False)
    assert found is not None
    assert found.text == "**USD 5 bn** > 6"


PIECES = st.lists(
    st.one_of(
        st.sampled_from(["<b>", "</b>", "**", "*", "_", "~~", "`", "[", "](x)", "&amp;", "&lt;b&gt;", "\\*", "> ", "\n", "\n\n", "<sup>2</sup>", "<td>", "->", "| ", "USD 5 bn", "市場", "<table>", "<p>"]),
        st.text(max_size=8),
    ),
    max_size=25,
).map("".join)  # fmt: skip


@given(PIECES, st.booleans())
def test_what_shows_leads_back_to_the_source_in_order(text: str, is_markdown: bool) -> None:
    found = shown(text, is_markdown=is_markdown)
    if found is None:
        assert marks_of(text, is_markdown=is_markdown) == []
        return
    assert len(found.text) == len(found.starts) == len(found.ends)
    spans = list(zip(found.starts, found.ends, strict=True))
    assert spans == sorted(spans)
    for at, (start, end) in enumerate(spans):
        assert 0 <= start < end <= len(text)
        assert (
            text[start:end] == found.text[at] or end - start > 1
        )  # a character of its own, or one that markup stands for
        assert found.in_source(at, at + 1) == (start, end)
    kept = [at for at, (start, end) in enumerate(spans) if end - start == 1]
    assert all(found.of_source(*spans[at]) == (at, at + 1) for at in kept if text[spans[at][0]] == found.text[at])


def _is_hidden(document: ParsedDocument, block: Block) -> bool:
    """A block of a page that holds nothing but tags that were escaped, or a block that is struck through as a whole."""
    found = shown(document.text, is_markdown=document.media_type in ("text/plain", "text/markdown"))
    start, end = block.char_start, block.char_end
    seen = zip(found.text, found.starts, strict=True) if found else zip(document.text, range(end), strict=False)
    return not any(
        start <= at < end and char.strip() and not any(a <= at < b for a, b in document.withdrawn) for char, at in seen
    )


@given(PIECES)
def test_blocks_of_a_text_lie_within_it_and_hold_what_the_reader_sees(text: str) -> None:
    try:
        document = parse(text.encode("utf-8", "replace"))
    except Unreadable:
        return
    plain, _ = unmarked(document)
    shows = [block for block in document.blocks if not _is_hidden(document, block)]
    for block, seen in zip(shows, plain.blocks, strict=True):
        assert 0 <= block.char_start < block.char_end <= len(document.text)
        assert 0 <= seen.char_start < seen.char_end <= len(plain.text)
        assert plain.text[seen.char_start : seen.char_end].strip()


@pytest.mark.parametrize(
    "unit", ["*", "_a", "<b>", "<sup>", "[a](", "[", "&amp;", "**a** ", "> ", "<table>", "<p>", "\\*"]
)
def test_the_cost_of_markup_grows_no_faster_than_the_text(unit: str) -> None:
    def seconds(n: int) -> float:
        start = time.process_time()
        shown(unit * (n // len(unit)), is_markdown=True)
        return time.process_time() - start

    # Sixteen times the text: linear is 16, quadratic 256; what lies between leaves a busy machine its noise.
    limit = 100 * min(seconds(10_000) for _ in range(3)) + 0.2
    assert any(seconds(160_000) < limit for _ in range(3))


def test_text_around_a_stretch_of_html_stays_as_it_is() -> None:
    text = "# Kites\n\nWords *stay*.\n\n<ul>\n<li>One</li>\n\n<li>Two &amp; three</li>\n</ul>\n\nMore  words.\n"
    assert read_mixed(text, Unseen()) is not None
    document = parse(text.encode())
    assert document.text == "# Kites\n\nWords *stay*.\n\n- One\n- Two & three\n\nMore  words.\n"
    assert document.media_type == "text/markdown"
    assert [(b.kind, document.text[b.char_start : b.char_end]) for b in document.blocks] == [
        ("heading", "Kites"),
        ("paragraph", "Words *stay*."),
        ("list_item", "One"),
        ("list_item", "Two & three"),
        ("paragraph", "More  words."),
    ]


def test_struck_text_of_a_stretch_of_html_is_withdrawn_at_its_place() -> None:
    document = parse(
        b"# Kites\n\n<p>was <s>4</s> 5</p>\n\nMore words.\n\n<table><tr><td><del>6</del></td><td>7</td></tr></table>\n"
    )
    assert [document.text[start:end] for start, end in document.withdrawn] == ["4", "6"]


def test_a_piece_of_a_page_is_a_page_whatever_its_name() -> None:
    document = parse(b"<h1>Kites</h1>\n<p>They <b>fly</b>.</p>\n\n<p style='display:none'>no</p>")
    assert (document.media_type, document.text) == ("text/html", "Kites\nThey fly.\n\n")


def test_rows_without_their_table_are_rows() -> None:
    assert parse(b"<tr><td>2025</td><td>USD 5 bn</td></tr>").text == "| 2025 | USD 5 bn |\n"
