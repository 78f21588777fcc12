"""The same paragraphs in another order. Pure: which reports are read, and in which order, is `corpus.py`'s.

Headings and tables stay where they are; in text and Markdown so does the first paragraph, which says what the report is about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from random import Random

_LEAST_PROSE = 100  # characters: shorter blocks are headings, captions and addresses
_PROSE = re.compile(r"[^\W\d_]")  # how a paragraph begins: no list mark, no heading mark, no table
_ITEM = re.compile(r"[*-] ")
_PARAGRAPHS = re.compile(r"(?:<p>(?:(?!</?p>).)*</p>\s*){2,}", re.DOTALL)
_PARAGRAPH = re.compile(r"<p>(?:(?!</?p>).)*</p>\s*", re.DOTALL)


def in_other_order(text: str, form: str, copy: int) -> str:
    """The report with paragraphs that follow each other, and items of one list, in another order.

    Args:
        text: of a report.
        form: txt, md or html.
        copy: number of the copy; 0 is the original itself.

    Returns:
        The same lines. The same arguments give the same text on every machine.
    """
    if copy == 0:
        return text
    draw = Random(f"parallax order {copy}")  # a string seeds by its digest, alike everywhere
    if form == "html":
        return _PARAGRAPHS.sub(lambda run: "".join(_shuffled(_PARAGRAPH.findall(run.group()), draw)), text)
    kinds = [(_kind(block), block) for block in text.split("\n\n")]
    first = next((place for place, (kind, _) in enumerate(kinds) if kind is not None), len(kinds))
    blocks = [block for _, block in kinds[: first + 1]]
    for kind, run in groupby(kinds[first + 1 :], key=lambda pair: pair[0]):
        found = [block for _, block in run]
        if kind is _prose:
            found = _shuffled(found, draw)
        elif kind is _list:
            found = ["\n".join(_shuffled(block.split("\n"), draw)) for block in found]
        blocks += found
    return "\n\n".join(blocks)


def _kind(block: str) -> Callable[[str], bool] | None:
    return next((kind for kind in (_prose, _list) if kind(block)), None)


def _prose(block: str) -> bool:
    return len(block) >= _LEAST_PROSE and _PROSE.match(block) is not None


def _list(block: str) -> bool:
    return all(_ITEM.match(line) for line in block.split("\n"))


def _shuffled(pieces: Sequence[str], draw: Random) -> list[str]:
    return draw.sample(pieces, len(pieces))
