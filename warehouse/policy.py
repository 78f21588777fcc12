"""The policy: every threshold of the build, validated. One section per room; no logic, no vocabulary, no decision.

A room adds its thresholds as fields of its section here and as values in `policy.yml`, each with its unit in its name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator, model_validator

from sources.ask.chance import OTHERS, TextKind
from sources.metrics import ComparedKind, facts_of
from warehouse.reviewed import read_reviewed

PACKAGED = Path(__file__).with_name("policy.yml")
_ROLES = Literal["whole", "segment", "area"]
_RATES = Literal["share", "rate"]


class Section(BaseModel):
    """One room's thresholds: frozen, unknown keys refused, all keys required (the file is the only place of values)."""

    model_config = ConfigDict(frozen=True, extra="forbid")


S = TypeVar("S", bound=Section)


def _with_every_kind(section: S, by_kind: Mapping[ComparedKind, object]) -> S:
    """Refuses a table by kind that lacks one: a metric of that kind would have no threshold."""
    lacking = [kind for kind in get_args(ComparedKind) if kind not in by_kind]
    if lacking:
        raise ValueError(f"lacks {', '.join(lacking)}: each kind of metric that is compared needs its line")
    return section


class Evidence(Section):
    """What a published quote may carry (`warehouse/load/evidence.py`)."""

    default_quote_limit_chars: int = Field(ge=20, le=100_000)
    context_chars: int = Field(ge=0, le=10_000)
    whole_text_licences: tuple[str, ...]


class Independence(Section):
    """When documents are not independent (`warehouse/resolve/documents/document_clusters.py`)."""

    near_duplicate_jaccard: Decimal = Field(gt=0, le=1)
    shingle_words: int = Field(ge=1, le=20)
    equal_figures_at_least: int = Field(ge=2)
    equal_figures_share: Decimal = Field(gt=0, le=1)
    equal_within_share: Decimal = Field(gt=0, lt=1)


class UnsureBelow(Section):
    """The confidence that a claim needs to count, by what it is about (`warehouse.doubt.ClaimKind`)."""

    headline: float = Field(ge=0, le=1)
    area: float = Field(ge=0, le=1)
    other_whole: float = Field(ge=0, le=1)
    listed_part: float = Field(ge=0, le=1)
    other_part: float = Field(ge=0, le=1)


class Comparability(Section):
    """Which figures may be compared (`warehouse/estimate/`)."""

    generic_count_nouns: tuple[str, ...]
    longest_gap_years: int = Field(ge=1, le=100)
    annual_period_pattern: str
    hedge_share: Decimal = Field(ge=0, le=1)
    unsure_below_confidence: UnsureBelow
    nearest_relations: int = Field(ge=1, le=250)
    vintage_span_years: int = Field(ge=0, le=100)
    related_shown_at_most: int = Field(ge=1, le=100)
    names_shown_at_most: int = Field(ge=1)
    large_count: int = Field(ge=1)
    region_partitions: tuple[tuple[str, ...], ...]


class Distance(Section):
    """How far two figures of one series may lie apart; a ratio of values, or a difference in percentage points."""

    measure: Literal["ratio", "points"]
    agree: Decimal = Field(ge=0)
    compatible: Decimal = Field(ge=0)
    severe: Decimal = Field(ge=0)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if not self.agree <= self.compatible <= self.severe:
            raise ValueError("agree, compatible and severe must not decrease in that order")
        return self


class Verdicts(Section):
    """What separates agree, compatible and conflict (`warehouse/estimate/`)."""

    distances: dict[ComparedKind, Distance]
    conflict_below_probability: float = Field(gt=0, lt=0.5)
    gross_above_probability: float = Field(gt=0, lt=1)

    def distance(self, metric: str) -> Distance:
        """How far figures of a metric may lie apart: as its kind says.

        Raises:
            ValueError: figures of the metric are never compared.
        """
        return self.distances[facts_of(metric).compared_kind]

    @model_validator(mode="after")
    def _measures_every_kind(self) -> Self:
        return _with_every_kind(self, self.distances)


class Contest(Section):
    """When two camps contest an estimate (`warehouse/estimate/contested_series.py`)."""

    camp_from_voices: int = Field(ge=2)
    separated_by: float = Field(ge=0)
    refused_from_share: Decimal = Field(gt=0, le=1)


