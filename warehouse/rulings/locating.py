"""Where a decision's figure stands now: its claim by id, else by document and span, else by its quote with the words around it.

Belongs here: finding the claim. Pure but for the text that it asks for. Whether the claim still says what it said is `expectation.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from warehouse.decisions import Figure

REACH = 40  # characters before and behind a figure that a decision keeps
_SEARCHED = 4 * REACH  # the kept characters fit into these, however many blanks another parser sets between them


def figure_in(text: str, document_id: str, span: tuple[int, int], limit: int) -> Figure:
    """A figure with the words around it, for a decision that is being taken.

    Args:
        text: canonical text of its document.
        document_id: the document.
        span: where the figure stands, end exclusive.
        limit: characters that may be quoted from the document; the words around the figure keep to it.
    """
    start, end = span
    reach = min(REACH, max(0, limit - (end - start)) // 2)
    return Figure(
        document_id=document_id,
        char_start=start,
        char_end=end,
        quote=text[start:end],
        before=text[max(0, start - reach) : start],
        behind=text[end : end + reach],
    )


def claim_at(figure: Figure, mentions: Iterable[Mapping[str, Any]], text_of: Callable[[str], str] | None) -> str | None:
    """The claim that the figure belongs to now.

    Args:
        figure: as it stood when the decision was taken.
        mentions: rows of raw.mentions of its document.
        text_of: canonical text by document id; None where there are no texts, so that only the span tells.

    Returns:
        Its id; None where no claim or several have this figure.
    """
    same = [one for one in mentions if one["claim_id"] and _joined(one["surface"]) == _joined(figure.quote)]
    found = {
        one["claim_id"] for one in same if (one["char_start"], one["char_end"]) == (figure.char_start, figure.char_end)
    }
    if not found and same and text_of is not None and (figure.before or figure.behind):
        text = text_of(figure.document_id)
        found = {one["claim_id"] for one in same if _is_between(text, one["char_start"], one["char_end"], figure)}
    return found.pop() if len(found) == 1 else None


def _is_between(text: str, start: int, end: int, figure: Figure) -> bool:
    """Whether the same words stand before and behind; blanks and line ends do not count, for parsers set them differently."""
    before, behind = _joined(text[max(0, start - _SEARCHED) : start]), _joined(text[end : end + _SEARCHED])
    return before.endswith(_joined(figure.before)) and behind.startswith(_joined(figure.behind))


def _joined(words: str) -> str:
    return "".join(words.split())
