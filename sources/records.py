"""The records that leave `sources`: what was received, what a document says, and where it says it.

Frozen data only. No behaviour beyond reading a field, no I/O, no defaults that guess: what the text does not
state is None. Offsets count code points of the canonical text; spans are half-open.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Literal

MediaType = Literal["text/plain", "text/markdown", "text/html", "application/pdf"]
BlockKind = Literal["heading", "paragraph", "list_item", "table_row", "table_cell"]
Metric = Literal[
    "market_size",
    "cagr",
    "share",
    "growth_rate",
    "volume",
    "price",
    "margin",
    "impact_on_cagr",
    "other_numeric",
]
Comparator = Literal["=", "~", ">", "<", ">=", "<="]
Outcome = Literal["landed", "duplicate", "quarantined", "pending"]
PlayerRole = Literal["key_player", "industry_leader", "mentioned"]


@dataclass(frozen=True, slots=True)
class Receipt:
    """One arrival of bytes at one place. The same bytes from another place have a receipt of their own."""

    origin: str  # where the bytes came from: a path, later a URL
    name: str  # the file's own name, for people
    document_id: str  # sha256 of the bytes, hex
    byte_length: int
    outcome: Outcome
    reason: str | None  # why quarantined: a short code such as "empty" or "encrypted"
    detail: str | None  # the reason in words
    received_at: datetime  # our clock, UTC


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a sidecar says of a document; a record of its own, joined to the document at build."""

    document_id: str
    origin: str
    publisher: str | None = None
    title: str | None = None
    url: str | None = None
    report_id: str | None = None
    published_on: date | None = None
    data_as_of: str | None = None  # EDTF: 2026, 2026-01, 2026-01-15
    licence: str | None = None  # SPDX id or a short name
    quote_limit_chars: int | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of canonical text with a role. Cells lie inside their row; every other pair is disjoint."""

    kind: BlockKind
    char_start: int
    char_end: int
    level: int = 0  # depth of a heading or list item, from 1; 0 elsewhere
    page: int | None = None  # from 1, where the format has pages
    table: int | None = None  # number of the table within the document, from 0
    row: int | None = None  # from 0; header rows count
    column: int | None = None  # from 0
    header_path: tuple[str, ...] = ()  # column headers above the cell, outermost first; empty in a header
    row_label: str | None = None  # text of the row's first cell, for every later cell of a body row


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """Canonical text (NFC, LF) with its structure. `text[b.char_start:b.char_end]` is the text of block b."""

    document_id: str
    media_type: MediaType
    text: str
    blocks: tuple[Block, ...]
    parser_version: str


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a figure stands, as read there. Values are in base units (USD, percent, pieces)."""

    char_start: int
    char_end: int
    surface: str  # text[char_start:char_end]: the figure with its currency, scale and unit
    metric: Metric
    value: Decimal
    value_high: Decimal | None  # upper end of a range
    unit: str | None  # ISO 4217 code, "percent", "percentage points" or the noun counted
    unit_per: str | None  # what a price is per
    comparator: Comparator
    year: int | None  # the reading in use, stated or inferred
    time_period: str | None  # as stated: 2025, 2026-Q1, 2025-H1, FY2024; None where the text gives none
    period_start: int | None
    period_end: int | None
    period_inferred: bool
    inference_basis: str | None  # what an inferred year or period rests on
    status: Literal["historical", "forecast"]
    publisher: str | None  # the one who is said to say it, where the text names one
    market: str | None
    dimension: str | None
    segment: str | None
    geography: str  # display name; "Global" where unstated
    ref_area: str  # UN M49 for world and regions, ISO 3166 alpha-3, or "vendor:" and a name
    subject: str | None  # whom or what an other_numeric is about; the driver of an impact
    rule: str  # id of the rule that read it
    claim_id: str = ""  # the claim it is a mention of, set when the document is settled


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of one figure by one publisher in one document; its mentions are its evidence."""

    claim_id: str
    document_id: str
    metric: Metric
    market: str | None
    dimension: str | None
    segment: str | None
    geography: str
    ref_area: str
    value: Decimal
    value_high: Decimal | None
    comparator: Comparator
    unit: str | None
    unit_per: str | None
    time_period: str | None  # as stated, see Mention
    year_stated: int | None
    year_inferred: int | None  # our reading where the text states none
    inference_basis: str | None
    period_start: int | None
    period_end: int | None
    period_inferred: bool
    status: Literal["historical", "forecast"]
    value_as_printed: str
    publisher: str | None
    subject: str | None
    rule: str
    confidence: (
        float | None
    )  # chance that value, time, segment and area are right, two decimals; None where nobody calibrated
    n_mentions: int


@dataclass(frozen=True, slots=True)
class Rejection:
    """A figure-like token that is no claim, and the named rule that says so."""

    char_start: int
    char_end: int
    surface: str
    rule: str


@dataclass(frozen=True, slots=True)
class Player:
    """A company as one list or sentence names it."""

    char_start: int
    char_end: int
    surface: str
    name: str  # surface without product lines, footnote marks and list numbers
    product: str | None  # what stands in brackets behind the name
    role: PlayerRole
    listing: int  # which list of the document, from 0; -1 for names in prose
    position: int  # place in the list, from 0; not a rank
    status: Literal["stated", "quarantined"]
    reason: str | None  # why quarantined


@dataclass(frozen=True, slots=True)
class Segment:
    """One mention of one member of one segmentation of a market."""

    char_start: int
    char_end: int
    surface: str
    market: str | None
    dimension: str  # "Component", "Geography", ...
    name: str
    parent: str | None  # a member of the same dimension
    position: int  # order within the dimension, from 0
    bound_low: int | None  # a size band's bounds, inclusive
    bound_high: int | None
    repair: str | None  # what was mended: "glued", "comma", ...


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a document says of itself: title, market, publisher, forecast window, base year, dates, ids."""

    name: str
    value: str | None  # None where the field is there and empty
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that one document says. Every figure-like token is a mention or a rejection."""

    document_id: str
    extractor_version: str
    language: str
    claims: tuple[Claim, ...]
    mentions: tuple[Mention, ...]
    rejections: tuple[Rejection, ...]
    players: tuple[Player, ...]
    segments: tuple[Segment, ...]
    facts: tuple[Fact, ...]


class Unreadable(Exception):
    """Bytes that hold no text we can read. `reason` is a short code, the message says it in words."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
