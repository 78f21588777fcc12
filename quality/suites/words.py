"""Closed word lists that columns of core and marts may hold, said once for both suites."""

from __future__ import annotations

from typing import get_args

from sources.metrics import metrics
from sources.records import (
    CitationForm,
    Comparator,
    DatePrecision,
    DefinitionKind,
    DriverRole,
    EventType,
    Outcome,
    PlayerRole,
    RankCriterion,
    RankSubject,
    ReadBy,
    ReadingAttribute,
)
from warehouse.aside import SetAsideBy
from warehouse.decisions import FIELDS
from warehouse.explain.decomposition import COMPONENTS as COMPONENTS
from warehouse.policy import GuardName
from warehouse.resolve.claims.probable_years import ProbableYearBasis, ProbableYearConfidence
from warehouse.review.review_questions import ANSWERS as QUESTION_ANSWERS
from warehouse.rulings.standing import State

METRICS = tuple(metric.name for metric in metrics())
COMPARATORS = get_args(Comparator)
OUTCOMES = get_args(Outcome)
ROLES = get_args(PlayerRole)
VERDICTS = (
    "agree",
    "compatible",
    "conflict_proven",
    "conflict_likely",
    "not_comparable",
    "insufficient",
    "single_source",
)
OBS_STATUS_OF_CLAIMS = ("E", "F")
OBS_STATUS = ("E", "F", "I", "D")
SET_ASIDE_BY = get_args(SetAsideBy)
READ_BY = get_args(ReadBy)
READING_ATTRIBUTES = get_args(ReadingAttribute)
READERS = ("first", "second")
CLAIM_STATUS = ("stated", "superseded", "overridden", "quarantined", "withdrawn", "unsure")
DOCUMENT_STATUS = ("stated", "superseded")
FIGURE_STATUS = ("stated", "inferred", "derived")
ESTIMATE_STATUS = (*FIGURE_STATUS, "refused")
METHODS = ("robust_mean_of_independent", "single_figure", "none")
CANDIDATE_ROLES = ("counted", "dependent", "outlier", "excluded")
CONFLICT_KINDS = ("same_scope", "part_above_whole", "related_scope", "own_arithmetic", "bridge", "comparison")
BRIDGE_METHODS = ("share", "frechet")
BRIDGE_LIES = ("same", "inside", "contains")
SHARE_YEAR_BASES = ("stated", "inferred", "carried", "unstated")
COMPONENT_STATUS = ("computed", "none", "unknown")
SEVERITIES = ("low", "medium", "high")
RELATIONS = ("a_contains_b", "b_contains_a", "overlap", "different", "unknown")
AREA_KINDS = ("world", "region", "country", "vendor_region")
TIERS = ("vendor", "press", "tertiary", "unknown")
SIGNS = ("+", "-", "0")
COMPANY_STATUS = ("stated", "quarantined")
GUARDS = get_args(GuardName)
QUESTION_KINDS = tuple(QUESTION_ANSWERS)
DECISION_KINDS = tuple(FIELDS)
DECISION_STATES = get_args(State)
QUESTION_STATES = ("open", "decided")
EVENT_TYPES = get_args(EventType)
DATE_PRECISIONS = get_args(DatePrecision)
PROBABLE_YEAR_BASES = get_args(ProbableYearBasis)
PROBABLE_YEAR_CONFIDENCES = get_args(ProbableYearConfidence)
EVENT_WINDOW_BASES = (
    "stated_date",
    "document_date",
    "bounded_by_past_period",
    "contradicting_dates",
    "unbounded",
    "no_length",
    "undated",
)
EVENT_RELATIONS = ("before", "after", "unknown")
RANK_SUBJECTS = get_args(RankSubject)
RANK_CRITERIA = get_args(RankCriterion)
CITATION_FORMS = get_args(CitationForm)
STATEMENT_KINDS = ("event", "ranking", "citation", "document_fact")
BALANCE_LEVELS = ("publisher", "estimate")
BALANCE_STATUS = ("adjusted", "within_rounding", "coherent", "set_aside", "unconstrained", "bound", "refused")
CONSTRAINT_KINDS = (
    "segments_of_whole",
    "areas_of_whole",
    "shares_of_segments",
    "shares_of_areas",
    "share_of_whole",
    "growth",
)
CONSTRAINT_STATUS = ("met", "implied", "open", "outlier", "idle")
FINDING_OUTCOMES = ("consistent", "mismatch", "derived", "flag")
FINDING_SEVERITIES = ("none", *SEVERITIES)
GROWTH_FINDINGS = ("consistent", "rounding", "mismatch_low", "mismatch_high", "doubtful")

YEARS = (1990.0, 2100.0)
SHARES_PCT = (0.0, 100.0)
GROWTH_PCT = (-60.0, 150.0)
MARKET_SIZES_USD = (0.0, 1e15)

DEFINED = get_args(DefinitionKind)
DRIVER_ROLES = get_args(DriverRole)
COMPANY_LEVELS = ("company", "business_unit", "subsidiary")
POLARITIES = ("slight", "grave")
TECHNICAL_VERDICTS = ("consistent", "contradicts", "unknown")
