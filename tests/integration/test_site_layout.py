"""Pages and charts of the samples' site as a reader sees them: nothing cut, nothing on top of another, in every width and colour.

Boxes of words are measured in the browser instead of comparing pictures: fonts differ from machine to machine, and a difference of
a pixel says nothing about what can be read.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conftest import Opened
    from tests.integration.conftest import Published

PAGES = (
    "index.html", "markets/industrial-heat-pump.html", "markets/passive-fire-protection-coating.html", "conflicts.html", "growth.html",
    "publishers.html", "revisions.html", "events.html", "quality.html", "changes.html", "dictionary.html",
    "evidence/industrial-heat-pump.html",
)  # fmt: skip
SCREEN = 768  # pixels of a screen's height
LOOKS = ((360, "light"), (768, "print"), (1366, "dark"))  # paper is as wide as a tablet
MEASURE = """() => {
  const slack = 1.5, faults = [];
  const box = (one) => one.getBoundingClientRect();
  const says = (one) => `${one.closest('figure').dataset.chart}: "${one.textContent.trim()}"`;
  const ink = document.createElement('i');
  ink.style.color = 'var(--ink)';
  document.body.append(ink);
  const legible = [getComputedStyle(ink).color];
  ink.style.color = 'var(--on-series)';
  legible.push(getComputedStyle(ink).color);
  ink.remove();
  for (const figure of document.querySelectorAll('figure.chart')) {
    const frame = box(figure);
    for (const svg of figure.querySelectorAll('.plot svg')) {
      const texts = Array.from(svg.querySelectorAll('text')).filter((one) => one.textContent.trim() && box(one).width);
      for (const [n, one] of texts.entries()) {
        const a = box(one), own = box(svg);
        if (a.left < own.left - slack || a.right > own.right + slack || a.top < own.top - slack || a.bottom > own.bottom + slack)
          faults.push(`${says(one)} is cut`);
        if (!legible.includes(getComputedStyle(one).fill)) faults.push(`${says(one)} has the colour ${getComputedStyle(one).fill}`);
        for (const other of texts.slice(n + 1)) {
          const b = box(other);
          const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (wide > slack && high > 4) faults.push(`${says(one)} is on ${says(other)}`);
        }
      }
      if (box(svg).right > frame.right + slack) faults.push(`${figure.dataset.chart}: the picture is wider than its frame`);
    }
    for (const item of figure.querySelectorAll('.legend li'))
      if (box(item).right > frame.right + slack) faults.push(`legend ${item.textContent} is cut`);
  }
  return faults;
}"""


@pytest.fixture(scope="module")
def site(samples: Published) -> Path:
    return samples.latest / "site"


def drawn(page: Any, look: str) -> None:
    """Opens all that is folded and draws every chart, as it looks on screen or paper."""
    if look == "print":
        page.emulate_media(media="print")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")


@pytest.mark.parametrize(("width", "look"), LOOKS)
def test_no_page_is_wider_than_its_screen_and_no_word_of_a_chart_is_cut_hidden_or_on_top_of_another(
    site: Path, opened: Opened, width: int, look: str
) -> None:
    first, *others = PAGES
    counted = 0
    scheme = "light" if look == "light" else "dark"  # a page that is dark on screen is light on paper
    with opened(site, first, viewport={"width": width, "height": SCREEN}, color_scheme=scheme) as page:
        for address in (first, *others):
            if address != first:
                page.goto((site / address).as_uri())
            drawn(page, look)
            counted += page.locator("figure.chart .plot text").count()
            assert page.evaluate(MEASURE) == [], address
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    assert counted > 200


def test_the_measure_sees_a_cut_word_a_word_on_another_and_a_colour_that_cannot_be_read(
    site: Path, opened: Opened
) -> None:
    spoil = """(what) => {
      const texts = Array.from(document.querySelectorAll('figure.chart .plot svg text')).filter((one) => one.getBoundingClientRect().width);
      const at = (n) => texts[n].getBoundingClientRect();
      const move = (x, y) => { texts[0].style.transform = `translate(${x}px, ${y}px)`; texts[0].style.transformBox = 'fill-box'; };
      if (what === 'cut') texts[0].textContent = 'x'.repeat(400);
      if (what === 'on') texts[0].replaceWith(texts[1].cloneNode(true)), texts[1].parentNode.append(texts[1].cloneNode(true));
      if (what === 'colour') texts[0].setAttribute('fill', 'rgb(1, 2, 3)');
    }"""
    for what in ("cut", "on", "colour"):
        with opened(site, PAGES[1]) as page:
            drawn(page, "light")
            page.evaluate(spoil, what)
            assert any(f" {what}" in fault for fault in page.evaluate(MEASURE)), what


def test_all_conflicts_of_the_samples_stand_on_ten_screens(site: Path, opened: Opened) -> None:
    pages = sorted(path.name for path in site.glob("conflicts*.html"))
    height = 0
    for address in pages:
        with opened(site, address, viewport={"width": 1366, "height": SCREEN}) as page:
            height += page.evaluate("document.documentElement.scrollHeight")
    assert height <= 10 * SCREEN


def test_a_market_page_has_its_answer_and_its_contents_on_the_first_screen(site: Path, opened: Opened) -> None:
    with opened(site, PAGES[1], viewport={"width": 1366, "height": SCREEN}) as page:
        top = "(one) => one.getBoundingClientRect().top"
        assert page.locator("section.answer").evaluate(top) < SCREEN / 2
        links = page.locator("nav.contents a")
        assert links.first.evaluate(top) < SCREEN
        for place in links.evaluate_all("(all) => all.map((one) => one.getAttribute('href'))"):
            if place.startswith("#"):
                assert page.locator(place).count() == 1, place


def test_no_page_says_none_or_one_of_many(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert ">None<" not in text and ", None<" not in text and "=None" not in text, path
        assert "(1 publishers" not in text and ">1 publishers" not in text and ">1 documents" not in text, path


def test_points_at_one_place_stand_side_by_side_and_the_estimate_is_drawn(site: Path, opened: Opened) -> None:
    with opened(site, PAGES[1]) as page:
        chart = page.locator("figure.chart[data-chart=series]").first
        chart.locator("g.marks").first.wait_for()
        boxes = chart.locator("g.marks > *").evaluate_all(
            "(all) => all.map((one) => { const b = one.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })"
        )
        near = [
            (a, b) for n, a in enumerate(boxes) for b in boxes[n + 1 :] if abs(a[0] - b[0]) < 4 and abs(a[1] - b[1]) < 4
        ]
        assert near == []
        assert chart.locator("g.estimates > *").count() > 1


def test_a_table_is_saved_as_csv_and_copied_with_its_citation_and_a_chart_is_saved_as_a_picture(
    site: Path, opened: Opened, samples: Published
) -> None:
    with opened(site, PAGES[1]) as page:
        table = page.locator(".saved", has=page.get_by_role("button", name="CSV")).first
        with page.expect_download() as saved:
            table.get_by_role("button", name="CSV").click()
        text = Path(saved.value.path()).read_text(encoding="utf-8-sig")
        assert text.startswith("Year,Estimate,Centre,Next publisher,Verdict,From,Why\n")
        assert "USD 12.19 bn" in text and f"release {samples.latest.name}" in text
        assert saved.value.suggested_filename.endswith(".csv")
        with page.expect_download() as saved:
            page.locator("figure.chart").first.get_by_role("button", name="PNG").click()
        picture = Path(saved.value.path()).read_bytes()
        assert picture.startswith(b"\x89PNG") and len(picture) > 5_000
        page.evaluate("navigator.clipboard.writeText = (words) => { window.copied = words; return Promise.resolve(); }")
        page.locator("section.answer").get_by_role("button", name="Copy with citation").click()
        copied = page.evaluate("window.copied")
        assert copied.startswith("Industrial Heat Pump: USD 12.19 bn in 2025, Global")
        assert f"Parallax, release {samples.latest.name} of " in copied and ", estimate " in copied


def test_a_filter_of_the_conflicts_is_in_the_address_and_covers_all_pages(site: Path, opened: Opened) -> None:
    pages = sorted(path.name for path in site.glob("conflicts*.html"))
    verdicts = sum((site / one).read_text(encoding="utf-8").count('data-verdict="not_comparable"') for one in pages)
    with opened(site, pages[-1]) as page:
        page.locator("select[name=verdict]").select_option("not_comparable")
        assert page.url.endswith("#verdict=not_comparable")
        page.locator("output", has_text=f"{verdicts} of ").wait_for()
        address = page.url
    for one in pages:
        with opened(site, f"{one}#{address.partition('#')[2]}") as page:
            assert page.locator("select[name=verdict]").input_value() == "not_comparable"
            page.locator("output", has_text=f"{verdicts} of ").wait_for()
            assert page.locator("article.conflict:visible").count() == (site / one).read_text(encoding="utf-8").count(
                'data-verdict="not_comparable"'
            )
