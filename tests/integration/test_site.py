"""The site of the samples' release in a real browser: no complaint, no request, a number leads to its words."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.integration.conftest import parallax

if TYPE_CHECKING:
    from tests.conftest import Opened
    from tests.integration.conftest import Published

MARKET = "markets/industrial-heat-pump.html"
KINDS = (
    "index.html", "conflicts.html", "growth.html", "publishers.html", "revisions.html", "events.html", "quality.html", "changes.html",
    "dictionary.html", MARKET, "evidence/industrial-heat-pump.html",
)  # fmt: skip
# Preloading would fetch the style sheet; what passes is not asked for, which takes as long again.
AXE = {"preload": False, "resultTypes": ["violations"]}


@pytest.fixture(scope="module")
def site(samples: Published) -> Path:
    return samples.latest / "site"


def pages_of(site: Path) -> list[str]:
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))


def test_pages_of_every_kind_open_without_a_complaint_and_ask_nothing_of_the_network(
    site: Path, opened: Opened
) -> None:
    """Of markets and their evidence, the three with the most on them."""
    largest = [
        address.relative_to(site).as_posix()
        for folder in ("markets", "evidence")
        for address in sorted((site / folder).glob("*.html"), key=lambda path: path.stat().st_size)[-3:]
    ]
    first, *others = dict.fromkeys((*KINDS, *largest))
    with opened(site, first) as page:  # one page that goes on: another context for each costs more than the pages
        for address in (first, *others):
            if address != first:
                page.goto((site / address).as_uri())
            assert page.locator("h1").count() == 1, address
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            page.evaluate("dispatchEvent(new Event('beforeprint'))")  # draws every chart
            assert page.locator("figure.chart .plot:empty").count() == 0, address


def test_every_link_inside_the_site_leads_to_a_place_that_is_there(site: Path) -> None:
    anchors = {address: set(re.findall(r'\bid="([^"]+)"', (site / address).read_text())) for address in pages_of(site)}
    for address, text in ((address, (site / address).read_text()) for address in pages_of(site)):
        for link in set(re.findall(r'href="([^"]+)"', text)):
            if link.startswith(("data:", "http://", "https://")) or link.endswith(".css"):
                continue  # the web is where documents come from; nothing of the page is there
            file, _, anchor = link.partition("#")
            target = ((site / address).parent / file).resolve() if file else (site / address).resolve()
            assert target.is_file(), f"{address}: {link}"
            if not target.is_relative_to(site.resolve()):
                assert target.is_relative_to(site.resolve().parent) and not anchor, f"{address}: {link}"
                continue  # a file of the release beside the site
            name = target.relative_to(site.resolve()).as_posix()
            assert not anchor or anchor in anchors[name], f"{address}: {link}"


def test_the_models_and_their_lineage_open_from_the_dictionary_and_ask_nothing_of_the_network(
    site: Path, opened: Opened
) -> None:
    with opened(site, "dictionary.html") as page:
        page.get_by_role("link", name="models and lineage").click()
        page.goto(page.url.partition("#")[0] + "#!/model/model.parallax.claims")
        page.get_by_text("ref_area").first.wait_for()
        page.goto(page.url.partition("#")[0] + "#!/exposure/exposure.parallax.site")
        page.get_by_text("Pages that open from a file path").first.wait_for()


def test_a_number_leads_by_clicks_to_its_highlighted_quote(site: Path, opened: Opened, samples: Published) -> None:
    row = samples.rows(
        "SELECT e.evidence_id, e.quote, c.claim_id FROM marts.market_estimates AS m "
        "INNER JOIN marts.claims AS c ON c.claim_id = string_split(m.claim_ids, '|')[1] "
        "INNER JOIN marts.evidence AS e USING (claim_id) "
        "WHERE m.market_id = 'industrial-heat-pump' AND m.time_period = '2025' AND m.metric = 'market_size' "
        "AND m.segment IS NULL AND m.ref_area = '001' ORDER BY e.char_start LIMIT 1"
    )[0]
    with opened(site, "index.html") as page:
        page.get_by_role("link", name="Industrial Heat Pump", exact=True).first.click()
        page.wait_for_url(f"**/{MARKET}")
        assert page.locator("h1").inner_text() == "Industrial Heat Pump"
        page.locator("table tbody tr", has=page.locator("th", has_text=re.compile("^2025$"))).first.locator(
            "td.n a"
        ).first.click()
        page.wait_for_url(f"**#c-{row['claim_id']}")
        target = page.locator(f"#c-{row['claim_id']}")
        assert target.count() == 1
        assert page.url.endswith(f"#c-{row['claim_id']}")
        assert page.locator(f"#e-{row['evidence_id']} mark").inner_text().strip() == row["quote"].strip()


def found_by(page: Any, words: str) -> list[str]:
    """The names that the search shows for words, once its files are there."""
    page.locator("#search").fill(words)
    page.locator("#found:not([aria-busy])").wait_for(state="attached")
    return list(page.locator("#found a").all_inner_texts())


def test_search_finds_markets_publishers_and_companies_without_accents_or_case(site: Path, opened: Opened) -> None:
    with opened(site, "index.html") as page:
        assert "Industrial Heat Pump" in found_by(page, "HEAT pump")
        assert found_by(page, "zzz nothing") == []
        assert page.locator("#found-count").inner_text() == "0 results"
        assert found_by(page, "industrial heat")
        page.keyboard.press("Enter")
        page.wait_for_url("**/markets/industrial-heat-pump.html*")


def test_search_forgives_a_slip_finds_inside_words_and_puts_names_first(site: Path, opened: Opened) -> None:
    with opened(site, "index.html") as page:
        assert "Hydrogen Leak Detection" in found_by(page, "hydrogn")
        assert "Hydrogen Leak Detection" in found_by(page, "ydrogen")
        assert found_by(page, "heat pump")[0] == "Industrial Heat Pump"


def test_search_finds_a_claim_by_the_beginning_of_its_id(site: Path, opened: Opened, samples: Published) -> None:
    claim_id = samples.rows("SELECT min(claim_id) AS claim_id FROM marts.claims")[0]["claim_id"]
    with opened(site, "index.html") as page:
        assert found_by(page, claim_id[:9].upper()) == [claim_id]
        page.locator("#found a").click()
        page.wait_for_url(f"**#c-{claim_id}")


def test_a_search_loads_only_the_shards_that_have_its_words(site: Path, opened: Opened) -> None:
    shards = len(list((site / "assets" / "search").glob("*.js")))
    with opened(site, "index.html") as page:
        loaded = "document.querySelectorAll('script[src*=\"assets/search/\"]').length"
        assert page.evaluate(loaded) == 0
        found_by(page, "hydrogen leak")
        assert 0 < page.evaluate(loaded) < shards / 2


def test_a_table_is_sorted_by_the_heading_that_is_clicked_and_from_the_keyboard(site: Path, opened: Opened) -> None:
    with opened(site, "publishers.html") as page:
        heading = page.get_by_role("button", name="Claims", exact=True)
        before = page.locator("tbody th").all_inner_texts()
        for key, expected in (("descending", True), ("ascending", False)):
            heading.press("Enter")
            page.locator(f"th[aria-sort={key}]").wait_for()
            page.wait_for_timeout(50)  # the library sorts a moment later
            claims = [int(text) for text in page.locator("tbody td:nth-child(5)").all_inner_texts()]
            assert len(set(claims)) > 2
            assert claims == sorted(claims, reverse=expected)
        assert sorted(page.locator("tbody th").all_inner_texts()) == sorted(before)
        page.get_by_role("button", name="Median revision").click()
        page.locator("th[aria-sort=descending]").wait_for()
        page.wait_for_timeout(50)
        revisions = page.locator("tbody td:nth-child(10)").all_inner_texts()
        assert "–" in revisions
        assert set(revisions[revisions.index("–") :]) == {"–"}  # who has no value comes last


def test_a_chart_has_as_many_marks_as_the_table_beside_it_has_rows(site: Path, opened: Opened) -> None:
    counted = 0
    with opened(site, MARKET) as page:
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        found = page.evaluate(
            """() => Array.from(document.querySelectorAll('figure.chart')).map((figure) => {
                const all = Array.from(document.querySelectorAll('table.figures'));
                const following = all.filter((one) => figure.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
                const series = figure.closest('.series');  // its stated and its derived figures are two tables
                const own = series ? Array.from(series.querySelectorAll('table.figures')) : following.slice(0, 1);
                const marks = figure.querySelectorAll('g.marks > *').length;
                return [figure.dataset.chart, marks, own.reduce((sum, one) => sum + one.tBodies[0].rows.length, 0)];
            })"""
        )
    for kind, marks, rows in found:
        if kind != "events":  # an event without a day has a row and no mark
            assert marks == rows, (kind, marks, rows)
            counted += 1
    assert counted >= 5


def test_the_log_switch_draws_the_same_marks_on_another_scale(site: Path, opened: Opened) -> None:
    with opened(site, MARKET) as page:
        chart = page.locator("figure.chart[data-chart=series]").first
        before = [chart.locator("g.marks > *").count(), chart.locator("g.marks > *").first.bounding_box()]
        button = chart.get_by_role("button", name="Log scale")
        button.click()
        assert button.get_attribute("aria-pressed") == "true"
        after = [chart.locator("g.marks > *").count(), chart.locator("g.marks > *").first.bounding_box()]
        assert after[0] == before[0]
        assert after[1] != before[1]


@pytest.mark.parametrize(
    ("address", "scheme"), [*((one, "light") for one in KINDS), (MARKET, "dark"), ("conflicts.html", "dark")]
)
def test_axe_finds_no_serious_fault(site: Path, opened: Opened, address: str, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    # what a page is made of is the same in both; its colours are not
    only = {} if scheme == "light" else {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
    with opened(site, address, color_scheme=scheme) as page:
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        found: Any = Axe().run(page, options={**AXE, **only}).response
    serious = [
        f"{one['id']}: {one['nodes'][0]['html'][:160]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []


def test_no_page_is_larger_than_two_megabytes(site: Path) -> None:
    assert max((site / address).stat().st_size for address in pages_of(site)) < 2_000_000


def test_the_choice_of_colours_is_kept_from_page_to_page(site: Path, opened: Opened) -> None:
    with opened(site, "index.html", color_scheme="light") as page:
        page.locator("#theme").click()
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        dark = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
        page.get_by_role("link", name="Conflicts", exact=True).click()
        page.wait_for_url("**/conflicts.html")
        assert page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor") == dark


def test_a_quote_from_a_table_shows_the_header_above_its_row(samples: Published, site: Path) -> None:
    """Of every table of the samples; so in the evidence, and so in the text that `parallax explain` prints."""
    rows = samples.rows(
        "select evidence_id, claim_id, header, prefix, quote from marts.evidence where header is not null"
    )
    pages = "".join(path.read_text(encoding="utf-8") for path in (site / "evidence").glob("*.html"))
    assert len({row["header"] for row in rows}) >= 5
    for row in rows:
        place = pages.index(f'id="e-{row["evidence_id"]}"')
        shown = unescape(re.sub("<[^>]+>", "", pages[place : pages.index("</blockquote>", place)]))
        assert f"{row['header']}\n{row['prefix']}{row['quote']}" in shown, row
    told = " ".join(parallax("explain", rows[0]["claim_id"], home=samples.home).stdout.split())
    assert " ".join(rows[0]["header"].split()) in told
