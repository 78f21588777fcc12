"""Scores of the exported model on labelled texts, as the program reads them, by group: the four tiers of the corpus judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from corpus.judge import CORE, judge
from corpus.labels import Label, LabelledText
from learning.facts import page_facts
from sources.extract.model.reader import BuiltInModel
from sources.extract.resolve.mention import mention_of
from sources.extract.scan.scan import scan
from sources.records import Mention

_ALL = "all"


def mentions_of(model: BuiltInModel, text: LabelledText) -> list[Mention]:
    """What the model reads of a text, in offsets of its canonical text."""
    scanned = scan(text.document)
    facts = page_facts(scanned)
    out = []
    for answer in model.answer(scanned, facts.lines):
        read = mention_of(scanned, facts.page, answer)
        if isinstance(read, Mention):
            shown = scanned.shown
            start, end = shown.in_source(read.char_start, read.char_end) if shown else (read.char_start, read.char_end)
            out.append(replace(read, char_start=start, char_end=end))
    return out


def table(texts: Sequence[tuple[LabelledText, Sequence[Mention]]], group: Callable[[LabelledText], str]) -> str:
    """F1 by group and tier: core figures that the text asserts. A reading of a figure that it does not assert is wrong."""
    counts: dict[str, list[int]] = {}
    for text, found in texts:
        for key in (group(text), _ALL):
            mine = counts.setdefault(key, [0] * 6)
            for at, n in enumerate(_counted(text.labels, found)):
                mine[at] += n
    rows = ["group      labelled  read  figure timed attributed placed"]
    for key in sorted(counts, key=lambda key: (key == _ALL, key)):
        labelled, read, *right = counts[key]
        f1 = "  ".join(f"{2 * n / max(1, labelled + read):.3f}" for n in right)
        rows.append(f"{key:10} {labelled:8} {read:5}   {f1}")
    return "\n".join(rows)


def _counted(labels: Sequence[Label], found: Sequence[Mention]) -> list[int]:
    asked = [one for one in labels if not one.assertion]
    said = [m for m in found if m.assertion == "asserted"]
    tiers = [tier for m, tier in zip(said, judge(asked, said), strict=True) if m.metric in CORE]
    labelled = sum(one.metrics[0] in CORE for one in asked)
    return [labelled, len(tiers), *(sum(tier > t for tier in tiers) for t in range(4))]