class Developments(Section):
    """When two places of a document tell one development (`warehouse/sql/20_event_mentions.sql`)."""

    same_words_share: float = Field(gt=0, le=1)


class Listings(Section):
    """What belongs in a list of companies (`warehouse/sql/20_companies.sql`)."""

    companies_at_least: int = Field(ge=2)
    core_at_least: int = Field(ge=2)
    neighbours_at_least: int = Field(ge=1)


class ClassPrior(Section):
    """How far publishers on one scope scatter, before a build's series are seen (`warehouse/estimate/spread_law.py`)."""

    spread: float = Field(gt=0)
    log_deviation: float = Field(gt=0)
    gross_share: float = Field(gt=0, lt=0.5)
    gross_scale: float = Field(gt=0)


class Estimation(Section):
    """Intervals of estimates (`warehouse/estimate/estimation.py`)."""

    level: float = Field(gt=0, lt=1)
    priors: dict[ComparedKind, ClassPrior]

    @model_validator(mode="after")
    def _expects_every_kind(self) -> Self:
        return _with_every_kind(self, self.priors)


class Accusation(Section):
    """Readings on which an error of a publisher's arithmetic may be published (`warehouse/doubt.py`)."""

    confidence: float = Field(ge=0, le=1)
    or_mentions: int = Field(ge=2)


class GrowthAudit(Section):
    """Tolerances of recomputed growth (`warehouse/sql/40_growth_recomputations.sql`)."""

    rounding_units: Decimal = Field(ge=0)
    mismatch_high_pp: Decimal = Field(gt=0)
    severity_high_pp: Decimal = Field(gt=0)
    base_gap_years: int = Field(ge=0, le=50)


class AuditFindings(Section):
    """When a finding of a publisher's own arithmetic is grave (`warehouse/sql/40_audit_findings.sql`)."""

    low_up_to_half_widths: Decimal = Field(ge=1)
    medium_up_to_half_widths: Decimal = Field(ge=1)
    lead_chars: int = Field(ge=0)


class PiecePrice(Section):
    """What one piece of a kind costs with all that a unit made of such pieces needs, in USD, and why it is taken so."""

    low: Decimal = Field(gt=0)
    high: Decimal = Field(gt=0)
    why: str = Field(min_length=10)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.low > self.high:
            raise ValueError("low must not be above high")
        return self


class FigureScale(Section):
    """When figures of one text cannot be of one scale (`warehouse/sql/40_scale_findings.sql`, `40_total_findings.sql`)."""

    piece_prices_usd: dict[str, PiecePrice]
    implausible_below_share: Decimal = Field(gt=0, lt=1)
    line_words: tuple[str, ...]
    sum_within_chars: int = Field(ge=1, le=2_000)


class Scorecard(Section):
    """What a publisher's record may be summed up from (`warehouse/sql/70_vendor_scorecard.sql`)."""

    least_for_a_rate: int = Field(ge=1)


class Review(Section):
    """Which documents a person should look at (`warehouse/review/review_queue.py`)."""

    unread_rules: tuple[str, ...]
    unread_share: Decimal = Field(gt=0, le=1)
    unread_at_least: int = Field(ge=1)
    relation_likeness: float = Field(ge=0, le=1)


class Balance(Section):
    """How figures are made to add up (`warehouse/balance/`); standard deviations are shares of the figure."""

    variation: dict[_ROLES, Decimal]
    one_source_share: Decimal = Field(gt=0, lt=1)
    level_share: Decimal = Field(ge=0, lt=1)
    inferred_factor: Decimal = Field(ge=1)
    derived_factor: Decimal = Field(ge=1)
    derived_variation: Decimal = Field(gt=0)
    path_variation: Decimal = Field(gt=0)
    pooled_points: dict[_RATES, Decimal]
    least_half_width_points: Decimal = Field(gt=0)
    complete_within_share: Decimal = Field(ge=0, lt=1)
    complete_within_points: Decimal = Field(ge=0, lt=100)
    rest_members: tuple[str, ...]
    rest_areas: tuple[str, ...]
    outlier_above: Decimal = Field(gt=0)

    @model_validator(mode="after")
    def _says_how_firm_each_is(self) -> Self:
        if len(self.variation) != len(get_args(_ROLES)) or len(self.pooled_points) != len(get_args(_RATES)):
            raise ValueError("variation names whole, segment and area; pooled_points names share and rate")
        return self


