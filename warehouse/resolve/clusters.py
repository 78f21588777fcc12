"""Independence of documents: which are one voice, because of their text, their figures or their publisher's group.

Belongs here: ties between documents and their clusters. How many voices stand behind an estimate is counted in
`reconcile`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from typing import TypeAlias

from warehouse.policy import Independence
from warehouse.resolve.unions import Unions

Figure: TypeAlias = tuple[str, str, Decimal, Decimal | None, int]
Shingles: TypeAlias = frozenset[tuple[str, ...]]

NEAR_DUPLICATE = "near_duplicate_text"
EQUAL_FIGURES = "equal_figures"
SAME_GROUP = "publisher_group"
_STRENGTH = (NEAR_DUPLICATE, EQUAL_FIGURES, SAME_GROUP)
# Metrics whose values are a vendor's own work; counts and company figures are common knowledge too often.
CORE_METRICS = frozenset({"market_size", "cagr", "share", "growth_rate", "volume", "price", "margin"})

# Scripts without blanks between words: each letter is a word.
_WORD = re.compile(r"[぀-ヿ㐀-鿿가-힣]|(?:(?![぀-ヿ㐀-鿿가-힣])\w)+")
_PERMUTATIONS = 128
_SEED = 20261120
# 32 bands of 4: a pair of Jaccard 0.8 meets in some band with probability 1 - (1 - 0.8^4)^32 = 1 - 5e-8, one of 0.6
# with 0.99.
_BAND_ROWS = 4
# Four standard errors of the estimate at 0.8: 4 x sqrt(0.8 x 0.2 / 128) = 0.14. What lies closer is counted exactly.
_ESTIMATE_MARGIN = 0.15


@dataclass(frozen=True, slots=True)
class Voice:
    """What tells whether a document speaks for itself.

    Attributes:
        document_id: the document.
        publisher_id: its publisher; None counts as another publisher than any.
        publisher_group: its publisher's group.
        market_id: the market it is about.
        figures: core figures that it states on its own behalf; quoted ones belong to their publisher's voice.
    """

    document_id: str
    publisher_id: str | None
    publisher_group: str | None
    market_id: str | None
    figures: frozenset[Figure]


@dataclass(frozen=True, slots=True)
class Cluster:
    """A document's cluster: the smallest document_id in it; and the document's strongest tie, None where alone."""

    cluster_id: str
    reason: str | None


def clusters(documents: Iterable[Voice], text_of: Callable[[str], str], policy: Independence) -> Mapping[str, Cluster]:
    """Clusters documents that are not independent.

    Ties: near-duplicate text (MinHash finds, exact Jaccard of word shingles decides); equal figures of different
    publishers; the same publisher group on the same market. Ties chain.

    Args:
        documents: in any order, each id once.
        text_of: canonical text by document_id.
        policy: thresholds.

    Returns:
        Cluster by document id.
    """
    voices = sorted(documents, key=lambda voice: voice.document_id)
    ties = [(one, other, NEAR_DUPLICATE) for one, other in _near_duplicates(voices, text_of, policy)]
    ties += [(one, other, EQUAL_FIGURES) for one, other in _equal_figures(voices, policy)]
    ties += [(one, other, SAME_GROUP) for one, other in _same_group(voices)]
    unions = Unions(voice.document_id for voice in voices)
    reasons: dict[str, set[str]] = {}
    for one, other, reason in ties:
        unions.join(one, other)
        reasons.setdefault(one, set()).add(reason)
        reasons.setdefault(other, set()).add(reason)
    return {
        voice.document_id: Cluster(
            unions.root(voice.document_id),
            min(reasons.get(voice.document_id, ()), key=_STRENGTH.index, default=None),
        )
        for voice in voices
    }


def figure(
    metric: str, unit: str | None, value: Decimal, value_high: Decimal | None, year: int | None
) -> Figure | None:
    """A claim as a figure that two documents may share; None where its metric is not core or it has no year.

    Values are in base units, so "US$ 21,660 million" equals "USD 21.66 billion": all printed digits agree.
    """
    if metric not in CORE_METRICS or year is None:
        return None
    return metric, unit or "", value.normalize(), value_high.normalize() if value_high is not None else None, year


def shingles(text: str, size: int) -> Shingles:
    """Runs of `size` casefolded words; the whole text where it is shorter, nothing where it has no word."""
    words = _WORD.findall(text.casefold())
    if not words:
        return frozenset()
    return frozenset(tuple(words[at : at + size]) for at in range(max(1, len(words) - size + 1)))


def _near_duplicates(
    voices: Sequence[Voice], text_of: Callable[[str], str], policy: Independence
) -> Iterable[tuple[str, str]]:
    from rensa import RMinHash  # lazily: a compiled library

    hashes: dict[str, RMinHash] = {}
    blocks: dict[tuple[int, tuple[int, ...]], list[str]] = {}
    for voice in voices:
        found = shingles(text_of(voice.document_id), policy.shingle_words)
        if not found:
            continue
        minhash = RMinHash(num_perm=_PERMUTATIONS, seed=_SEED)
        minhash.update([" ".join(shingle) for shingle in found])
        hashes[voice.document_id] = minhash
        digest = minhash.digest()
        for start in range(0, _PERMUTATIONS, _BAND_ROWS):
            blocks.setdefault((start, tuple(digest[start : start + _BAND_ROWS])), []).append(voice.document_id)
    candidates = sorted({pair for members in blocks.values() for pair in combinations(members, 2)})
    least = float(policy.near_duplicate_jaccard) - _ESTIMATE_MARGIN
    known = Unions(hashes)
    for one, other in candidates:
        # A pair that others tie already adds nothing: a text reprinted a thousand times is compared a thousand times.
        if known.root(one) == known.root(other) or hashes[one].jaccard(hashes[other]) < least:
            continue
        left, right = (shingles(text_of(document_id), policy.shingle_words) for document_id in (one, other))
        if len(left & right) >= policy.near_duplicate_jaccard * len(left | right):
            known.join(one, other)
            yield one, other


def _equal_figures(voices: Sequence[Voice], policy: Independence) -> Iterable[tuple[str, str]]:
    holders: dict[Figure, list[int]] = {}
    for index, voice in enumerate(voices):
        for stated in voice.figures:
            holders.setdefault(stated, []).append(index)
    shared: dict[tuple[int, int], int] = {}
    for members in holders.values():
        for pair in combinations(members, 2):
            shared[pair] = shared.get(pair, 0) + 1
    for (left, right), count in sorted(shared.items()):
        one, other = voices[left], voices[right]
        if one.publisher_id is not None and one.publisher_id == other.publisher_id:
            continue
        smaller = min(len(one.figures), len(other.figures))
        if count >= policy.equal_figures_at_least and count >= policy.equal_figures_share * smaller:
            yield one.document_id, other.document_id


def _same_group(voices: Sequence[Voice]) -> Iterable[tuple[str, str]]:
    """Ties hold within one market: a group's reports on other markets would tie everything its partners write."""
    first: dict[tuple[str, str], str] = {}
    for voice in voices:
        if voice.publisher_group is not None and voice.market_id is not None:
            known = first.setdefault((voice.publisher_group, voice.market_id), voice.document_id)
            if known != voice.document_id:
                yield known, voice.document_id
