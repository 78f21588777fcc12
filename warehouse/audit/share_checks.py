"""Stated shares against the same document's sizes of part and whole.

Belongs here: what a share should be, and conflicts of rule share_mismatch. Sums of parts are in `part_sums.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.audit.document_figures import DocumentFigure
from warehouse.values.arithmetic import share_pct
from warehouse.values.conflict_records import Conflict, Party, Severity, in_order
from warehouse.values.rounding_bands import Band
from warehouse.values.wording import plain


@dataclass(frozen=True, slots=True)
class Share:
    """A stated share beside the document's own sizes of part and whole."""

    share: DocumentFigure
    part: DocumentFigure
    whole: DocumentFigure
    computed: Decimal
    band: Band

    @property
    def is_mismatch(self) -> bool:
        """Beyond rounding and one unit of the last digit."""
        is_near = abs(self.computed - self.share.value) <= (self.share.band.width or 0)
        return not self.share.band.meets(self.band) and not is_near


def shares_of_sizes(figures: Iterable[DocumentFigure]) -> Iterator[Share]:
    """Stated shares of which the same document states part and whole as sizes.

    Args:
        figures: own figures.

    Yields:
        One per share; a segment within an area is left out, for the text may mean either whole.
    """
    usable = [row for row in figures if row.subject is None and not row.band.is_one_sided]
    sizes: dict[tuple[object, ...], dict[tuple[str | None, str | None], DocumentFigure]] = {}  # by place, then by basis
    for row in usable:
        if row.place.metric == "market_size":
            source = (row.document_id, row.publisher_id, row.place.market_id, row.place.year)
            of_basis = sizes.setdefault((*source, row.place.segment_key, row.place.ref_area), {})
            of_basis[row.place.value_basis, row.place.price_basis] = row
    for share in usable:
        place = share.place
        of_segment, of_area = place.segment_key is not None, place.ref_area != WORLD
        if place.metric != "share" or of_segment == of_area:
            continue
        source = (share.document_id, share.publisher_id, place.market_id, place.year)
        parts, wholes = (
            sizes.get((*source, place.segment_key, place.ref_area), {}),
            sizes.get((*source, None, WORLD), {}),
        )
        both = [basis for basis in parts if basis in wholes]
        if len(both) != 1:
            continue  # of two bases the text does not say which one the share divides
        part, whole = parts[both[0]], wholes[both[0]]
        band = _share_band(part.band, whole.band)
        if band is not None:
            yield Share(share, part, whole, share_pct(part.value, whole.value), band)


def share_mismatches(figures: Iterable[DocumentFigure]) -> Iterator[Conflict]:
    """Stated shares against the document's own sizes of part and whole, beyond rounding and one unit of the last digit.

    Args:
        figures: own figures.

    Yields:
        share_mismatch, likely: share and sizes may count differently.
    """
    for stated in shares_of_sizes(figures):
        if stated.is_mismatch:
            yield _share_conflict(stated.share, stated.part, stated.whole, stated.computed)


def _share_band(part: Band, whole: Band) -> Band | None:
    if part.low is None or part.high is None or not whole.low or whole.low < 0 or not whole.high:
        return None
    return Band(share_pct(part.low, whole.high), share_pct(part.high, whole.low))


def _share_conflict(share: DocumentFigure, part: DocumentFigure, whole: DocumentFigure, computed: Decimal) -> Conflict:
    derived = Party(
        computed, (share.publisher,), tuple(sorted({*part.claim_ids, *whole.claim_ids})), f"{plain(computed)} %"
    )
    a, b = in_order(share.party, derived)
    severity: Severity = "low" if abs(computed - share.value) < 1 else "medium"
    words = (
        f"{share.publisher} states a share of {share.party.words} for {share.label} in {share.place.year}; its own "
        f"sizes {part.party.words} of {whole.party.words} give {plain(computed)} %"
    )
    return Conflict("own_arithmetic", "share_mismatch", "conflict_likely", severity, share.place, a, b, words)
