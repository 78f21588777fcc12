"""Names, quotes and addresses that attack their page: every one is shown as text, on every page."""

from __future__ import annotations

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from release.changes.reading import changes_of
from release.record import read_release
from release.site.build import build_site
from release.site.paper import Paper
from warehouse.export import seal

if TYPE_CHECKING:
    from playwright.sync_api import Dialog

    from quality import CheckResult
    from release.record import Release
    from tests.conftest import Opened

pytestmark = pytest.mark.slow

SCRIPT = "<script>alert(1)</script>"
IMAGE = '"><img src=x onerror=alert(2)>'
QUOTES = "'\" onmouseover='alert(3)' \"`"
CLOSED = "</script></title></bdi><script>alert(4)</script>"
REVERSED = "\u202etxet desrever\u2066 \u200f"
CONTROLS = "bell\u0007 nul\u0000 escape\u001b[31m line\u2028 paragraph\u2029 mark\ufeff end"
LONG = "Prolonged" * 556  # 5,004 characters without a place to break
ADDRESS = "javascript:alert(5)"
TEMPLATE = "{{ 7*7 }}{% raw %}${7*7}<!--"
HOSTILE = (SCRIPT, IMAGE, QUOTES, CLOSED, REVERSED, CONTROLS, LONG, ADDRESS, TEMPLATE)
# Columns that hold words of documents, whatever mart they stand in; ids and vocabularies are ours.
WORDS = frozenset(
    {
        "market", "other_market", "publisher", "segment", "dimension", "parent", "company", "canonical", "product", "headline",
        "quote", "prefix", "suffix", "header", "quote_a", "quote_b", "name", "title", "url", "driver", "caveat", "term", "definition",
        "subject", "value_as_printed", "explanation", "reason", "why", "names", "licence", "geographies", "timeline", "area",
        "related_scopes", "terms", "words", "attributed_through", "technology", "workload", "layer", "deployment",
    }
)  # fmt: skip
# Addresses of other sites; registers of companies are ours to name, with an id from a reviewed file.
_FOREIGN = re.compile(
    r"(?!data:|https://(www\.wikidata\.org/wiki/Q\d+|search\.gleif\.org/#/record/[A-Z0-9]{20})$)\s*[a-z]+:", re.I
)
# What a page of ours is made of; an element or attribute beyond it was brought by a name.
OURS = frozenset(
    "a article b bdi blockquote body br button caption code dd details div dl dt figcaption figure footer form h1 h2 h3 head "
    "header html input label li link main mark meta nav ol option output p script section select span summary table tbody td "
    "th thead title tr ul".split()
)
NARROW = {"width": 360, "height": 740}


