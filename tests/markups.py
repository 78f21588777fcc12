"""Kinds of markup that a figure comes in. Each changes how a figure is written and nothing of what its reader sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

_NUMBER = re.compile(r"[0-9][0-9.,]*")
_ENTITIES = {"%": "&#37;", "$": "&#36;", "€": "&euro;", "£": "&pound;", "¥": "&#xa5;", "₹": "&#8377;", ".": "&#46;"}


def _around(before: str, after: str) -> Callable[[str], str]:
    return lambda figure: f"{before}{figure}{after}"


def _within(before: str, after: str) -> Callable[[str], str]:
    return lambda figure: _NUMBER.sub(lambda m: f"{before}{m.group()}{after}", figure, count=1)


KINDS: dict[str, Callable[[str], str]] = {
    "bold tag": _around("<b>", "</b>"),
    "strong tag": _around("<strong>", "</strong>"),
    "tag in capitals": _around("<STRONG>", "</STRONG>"),
    "span with a style": _around('<span class="n" style="color:#333">', "</span>"),
    "span over two lines": _around('<span\n  class="n">', "</span>"),
    "tags within tags": _around("<em><u>", "</u></em>"),
    "tag without quotes": _around("<font color=red size=4>", "</font>"),
    "link of a page": _around('<a href="https://x.example/2031?id=77&n=5">', "</a>"),
    "tag never closed": _around("<mark>", ""),
    "end tag alone": _around("</i>", ""),
    "tag of another vocabulary": _around("<o:p>", "</o:p>"),
    "comment": _around("<!-- was 5 -->", ""),
    "escaped tag": _around("&lt;b&gt;", "&lt;/b&gt;"),
    "tag escaped twice": _around("&amp;lt;b&amp;gt;", "&amp;lt;/b&amp;gt;"),
    "tag around the number": _within("<b>", "</b>"),
    "stars around the number": _within("**", "**"),
    "two stars": _around("**", "**"),
    "one star": _around("*", "*"),
    "three stars": _around("***", "***"),
    "code": _around("`", "`"),
    "link": _around("[", "](https://x.example/a-2031)"),
    "bold link with a title": _around("[**", "**](https://x.example/7 'Page 2031')"),
    "footnote": _around("", "<sup>[3]</sup>"),
    "entities": lambda figure: "".join(_ENTITIES.get(char, char) for char in figure),
    "backslashes": lambda figure: re.sub(r"([$.%,])", r"\\\1", figure),
}
# Markup where the figure stands apart: within a word CommonMark has no underscores, and no stars before a sign.
SPACED_KINDS: dict[str, Callable[[str], str]] = {
    "two underscores": _around("__", "__"),
    "one underscore": _around("_", "_"),
    "stars and tag": _around("**<b>", "</b>**"),
}
# What points at a figure and is no comparison.
POINTERS: dict[str, Callable[[str], str]] = {
    "arrow": _around("->", ""),
    "arrow and blank": _around("-> ", ""),
    "long arrow": _around("--> ", ""),
    "double arrow": _around("=>", ""),
    "arrow sign": _around("→ ", ""),
    "two signs": _around(">> ", ""),
}
# How whole lines are quoted.
QUOTATIONS = ("> ", ">", ">> ", "> > ")


def marked(text: str, spans: Iterable[tuple[int, int]], kind: Callable[[str], str]) -> str:
    """The text with each of these spans in a kind of markup; of spans one over another the first."""
    pieces: list[str] = []
    position = 0
    for start, end in sorted(spans):
        if start >= position:
            pieces += (text[position:start], kind(text[start:end]))
            position = end
    return "".join(pieces) + text[position:]


def quoted(text: str, mark: str) -> str:
    """The text as a mail quotes it."""
    return "\n".join(f"{mark}{line}" if line.strip() else line for line in text.split("\n"))


# A text of paragraphs as a piece of a page: no doctype, no html, no body.
FRAGMENTS: dict[str, Callable[[list[str]], str]] = {
    "paragraphs": lambda lines: "".join(f"<p>{line}</p>\n" for line in lines),
    "paragraphs on one line": lambda lines: "".join(f"<p>{line}</p>" for line in lines),
    "div of paragraphs": lambda lines: (
        "<div class='x'>\n" + "\n\n".join(f"<p>{line}</p>" for line in lines) + "\n</div>"
    ),
    "headings in capitals": lambda lines: f"<H2>{lines[0]}</H2>\n" + "".join(f"<P>{line}\n" for line in lines[1:]),
    "page in a mail": lambda lines: (
        "From: news@x.example\nSubject: Figures\nContent-Type: text/html\n\n<html><body>"
        + "".join(f"<p>{line}</p>" for line in lines)
        + "</body></html>\n"
    ),
    "paragraphs in Markdown": lambda lines: f"# {lines[0]}\n\n" + "\n\n".join(f"<p>{line}</p>" for line in lines[1:]),
    "line breaks": lambda lines: f"{lines[0]}\n\n" + "<br>".join(lines[1:]),
}
# Paragraphs of invented reports; {0} and {1} are figures.
REPORTS: tuple[list[str], ...] = (
    [
        "Tidal Kite Market Report",
        "The global tidal kite market was valued at {0} in 2025 and is expected to reach {1} by 2032.",
    ],
    ["Cable Seal Market Report", "By 2031 the market for cable seals in Europe should be worth {1}, from {0} in 2024."],
    [
        "Reed Harvester Market Report",
        "Worldwide sales of reed harvesters came to about {0} in 2023, and to {1} in 2024.",
    ],
    ["Quay Lamp Market Report", "Revenue: over {0} in 2025. In Japan, the quay lamp market reached {1} in 2026."],
)
