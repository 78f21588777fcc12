"""Stages of the value chain ("upstream suppliers of A and B") as definitions of their own. Other definitions are read elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sources.extract.phrases.enumerations import bare, items_of
from sources.extract.text.search_text import Cue, SearchText
from sources.extract.text.sentences import Sentence
from sources.grammar.definitions import DefinitionWords
from sources.grammar.pattern_words import pattern_words
from sources.records import Definition

_WORDS = pattern_words("statements")

_HEAD = re.compile(rf"(?:\s[\w-]+){{1,2}}?\s{_WORDS['covering_verbs']}\s")
_STOP = re.compile(r"[.;]\s|[.;]$|\n")


def stages_of(search: SearchText, words: DefinitionWords, market: str | None) -> Iterator[Definition]:
    """Stages of the value chain, where a block names two at least.

    Args:
        search: the document's text.
        words: stages, and the words that follow them.
        market: the market whose chain it is.
    """
    text = search.text
    found: dict[tuple[int, str], tuple[Cue, Sentence]] = {}
    for stage, phrases in words.stages.items():
        for cue in search.cues(phrases):
            sentence = search.sentence_at(cue.start)
            if sentence and any(word in words.stage_words for word in re.findall(r"[^\W\d_]+", search.lower[cue.end : cue.end + 50])[:2]):  # fmt: skip
                found.setdefault((sentence.block, stage), (cue, sentence))
    per_block: dict[int, int] = {}
    for block, _ in found:
        per_block[block] = per_block.get(block, 0) + 1
    for (block, stage), (cue, sentence) in found.items():
        if per_block[block] < 2:
            continue
        later = [c.start for (b, s), (c, _) in found.items() if b == block and s != stage and c.start > cue.start]
        end = min([sentence.end, *later])
        stop = _STOP.search(text, cue.end, end)
        end = stop.start() if stop else end
        while end > cue.end and text[end - 1] in " ,.;":
            end -= 1
        head = _HEAD.match(text, cue.end, end)
        listed = items_of(text, head.end(), end, 1) if head else []
        names = tuple(name for a, b in listed if (name := bare(text, a, b)))
        yield Definition(cue.start, end, text[cue.start : end], "value_chain", stage, text[cue.end : end].strip(), names, (), market, "definition.stage")  # fmt: skip
