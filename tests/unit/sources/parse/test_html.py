"""Web pages: what a reader sees of them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.parse.html import parse_html
from sources.parse.html.page import check_nothing_lost
from sources.records import Block, Unreadable


def page(body: str, head: str = "") -> bytes:
    return f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>".encode()


def lines(body: str, head: str = "") -> list[str]:
    return parse_html(page(body, head))[0].split("\n")[:-1]


def cells(content: bytes) -> list[tuple[str, tuple[str, ...], str | None]]:
    text, blocks, *_ = parse_html(content)
    return [(text[b.char_start : b.char_end], b.header_path, b.row_label) for b in blocks if b.kind == "table_cell"]


@pytest.mark.parametrize(
    "hidden",
    [
        "<nav>gone</nav>",
        "<aside><p>gone</p></aside>",
        "<footer>gone</footer>",
        "<script>document.write('gone')</script>",
        "<style>p { content: 'gone' }</style>",
        "<noscript>gone</noscript>",
        "<template><p>gone</p></template>",
        "<svg><title>gone</title><text>gone</text></svg>",
        "<p hidden>gone</p>",
        "<p style='color: red; display : none'>gone</p>",
        "<div style='visibility:hidden'><p>gone</p></div>",
        "<div role='navigation'>gone</div>",
        "<div role='dialog' aria-label='cookies'>gone</div>",
        "<div class='site cookie-banner'>gone</div>",
        "<div id='gdpr-consent'>gone</div>",
        "<div class='aviso-cookies'>gone <button>OK</button></div>",
        "<form><label>gone</label><input value='gone'><select><option>gone</option></select><textarea>gone</textarea></form>",
        "<button>gone</button>",
        "<dialog>gone</dialog>",
        "<i class='material-icons md-18' aria-hidden='true'>trending_up</i>",
        "<!-- gone -->",
    ],
)
def test_what_a_reader_does_not_see_is_left_out(hidden: str) -> None:
    assert lines(f"<p>before</p>{hidden}<p>after</p>") == ["before", "after"]


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("<form><p>a page inside a form</p></form>", "a page inside a form"),
        ("<div hidden='until-found'>folded</div>", "folded"),
        ("<h3><button>What is it?</button></h3>", "What is it?"),
        ("<details><summary><button>More</button></summary></details>", "More"),
        ("<dialog open>open</dialog>", "open"),
        ("<p class='cookies'>The cookies market grows</p>", "The cookies market grows"),
        ("<div class='page cookie-bar-visible'>the whole page</div>", "the whole page"),
        ("<div role='heading' aria-level='3'>A heading</div>", "A heading"),
        ("<p>5&nbsp;%&thinsp;of &euro;&#x31;2&amp;more</p>", "5\u00a0%\u2009of €12&more"),
        ("<p>mar&shy;ket&#8203;</p>", "market"),
        ("<p>a &#xD800; b</p>", "a \ufffd b"),
        ("<p>e&#x301;</p>", "é"),
        ("<p>one\n  two<b>three</b> <i>four</i></p>", "one twothree four"),
        ("<p>CO<sub>2</sub> 5 m<sup>2</sup> 16.87%<sup><a href='#f'>[1]</a></sup>.</p>", "CO2 5 m² 16.87%."),
        ("<pre>a   b\nc</pre>", "a b\nc"),
        ("<p>a<br>b</p>", "a\nb"),
        ("<h2>a<br>b</h2>", "a b"),
        ("<p>a<br><br>b</p>", "a\nb"),
        ("<dl><dt>Base year</dt><dd>2025</dd></dl>", "Base year: 2025"),
        ("<dl><dt>Base year:</dt><dd>2025</dd></dl>", "Base year: 2025"),
        ("<dl><dt>Players</dt><dd>A</dd><dd>B</dd></dl>", "Players: A; B"),
        ("<dl><dt>Lone</dt></dl>", "Lone"),
        ("<dl><dt>T</dt><dd><ul><li>x</li></ul></dd></dl>", "T\n- x"),
    ],
)
def test_what_a_reader_sees_is_kept(shown: str, expected: str) -> None:
    assert parse_html(page(shown))[0] == expected + "\n"


def test_double_breaks_part_paragraphs_and_single_ones_do_not() -> None:
    _, blocks, *_ = parse_html(page("<p>a<br>b<br><br>c</p>"))
    assert len(blocks) == 2


def test_blocks_have_their_kind_and_level() -> None:
    text, blocks, *_ = parse_html(
        page("<h1>T</h1><p>p</p><ul><li>a<ul><li><p>b</p><p>c</p></li></ul></li></ul><h4>h</h4>")
    )
    assert text == "T\np\n- a\n  - b\nc\nh\n"
    assert [(b.kind, b.level) for b in blocks] == [
        ("heading", 1),
        ("paragraph", 0),
        ("list_item", 1),
        ("list_item", 2),
        ("paragraph", 0),  # the second paragraph of an item has no mark of its own
        ("heading", 4),
    ]


@pytest.mark.parametrize(
    ("title", "h1", "expected"),
    [
        ("Widget Market | Acme", "Widget Market", ["Widget Market | Acme", "Widget Market"]),
        ("Widget  market", "Widget Market", ["Widget Market"]),
        ("Widget Market", "Widget Market in Europe", ["Widget Market in Europe"]),
        ("Widget Mark", "Widget Market", ["Widget Mark", "Widget Market"]),
        ("Widget Market", "", ["Widget Market"]),
        ("", "Widget Market", ["Widget Market"]),
    ],
)
def test_the_title_stands_first_unless_a_heading_says_the_same_or_more(
    title: str, h1: str, expected: list[str]
) -> None:
    found = lines(f"<h1>{h1}</h1><p>text</p>", f"<title>{title}</title><meta name='description' content='unseen'>")
    assert found == [*expected, "text"]


def test_headers_of_several_rows_and_columns_reach_every_cell() -> None:
    content = page(
        "<table><caption>Shares</caption>"
        "<thead><tr><th rowspan=2>Region</th><th colspan=2>USD bn</th></tr><tr><th>2025</th><th>2031</th></tr></thead>"
        "<tbody><tr><th>Asia</th><td>1.5<sup>a</sup></td><td>2.5</td></tr>"
        "<tr><td rowspan=2>Europe</td><td>3</td><td>4</td></tr><tr><td>5</td><td>6</td></tr></tbody></table>"
    )
    assert parse_html(content)[0].split("\n")[:-1] == [
        "Shares",
        "| Region | USD bn |  |",
        "|  | 2025 | 2031 |",
        "| Asia | 1.5 | 2.5 |",
        "| Europe | 3 | 4 |",
        "|  | 5 | 6 |",
    ]
    assert cells(content)[4:] == [
        ("Asia", ("Region",), None),
        ("1.5", ("USD bn", "2025"), "Asia"),
        ("2.5", ("USD bn", "2031"), "Asia"),
        ("Europe", ("Region",), None),
        ("3", ("USD bn", "2025"), "Europe"),
        ("4", ("USD bn", "2031"), "Europe"),
        ("5", ("USD bn", "2025"), "Europe"),  # the label spans both rows
        ("6", ("USD bn", "2031"), "Europe"),
    ]


def test_a_th_at_the_head_of_each_row_is_a_label_and_no_header() -> None:
    content = page("<table><tr><th>Base year</th><td>2025</td></tr><tr><th>CAGR</th><td>16.87%</td></tr></table>")
    assert cells(content) == [
        ("Base year", (), None),
        ("2025", (), "Base year"),
        ("CAGR", (), None),
        ("16.87%", (), "CAGR"),
    ]


def test_a_thousand_tables_one_in_another_are_read_in_a_moment() -> None:
    started = time.process_time()
    assert lines("<table><tr><td>" * 1_500 + "below") == ["below"]
    assert time.process_time() - started < 5  # of each, all tables below it: minutes


def test_a_table_that_lays_out_the_page_is_no_table() -> None:
    content = page(
        "<table><tr><td><h2>Layout</h2><table><tr><td>Region</td><td>Share</td></tr><tr><td>Asia</td><td>41%</td></tr>"
        "</table></td><td>beside</td></tr></table>"
    )
    text, blocks, *_ = parse_html(content)
    assert text == "Layout\n| Region | Share |\n| Asia | 41% |\nbeside\n"
    assert {b.table for b in blocks if b.table is not None} == {0}


def test_a_list_in_a_cell_keeps_its_items_apart() -> None:
    content = page("<table><tr><td>A<ul><li>x</li></ul></td><td><ul><li>Beef</li><li>Dairy</li></ul></td></tr>"
                   "<tr><td>USD 5<br>million</td><td>Beef<br>Dairy<br>Sheep</td></tr></table>")  # fmt: skip
    assert parse_html(content)[0] == "| A x | Beef; Dairy |\n| USD 5 million | Beef; Dairy; Sheep |\n"


def test_hidden_rows_and_cells_do_not_show() -> None:
    content = page("<table><tr><td>a</td><td>b</td></tr><tr hidden><td>x</td><td>y</td></tr>"
                   "<tr><td>c</td><td style='display:none'>z</td></tr></table>")  # fmt: skip
    assert parse_html(content)[0] == "| a | b |\n| c |  |\n"


@pytest.mark.parametrize(
    ("style", "body", "expected"),
    [
        # the page's own styles set neighbours apart
        (".c span,.c strong{display:block}", "<div class=c><span>CAGR 2031</span><strong>6.3%</strong></div>", ["CAGR 2031", "6.3%"]),
        (".c b{display:block}", "<div class=c>CAGR 2031<b>6.3%</b>a year</div>", ["CAGR 2031", "6.3%", "a year"]),
        (".c>*{display:inline-block}", "<div class=c><i>CAGR 2031</i><em>6.3%</em></div>", ["CAGR 2031 6.3%"]),
        (".c{display:flex}", "<div class=c><a>CAGR 2031</a><b>6.3%</b></div>", ["CAGR 2031 6.3%"]),
        (".c{display:flex;flex-direction:column}", "<div class=c><a>CAGR 2031</a><b>6.3%</b></div>", ["CAGR 2031", "6.3%"]),
        (".c{display:grid}", "<div class=c><span>CAGR 2031</span><span>6.3%</span></div>", ["CAGR 2031", "6.3%"]),
        (".c{display:grid;grid-template-columns:1fr 1fr}", "<div class=c><span>CAGR 2031</span><span>6.3%</span></div>", ["CAGR 2031 6.3%"]),
        ("", "<p><span style='margin-right:12px'>CAGR 2031</span><span>6.3%</span></p>", ["CAGR 2031 6.3%"]),
        ("", "<p><label style='float:left'>CAGR 2031</label><b>6.3%</b></p>", ["CAGR 2031 6.3%"]),
        ("", "<p><b style='padding-left:8px'>USD 840</b><i style='padding-left:8px'>Million</i></p>", ["USD 840 Million"]),
        (".r{display:table-row}.d{display:table-cell}", "<section><span class=r><b class=d>Asia</b><b class=d>41%</b></span><span class=r><b class=d>Europe</b><b class=d>31%</b></span></section>", ["Asia 41%", "Europe 31%"]),
        (".c{display:flex;flex-direction:column}.c b{display:inline-block}", "<div class=c><b>CAGR 2031</b><b>6.3%</b></div>", ["CAGR 2031", "6.3%"]),
        # a sheet elsewhere may set elements with names of their own apart
        ("", "<link rel=stylesheet href=a.css><div><span class=k>CAGR 2031</span><span class=v>6.3%</span></div>", ["CAGR 2031 6.3%"]),
        # where the page shows them glued, they are
        ("", "<p><b>16</b><i>.87%</i> of CO<sub>2</sub></p>", ["16.87% of CO2"]),
        ("b{margin:0 1px}", "<p><b>16</b><i>.87%</i></p>", ["16.87%"]),
        ("code{padding:0 9px}", "<p>(<code>16</code>), <code>17</code>.</p>", ["(16), 17."]),
        (".c{display:flex}", "<div class=c><span>$</span><span>840</span><span>%</span></div>", ["$840%"]),
        ("div{display:inline}", "<p>a</p><div>USD 84</div><div>0 million</div>", ["a", "USD 840 million"]),
        # a heading over two lines is one name
        ("h1 span{display:block}", "<h1><span>Kite</span><span>Market</span></h1>", ["Kite Market"]),
        ("", "<p style='white-space:pre-line'>a  b\nc</p>", ["a b", "c"]),
    ],
)  # fmt: skip
def test_neighbours_are_glued_only_where_the_page_shows_them_glued(style: str, body: str, expected: list[str]) -> None:
    assert lines(body, f"<style>{style}</style>") == expected


@pytest.mark.parametrize(
    ("style", "body", "text", "withdrawn"),
    [
        ("", "<p>was <del>USD 4 bn</del> <ins>USD 5 bn</ins></p>", "was USD 4 bn USD 5 bn", ["USD 4 bn"]),
        ("", "<p>was <s>4</s><strike>5</strike> 6</p>", "was 45 6", ["45"]),
        ("", "<p><span style='text-decoration: line-through red'>31%</span> 33%</p>", "31% 33%", ["31%"]),
        (".old{text-decoration-line:line-through}", "<p><b class=old>31 <i>%</i></b> 33%</p>", "31 % 33%", ["31 %"]),
        ("u{text-decoration:line-through}", "<p><u>31%</u> 33%</p>", "31% 33%", ["31%"]),
        ("", "<table><tr><td>Asia</td><td><del>5</del> 6</td></tr></table>", "| Asia | 5 6 |", ["5"]),
        ("", "<p><u>31%</u> <span style='text-decoration:none'>33%</span></p>", "31% 33%", []),
        ("", "<p>860</p><blockquote type=cite><p>840</p><p>830</p></blockquote>", "860\n840\n830", ["840", "830"]),
        ("", "<p>860</p><div class='gmail_quote x'>On Monday:<blockquote>840</blockquote></div><p>b</p>", "860\nOn Monday:\n840\nb", ["On Monday:", "840"]),
        ("", "<div><p>860</p><div id=divRplyFwdMsg>From: A</div><p>840</p></div><p>830</p>", "860\nFrom: A\n840\n830", ["From: A", "840", "830"]),
        ("", "<p>860</p><div id=appendonsend></div><hr><p>840</p>", "860\n840", ["840"]),
        ("", "<p>860</p><blockquote><p>840</p></blockquote>", "860\n840", []),
        ("", "<p>a \ufdd0 b \ufdd1</p>", "a \ufffd b \ufffd", []),
    ],
)  # fmt: skip
def test_struck_text_and_older_mails_are_read_and_withdrawn(
    style: str, body: str, text: str, withdrawn: list[str]
) -> None:
    found = parse_html(page(body, f"<style>{style}</style>"))
    assert found.text == text + "\n"
    assert [found.text[start:end] for start, end in found.withdrawn] == withdrawn


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>250<span style='vertical-align:super'>2</span></p>", "250"),
        ("<p>250<span style='position:relative;top:-.4em;font-size:70%'>2</span></p>", "250"),
        ("<p>250<a style='position:relative;bottom:5px;font-size:9px' href=#n><b>2</b></a> b</p>", "250 b"),
        ("<p>10<small style='vertical-align:4px;font-size:smaller'>9</small> units</p>", "10⁹ units"),
        ("<p>CO<span style='position:relative;bottom:-.2em;font-size:70%'>2</span></p>", "CO2"),
        ("<p>25<span style='position:relative;top:-2px'>2</span></p>", "252"),  # of one size: no mark
        ("<p>It held <span style='vertical-align:super'>33% of sales</span></p>", "It held 33% of sales"),
    ],
)
def test_a_digit_that_is_raised_by_its_place_is_read_as_a_superscript(body: str, expected: str) -> None:
    assert lines(body) == [expected]


def test_a_caption_stands_directly_above_its_table_and_bands_are_outer_labels_of_the_rows_below_them() -> None:
    content = page(
        "<table><tr><th>Region</th><th>2024</th><th>2025</th></tr><tr><td colspan=3>Heated</td></tr><tr><td>Asia</td>"
        "<td>1</td><td>2</td></tr><tr><td>Plain</td></tr><tr><td>Asia</td><td>3</td><td>4</td></tr><caption>Sales</caption></table>"
    )
    assert parse_html(content).text.startswith("Sales\n| Region | 2024 | 2025 |\n| Heated |  |  |\n")
    text, blocks, *_ = parse_html(content)
    found = {text[b.char_start : b.char_end]: (b.row_labels, b.header_path) for b in blocks if b.kind == "table_cell"}
    assert {value: found[value] for value in "1234"} == {
        "1": (("Heated", "Asia"), ("2024",)),
        "2": (("Heated", "Asia"), ("2025",)),
        "3": (("Plain", "Asia"), ("2024",)),
        "4": (("Plain", "Asia"), ("2025",)),
    }


def test_a_declared_charset_is_used_where_the_bytes_are_no_utf8() -> None:
    content = "<html><head><meta charset='windows-1251'></head><body><p>рынок</p></body></html>".encode("cp1251")
    assert parse_html(content)[0] == "рынок\n"
    assert parse_html("\ufeff<html><body><p>市場</p></body></html>".encode("utf-16-be"))[0] == "市場\n"


def test_an_unclosed_script_does_not_leak() -> None:
    assert lines("<p>seen</p><script>var x = '<p>not seen</p>';") == ["seen"]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<nav>only navigation</nav>", "no_text"),
        ("<div id='root'></div><script>render()</script>", "no_text"),
        ("<div " + " ".join(f"a{n}=1" for n in range(2_001)) + ">x</div>", "hostile_markup"),
        ("<div>" * 2_001 + "x", "hostile_markup"),
        ("<b>" * 2_001 + "x", "hostile_markup"),
        ("<table><tr>" + "<td>x</td>" * 1_002 + "</tr></table>", "hostile_markup"),
    ],
)
def test_a_page_that_cannot_be_read_says_why(body: str, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_html(page(body))
    assert caught.value.reason == reason


def test_text_that_the_parser_drops_is_noticed() -> None:
    # the HTML standard drops text in a frameset: 600 characters that a cheap count sees and the tree has not
    content = b"<html><frameset><p>" + b"all the text of this page stands in a frame " * 20 + b"</frameset></html>"
    with pytest.raises(Unreadable) as caught:
        parse_html(content)
    assert caught.value.reason == "text_lost"


@pytest.mark.parametrize(
    ("n_source", "n_read", "is_lost"), [(1_000, 979, True), (1_000, 981, False), (30, 12, False), (0, 0, False)]
)
def test_more_than_two_per_cent_must_not_be_lost(n_source: int, n_read: int, is_lost: bool) -> None:
    if is_lost:
        with pytest.raises(Unreadable, match="21 of 1,000"):
            check_nothing_lost(n_source, n_read)
    else:
        check_nothing_lost(n_source, n_read)


def test_deep_and_long_pages_are_read() -> None:
    assert lines("<div>" * 1_900 + "deep" + "</div>" * 1_900) == ["deep"]
    assert (
        len(parse_html(page("<p>" + "word " * 200_000))[0]) == 1_000_000
    )  # 200,000 words of 5, last blank for line end


def assert_sound(text: str, blocks: tuple[Block, ...]) -> None:
    row = None
    for block in blocks:
        assert 0 <= block.char_start < block.char_end <= len(text)
        if block.kind == "table_row":
            row = block
        if block.kind == "table_cell":
            assert row is not None
            assert row.char_start <= block.char_start and block.char_end <= row.char_end
            assert "\n" not in text[block.char_start : block.char_end]


_TAGS = [
    "p",
    "div",
    "ul",
    "li",
    "table",
    "tr",
    "td",
    "th",
    "thead",
    "br",
    "sup",
    "dl",
    "dt",
    "dd",
    "h2",
    "nav",
    "b",
    "pre",
    "form",
]
_soup = st.lists(
    st.sampled_from([f"<{tag}>" for tag in _TAGS] + [f"</{tag}>" for tag in _TAGS])
    | st.sampled_from(
        ["<td colspan=3>", "<td rowspan=0>", "<td rowspan=99>", "<th colspan=2>", "<!--", "-->", "<script>", "&nbsp;"]
    )
    | st.text("ab1% \n|é\u00a0", max_size=4),
    max_size=40,
).map("".join)


@given(_soup)
def test_any_markup_gives_sound_blocks_or_a_reason(soup: str) -> None:
    try:
        text, blocks, *_ = parse_html(page(soup))
    except Unreadable as error:
        assert error.reason == "no_text"
    else:
        assert_sound(text, blocks)
        assert parse_html(page(soup)) == (text, blocks, (), None)


LINKED = "<link rel=stylesheet href=a.css>"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<div class=card><span>Size 2024</span><b>2.3 bn</b></div>", ["Size 2024 2.3 bn"]),
        ("<p class=x>Size 20<b>24</b></p>", ["Size 2024"]),  # text of its own beside the element
        ("<div class=x><b>M</b><span>arket</span></div>", ["Market"]),  # goes on in lower case
        (
            "<nav class=t><a href=#a><i>Asia</i><i>38%</i></a><a href=#b><i>Africa</i><i>2%</i></a></nav>",
            ["Asia 38% Africa 2%"],
        ),
        ("<nav><a href=#a>Asia</a><a href=#b>Africa</a></nav>", []),
        ("<nav><a href=/a><i>Asia</i><i>38%</i></a><a href=/b><i>Africa</i><i>2%</i></a></nav>", []),  # leads elsewhere
        ("<form><label>Size</label> <output>USD 2 bn</output></form>", ["Size USD 2 bn"]),
        ("<form><label>Name</label> <input></form>", []),
    ],
)
def test_elements_of_cards_tabs_and_outputs_are_text_and_stand_apart(body: str, expected: list[str]) -> None:
    assert lines(f"{LINKED}<p>Kites</p>{body}") == ["Kites", *expected]
