"""Inverted titles in natural order: "Resins, Epoxy" is "Epoxy Resins"; "lubricants for marine applications" is "lubricants for marine".

Belongs here: what a title prints behind a comma or behind "for", by the print alone. `market_names.py` reads what the words
mean.
"""

from __future__ import annotations

import re

from warehouse.resolve.words.tokens import CONNECTORS, phrase_tokens, raw_tokens
from warehouse.resolve.words.vocabulary import words

_PARTS = re.compile(r"\s*[:|：]\s*|\s+[–—-]\s+|\s*[–—]\s+")
_COMMA = re.compile(r"\s*,\s+")
_OPENED = re.compile(
    r"^((?:the\s+)?(?:global\s+|world\s+)?(?:market|industry)\s+(?:for|of)\s+|global\s+)(.+)$", re.IGNORECASE
)
_LONGEST_HEAD = 3  # words
_LONGEST_QUALIFIER = 4
_DATED = re.compile(r"^(?:\d{4}|\d{4}\s*[–—-]\s*\d{2,4})$")
# "for marine applications", "used in urology": these words add nothing to those beside them.
_APPLIED = re.compile(
    r"\b(?:for|in)\s+(?:use\s+(?:in|on|with)\s+)?"
    r"((?:(?!(?:by|in|of|for|mobile|web|cloud|software|enterprise|desktop|new|end|other)\b)[\w-]+\s+){1,4}?)(?:applications?|uses?|purposes?|usage)\b(?!\s+(?:development|software|industry))",
    re.IGNORECASE,
)
_USED = re.compile(
    r"\b(?:(?:that\s+are\s+)?(?:used|employed|utili[sz]ed|intended|designed)|for\s+(?:the\s+)?use)\s+(in|for|on|by)\b",
    re.IGNORECASE,
)
_LIST_ENDINGS = ("s", "ing")  # a list of wares or works behind a comma: "pumps, valves", "heating, cooling"


def uninverted_title(printed: str) -> str:
    """A title with what its print puts behind in front.

    Args:
        printed: a title or a name.

    Returns:
        "Epoxy Resins: World Report" for "Resins, Epoxy: World Report"; other titles as they are.
    """
    text = _USED.sub(_joined, printed)
    text = _APPLIED.sub(lambda found: f"for {found[1].strip()}", text)
    return _uninverted(text) if "," in text else text


def _joined(found: re.Match[str]) -> str:
    return "in" if found[1].casefold() != "for" else "for"


def _uninverted(text: str) -> str:
    """Turns "Switchgear, Gas Insulated: Outlook" round; a row of wares joined by commas stays."""
    cut = _PARTS.search(text)
    first, rest = (text[: cut.start()], text[cut.start() :]) if cut else (text, "")
    opened = _OPENED.match(first)
    opening, body = (opened[1], opened[2]) if opened else ("", first)
    pieces = _COMMA.split(body)
    while len(pieces) > 2 and _says_nothing(pieces[-1]):
        pieces.pop()
    if len(pieces) != 2:
        return text
    head, qualifier = pieces[0].split(), pieces[1].split()
    behind: list[str] = []
    while qualifier and _says_nothing(qualifier[-1]):
        behind.insert(0, qualifier.pop())
    if not 1 <= len(head) <= _LONGEST_HEAD or not 1 <= len(qualifier) <= _LONGEST_QUALIFIER:
        return text
    if _is_listed(head, qualifier, has_tail=bool(behind)):
        return text
    return f"{opening}{' '.join([*qualifier, *head, *behind])}{rest}"


def _is_listed(head: list[str], qualifier: list[str], *, has_tail: bool) -> bool:
    """Whether a comma divides two wares, or two parts of one phrase, and no ware from its qualifier."""
    spoken = [*raw_tokens(" ".join(head)), *raw_tokens(" ".join(qualifier))]
    if not raw_tokens(" ".join(head)) or not raw_tokens(qualifier[-1]) or any(word in CONNECTORS for word in spoken):
        return True
    if words().market_words.intersection(phrase_tokens(" ".join([*head, *qualifier]))):
        return True
    last = raw_tokens(head[-1])[-1]
    is_plural = last.endswith("s") and not last.endswith(("ss", "us", "is", "ics"))
    is_row = raw_tokens(qualifier[-1])[-1].endswith(_LIST_ENDINGS) or last.endswith("ing")
    return is_row or (not is_plural and (has_tail or len(head) > 1))


def _says_nothing(piece: str) -> bool:
    """Whether a piece holds years and words of reports alone."""
    vocabulary = words()
    empty = vocabulary.boilerplate | vocabulary.market_words | vocabulary.closing | vocabulary.leading
    return bool(_DATED.match(piece.strip())) or all(token in empty or token.isdigit() for token in phrase_tokens(piece))
