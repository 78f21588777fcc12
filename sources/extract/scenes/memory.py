"""What carries over from one sentence of a document to the next. What a sentence itself holds is a `Scene`."""

from __future__ import annotations

from dataclasses import dataclass, field

from sources.extract.parts.named_subjects import Subject
from sources.grammar.areas import Area
from sources.records import Metric


@dataclass(slots=True)
class Memory:
    """What carries over from one sentence of a document to the next."""

    block: int = -1
    subject: Subject | None = None  # the subject of the sentence before
    sized: bool = False  # the sentence before spoke of a market's size
    metric: Metric | None = None  # metric of its last figure
    headed: bool = False  # a heading of this document has named a segment, with "this segment" under it
    speaker: str | None = None  # the research house that this paragraph quoted last
    area_at: tuple[int, bool] = (-1, False)  # the sentence that named it, and whether it named no other
    area: Area | None = None  # the area that this block spoke of last, in scripts without blanks
    credits: tuple[int, list[tuple[int, str]]] | None = None  # the sentence's start and its credits: offset and name
    parts: set[str] = field(default_factory=set)  # unlisted phrases that have carried a share or a growth rate

    has_parts: bool = False  # a figure has been said of a part or an area already
    whole: set[frozenset[str]] = field(default_factory=set)  # words of further names of the document's market

    def enter(self, block: int, *, keeps_metric: bool) -> None:
        """Forget what does not reach across blocks; items of one list keep its metric."""
        if block != self.block:
            self.block, self.subject, self.speaker, self.area = block, None, None, None
            self.metric = self.metric if keeps_metric else None
