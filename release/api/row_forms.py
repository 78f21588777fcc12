"""The forms of rows in answers. Numbers are JSON numbers with their exact decimal text; every figure has an id.

Belongs here: shapes and what their fields mean. Making them of rows: `rows.py`. What holds them: `answer_forms.py`.
"""

from __future__ import annotations

from datetime import date

from pydantic import BaseModel, ConfigDict, Field


class Answer(BaseModel):
    """Base of all answers."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Figure(Answer):
    """A number in base units."""

    value: float | int = Field(description="Base units: USD 65.28 billion is 65280000000, 14.6 % is 14.6.")
    exact: str = Field(description="The same number in full, as decimal text.")
    unit: str | None = Field(description="ISO 4217 code, percent, percentage points, or a noun.")
    shown: str = Field(description="Value for people.", examples=["USD 65.28 bn"])


class Quote(Answer):
    """Where a figure stands, in the words of the text."""

    evidence_id: str
    claim_id: str
    publisher: str | None
    document: str = Field(description="File name of the document.")
    document_id: str = Field(description="sha256 of the document's bytes.")
    title: str | None
    url: str | None
    published_on: date | None
    data_as_of: str | None
    page: int | None
    char_start: int = Field(description="Offset in the canonical text, in code points.")
    char_end: int
    prefix: str = Field(description="The text just before the quote.")
    quote: str
    suffix: str = Field(description="The text just after the quote.")
    header: str | None = Field(
        description="Column headers above the quote, if it is in a table row and the licence's quote limit has room for them."
    )


class VendorFigure(Answer):
    """What one publisher says of a series in a year."""

    vendor_figure_id: str
    publisher: str
    comparator: str = Field(
        description="=, or one of ~ < > <= >= if the words bound or hedge the figure; = for derived figures."
    )
    value: Figure
    low: Figure | None = Field(description="Lower end of the printed figure's meaning (rounding, ranges).")
    high: Figure | None
    as_printed: str | None
    status: str = Field(description="stated; inferred (the year is); derived (along the publisher's own path).")
    formula: str | None = Field(description="Formula of a derived figure.")
    same_source_as: list[str] = Field(description="Publishers that depend on this one; together they are one voice.")
    vintage: str | None = Field(default=None, description="known, possible or unknown, for a question about the past.")
    claim_ids: list[str]
    quotes: list[Quote] = Field(default=[], description="At most three per claim; evidence has all.")


class Interval(Answer):
    """What an estimate leaves open."""

    low: Figure
    high: Figure
    level: float | None = Field(
        description="0.9 for an estimate; null for a refusal, whose ends are the range of stated figures."
    )
    covers: str = Field(description="What the interval covers.")


class Prediction(Answer):
    """What the next independent publisher would state."""

    low: Figure
    high: Figure
    level: float


class Estimate(Answer):
    """The reconciled value of a series in a year, or the refusal of one."""

    estimate_id: str
    market_id: str
    market: str
    metric: str
    dimension: str | None
    segment: str | None = Field(description="Null: the whole market.")
    segment_key: str | None
    ref_area: str = Field(description="M49 or ISO 3166 alpha-3; vendor: and a name for a publisher's own region.")
    area: str
    unit: str
    year: int = Field(description="For a cagr, the last year of its period.")
    value: Figure | None = Field(description="Null: refused, see reason.")
    interval: Interval | None = Field(description="Null with a single publisher, which gives no centre.")
    prediction: Prediction | None = Field(default=None, description="Null for a refusal.")
    in_words: str | None = Field(default=None, description="Interval and prediction in one sentence.")
    verdict: str
    status: str
    method: str
    reason: str
    n_claims: int
    n_publishers: int
    n_independent: int
    related_scopes: str | None = Field(description="Markets of another scope, never pooled with this one.")
    vintage: str | None = None
    conflict_ids: list[str]
    decision_ids: list[str]


class YearOfSeries(Estimate):
    """An estimate with the publishers' figures beside it."""

    figures: list[VendorFigure]


class Conflict(Answer):
    """Two or more statements in disagreement, or a limit of comparison."""

    conflict_id: str
    verdict: str
    kind: str
    rule: str
    severity: str
    market_id: str | None
    market: str | None
    other_market_id: str | None
    other_market: str | None
    metric: str | None
    segment_key: str | None
    area: str | None
    year: int | None = Field(description="Year of the figures shown.")
    years: list[int] = Field(description="All years of the conflict.")
    n_sides: int = Field(description="Sides in that year; a is the lowest, b the highest.")
    publishers: list[str] = Field(description="Publishers of all sides in all years.")
    a: Figure | None
    b: Figure | None
    ratio: float | None
    publishers_a: list[str]
    publishers_b: list[str]
    explanation: str
    quote_a: str | None
    quote_b: str | None
    bound_low: Figure | None = Field(description="Lower end of a bridge between the scopes.")
    bound_high: Figure | None
    assumptions: str | None
    decomposition: str | None = Field(description="Components of the distance.")
    claim_ids_a: list[str]
    claim_ids_b: list[str]
    vintage: str | None = None


class MarketFound(Answer):
    """A market by name."""

    market_id: str
    market: str
    scope: str = Field(description="Known facets; empty if none.")
    names: list[str]
    n_documents: int
    n_publishers: int
    n_claims: int
    score: float | None = Field(default=None, description="Match with the words, 0 to 100; 100 is an equal name.")


class Publisher(Answer):
    """A publisher, with how its figures have fared."""

    publisher_id: str
    publisher: str
    publisher_group: str
    tier: str | None
    licence: str | None
    quote_limit_chars: int | None
    growth_convention: str | None
    n_documents: int
    n_claims: int
    n_conflicts: int | None
    n_checks: int | None = Field(description="Checks of its own arithmetic.")
    n_errors: int | None
    median_revision_pct: float | None


class ReadingChoice(Answer):
    """Where the two readers differ about a claim, or a choice of the language model that was refused."""

    attribute: str
    first_reading: str | None
    second_reading: str | None
    taken: str
    odds: float | None = Field(description="Probability that the second reading is right.")
    rule: str


class Claim(Answer):
    """One statement of one figure in one document."""

    claim_id: str
    publisher: str | None
    document: str
    market: str | None
    metric: str
    segment: str | None
    geography: str | None
    comparator: str
    value: Figure | None
    value_high: Figure | None
    as_printed: str | None
    period: str | None = Field(description="As stated; null if the text does not say.")
    period_inferred: int | None
    inference_basis: str | None
    subject: str | None
    rule: str
    read_by: str | None = Field(
        description="Reader whose reading counts: built_in, language_model or both; null in a release that knew no language model."
    )
    confidence: float | None
    status: str
    estimate_role: str | None
    estimate_reason: str | None
    vintage: str | None = None
    choices: list[ReadingChoice] = []
    quotes: list[Quote]


class Statement(Answer):
    """A statement that is no claim, with its words."""

    statement_id: str
    side: str
    kind: str
    document: str
    char_start: int
    quote: str


class Decision(Answer):
    """A human decision that touched it."""

    decision_id: str
    kind: str
    decides: str
    author: str
    decided_on: date
    reason: str
    state: str


class ConflictSide(Answer):
    """One side of a conflict in one year."""

    year: int | None
    side: int
    verdict: str = Field(description="Verdict of this year.")
    market: str | None
    publishers: list[str]
    value: Figure | None
    words: str
    is_stated: bool = Field(description="False if the publisher's own path gives the figure of this year.")
    bound_low: Figure | None
    bound_high: Figure | None
    assumptions: str | None
    claim_ids: list[str]
