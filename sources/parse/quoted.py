"""Older messages that a text quotes or forwards: which of its lines are whose, and of which day.

Belongs here: the shapes in which mail programs put one message into another. The lines above each are read by `quoted_heads.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby, islice
from typing import NamedTuple

from sources.parse.markup import struck_spans
from sources.parse.quoted_heads import MAX_HEADER, MAX_WRAPPED, Head, attribution, header, marker

CITED = "\ufdd2"  # leads a line that a mail program marks as cited; one that leads with ">" needs a line above that says whose it is
MAX_MESSAGES = 50  # of one text; what a further one says stays with that before it
_MARK = re.compile(rf"[ \t]{{0,3}}[>＞{CITED}][ \t]?")
_RULE, _DASHES = re.compile(r"[-_=*—]{5,}"), re.compile(r"[-_=*—]{2,}")
_LABELLED = re.compile(r"\A.{1,40}[:：]")
_MAX_BLANKS = 2


class Line(NamedTuple):
    """A line of a text, or of a page as it shows, with its place in units of the caller."""

    start: int
    end: int
    text: str


class Message(NamedTuple):
    """One message of a thread.

    Attributes:
        introduction: the lines that say whose it is; none of the text's own.
        words: its own lines, without marks of citation and without what it cites itself.
        spans: where it stands, with its introduction and what it cites.
        stands_alone: it is forwarded, or put below as it is, and not cited line by line.
    """

    introduction: tuple[Line, ...] = ()
    words: tuple[Line, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    author: str | None = None
    day: date | None = None
    subject: str | None = None
    stands_alone: bool = False

    @property
    def text(self) -> str:
        """Its own words, a line each."""
        return "\n".join(line.text for line in self.words)


def withdrawn(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of a text that its author takes back, in order and disjoint: older messages, and what is struck through.

    A message that is forwarded without a word is no older one: it is what the text says.
    """
    older = [span for message in thread_of(lines_of(text))[1:] for span in message.spans]
    spans: list[tuple[int, int]] = []
    for start, end in sorted([*older, *struck_spans(text)]):
        if spans and start <= spans[-1][1]:
            spans[-1] = spans[-1][0], max(end, spans[-1][1])
        else:
            spans.append((start, end))
    return tuple(spans)


def lines_of(text: str) -> list[Line]:
    """The lines of a text with their offsets."""
    ends = [*(match.start() for match in re.finditer("\n", text)), len(text)]
    return [
        Line(start, end, text[start:end]) for start, end in zip([0, *(end + 1 for end in ends)], ends, strict=False)
    ]


def thread_of(lines: Sequence[Line]) -> tuple[Message, ...]:
    """The messages of a text: what its sender says, then each older one, as they follow each other.

    Args:
        lines: of the text or page in order. Each level of citation is a leading ">" or `CITED`.
    """
    thread: list[Message] = []
    waiting = [Message(words=tuple(lines))]
    while waiting:
        message = waiting.pop()
        words, older = _parted(message.words, MAX_MESSAGES - len(thread) - len(waiting) - 1)
        thread.append(message._replace(words=tuple(words)))
        waiting += reversed(older)
    is_forward = len(thread) > 1 and thread[1].stands_alone and not thread[0].text.strip()
    return tuple(thread[is_forward:])


def _parted(lines: Sequence[Line], room: int) -> tuple[Sequence[Line], list[Message]]:
    """What lines say themselves, and at most so many messages in them, with all that these cite as their words."""
    below = list(islice(_below(lines), room))
    starts = [*(start for start, *_ in below), len(lines)]
    own, older = _cited(lines[: starts[0]], room - len(below))
    for (start, after, head, is_forwarded), end in zip(below, starts[1:], strict=True):
        body = lines[after:end]
        introduction = tuple(lines[after - head.n_lines : after])
        if is_cited := all(_MARK.match(line.text) for line in body if line.text.strip()):
            body = [_inside(line) for line in body]
        if not introduction and (first := _filled(body, 0)) < len(body):  # Apple cites the header as well
            head = header(_texts(body[first : first + MAX_HEADER])) or head
            introduction, body = tuple(body[first : first + head.n_lines]), body[first + head.n_lines :]
        older.append(
            Message(introduction, tuple(body), ((lines[start].start, lines[end - 1].end),), *head[1:], is_forwarded or not is_cited)
        )  # fmt: skip
    return own, older


def _below(lines: Sequence[Line]) -> Iterator[tuple[int, int, Head, bool]]:
    """Where messages begin that stand below as they are: first line, line behind the head, what that says, whether it says "forwarded"."""
    at = 0
    while at < len(lines):
        text = lines[at].text.strip()
        kind = marker(text)
        first = _filled(lines, at + 1) if kind or _RULE.fullmatch(text) else at
        head = header(_texts(lines[first : first + MAX_HEADER])) if _LABELLED.search(text) or first > at else None
        is_cited = first < len(lines) and _MARK.match(lines[first].text)
        if head or (kind and (_DASHES.match(text) or (is_cited and kind == "forwarded"))):
            after = first + head.n_lines if head else at + 1
            yield at, after, head or Head(0), kind == "forwarded"
            at = after
        else:
            at += 1


def _cited(lines: Sequence[Line], room: int) -> tuple[list[Line], list[Message]]:
    """Lines that nobody cites, and a message for each that is cited, with answers between its lines or without."""
    own: list[Line] = []
    older: list[tuple[Head, list[Line], list[Line], list[tuple[int, int]]]] = []
    n_before = 0  # own lines before the latest run of cited ones
    for is_cited, group in groupby(lines, lambda line: bool(_MARK.match(line.text))):
        run = list(group)
        n_said, head = _said_above(own[n_before:]) if is_cited and len(older) < room else (0, None)
        if not is_cited or not (head or older or (room > 0 and run[0].text.startswith(CITED))):
            own += run
            continue
        start = own[-n_said].start if n_said else run[0].start
        above, body = own[len(own) - n_said :], [_inside(line) for line in run]
        del own[len(own) - n_said :]
        if head or not older:
            if head is None:
                head = next(
                    (found for n in range(1, MAX_WRAPPED + 1) if (found := attribution(_texts(body[:n])))), Head(0)
                )
                above, body = body[: head.n_lines], body[head.n_lines :]
            older.append((head, above, body, [(start, run[-1].end)]))
        else:
            older[-1][2].extend(body)
            older[-1][3].append((start, run[-1].end))
        n_before = len(own)
    return own, [
        Message(tuple(line for line in above if line.text.strip()), tuple(body), tuple(spans), *head[1:])
        for head, above, body, spans in older
    ]


def _said_above(lines: Sequence[Line]) -> tuple[int, Head | None]:
    """The attribution at the end of lines, and how many it takes with the empty ones below it."""
    n_empty = next((n for n, line in enumerate(reversed(lines[-_MAX_BLANKS - 1 :])) if line.text.strip()), 0)
    head = attribution(_texts(lines[: len(lines) - n_empty][-MAX_WRAPPED:]))
    return (head.n_lines + n_empty, head) if head else (0, None)


def _texts(lines: Sequence[Line]) -> list[str]:
    return [line.text for line in lines]


def _inside(line: Line) -> Line:
    return line._replace(text=_MARK.sub("", line.text, count=1))


def _filled(lines: Sequence[Line], at: int) -> int:
    """The index of the first line with words, past a few empty ones."""
    return next((k for k in range(at, min(at + _MAX_BLANKS + 1, len(lines))) if lines[k].text.strip()), len(lines))