class _Elements(HTMLParser):
    """Names of elements, of event attributes, and addresses that are no file of the site."""

    def __init__(self) -> None:
        super().__init__()
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keeps what is not ours."""
        if tag not in OURS:
            self.foreign.append(f"<{tag}>")
        for name, value in attrs:
            if name.startswith("on") or (name in ("href", "src") and _FOREIGN.match(value or "")):
                self.foreign.append(f"{tag} {name}={value!r}")


def make_hostile(database: Path) -> None:
    """Puts a hostile text in every column of words, another from row to row."""
    connection = duckdb.connect(str(database))
    try:
        connection.execute("CREATE TEMP TABLE hostile (n INTEGER, text VARCHAR)")
        connection.executemany("INSERT INTO hostile VALUES (?, ?)", [list(pair) for pair in enumerate(HOSTILE)])
        found = connection.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'marts' "
            "AND data_type = 'VARCHAR' AND table_name <> 'metrics' ORDER BY ALL"
        ).fetchall()
        for mart, column in found:
            if column in WORDS:
                connection.execute(
                    f'UPDATE marts."{mart}" SET "{column}" = (SELECT text FROM hostile WHERE n = '
                    f'(marts."{mart}".rowid + {len(column)}) % {len(HOSTILE)}) WHERE "{column}" IS NOT NULL'
                )
        # One row has a header: all texts in it, so that it does not hang on the row's number which one is tried.
        connection.execute(
            "UPDATE marts.evidence SET header = (SELECT string_agg(text, ' ' ORDER BY n) FROM hostile) WHERE header IS NOT NULL"
        )
    finally:
        connection.close()


@pytest.fixture(scope="module")
def hostile_site(
    tmp_path_factory: pytest.TempPathFactory, small_world: Any, release: Release, all_passed: tuple[CheckResult, ...]
) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    seal(small_world.database)
    shutil.copyfile(small_world.database, folder / "warehouse.duckdb")
    make_hostile(folder / "warehouse.duckdb")
    record = read_release(release.path).record
    build_site(
        folder / "warehouse.duckdb", record, all_passed, changes_of(release.path), folder / "site", lambda _: None
    )
    return folder / "site"


def pages_of(site: Path) -> list[str]:
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))


def test_a_hostile_name_brings_no_element_no_handler_and_no_address_to_any_page(hostile_site: Path) -> None:
    for address in pages_of(hostile_site):
        read = _Elements()
        read.feed((hostile_site / address).read_text(encoding="utf-8"))
        assert read.foreign == [], address


def test_every_hostile_text_stands_on_some_page(hostile_site: Path) -> None:
    """Else the tests beside this one hold because nothing hostile was there."""
    from html import escape

    texts = [(hostile_site / address).read_text(encoding="utf-8") for address in pages_of(hostile_site)]
    for text in HOSTILE:
        escaped = escape(text).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")
        assert any(escaped in page for page in texts), text[:60]


def test_every_page_of_hostile_names_opens_without_a_dialog_and_without_a_complaint(
    hostile_site: Path, opened: Opened
) -> None:
    dialogs: list[str] = []

    def dismissed(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    with opened(hostile_site, "index.html") as page:
        page.on("dialog", dismissed)
        for address in pages_of(hostile_site):
            page.goto((hostile_site / address).as_uri())
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            page.evaluate("dispatchEvent(new Event('beforeprint'))")  # draws every chart
            brought = "main img, main script:not([type='application/json']), main iframe, main [onmouseover]"
            assert page.locator(brought).count() == 0, address
            assert [page.locator(one).count() for one in ("h1", "main", "head title")] == [1, 1, 1], address
    assert dialogs == []


def test_a_hostile_market_name_is_the_heading_as_text(hostile_site: Path, opened: Opened) -> None:
    connection = duckdb.connect(str(hostile_site.parent / "warehouse.duckdb"), read_only=True)
    try:
        named = connection.execute("SELECT market_id, market FROM marts.markets ORDER BY market_id").fetchall()
    finally:
        connection.close()
    for market_id, market in named:
        with opened(hostile_site, f"markets/{market_id}.html") as page:
            shown = page.locator("h1").evaluate("(one) => one.textContent")
            assert shown.replace("\ufffd", "") == market.replace("\x00", "")


def test_the_search_finds_a_hostile_name_and_shows_it_as_text(hostile_site: Path, opened: Opened) -> None:
    with opened(hostile_site, "index.html") as page:
        found = 0
        for words in ("<script>", "onerror", "onmouseover", "javascript:alert(5)", "prolongedprolonged", "7*7"):
            page.locator("#search").fill(words)
            found += page.locator("#found a").count()
            assert page.locator("#found script, #found img").count() == 0
        assert found > 0


@pytest.mark.parametrize(
    "address",
    [
        "index.html", "conflicts.html", "growth.html", "publishers.html", "events.html", "quality.html",
        "markets/widget.html", "evidence/widget.html", "publishers/acme.html",
    ],
)  # fmt: skip
def test_a_name_of_five_thousand_letters_does_not_widen_a_narrow_page(
    hostile_site: Path, opened: Opened, address: str
) -> None:
    with opened(hostile_site, address, viewport=NARROW) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_half_a_character_pair_is_kept_out_by_the_database_and_replaced_on_paper(tmp_path: Path) -> None:
    with duckdb.connect() as connection, pytest.raises((duckdb.Error, UnicodeError, RuntimeError)):
        connection.execute("SELECT ?", ["\ud800"]).fetchall()
    paper = Paper(tmp_path, {})
    paper.write("index.html", "events.html", blocks=["half \ud800"], pages=[(1, "index.html")], page=1)
    assert "half ?" in (tmp_path / "index.html").read_text(encoding="utf-8")
