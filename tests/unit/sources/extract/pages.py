"""Pages of our own, laid out for choosing: for tests that look at candidates, columns and choices. Nothing is judged here."""

from __future__ import annotations

from sources.extract.candidates.page import Page, PlacedFigure
from sources.extract.read.rules_reading import RulesReading, read_by_rules
from sources.parse import parse

REPORT = """Harbour Crane Market Report

Floating cranes in Norway opened a new line of business. They held 12% of revenue in 2024.

Straddle carriers: 30% of revenue in 2024.

In Germany, gantry cranes took 45% in 2024, ahead of Japan with 20% and Germany again with 9%.

The market grew from USD 4.2 billion in 2024 to USD 6.1 billion in 2030, a CAGR of 6.4%.
"""
TABLE = """# Harbour Crane Market Report

## Revenue by Region

| Region | Gantry cranes | Mobile cranes |
|---|---|---|
| Europe | USD 1.2 billion | USD 0.4 billion |
| Japan | USD 0.8 billion | USD 0.3 billion |
"""
LISTED = """Harbour Crane Market Report

By Drive

- Electric
- Hydraulic

Electric held 61.5% of revenue in 2024, while the hydraulic drive held 38.5%. Bluehaven Cranes employs 340 people.
"""
GERMAN = """Marktbericht Hafenkrane

Der Markt für Hafenkrane erreichte 2024 ein Volumen von 4,2 Mrd. Euro. Elektrische Krane hatten einen Anteil von 37 %.
Bis 2030 wächst der Markt um jährlich 5,1 %.
"""
CHINESE = """港口起重机市场报告

2024年港口起重机市场规模为42亿美元，预计2030年达到61亿美元，年均复合增长率为6.4%。

其中，门式起重机占比45%，移动式起重机占比３０％。
"""
MARKED = """Harbour Crane Market Report

The harbour crane market was worth **USD 4.2** billion in 2024. *Gantry* cranes held 45&nbsp;% of revenue in Norway.
"""
HTML = """<h1>Harbour Crane Market Report</h1>

<p>The harbour crane market was worth <b>USD&nbsp;4.2 billion</b> in 2024. Gantry cranes held <i>45%</i> of revenue.</p>
"""
PAGES = {
    "report": REPORT,
    "table": TABLE,
    "listed": LISTED,
    "German": GERMAN,
    "Chinese": CHINESE,
    "marked": MARKED,
    "HTML": HTML,
}


def laid(text: str) -> RulesReading:
    """A document as the rules read it."""
    return read_by_rules(parse(text.encode()))


def page(text: str) -> Page:
    """Its page."""
    return laid(text).page


def figure(of: Page, surface: str) -> PlacedFigure:
    """The one figure of a page that is printed so."""
    (found,) = [f for f in of.figures if f.mention.surface == surface]
    return found
