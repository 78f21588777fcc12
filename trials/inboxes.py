"""The small inbox of the trials: a dozen invented reports with all that can become of a document. Texts only, no fault here.

Two publishers and a newswire on three markets; one report has two editions, one arrives twice, one file is empty and one cannot
be read. Nothing here is drawn by chance: the same call writes the same bytes.
"""

from __future__ import annotations

from pathlib import Path

LANDED, DUPLICATES, QUARANTINED = 10, 1, 2
FORMER, LATER = "harrow-lane-glass-lathes-2025.txt", "harrow-lane-glass-lathes-2026.txt"  # editions of one report

_REPORT = """{market} Market Report {edition}

The global {low} market was valued at USD {base:.2f} billion in {year} and is projected to reach USD {end:.2f} billion by {last}, at a CAGR of {rate:.1f}% from {year} to {last}.

By type, the bench segment held {bench:.1f}% of revenue in {year}. The floor segment had a share of {floor:.1f}% in {year}.

By region, North America accounted for {north:.1f}% of the {low} market in {year}, and Europe for {europe:.1f}%.

Orders from small workshops keep the makers busy; a machine cost USD {price:,} on average in {year}. Growth is held back by the price of electricity.

Key players

Ostrander Tools, Vell and Sons, Kaltbrunn Maschinen

{publisher}, {edition}. {closing}
"""

_SIDECAR = """publisher: "{publisher}"
title: "{market} Market Report {edition}"
url: "https://{host}.example/reports/{slug}/{number}"
published_on: {published}
language: en
"""

# file: publisher, market, edition, published, base year, billions, rate, shares of bench and floor, of North America and Europe, price
_REPORTS: dict[str, tuple[str, str, int, str, int, float, float, float, float, float, float, int]] = {
    FORMER: ("Harrow Lane Research", "Glass Lathes", 2025, "2025-02-11", 2024, 2.10, 6.1, 61.0, 39.0, 34.0, 28.0, 18_400),
    LATER: ("Harrow Lane Research", "Glass Lathes", 2026, "2026-02-12", 2025, 2.31, 6.4, 60.0, 40.0, 33.5, 28.5, 18_900),
    "harrow-lane-cork-presses.txt": ("Harrow Lane Research", "Cork Presses", 2026, "2026-03-02", 2025, 0.84, 4.2, 55.0, 45.0, 21.0, 47.0, 9_300),
    "harrow-lane-kiln-robots.txt": ("Harrow Lane Research", "Kiln Robots", 2026, "2026-04-20", 2025, 1.47, 9.8, 48.0, 52.0, 30.0, 26.0, 71_000),
    "tern-quay-glass-lathes.txt": ("Tern Quay Analytics", "Glass Lathes", 2026, "2026-01-19", 2025, 2.28, 5.9, 58.0, 42.0, 35.0, 27.0, 19_200),
    "tern-quay-cork-presses.txt": ("Tern Quay Analytics", "Cork Presses", 2026, "2026-01-26", 2025, 1.31, 4.9, 57.0, 43.0, 20.0, 49.0, 9_900),
    "tern-quay-kiln-robots.md": ("Tern Quay Analytics", "Kiln Robots", 2026, "2026-05-04", 2025, 1.52, 9.1, 47.0, 53.0, 31.0, 25.0, 69_500),
    "millstone-wire-glass-lathes.txt": ("Millstone Wire", "Glass Lathes", 2026, "2026-02-13", 2025, 2.31, 6.4, 60.0, 40.0, 33.5, 28.5, 18_900),
    "millstone-wire-kiln-robots.txt": ("Millstone Wire", "Kiln Robots", 2026, "2026-05-06", 2025, 1.50, 9.4, 46.0, 54.0, 32.0, 24.0, 70_200),
}  # fmt: skip

_PAGE = """<!DOCTYPE html><html><head><title>Cork Presses Market</title></head><body><h1>Cork Presses Market</h1>
<p>The global cork presses market was valued at USD 0.90 billion in 2025, according to Millstone Wire, and should grow at a CAGR of 4.4% from 2025 to 2031.</p>
<p>The bench segment held 56.0% of revenue in 2025.</p></body></html>
"""


def write_inbox(folder: Path) -> Path:
    """Writes the small inbox.

    Returns:
        The folder. Of its files `LANDED` land, `DUPLICATES` are copies and `QUARANTINED` cannot be read.
    """
    folder.mkdir(parents=True)
    for number, (name, said) in enumerate(_REPORTS.items()):
        publisher, market, edition, published, year, base, rate, bench, floor, north, europe, price = said
        last, host = year + 6, publisher.lower().replace(" ", "")
        text = _REPORT.format(
            publisher=publisher, market=market, low=market.lower(), edition=edition, year=year, base=base, last=last,
            end=base * (1 + rate / 100) ** 6, rate=rate, bench=bench, floor=floor, north=north, europe=europe, price=price,
            closing=f"The full report has {80 + number} pages and can be had from {publisher} under number {4100 + number}.",
        )  # fmt: skip
        (folder / name).write_text(text, encoding="utf-8")
        slug, of_report = market.lower().replace(" ", "-"), number if edition == 2026 else number + 1
        sidecar = _SIDECAR.format(
            publisher=publisher, market=market, edition=edition, host=host, slug=slug, number=of_report, published=published
        )  # fmt: skip
        (folder / f"{name}.meta.yml").write_text(sidecar, encoding="utf-8")
    (folder / "millstone-wire-cork-presses.html").write_text(_PAGE, encoding="utf-8")
    (folder / "again").mkdir()
    (folder / "again" / "cork.txt").write_bytes((folder / "harrow-lane-cork-presses.txt").read_bytes())
    (folder / "empty.txt").write_bytes(b"")
    (folder / "torn.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog")
    return folder


def write_news(inbox: Path) -> Path:
    """Adds one more report to an inbox, by a publisher of its own.

    Returns:
        The new file.
    """
    file = inbox / "ostrander-bead-looms.txt"
    text = "Bead Looms\n\nThe global bead looms market was valued at USD 0.61 billion in 2025, says Wexcombe Insight."
    file.write_text(f"{text} It should reach USD 0.83 billion by 2031, a CAGR of 5.3%.\n", encoding="utf-8")
    return file