class Bridges(Section):
    """How far scopes are bridged by shares (`warehouse/bridge/bridges.py`)."""

    shares_at_most: int = Field(ge=1, le=5)


class SetAside(Section):
    """What bad data costs at most (`warehouse/aside.py`, `release/making/settling.py`)."""

    largest_figure: Decimal = Field(gt=0, le=Decimal("1e18"))
    largest_percent: Decimal = Field(gt=0, le=Decimal("1e5"))
    rounds: int = Field(ge=1, le=10)
    refuse_above_share: float = Field(gt=0, le=1)
    counts_from: int = Field(ge=1)


GuardName = Literal["small_size", "fast_growth", "wide_range", "two_totals", "mixed_marks", "nothing_read"]


class Guard(Section):
    """A limit beyond which a figure is held back, whatever the reader says (`warehouse/resolve/claims/guards.py`)."""

    limit: Decimal = Field(gt=0)
    one: str = Field(min_length=1)  # what it holds back, for people; {limit} stands for the limit
    many: str = Field(min_length=1)
    source: str = Field(min_length=1)

    @field_validator("one", "many")
    @classmethod
    def _names_its_limit(cls, words: str) -> str:
        if set(re.findall(r"\{[^{}]*+\}", words)) - {"{limit}"}:
            raise ValueError("the only word in braces is {limit}")
        return words

    def in_words(self, number: int = 1) -> str:
        """What it holds back, with its limit: "compound rates above 200 %"."""
        return (self.one if number == 1 else self.many).replace("{limit}", f"{self.limit:,f}")


class ChangeAlerts(Section):
    """Which changes between releases somebody is told of (`release/changes/alerts.py`); they touch no mart."""

    estimate_moved_above_pct: float = Field(ge=0)
    rate_moved_above_points: float = Field(default=2.0, ge=0)  # earlier policies do not have it
    figures_withdrawn_above_pct: float = Field(ge=0, le=100)
    new_conflicts_above: int = Field(ge=0)


Chance = Annotated[float, Field(ge=0, le=1)]


class LanguageModel(Section):
    """How sure a claim is that a language model states (`sources/ask/reading.py`), by kind of text and metric."""

    chances: dict[TextKind, dict[str, Chance]]

    @field_validator("chances")
    @classmethod
    def _with_others(cls, chances: dict[TextKind, dict[str, Chance]]) -> dict[TextKind, dict[str, Chance]]:
        """A metric that is not named would have no chance."""
        if lacking := [kind for kind in get_args(TextKind) if OTHERS not in chances.get(kind, {})]:
            raise ValueError(f"{', '.join(lacking)}: lacks {OTHERS}")
        return chances


class Policy(Section):
    """All thresholds of one build."""

    evidence: Evidence
    independence: Independence
    comparability: Comparability
    verdicts: Verdicts
    contest: Contest
    estimation: Estimation
    accusation: Accusation
    growth_audit: GrowthAudit
    audit_findings: AuditFindings
    figure_scale: FigureScale
    scorecard: Scorecard
    review: Review
    balance: Balance
    bridges: Bridges
    set_aside: SetAside
    change_alerts: ChangeAlerts
    language_model: LanguageModel = LanguageModel(
        chances={kind: {OTHERS: 0.5} for kind in get_args(TextKind)}
    )  # earlier policies
    developments: Developments = Developments(same_words_share=0.35)  # earlier policies
    listings: Listings = Listings(companies_at_least=4, core_at_least=3, neighbours_at_least=2)  # earlier policies
    guards: dict[GuardName, Guard] = {}  # in order of precedence; what is left out is off: earlier policies have none


def read_policy(path: Path = PACKAGED) -> Policy:
    """Reads a policy file.

    Args:
        path: the file; the packaged one by default.

    Returns:
        The validated policy.

    Raises:
        ReviewedFileError: an unknown or missing key, or a value out of bounds; names file and line.
    """
    return read_reviewed(path, TypeAdapter(Policy))
