"""The records that leave `sources`: arrivals, the content of documents, and the places of that content.

Frozen data only. No behaviour beyond reading a field, no I/O, no defaults that guess: what the text does not
state is None. Offsets count code points of the canonical text; spans are half-open.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Literal

MediaType = Literal[
    "text/plain",
    "text/markdown",
    "text/csv",
    "text/html",
    "application/pdf",
    "image/png",
    "image/jpeg",
    "image/tiff",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
]
BlockKind = Literal["heading", "paragraph", "list_item", "table_row", "table_cell"]
# Metrics that code names. What holds of them, and any others, is in metrics.yml; a metric with words of its own needs no line here.
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
EventType = Literal["acquisition", "partnership", "launch", "funding", "expansion", "contract", "regulation", "other"]
DatePrecision = Literal["day", "month", "quarter", "half", "year", "interval"]
RankSubject = Literal["area", "segment", "company", "other"]
RankCriterion = Literal["size", "growth"]
DefinitionKind = Literal["market", "segment", "term", "value_chain"]
DriverRole = Literal["driver", "restraint", "opportunity", "trend", "requirement", "factor"]
Polarity = Literal["slight", "grave"]
BasisKind = Literal["value", "price"]
BasisReach = Literal["figure", "table", "document"]
Status = Literal["historical", "forecast"]
Assertion = Literal["asserted", "withdrawn", "not_asserted"]
ReadBy = Literal["built_in", "language_model", "both"]  # whose reading of a claim counts
ReadingAttribute = Literal["figure", "metric", "time", "status", "part", "area", "market"]
PAST_PERIOD = "past_period"  # fact of a document: the latest period that its text describes as past, in EDTF
CitationForm = Literal["note", "reference", "attribution", "source_line", "identifier"]
VisitRole = Literal["page", "list", "entry"]
VisitOutcome = Literal["new", "unchanged", "failed", "refused"]


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
class Visit:
    """One request to an address of a feed, and the time of the next; the ledger's own memory, no build reads it."""

    feed: str
    url: str  # canonical
    role: VisitRole  # a page of its own, a list of links to documents, or a document that a list names
    tried_at: datetime  # the run's clock, UTC
    outcome: VisitOutcome  # failed: worth another try; refused: by the file, robots.txt or the server
    status: int | None = None  # of the last answer; None where there was none
    etag: str | None = None  # validators for the next request
    last_modified: str | None = None
    document_id: str | None = None  # sha256 of the bytes; None where none came
    entry_stamp: str | None = None  # of earlier versions: the date that its list gave an entry
    failures: int = 0  # visits in a row that failed, this one included
    problem: str | None = None  # why it failed or was refused, in words
    due_at: datetime | None = None  # when to ask again; None: not of itself


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a sidecar or a server says of a document; a record of its own, joined to the document at build."""

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
    charset: str | None = None  # what the server named that sent it; read with, where the bytes are no UTF-8
    no_external: bool | None = None  # True: no word of it may be sent to a model
    column_map: str | None = None  # `claims` of a sidecar: which columns of its tables are which attributes, as JSON


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
    row_labels: tuple[str, ...] = ()  # texts of the row's label columns, outermost first; of a body row's other cells
    unit_line: str | None = None  # the nearest line above the table that gives its figures a unit, for the same cells

    @property
    def row_label(self) -> str | None:
        """The innermost of the row's labels."""
        return self.row_labels[-1] if self.row_labels else None


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """Canonical text (NFC, LF) with its structure. `text[b.char_start:b.char_end]` is the text of block b."""

    document_id: str
    media_type: MediaType
    text: str
    blocks: tuple[Block, ...]
    parser_version: str
    guessed_charset: str | None = None  # charset guessed for bytes that are not UTF-8 where the source names none
    n_hidden: int = 0  # characters that do not show in the document: left out of the text
    n_hidden_figures: int = 0  # numbers among them
    n_recognised: int = 0  # characters of the text that text recognition (OCR) added to a picture
    column_map: str | None = None  # what its sidecar says of the columns of its tables
    withdrawn: tuple[
        tuple[int, int], ...
    ] = ()  # spans that are taken back: struck through, or quoted from an older text


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
    status: Status
    publisher: str | None  # the one who is said to say it, where the text names one
    market: str | None
    dimension: str | None
    segment: str | None
    geography: str  # display name; "Global" where unstated
    ref_area: str  # UN M49 for world and regions, ISO 3166 alpha-3, or "vendor:" and a name
    subject: str | None  # whom or what an other_numeric is about; the driver of an impact
    rule: str  # id of the rule that read it
    claim_id: str = ""  # the claim it is a mention of, set when the document is settled
    assertion: Assertion = "asserted"  # withdrawn: struck through, or quoted from an older text


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
    status: Status
    value_as_printed: str
    publisher: str | None
    subject: str | None
    rule: str
    confidence: (
        float | None
    )  # chance that value, time, segment and area are right, two decimals; None where nobody calibrated
    n_mentions: int
    read_by: ReadBy | None = None  # None where only the built-in reader read it
    assertion: Assertion = "asserted"  # asserted where one of its mentions is


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
class Event:
    """One mention of a development: who did what, and when. What the text leaves open is None."""

    char_start: int
    char_end: int
    surface: str
    headline: str  # the statement without the date that leads it
    event_type: EventType
    date: (
        str | None
    )  # EDTF: 2026-03, 2026-33 (first quarter), 2024-12/2025-10; None for "past six months" and where unstated
    date_precision: DatePrecision | None
    date_as_stated: str | None  # as printed, relative ones too
    parties: tuple[str, ...]  # in order of the text
    party_roles: tuple[str, ...]  # of each party: actor, target, counterparty or mentioned
    amount: Decimal | None  # in base units
    amount_high: Decimal | None  # upper end of a range
    amount_unit: str | None  # ISO 4217 code, "percent" or the noun counted
    amount_comparator: Comparator | None
    amount_start: int | None  # where the amount stands
    amount_end: int | None
    market: str | None  # the market of the document
    rule: str


