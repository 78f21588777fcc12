"""Predicted figures against labels, in four tiers: figure, timed, attributed, placed. No files, no extractor, no counting.

The tiers are those of the project's scorer: a tier holds where it and all before it hold. A prediction and a label
meet where their spans overlap; each label takes the prediction that reaches furthest. A figure that its text takes back or does not claim
is not asked for, and a prediction that claims it is wrong; a prediction that says so itself claims nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from enum import IntEnum
from typing import Protocol

from corpus.labels import Label
from sources.grammar.areas import area_named
from sources.metrics import named

CORE = frozenset(named(lambda metric: metric.core))
_AREAS = {
    "worldwide": "global", "world": "global", "us": "united states", "usa": "united states", "america": "united states",
    "uk": "united kingdom", "apac": "asia pacific", "asia": "asia", "mea": "middle east africa", "eu": "europe",
    "european union": "europe", "n america": "north america", "latam": "latin america", "none": "global", "": "global",
}  # fmt: skip
_NOT_NAMES = frozenset(
    "the segment segments market markets and of for sector category based by industry region type".split()
)
_NOT_MARKETS = frozenset("global worldwide size report outlook forecast analysis".split())
_NOT_HOUSES = frozenset("the inc ltd research group llc gmbh".split())
_CJK = re.compile("[一-鿿぀-ヿ]")
_IN_BRACKETS = re.compile(r"\(([^)]*)\)")


class Reading(Protocol):
    """What is judged of one figure that a reader read: a prediction, or a mention of the built-in reader."""

    @property
    def char_start(self) -> int: ...  # noqa: D102
    @property
    def char_end(self) -> int: ...  # noqa: D102
    @property
    def metric(self) -> str: ...  # noqa: D102
    @property
    def value(self) -> Decimal: ...  # noqa: D102
    @property
    def value_high(self) -> Decimal | None: ...  # noqa: D102
    @property
    def unit(self) -> str | None: ...  # noqa: D102
    @property
    def year(self) -> int | None: ...  # noqa: D102
    @property
    def period_start(self) -> int | None: ...  # noqa: D102
    @property
    def period_end(self) -> int | None: ...  # noqa: D102
    @property
    def status(self) -> str | None: ...  # noqa: D102
    @property
    def segment(self) -> str | None: ...  # noqa: D102
    @property
    def geography(self) -> str | None: ...  # noqa: D102
    @property
    def market(self) -> str | None: ...  # noqa: D102
    @property
    def assertion(self) -> str: ...  # noqa: D102


class Tier(IntEnum):
    """Tiers of a prediction, each including those before it."""

    none = 0
    figure = 1
    timed = 2
    attributed = 3
    placed = 4


def judge(labels: Sequence[Label], mentions: Sequence[Reading]) -> tuple[Tier, ...]:
    """The tier that each prediction reaches.

    Args:
        labels: of the text, in the order of the label file.
        mentions: the predictions or readings.

    Returns:
        One tier per mention, in their order; `Tier.none` where no label is met or its figure is another.
    """
    reached = [Tier.none] * len(mentions)
    for label, index in zip(labels, met(labels, mentions), strict=True):
        if index is not None:
            reached[index] = tier_of(label, mentions[index])
    return tuple(reached)


def met(labels: Sequence[Label], mentions: Sequence[Reading]) -> tuple[int | None, ...]:
    """For each label the index of the mention whose figure is right about it; no mention twice, and none for what is not asserted."""
    used = {i for i, m in enumerate(mentions) if m.assertion != "asserted"}
    found: list[int | None] = []
    for label in labels:
        if label.assertion:
            found.append(None)
            continue
        near = [
            i
            for i, m in enumerate(mentions)
            if i not in used and m.char_start < label.char_end and m.char_end > label.char_start
        ]
        best = max(near, key=lambda i: tier_of(label, mentions[i]), default=None)
        hit = best if best is not None and tier_of(label, mentions[best]) > Tier.none else None
        found.append(hit)
        used |= {hit} if hit is not None else set()
    return tuple(found)


def tier_of(label: Label, mention: Reading) -> Tier:
    """The tier that one prediction reaches with one label."""
    tier = Tier.none
    for holds in (_figure_holds, _time_holds, _attribution_holds, _market_holds):
        if not holds(label, mention):
            return tier
        tier = Tier(tier + 1)
    return tier


def _figure_holds(label: Label, m: Reading) -> bool:
    high = None if m.value_high is None else float(m.value_high)
    return (
        m.metric in label.metrics
        and _close(label.value, float(m.value))
        and _close(label.value_high, high)
        and _unit_holds(label, re.sub(r"^([A-Z]{3})\b.*", r"\1", m.unit or ""))
    )


def _unit_holds(label: Label, unit: str) -> bool:
    metric = label.metrics[0]
    if metric in ("volume", "price", "impact_on_cagr"):
        return not re.fullmatch(r"[A-Z]{3}", label.unit) or label.unit == unit
    return metric == "other_numeric" or label.unit.lower() == unit.lower()


def _time_holds(label: Label, m: Reading) -> bool:
    metric = label.metrics[0]
    if metric in ("other_numeric", "impact_on_cagr") or m.metric != metric:
        return True  # of an accepted other reading only the figure is judged
    times = ((label.years, m.year), (label.period_starts, m.period_start), (label.period_ends, m.period_end))
    if any(accepted and read not in accepted for accepted, read in times):
        return False
    return metric in ("margin", "price", "volume") or not label.statuses or m.status in label.statuses


def _attribution_holds(label: Label, m: Reading) -> bool:
    if label.metrics[0] == "other_numeric":
        return True
    return area_key(m.geography) in map(area_key, label.areas) and any(same_name(s, m.segment) for s in label.segments)


def _market_holds(label: Label, m: Reading) -> bool:
    if label.metrics[0] in ("other_numeric", "impact_on_cagr"):
        return True
    return any(same_market(name, m.market) for name in label.markets)


def _close(a: float | None, b: float | None) -> bool:
    if a is None or b is None:
        return a is None and b is None
    return abs(a - b) <= 1e-6 * max(1.0, abs(a), abs(b))


def _words(name: str | None) -> str:
    text = re.sub(r"[.’']", "", (name or "").lower())
    return re.sub(r"[^0-9a-z一-鿿぀-ヿäöüßéñ]+", " ", text).strip()


def area_key(name: str | None) -> str:
    """One spelling for the names of an area, in any language that is read; "global" where none is named."""
    known = area_named(name or "")
    words = _words(known.name if known else name).replace(" and ", " ")
    return _AREAS.get(words, words)


def _alike(x: set[str], y: set[str]) -> bool:
    return ((x <= y or y <= x) and len(x ^ y) <= 2) or len(x & y) / len(x | y) >= 0.5


def same_name(a: str | None, b: str | None) -> bool:
    """Whether two names of a part are accepted as the same; no name equals only no name."""
    x, y = ({w.rstrip("s") for w in _words(name).split() if w not in _NOT_NAMES} for name in (a, b))
    return x == y if not x or not y else _alike(x, y)


def is_named(said: str | None, accepted: Sequence[str | None]) -> bool:
    """Whether a house or person is one of the accepted: all words of the one are among those of the other; without a name, whether None is accepted."""
    if not said:
        return None in accepted
    words = _house(said)
    return any(bool(words) and bool(other) and (words <= other or other <= words) for other in map(_house, accepted))


def _house(name: str | None) -> set[str]:
    return set(re.sub(r"[\W_]+", " ", (name or "").lower()).split()) - _NOT_HOUSES


def same_market(label: str | None, read: str | None) -> bool:
    """Shared words, or an acronym of the other; names in other scripts are not judged."""
    if not label or _CJK.search(f"{label}{read}"):
        return True
    x, y = (
        {w.rstrip("s") for w in _bare(name).split() if w not in _NOT_NAMES | _NOT_MARKETS} for name in (label, read)
    )
    if not x or not y:
        return False
    inside = {_words(found) for found in _IN_BRACKETS.findall(f"{label} {read}")}
    return _alike(x, y) or _words(read) in inside | {_initials(label)} or _words(label) in inside | {_initials(read)}


def _bare(name: str | None) -> str:
    return _words(_IN_BRACKETS.sub(" ", name or ""))


def _initials(name: str | None) -> str:
    return "".join(w[0] for w in _bare(name).split() if w not in _NOT_MARKETS | {"market", "markets", "the"})
