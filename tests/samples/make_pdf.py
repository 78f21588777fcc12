"""Draws the PDF reports of the sample inbox: `python tests/samples/make_pdf.py [DIRECTORY]`.

The PDFs are committed, so nobody needs to run this to use Parallax; a test draws them again and compares bytes.
In the texts a `~` ties two words: it is drawn as a space at which no line ends, so that figures stay whole.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table, TableStyle

INBOX = Path(__file__).resolve().parents[2] / "sources" / "samples" / "inbox"
MARGIN = 62.0
WIDTH = A4[0] - 2 * MARGIN
TOP = A4[1] - 90.0
BOTTOM = 80.0


@dataclass(frozen=True, slots=True)
class Heading:
    """A line in bold."""

    text: str
    size: int = 12


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text, wrapped at spaces but not at `~`."""

    text: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines drawn as they are, one below the other."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with every rule drawn; the first row is the header."""

    rows: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]


Part = Heading | Paragraph | Lines | Grid


@dataclass(frozen=True, slots=True)
class Report:
    """One PDF: its file name, what its properties say, its running lines and its pages."""

    name: str
    title: str
    author: str
    header: str
    footer: str
    pages: tuple[tuple[Part, ...], ...]


def wrap(text: str, font: str, size: float, width: float) -> list[str]:
    """Lines of `text` that fit in `width` points; `~` becomes a space at which no line ends."""
    lines: list[str] = []
    line = ""
    for word in (w.replace("~", " ") for w in text.split(" ")):
        longer = f"{line} {word}" if line else word
        if line and stringWidth(longer, font, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def draw_part(canvas: Canvas, part: Part, y: float) -> float:
    """Draws one part with its top at `y` and returns where the next one starts."""
    match part:
        case Heading(text, size):
            canvas.setFont("Helvetica-Bold", size)
            y -= size + 4
            canvas.drawString(MARGIN, y, text)
            return y - 4
        case Paragraph(text):
            canvas.setFont("Helvetica", 10)
            for line in wrap(text, "Helvetica", 10, WIDTH):
                y -= 14
                canvas.drawString(MARGIN, y, line)
            return y - 8
        case Lines(lines):
            canvas.setFont("Helvetica", 10)
            for line in lines:
                y -= 14
                canvas.drawString(MARGIN, y, line)
            return y - 8
        case Grid(rows, widths):
            table = Table([list(row) for row in rows], colWidths=list(widths))
            table.setStyle(
                TableStyle(
                    [
                        ("GRID", (0, 0), (-1, -1), 0.6, colors.black),
                        ("FONT", (0, 0), (-1, 0), "Helvetica-Bold", 9),
                        ("FONT", (0, 1), (-1, -1), "Helvetica", 9),
                        ("ALIGN", (1, 0), (-1, -1), "RIGHT"),
                    ]
                )
            )
            _, height = table.wrapOn(canvas, WIDTH, y)
            table.drawOn(canvas, MARGIN, y - height - 4)
            return float(y - height - 16)


def draw(report: Report, folder: Path) -> Path:
    """Writes one report into `folder` and returns its path; the same report gives the same bytes.

    Raises:
        ValueError: a page holds more than fits; move parts to the next page.
    """
    path = folder / report.name
    canvas = Canvas(str(path), pagesize=A4, invariant=1)
    canvas.setTitle(report.title)
    canvas.setAuthor(report.author)
    for number, parts in enumerate(report.pages, start=1):
        canvas.setFont("Helvetica", 8)
        canvas.drawString(MARGIN, A4[1] - 50, report.header)
        canvas.drawString(MARGIN, 45, report.footer)
        canvas.drawRightString(A4[0] - MARGIN, 45, f"Page {number} of {len(report.pages)}")
        y = TOP
        for part in parts:
            y = draw_part(canvas, part, y)
        if y < BOTTOM:
            raise ValueError(f"{report.name}: page {number} is too full by {BOTTOM - y:.0f} points; move parts on")
        canvas.showPage()
    canvas.save()
    return path


HEAT_PUMPS = Report(
    name="ferrow-lisle-industrial-heat-pumps.pdf",
    title="Industrial Heat Pumps",
    author="Ferrow & Lisle Insights",
    header="Ferrow & Lisle Insights | Market brief MB-118 | Industrial Heat Pumps",
    footer="Single-reader copy. Desk +1 555 010 2296",
    pages=(
        (
            Heading("Industrial Heat Pumps", 18),
            Lines(("World, 2025 to 2033. Issued 27 May 2026.",)),
            Heading("Snapshot"),
            Lines(
                (
                    "Market Size (2025): USD 13.1 Bn",
                    "Market Size (2033): USD 26.9 Bn",
                    "CAGR (2025-2033): 9.4%",
                    "Largest Region: Europe",
                    "Brief price: USD 1,450",
                )
            ),
            Heading("The brief"),
            Paragraph(
                "Ferrow & Lisle Insights values the global industrial heat pump market at USD~13.1~Bn in~2025 and "
                "expects USD~26.9~Bn by~2033, a CAGR of~9.4% over 2025~to~2033. Revenue is taken at the "
                "supplier's gate: machines, controls and commissioning for process heat and for the recovery of "
                "waste heat in manufacturing. Heat pumps for rooms are not counted."
            ),
            Paragraph(
                "The machine itself is seldom the problem. Of the projects that were looked at for this brief, "
                "most of those that came late were late because of the hot-water loop, the buffer tank or the "
                "transformer. Engineering firms that can draw all three are few, and they choose their customers. "
                "Suppliers have begun to buy such firms, or to train their own, and the order book follows the "
                "drawing office."
            ),
            Paragraph(
                "Europe had around 43% of revenue in~2025. Its share falls slowly as Asia catches up, but in "
                "money the European market nearly doubles by~2033."
            ),
            Heading("Table 1. World and Europe", 10),
            Grid(
                rows=(
                    ("Year", "World (USD Bn)", "Europe (USD Bn)", "Europe, share of world"),
                    ("2025", "13.1", "5.6", "42.7%"),
                    ("2029", "18.8", "7.8", "41.5%"),
                    ("2033", "26.9", "10.8", "40.1%"),
                ),
                widths=(70, 110, 120, 150),
            ),
        ),
        (
            Heading("End users"),
            Paragraph(
                "Breweries, dairies and slaughterhouses need hot water at temperatures that a single stage can "
                "reach, and they throw away heat next door to where they need it. That is why food leads in every "
                "country. Chemicals are a market of few, large and slow orders; a distillation column that is "
                "rebuilt around a heat pump is a decision of the board. Paper waits for steam-generating machines "
                "to prove themselves."
            ),
            Heading("Table 2. End users", 10),
            Grid(
                rows=(
                    ("End user", "Share of revenue 2025", "CAGR 2025-2033"),
                    ("Food and beverage", "34.2%", "9.0%"),
                    ("Chemicals", "22.6%", "10.1%"),
                    ("Pulp and paper", "15.3%", "8.7%"),
                    ("Others", "27.9%", "9.6%"),
                ),
                widths=(150, 140, 120),
            ),
            Heading("Suppliers in the sample"),
            Lines(
                (
                    "Nordvarme Process",
                    "Thermaquill",
                    "Kelvin Loop Systems",
                    "Brightkessel",
                    "Calder Screw & Rotor",
                )
            ),
            Heading("Method"),
            Paragraph(
                "The base year rests on the accounts of nineteen suppliers and on export records. Internal "
                "deliveries between companies of one group were taken out. The forecast moves with the ratio of "
                "electricity to gas prices, and a table of that sensitivity is part of the full brief."
            ),
        ),
    ),
)

OFFSHORE_WIND = Report(
    name="brammer-reef-offshore-wind-services.pdf",
    title="Offshore Wind Services: Vessels, Blades and Weather Days",
    author="Brammer Reef Intelligence",
    header="Brammer Reef Intelligence",
    footer="BR-0577. Not for circulation.",
    pages=(
        (
            Heading("Offshore Wind Services", 18),
            Lines(("Vessels, Blades and Weather Days. Number BR-0577, 12 March 2026.",)),
            Heading("Summary"),
            Paragraph(
                "The offshore wind services market was worth USD~9.86~billion worldwide in~2025. Brammer Reef "
                "Intelligence expects USD~20.73~billion in~2032, which is a CAGR of~11.2% from 2025~to~2032. "
                "Counted is what owners pay for inspection, repair, parts, vessels and monitoring of turbines, "
                "foundations and cables at sea. Installation is not counted, and neither is anything that happens "
                "on land."
            ),
            Paragraph(
                "Offshore service is a contest with the weather. A crew transfer vessel works up to a wave height "
                "that a winter in the German Bight exceeds on every second day. Larger vessels with a "
                "motion-compensated gangway stretch the working year and cost accordingly. Owners of neighbouring "
                "wind farms have begun to share them, after years of saying that it could not be done."
            ),
            Heading("Table 1. Revenue by region", 10),
            Grid(
                rows=(
                    ("Region", "2025 (USD million)", "2032 (USD million)", "CAGR 2025-2032"),
                    ("Europe", "5,720", "10,630", "9.3%"),
                    ("Asia-Pacific", "3,450", "8,120", "13.0%"),
                    ("North America", "690", "1,980", "16.3%"),
                    ("World", "9,860", "20,730", "11.2%"),
                ),
                widths=(110, 115, 115, 110),
            ),
            Paragraph(
                "Europe thus had 58.0% of world revenue in~2025. China is the largest single country in "
                "Asia-Pacific, and most of its service is done by the turbine makers under the first contract. "
                "North America starts from a low base and depends on a handful of projects."
            ),
        ),
        (
            Heading("By service"),
            Paragraph(
                "Vessels and logistics took 41.0% of revenue in~2025 and repair of blades and structures 24.5%. "
                "The remainder went to electrical work and to monitoring. Cables are behind 61% of insurance "
                "claims by value, though they cause few stops; a cable that fails takes a row of turbines with it "
                "and needs a ship that is somewhere else."
            ),
            Paragraph(
                "Repair of blades and structures is the service with the fastest growth, at a CAGR of~12.9% "
                "through~2032. Leading edges erode sooner offshore, and foundations from the first large wave of "
                "construction reach the age at which the coating in the splash zone has to be renewed."
            ),
            Heading("Crews"),
            Paragraph(
                "A technician offshore spends a third of the shift on the way. Companies compete with rosters "
                "rather than with wages: two weeks out, two weeks at home has become the norm, and those who "
                "still ask for three lose their people to those who do not. Training centres from Esbjerg to "
                "Kaohsiung are full."
            ),
            Heading("Service lines"),
            Lines(
                (
                    "- Vessels and Logistics",
                    "- Blade and Structure Repair",
                    "- Electrical and Cable Work",
                    "- Monitoring",
                )
            ),
            Heading("Companies"),
            Paragraph(
                "Seamast~Operations, Nordhav~Wind~Logistics, Gustline~Services, Splashzone~Repair and "
                "Formosa~Bladecare are covered in profiles of two pages each."
            ),
            Heading("About"),
            Paragraph(
                "Brammer Reef Intelligence studies outdoor industries. The report of 124 pages costs EUR~2,400 "
                "and may be quoted with its number."
            ),
        ),
    ),
)

REPORTS = (HEAT_PUMPS, OFFSHORE_WIND)


def main(folder: Path = INBOX) -> None:
    """Draws every report into `folder`."""
    for report in REPORTS:
        print(draw(report, folder), file=sys.stderr)


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:2]))
