"""Copy detection: clusters of documents that are not independent, by their text, figures, quotations or publisher's group.

Belongs here: ties between documents and their clusters. `warehouse/estimate` counts the independent publishers behind an
estimate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from math import ceil
from typing import Any, TypeAlias

from sources.metrics import facts_of
from warehouse.policy import Independence
from warehouse.resolve.documents.blocking import linked_pairs
from warehouse.resolve.documents.text_signatures import Shingles, bands, estimated_jaccard, shingles
from warehouse.values.connected_components import connected_components

Figure: TypeAlias = tuple[str, str, Decimal, Decimal | None, int]

NEAR_DUPLICATE = "near_duplicate_text"
EQUAL_FIGURES = "equal_figures"
SAME_GROUP = "publisher_group"
QUOTED_SOURCE = "quoted_source"
_STRENGTH = (NEAR_DUPLICATE, EQUAL_FIGURES, QUOTED_SOURCE, SAME_GROUP)

# Four standard errors of the estimate at 0.8: 4 x sqrt(0.8 x 0.2 / 128) = 0.14. What is closer is counted exactly.
_ESTIMATE_MARGIN = 0.15
_TEXTS_AT_HAND = 256  # shingled texts kept while copies of them are compared


@dataclass(frozen=True, slots=True)
class DocumentTraits:
    """What shows whether a document is independent of others.

    Attributes:
        document_id: the document.
        publisher_id: its publisher; None counts as another publisher than any.
        publisher_group: its publisher's group.
        market_id: the market it is about.
        figures: core figures that it states on its own behalf; quoted ones are their publisher's.
        quotes: publishers whose core figures it passes on.
    """

    document_id: str
    publisher_id: str | None
    publisher_group: str | None
    market_id: str | None
    figures: frozenset[Figure]
    quotes: frozenset[str] = field(default=frozenset())


@dataclass(frozen=True, slots=True)
class Cluster:
    """A document's cluster: the smallest document_id in it; and the document's strongest tie, None where alone."""

    cluster_id: str
    reason: str | None


def clusters(
    documents: Iterable[DocumentTraits],
    text_of: Callable[[str], str],
    policy: Independence,
    signatures: Mapping[str, str | None],
) -> Mapping[str, Cluster]:
    """Clusters documents that are not independent.

    Ties: near-duplicate text (MinHash finds, exact Jaccard of word shingles decides); equal figures of different
    publishers; a document without a figure of its own that passes on those of one publisher, on the same market; the
    same publisher group on the same market. Ties chain.

    Args:
        documents: in any order, each id once.
        text_of: canonical text by document_id.
        policy: thresholds.
        signatures: by document_id, of its text.

    Returns:
        Cluster by document id.
    """
    records = sorted(documents, key=lambda traits: traits.document_id)
    ties = [(one, other, NEAR_DUPLICATE) for one, other in _near_duplicates(records, text_of, policy, signatures)]
    ties += [(one, other, EQUAL_FIGURES) for one, other in _equal_figures(records, policy)]
    ties += [(one, other, QUOTED_SOURCE) for one, other in _quoted(records)]
    ties += [(one, other, SAME_GROUP) for one, other in _same_group(records)]
    ties_of: dict[str, set[tuple[str, str, str]]] = {traits.document_id: set() for traits in records}
    for tie in ties:
        ties_of[tie[0]].add(tie)
        ties_of[tie[1]].add(tie)
    return {
        document_id: Cluster(
            cluster[0], min((reason for *_, reason in ties_of[document_id]), key=_STRENGTH.index, default=None)
        )
        for cluster in connected_components(list(ties_of), ties_of.__getitem__)
        for document_id in cluster
    }


def figure(
    metric: str, unit: str | None, value: Decimal, value_high: Decimal | None, year: int | None
) -> Figure | None:
    """A claim as a figure that two documents may share; None where its metric is not estimated or it has no year.

    Figures of estimated metrics are a vendor's own work; company figures are common knowledge too often.

    Values are in base units, so "US$ 21,660 million" equals "USD 21.66 billion": all printed digits agree.
    """
    if not facts_of(metric).estimated or year is None:
        return None
    return metric, unit or "", value.normalize(), value_high.normalize() if value_high is not None else None, year


def _near_duplicates(
    records: Sequence[DocumentTraits],
    text_of: Callable[[str], str],
    policy: Independence,
    signatures: Mapping[str, str | None],
) -> Iterable[tuple[str, str]]:
    signed = {
        traits.document_id: of_text for traits in records if (of_text := signatures[traits.document_id]) is not None
    }
    counts = Counter(band for of_text in signed.values() for band in bands(of_text))
    blocks = {
        document_id: [band for band in bands(of_text) if counts[band] > 1] for document_id, of_text in signed.items()
    }
    least = float(policy.near_duplicate_jaccard) - _ESTIMATE_MARGIN

    @lru_cache(maxsize=_TEXTS_AT_HAND)
    def read(document_id: str) -> Shingles:
        return shingles(text_of(document_id), policy.shingle_words)

    def are_tied(one: str, other: str) -> bool:
        if estimated_jaccard(signed[one], signed[other]) < least:
            return False
        left, right = read(one), read(other)
        return len(left & right) >= policy.near_duplicate_jaccard * len(left | right)

    yield from linked_pairs(blocks, are_tied)


def _equal_figures(records: Sequence[DocumentTraits], policy: Independence) -> Iterable[tuple[str, str]]:
    """Publishers that print so many figures alike that one has them from the other.

    Two sets of a and b figures, a <= b, are tied where they share at least k = max(least, share x a) figures. Then the
    a - k + 1 rarest of the smaller set hold a shared one (pigeonhole), so that only these are looked up: the figures
    that everybody prints bring nobody together.
    """
    by_id = {traits.document_id: traits for traits in records if len(traits.figures) >= policy.equal_figures_at_least}
    counts = Counter(stated for traits in by_id.values() for stated in traits.figures)

    def rarest(traits: DocumentTraits) -> list[Figure]:
        size = len(traits.figures)
        needed = max(policy.equal_figures_at_least, ceil(policy.equal_figures_share * size))
        ordered = sorted(traits.figures, key=lambda stated: (counts[stated], _sortable(stated)))
        return ordered[: size - needed + 1]

    asking: dict[str, frozenset[Figure]] = {
        document_id: frozenset(rarest(traits)) for document_id, traits in by_id.items()
    }
    looked_up = {stated for prefix in asking.values() for stated in prefix if counts[stated] > 1}
    blocks = {
        document_id: [stated for stated in sorted(traits.figures, key=_sortable) if stated in looked_up]
        for document_id, traits in by_id.items()
    }

    def are_tied(one: str, other: str) -> bool:
        left, right = by_id[one], by_id[other]
        if left.publisher_id is not None and left.publisher_id == right.publisher_id:
            return False
        count, smaller = len(left.figures & right.figures), min(len(left.figures), len(right.figures))
        return count >= policy.equal_figures_at_least and count >= policy.equal_figures_share * smaller

    yield from linked_pairs(blocks, are_tied, asking)


def _sortable(stated: Figure) -> tuple[Any, ...]:
    metric, unit, value, high, year = stated
    return metric, unit, value, high is not None, high or 0, year


def _quoted(records: Sequence[DocumentTraits]) -> Iterable[tuple[str, str]]:
    """Documents that only pass on what one publisher says, with a document of that publisher.

    A round-up of several houses ties nothing: it would make one cluster of all that it quotes.
    """
    of_publisher: dict[tuple[str, str], str] = {}
    for traits in records:
        if traits.publisher_id is not None and traits.market_id is not None:
            of_publisher.setdefault((traits.publisher_id, traits.market_id), traits.document_id)
    for traits in records:
        if not traits.figures and len(traits.quotes) == 1 and traits.market_id is not None:
            source = of_publisher.get((next(iter(traits.quotes)), traits.market_id))
            if source is not None and source != traits.document_id:
                yield source, traits.document_id


def _same_group(records: Sequence[DocumentTraits]) -> Iterable[tuple[str, str]]:
    """Ties hold within one market: a group's reports on other markets would tie everything its partners write."""
    first: dict[tuple[str, str], str] = {}
    for traits in records:
        if traits.publisher_group is not None and traits.market_id is not None:
            known = first.setdefault((traits.publisher_group, traits.market_id), traits.document_id)
            if known != traits.document_id:
                yield known, traits.document_id
