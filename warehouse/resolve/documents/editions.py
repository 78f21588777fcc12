"""Editions of one report: which documents belong together, and which of them is current (rule 11 of the design).

Arrival never decides: this module does not know the order of rows, names of files or our clocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit

from warehouse.resolve.documents.vague_dates import VagueDate
from warehouse.values.connected_components import connected_components

LATER_EDITION = "later_edition"
WHOLE_FILE = "whole_file"

# Query keys that say how a reader came, never what is read. Whole names: "reference" and "source_id" may tell two reports apart.
_TRACKING = frozenset(
    {"gclid", "dclid", "fbclid", "msclkid", "igshid", "mc_cid", "mc_eid", "ref", "source", "campaign"}
)
_TRACKING_FAMILY = "utm_"


@dataclass(frozen=True, slots=True)
class Candidate:
    """What identifies a document's report and its place among the report's editions.

    Attributes:
        document_id: the document.
        publisher_id: its publisher; a document of unknown publisher is an edition of nothing but its own address.
        url: its address, in canonical form; None for none and for a publisher's home page.
        report_id: the publisher's own id of the report.
        market_id: the market it is about.
        dated: `published_on`, else `data_as_of`; vague ones are spans of days.
        figures_dated: `data_as_of`; decides between editions of one day.
        continued_by: documents of the same place whose text goes on where this one's ends (`truncated_documents.py`).
    """

    document_id: str
    publisher_id: str | None
    url: str | None
    report_id: str | None
    market_id: str | None
    dated: VagueDate | None
    figures_dated: VagueDate | None
    continued_by: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Edition:
    """A document's place among the editions of its report; `superseded_reason` is LATER_EDITION, WHOLE_FILE or None."""

    report_key: str
    superseded_by: str | None
    order_unknown: bool
    superseded_reason: str | None = None


def editions(candidates: Sequence[Candidate]) -> Mapping[str, Edition]:
    """Groups documents into reports and orders each report's editions.

    Documents of one publisher are editions of one report where they share a canonical address or a report id, or, where
    neither of them has either, the market they are about. One edition supersedes another only where every day it may
    be of is after every day the other may be of, or where it holds the whole text of a file of which the other holds
    the beginning (unless the beginning is certainly of a later day). Of several that none supersedes, all stay current,
    with their order unknown.

    Args:
        candidates: documents in any order, each id once.

    Returns:
        Edition by document id.
    """
    candidates = sorted(candidates, key=lambda candidate: candidate.document_id)
    known = {candidate.document_id for candidate in candidates}
    reports = connected_components(candidates, lambda one: {*_keys(one), one.document_id, *(one.continued_by & known)})
    by_document: dict[str, Edition] = {}
    for members in reports:
        by_document.update(_ordered(members))
    return by_document


def canonical_url(url: str | None) -> str | None:
    """An address without what does not identify the page: scheme, "www.", fragment, tracking, trailing slash.

    Returns:
        host and path (and query, keys sorted), or None for no address and for a home page, which many reports share.
    """
    if not url or not url.strip():
        return None
    text = url.strip()
    try:
        parts = urlsplit(text if "://" in text else f"//{text}")
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return None
    query = sorted((key, value) for key, value in parse_qsl(parts.query) if not _is_tracking(key.casefold(), value))
    path = parts.path.rstrip("/")
    if "." not in host or not (path or query):
        return None
    return f"{host}{path}" + (f"?{urlencode(query)}" if query else "")


def _is_tracking(key: str, value: str) -> bool:
    """Whether a part of a query says how a reader came; a number is the name of a report, whatever its key."""
    return key.startswith(_TRACKING_FAMILY) or (key in _TRACKING and not value.isdecimal())


def _keys(candidate: Candidate) -> Iterable[tuple[str, ...]]:
    publisher = candidate.publisher_id
    if candidate.url:
        yield ("url", publisher or "", candidate.url)
    if publisher and candidate.report_id:
        yield ("report", publisher, candidate.report_id.casefold())
    if publisher and candidate.market_id and not candidate.url and not candidate.report_id:
        yield ("market", publisher, candidate.market_id)


def _ordered(members: Sequence[Candidate]) -> Mapping[str, Edition]:
    key = _report_key(members)
    later = {member.document_id: [other for other in members if _precedes(member, other)] for member in members}
    current = [member for member in members if not later[member.document_id]]
    return {
        member.document_id: _edition(member, key, later[member.document_id], n_current=len(current))
        for member in members
    }


def _edition(member: Candidate, report_key: str, later: Sequence[Candidate], *, n_current: int) -> Edition:
    """A member's place, given those that are certainly later: the whole of its file sets it aside before any other does."""
    if not later:
        return Edition(report_key, None, order_unknown=n_current > 1)
    wholes = [other for other in later if other.document_id in member.continued_by]
    by = min(wholes or later, key=_place)
    return Edition(
        report_key, by.document_id, order_unknown=False, superseded_reason=WHOLE_FILE if wholes else LATER_EDITION
    )


def _precedes(one: Candidate, other: Candidate) -> bool:
    """Whether `one` is certainly the earlier edition, or the beginning of `other`; dates that say the opposite hold."""
    return _is_dated_before(one, other) or (other.document_id in one.continued_by and not _is_dated_before(other, one))


def _is_dated_before(one: Candidate, other: Candidate) -> bool:
    """Whether `one` is certainly the earlier edition by its dates; of one and the same day, the date of the figures decides."""
    if one.dated is None or other.dated is None:
        return False
    if one.dated.last < other.dated.first:
        return True
    if one.dated.day is None or one.dated != other.dated or one.figures_dated is None or other.figures_dated is None:
        return False
    return one.figures_dated.last < other.figures_dated.first


def _place(member: Candidate) -> tuple[str, str, str]:
    """Order among later editions: the next one first."""
    dated = member.dated.first.isoformat() if member.dated else ""
    figures = member.figures_dated.first.isoformat() if member.figures_dated else ""
    return dated, figures, member.document_id


def _report_key(members: Sequence[Candidate]) -> str:
    """The same for every edition, whichever are there: the first address, else the first report id, else the market."""
    publisher = members[0].publisher_id or "unknown"
    for name, values in (
        ("url", [member.url for member in members]),
        ("report", [member.report_id for member in members if member.publisher_id]),
        ("market", [member.market_id for member in members if member.publisher_id]),
    ):
        known = sorted(value for value in values if value)
        if known:
            return f"{publisher}|{name}|{known[0]}"
    return f"{publisher}|document|{members[0].document_id}"