@dataclass(frozen=True, slots=True)
class Rank:
    """One mention of a position that a text gives a part, an area or a company; never a value."""

    char_start: int
    char_end: int
    surface: str
    subject: str
    subject_kind: RankSubject
    dimension: str | None  # within which it is ranked: "Geography", "Component"
    criterion: RankCriterion
    ordinal: int | None  # 1 = largest or fastest; None where the text gives a position and no number
    position: str  # the words that rank it
    time_period: str | None  # as stated: 2025, 2026-2034
    year: int | None  # its last year
    market: str | None
    geography: str  # within which it is ranked; "Global" where unstated
    ref_area: str
    rule: str


@dataclass(frozen=True, slots=True)
class Citation:
    """One place where a text names a source of what it says."""

    char_start: int
    char_end: int
    surface: str
    form: CitationForm
    label: str | None  # number or mark of a note or reference
    cited_name: str | None  # author or house
    cited_title: str | None
    year: int | None
    url: str | None  # as printed
    doi: str | None  # DOI, or arXiv id with its prefix
    supports_start: int | None  # the statement it is attached to
    supports_end: int | None
    rule: str


@dataclass(frozen=True, slots=True)
class Definition:
    """One place that says what a market, a segment, a term or a stage of the value chain is or holds."""

    char_start: int
    char_end: int
    surface: str
    kind: DefinitionKind
    term: str  # what is defined, without article
    definition: str  # the words that define it
    includes: tuple[str, ...]  # what is said to belong to it, as printed
    excludes: tuple[str, ...]  # what is said not to
    market: str | None  # the market it is about or divides
    rule: str


@dataclass(frozen=True, slots=True)
class Driver:
    """One place that names what drives or restrains a market, with or without a percentage."""

    char_start: int
    char_end: int
    surface: str
    role: DriverRole
    name: str  # the driver itself, without the words that explain it
    market: str | None
    segment: str | None  # where it is said of a part of the market
    geographies: tuple[str, ...]  # as printed, one per area; empty where none is named
    ref_areas: tuple[str, ...]  # their codes, in the same order
    timeline: str | None  # as printed: "Short term (up to 2 years)"
    years_from: int | None  # the timeline in years from the text's present, inclusive
    years_to: int | None
    impact_start: int | None  # where its impact on growth stands, for the mention that states it
    impact_end: int | None
    listing: int  # which list or table of the document, from 0; -1 in prose
    position: int  # place in it, from 0; not a rank
    rule: str


