"""The forms of whole answers, one per question. The rows in them: `row_forms.py`."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from pydantic import Field

from release.api.row_forms import (
    Answer,
    Claim,
    Conflict,
    ConflictSide,
    Decision,
    Estimate,
    Figure,
    MarketFound,
    Publisher,
    Statement,
    VendorFigure,
    YearOfSeries,
)

Outcome = Literal["estimate", "refusal", "no_figure"]


class RelatedScope(Answer):
    """Another market's figure for the same question. Never pooled."""

    market_id: str
    market: str
    relation: str = Field(description="contains, contained_in, overlaps, another_scope.")
    estimate_id: str
    value: Figure | None
    verdict: str
    reason: str


class Available(Answer):
    """An available series of a market."""

    metric: str
    unit: str
    area: str
    segment: str | None
    years: list[int]


class Told(Answer):
    """Which release answers, and as of when."""

    release_id: str
    as_of: date | None = None
    known_by: date | None = None
    certain: bool = False


class FigureAnswer(Told):
    """One figure in one answer."""

    outcome: Outcome
    answer: str = Field(description="The whole answer in a few sentences, with verdict and quotes.")
    market: MarketFound
    note: str | None = Field(description="How the requested name was read, if it differs from the market's own.")
    estimate: Estimate | None = Field(description="Null if no publisher has a figure for that year.")
    figures: list[VendorFigure] = Field(description="Each publisher's figure with its quotes.")
    conflicts: list[Conflict] = Field(description="Worst first, at most ten.")
    n_conflicts: int
    related: list[RelatedScope] = Field(description="Other scopes, for orientation only; never pooled.")
    other_series: list[Estimate] = Field(
        description="The same question in another unit, or per another item or period."
    )
    available: list[Available] = Field(description="Available series if there is no figure.")


class Page(Told):
    """A part of a list."""

    total: int = Field(description="Total number.")
    limit: int
    offset: int


class MarketPage(Page):
    """Markets."""

    markets: list[MarketFound]


class ScopeRelation(Answer):
    """A market of a related scope."""

    market_id: str
    market: str
    relation: str = Field(description="contains, contained_in or overlaps, seen from the requested market.")


class IndustryClass(Answer):
    """A class of an industry or product classification that the market belongs to, by a reviewed table."""

    code: str = Field(description='The classification and the class: "ISIC Rev.4 2819".')
    title: str
    relation: str = Field(description="same, contained_in or overlaps: of the market to the class.")


class SeriesAnswer(Answer):
    """One metric of one part of a market in one area."""

    metric: str
    unit: str
    ref_area: str
    area: str
    dimension: str | None
    segment: str | None
    publishers: list[str]
    years: list[YearOfSeries]


class MarketAnswer(Page):
    """One market: its series, of which `limit` from `offset` on are given."""

    market: MarketFound
    related: list[ScopeRelation]
    industry_classes: list[IndustryClass]
    n_conflicts: int
    n_decisions: int
    series: list[SeriesAnswer]


class ConflictPage(Page):
    """Conflicts."""

    conflicts: list[Conflict]


class PublisherPage(Page):
    """Publishers."""

    publishers: list[Publisher]


class RowPage(Page):
    """Rows of a mart, with all its columns."""

    mart: str = Field(description="The mart; `describe marts.NAME` in `parallax sql` says what its columns hold.")
    of_market: str | None = Field(default=None, description="The market that was asked for.")
    rows: list[dict[str, str | float | int | bool | None]]


class TextFound(Answer):
    """Something whose words match."""

    kind: str = Field(description="market, publisher, company, segment, event, driver, quote or column.")
    id: str = Field(description="A market's id, a claim's id of a quote (ask evidence), a column's name ...")
    name: str
    text: str = Field(description="The text that was searched.")
    market_id: str | None
    score: float = Field(description="0 to 100.")


class SearchPage(Page):
    """What holds the words, best first."""

    found: list[TextFound]


class EvidenceAnswer(Told):
    """One id down to its quotes."""

    id: str
    kind: str = Field(description="estimate, figure, claim, conflict, bridge or decision.")
    estimate: Estimate | None = None
    conflict: Conflict | None = None
    sides: list[ConflictSide] = Field(default=[], description="The sides of a conflict in each of its years.")
    bridge: str | None = Field(default=None, description="Formula and assumptions of a bridge.")
    figures: list[VendorFigure] = Field(default=[])
    claims: list[Claim] = Field(default=[], description="At most a hundred.")
    n_claims: int
    statements: list[Statement] = Field(default=[], description="Statements behind a conflict besides claims.")
    decisions: list[Decision] = Field(default=[])


class Counted(Answer):
    """Checks of one severity."""

    passed: int
    failed: int


class ReleaseAnswer(Told):
    """The release that answers."""

    published_at: datetime
    fingerprint: str
    rows: dict[str, int] = Field(description="Rows by mart.")
    documents: dict[str, int] = Field(description="Receipts by outcome.")
    checks: dict[str, Counted]
    warnings: list[str]
    versions: dict[str, str]
    addresses: dict[str, str] = Field(default={}, description="Next addresses.")
