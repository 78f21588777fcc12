"""Where the rules and the model differ about a market's figure: both readings in words, and which of them counts. For the review queue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from sources.extract.join.both import BothReadings
from sources.extract.join.differences import in_words
from sources.extract.join.joined import Joined
from sources.extract.join.pairs import Pair, Span
from sources.metrics import facts_of
from sources.records import Mention, ReadingAttribute, ReadingChoice, Rejection

RULE = "joined"
# Whether a figure is a forecast, who says it, whether it is claimed, its sign: no estimate moves by these alone.
_MOVING = frozenset(get_args(ReadingAttribute)) - {"status"}


def choices_of(read: BothReadings, joined: Joined) -> tuple[ReadingChoice, ...]:
    """The differences on the figures of a market that are claimed, in order of the text; `first` is the rules' reading."""
    kept = {(m.char_start, m.char_end) for m in joined.mentions if facts_of(m.metric).core}
    return tuple(
        choice for pair in read.pairs for span in _spans(pair) & kept for choice in _of_figure(pair, span, joined)
    )


def _spans(pair: Pair) -> set[Span]:
    """Those of the rules and of the model may differ; a figure is read at one of them."""
    return {(m.char_start, m.char_end) for m in (pair.rules, pair.model) if isinstance(m, Mention)}


def _of_figure(pair: Pair, span: Span, joined: Joined) -> Iterator[ReadingChoice]:
    rules, model = pair.rules, pair.model
    for name, chance in joined.odds.get(span, {}).items():
        is_whole = rules is None or isinstance(model, Rejection)
        attribute: ReadingAttribute = "figure" if is_whole else name  # type: ignore[assignment]
        if attribute not in _MOVING:
            continue
        yield ReadingChoice(
            *span,
            rules.surface if rules else model.surface,
            attribute,
            in_words(attribute, rules),
            in_words(attribute, model),
            "second" if name in joined.taken(span) else "first",
            round(chance, 2),
            RULE,
        )
