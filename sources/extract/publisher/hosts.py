"""Addresses in a text: hosts of links and of mails, and the name that a host spells. Names in words are read in `names`."""

from __future__ import annotations

import re
from typing import NamedTuple

from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("publisher")
_LISTS = word_lists("publisher")
_HOST = re.compile(
    rf"(?P<lead>@|//|\b)(?<![\w.-])(?P<host>(?:[A-Za-z0-9](?:[A-Za-z0-9-]{{0,40}})\.){{1,4}}{_WORDS['top_domains']})(?![\w-])(?!\.[A-Za-z])",
    re.IGNORECASE,
)
_NO_HOUSE = frozenset(_LISTS["no_house_labels"])
_TOPS = frozenset(_LISTS["top_domains"])
_HOUSE_ENDS = tuple(w for w in _LISTS["house_words_mul"] if w.isascii() and len(w) > 4)
_SHORTEST = 3


class Host(NamedTuple):
    """An address in a text: the label that may spell a house's name, with its place."""

    label: str
    start: int
    end: int
    is_mail: bool


def hosts_in(text: str) -> tuple[Host, ...]:
    """Hosts of a text, in order, without those of services that everybody uses."""
    found = []
    for m in _HOST.finditer(text):
        labels = m["host"].lower().split(".")
        while len(labels) > 1 and labels[-1] in _TOPS:
            labels.pop()
        label = labels[-1]
        if label in _NO_HOUSE or len(label) < _SHORTEST or label.isdigit():
            continue
        start = m.start("host") + m["host"].lower().rfind(label)
        found.append(Host(label, start, start + len(label), text[m.start("host") - 1 : m.start("host")] == "@"))
    return tuple(found)


def spelled(label: str) -> str:
    """The name that a label spells: "pendule-partners" → "Pendule Partners", "prelatesresearch" → "Prelates Research"."""
    words = label.split("-")
    if len(words) == 1:
        end = max((w for w in _HOUSE_ENDS if label.endswith(w) and len(label) > len(w) + 2), key=len, default="")
        words = [label[: len(label) - len(end)], end] if end else [label]
    return " ".join(w.capitalize() for w in words if w)


def is_spelled_by(key: str, label: str) -> bool:
    """Whether a host's label is a name's words run together, their beginning, or their initials."""
    joined = key.replace(" ", "")
    plain = label.replace("-", "")
    words = key.split()
    if joined == plain or (len(words) > 2 and plain == "".join(w[0] for w in words)):
        return True
    shorter, longer = sorted((joined, plain), key=len)
    return len(shorter) > _SHORTEST and longer.startswith(shorter)
