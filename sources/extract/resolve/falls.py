"""The words by which an answer says that a measure falls: they must say so, and belong to the figure."""

from __future__ import annotations

import re
from functools import cache

from sources.extract.answer import Pointer
from sources.extract.resolve.refused import Refused
from sources.extract.scan.scan import Scan
from sources.grammar.language import Grammar

_FALLS = ("fall_verbs", "fall_nouns", "falls", "fall_behind", "fall_tails", "decline_words")
_RISES = ("rise_verbs", "rise_nouns", "growth_behind")
_ENGLISH_FALLS = ("down", "lower", "less", "fewer", "cheaper", "minus", "lost", "off")
_ENGLISH_RISES = ("up", "grew", "rose", "grow", "grows", "growth", "rise", "rises", "increase", "increased", "gain", "gained",
                  "climbed", "jumped", "expanded", "added", "more", "higher")  # fmt: skip


def check_fall(scan: Scan, at: int, pointer: Pointer) -> None:
    """Holds words to a figure.

    Args:
        scan: the document.
        at: index of the figure.
        pointer: the words.

    Raises:
        Refused: `no_fall_in_quote` where they stand outside the figure's sentence, or our lexicon does not know them as a fall;
            `rise_is_nearer` where a word of a rise is nearer to the figure.
    """
    figure, home, text, grammar = scan.figures[at], scan.homes[at], scan.parsed.text, scan.grammar
    words = text[pointer.start : pointer.end]
    around = " ".join(scan.around(at)) if grammar.is_cjk else scan.stating_words(at)
    if " ".join(words.split()).casefold() not in around.casefold() or not _says_fall(words, around, grammar):
        raise Refused("no_fall_in_quote")

    def distance(start: int, end: int) -> int:
        return max(figure.start - end, start - figure.end)

    rises = [
        distance(*rise.span()) for rise in _any(grammar, _RISES, _ENGLISH_RISES).finditer(text, home.start, home.end)
    ]
    if rises and min(rises) < distance(pointer.start, pointer.end):
        raise Refused("rise_is_nearer")


def _says_fall(words: str, around: str, grammar: Grammar) -> bool:
    """Alone, or with the other half of a split verb in the rest of the sentence: "bricht nochmals um 5 % ein"."""
    if _any(grammar, _FALLS, _ENGLISH_FALLS).search(words):
        return True
    tails = set(grammar.phrases("fall_tails"))
    halves = [verb.split() for verb in grammar.phrases("split_verbs")]
    said, rest = words.casefold().split(), set(re.findall(r"[^\W\d_]+", around.casefold()))
    return any(len(h) == 2 and h[1] in tails and h[0].casefold() in said and h[1] in rest for h in halves)


@cache
def _any(grammar: Grammar, lists: tuple[str, ...], others: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(grammar.source(*lists, also=others), re.IGNORECASE)