@dataclass(frozen=True, slots=True)
class Technical:
    """One place that states a figure of hardware or technology, as stated. Values are in `unit`, not in base units."""

    char_start: int
    char_end: int
    surface: str
    measure: str  # memory_bandwidth, power, ...: a key of `grammar/technical.yml`
    subject: str | None  # whom the sentence or label speaks of
    products: tuple[str, ...]  # names of products and technologies in its own part of the sentence, nearest first
    context_products: tuple[str, ...]  # names in the words that lead to the sentence: whom "these" speaks of
    value: Decimal
    value_high: Decimal | None  # upper end of a range
    comparator: Comparator
    unit: str  # symbol: GB/s, W, percent, ...; the noun counted where it is a count
    basis: str | None  # per what, as printed: "per GPU", "per link"
    year: int | None
    claimant: str | None  # who is said to say it
    rule: str


@dataclass(frozen=True, slots=True)
class Quality:
    """One place that says in words, without a figure, that a burden is slight or grave ("near-zero drag losses")."""

    char_start: int
    char_end: int
    surface: str
    named: str  # the property, as printed: "drag losses", "Grid access"
    terms: tuple[str, ...]  # its telling words, singular and in lower case, without the burden
    burden: str | None  # the burden among its words, singular: "loss"; None where the thing itself is said to be one
    polarity: Polarity
    words: str  # the words that say so
    narrowed: str | None  # what narrows it, as printed: "between turbines"
    beside: tuple[
        str, ...
    ]  # what its own passage names with it: burdens ("wake loss"), and nouns of sentences that repeat it
    market: str | None
    rule: str


@dataclass(frozen=True, slots=True)
class Basis:
    """One place that says on which basis money is counted, for one figure or for all figures of the document."""

    char_start: int
    char_end: int
    surface: str
    tells: BasisKind  # value: at which level of the trade; price: in money of which years
    basis: str  # retail, manufacturer, ... ; constant or current: keys of `grammar/bases.yml`
    base_year: int | None  # the year whose money constant money is, where the text names it
    reach: BasisReach  # what the words speak of: figures of their sentence, of their table, or all of the document
    figure_start: int | None  # where the figure is; None for the whole document
    rule: str


@dataclass(frozen=True, slots=True)
class ReadingChoice:
    """One attribute of one figure that two readers read differently, or that one refuses: both readings, and which counts."""

    char_start: int
    char_end: int
    surface: str
    attribute: ReadingAttribute
    first: (
        str | None
    )  # of the rules, or of the built-in reader; None where it has no such figure or leaves the attribute open
    second: str | None  # of the trained model, or of a language model
    taken: Literal["first", "second"]
    odds: float | None  # chance that the second reading is right; None for a refusal
    rule: str  # `joined` (the rules, then the trained model), `odds` (the built-in reader, then a language model), or the rule of a refusal


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """One question with what a language model wrote, as the ledger keeps it for good."""

    question_id: str
    document_id: str  # the first document that the passage was asked about for
    read_with: str  # model, what shapes its answers, and version of the prompt
    question: str  # as JSON, see `sources.ask.questions`: answers point into it
    outcome: Literal["answered", "malformed"]
    written: str
    tokens_in: int
    tokens_out: int
    usd: Decimal
    asked_at: datetime  # our clock, UTC


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
    events: tuple[Event, ...] = ()
    ranks: tuple[Rank, ...] = ()
    citations: tuple[Citation, ...] = ()
    definitions: tuple[Definition, ...] = ()
    drivers: tuple[Driver, ...] = ()
    technical: tuple[Technical, ...] = ()
    qualities: tuple[Quality, ...] = ()
    bases: tuple[Basis, ...] = ()
    choices: tuple[ReadingChoice, ...] = ()  # where two readers differ, or verification refused
    read_with: str | None = None  # the language model: its name, what shapes its answers, version of the prompt
    answers: str | None = None  # hash of its answers, of its chances and of the code that joined them
    column_map: str | None = None  # what its tables were read by: of its sidecar, or as recognised


class Unreadable(Exception):
    """Bytes that hold no text we can read. `reason` is a short code, the message says it in words."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
