"""Scores of whole pages by kind: four tiers, the page's publisher, the speaker, and precision by confidence. No files.

Counts are those of `score/pages.py` in ../shared: a label that a reading meets is counted by the metric that is read. So it differs by a few
figures from what `scoring` counts as labelled. Areas are compared as `judge` does, in any language; that scorer compares their words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus.judge import CORE, Tier, is_named, met, tier_of
from corpus.labels import Label, LabelledText
from corpus.predictions import Prediction
from corpus.scoring import TIERS, Score, f1, is_claimed

PUBLISHER = ("right", "none", "wrong")
_BARS = (0.95, 0.9, 0.8, 0.7, 0.5)


@dataclass(frozen=True, slots=True)
class PageScore:
    """One page.

    Attributes:
        kind: letter of its kind.
        tiers: counts of core figures at each tier.
        publisher: right, none or wrong.
        speakers: labelled speakers of figures that are read right: those that are right, and all.
        ranked: for each core figure that is read its confidence, and whether it is right at the tier `attributed`.
    """

    kind: str
    tiers: tuple[Score, ...]
    publisher: str
    speakers: tuple[int, int]
    ranked: tuple[tuple[float, bool], ...]


def page_score(text: LabelledText, kind: str, predictions: Sequence[Prediction]) -> PageScore:
    """What a reader got right of one page."""
    hits = [
        (label, at) for label, at in zip(text.labels, met(text.labels, predictions), strict=True) if not label.assertion
    ]
    core = [(label, at) for label, at in hits if (label.metrics[0] if at is None else predictions[at].metric) in CORE]
    reached = {at: tier_of(label, predictions[at]) for label, at in core if at is not None}
    read = [at for at, one in enumerate(predictions) if is_claimed(one)]
    spoken = [_is_speaker(label, predictions[at]) for label, at in core if at is not None and any(label.speakers)]
    return PageScore(
        kind,
        tuple(Score(sum(tier >= t for tier in reached.values()), len(read), len(core)) for t in TIERS),
        _publisher(text, predictions),
        (sum(spoken), len(spoken)),
        tuple((predictions[at].confidence or 0, reached.get(at, Tier.none) >= Tier.attributed) for at in read),
    )


def page_table(found: Iterable[PageScore]) -> str:
    """A line for each kind and one for all, and the precision at and above some confidences."""
    pages = list(found)
    head = "kind pages labelled  read  figure  timed attributed placed   publisher right/none/wrong   speaker right of"
    kinds = sorted({page.kind for page in pages})
    lines = [head, *(_line(kind, [page for page in pages if page.kind == kind]) for kind in kinds), _line("all", pages)]
    return "\n".join([*lines, _by_confidence([one for page in pages for one in page.ranked])])


def _line(kind: str, pages: Sequence[PageScore]) -> str:
    figure, timed, attributed, placed = ([page.tiers[at] for page in pages] for at in range(len(TIERS)))
    labelled, read = (sum(getattr(score, name) for score in figure) for name in ("labelled", "read"))
    publishers = Counter(page.publisher for page in pages)
    right, n = (sum(page.speakers[at] for page in pages) for at in (0, 1))
    return (
        f"{kind:4} {len(pages):5} {labelled:8} {read:5}   {f1(figure):.3f}  {f1(timed):.3f}      {f1(attributed):.3f}  {f1(placed):.3f}"
        f"   {'/'.join(str(publishers[name]) for name in PUBLISHER)}   {right} of {n}"
    )


def _by_confidence(ranked: Sequence[tuple[float, bool]]) -> str:
    n_right = sum(is_right for _, is_right in ranked) or 1
    told = []
    for bar in _BARS:
        if above := [is_right for confidence, is_right in ranked if confidence >= bar]:
            right = sum(above)
            told.append(f">= {bar}: {right / len(above):.3f} of {len(above)}, {right / n_right:.2f} of the right ones")
    return "precision by confidence: " + ("; ".join(told) or "none is given")


def _is_speaker(label: Label, hit: Prediction) -> bool:
    """A reader that names no speaker lets the page's publisher speak."""
    return is_named(hit.speaker or hit.publisher, label.speakers) or (not hit.speaker and None in label.speakers)


def _publisher(text: LabelledText, predictions: Sequence[Prediction]) -> str:
    """The name that most of its figures give; none is right where the page names none."""
    named = Counter(one.publisher for one in predictions)
    top = named.most_common(1)[0][0] if named else None
    if is_named(top, text.publishers or (None,)):
        return "right"
    return "wrong" if top else "none"
