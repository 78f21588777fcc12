"""The text of a mail parted into what its sender says and the older messages that it quotes, each a document with a day of its own.

Belongs here: pages and texts cut along `sources.parse.quoted`. An older message is written so that the parser sees it as quoted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from sources.ingest.containers.member import Member
from sources.parse.canonical import canonical_text
from sources.parse.quoted import CITED, Line, Message, lines_of, thread_of
from sources.parse.work import work_limits
from sources.records import Unreadable

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

_NAMELESS = "-----Original Message-----"  # above an older message that says neither who wrote it nor when
_OF_PROGRAMS = frozenset(
    {"gmail_quote", "protonmail_quote"}
)  # classes of citations; their `type` says "cite" elsewhere
_CONTAINERS = frozenset({"yahoo_quoted"})  # classes of elements that hold a citation without such an element
_BREAKS = frozenset(
    "address article blockquote br center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul".split()
)
_MARKED = "blockquote[type=cite], .gmail_quote, .protonmail_quote, .yahoo_quoted, .moz-cite-prefix, #divRplyFwdMsg, #appendonsend"
_NO_BLOCK = -1
_MAX_STRETCHES = (
    20_000  # of text on a page that is parted; a larger one stays whole, with its quotations marked as they are
)


def parted(body: Member) -> list[Member]:
    """The sender's words, then each older message: `body` alone where the mail quotes none.

    Args:
        body: the text of a mail, as a page or as plain text.
    """
    try:
        text, _ = canonical_text(body.content, body.charset)
        if len(text) > work_limits().characters:
            return [body]
        return _of_page(body, text) if body.name.endswith(".html") else _of_text(body, text)
    except Unreadable:  # it is refused with its reason when it is read
        return [body]


def _of_text(body: Member, text: str) -> list[Member]:
    thread = thread_of([line._replace(text=_as_cited(line.text)) for line in lines_of(text)])
    if len(thread) == 1 and not thread[0].introduction:
        return [body]
    return [
        _member(body, message, number, _written(message, number))
        for number, message in enumerate(thread)
        if message.text.strip()
    ]


def _as_cited(line: str) -> str:
    """In a mail, ">" cites (RFC 3676, section 4.5), whether a line above says whom or not."""
    return line.replace(">", CITED, 1) if line.startswith(">") else line


def _written(message: Message, number: int) -> str:
    above = [line.text for line in message.introduction]
    words = message.text.replace(CITED, ">").strip("\n").split("\n")
    if number:
        above, words = above or [_NAMELESS], [f"> {line}" for line in words]
    return "\n".join([*above, *([""] if above and not number else []), *words, ""])


def _of_page(body: Member, page: str) -> list[Member]:
    from selectolax.lexbor import LexborHTMLParser

    from sources.parse.html.guard import prescan

    prescan(page)
    lines = _lines(_stretches(LexborHTMLParser(page)))
    thread = thread_of(lines) if lines else ()
    if len(thread) < 2 and not (thread and thread[0].introduction):
        return [body]
    return [
        _member(body, message, number, _page_of(LexborHTMLParser(page), message, is_older=number > 0))
        for number, message in enumerate(thread)
        if message.text.strip()
    ]


def _stretches(tree: LexborHTMLParser) -> Iterator[tuple[LexborNode, bool, str]]:
    """Stretches of text in order: the node, whether a line begins with it, and the marks of the citations it stands in."""
    blocks: dict[int, tuple[int, str]] = {}  # of an element: the block that it is or stands in, and the citations
    latest = _NO_BLOCK
    for node in tree.body.traverse(include_text=True) if tree.body is not None else ():
        if node.tag == "br":
            latest = _NO_BLOCK
        elif node.tag == "-text" and node.parent is not None and (node.text_content or "").strip():
            block, marks = _block(node.parent, blocks)
            yield node, block != latest, marks
            latest = block


def _block(element: LexborNode, known: dict[int, tuple[int, str]]) -> tuple[int, str]:
    path = []
    at: LexborNode | None = element
    while at is not None and at.mem_id not in known:
        path.append(at)
        at = at.parent
    block, marks = known[at.mem_id] if at is not None else (0, "")
    for inner in reversed(path):
        marks += _mark(inner)
        block = inner.mem_id if inner.tag in _BREAKS else block
        known[inner.mem_id] = block, marks
    return block, marks


def _mark(element: LexborNode) -> str:
    """What an element says of citation: a program's mark, somebody's, or nothing."""
    classes = set((element.attributes.get("class") or "").split())
    if element.tag == "blockquote":
        is_program = (element.attributes.get("type") or "").lower() == "cite" or classes & _OF_PROGRAMS
        return CITED if is_program else ">"
    return CITED if classes & _CONTAINERS else ""


def _lines(stretches: Iterator[tuple[LexborNode, bool, str]]) -> list[Line]:
    """Lines of a page as they show; places are numbers of stretches. None where there are too many."""
    lines: list[Line] = []
    for number, (node, begins, marks) in enumerate(stretches):
        if number > _MAX_STRETCHES:
            return []
        text = " ".join((node.text_content or "").split())
        if begins:
            lines.append(Line(number, number + 1, f"{marks}{text}"))
        else:
            lines[-1] = Line(lines[-1].start, number + 1, f"{lines[-1].text} {text}")
    return lines


def _page_of(tree: LexborHTMLParser, message: Message, *, is_older: bool) -> str:
    """The page with the words of one message alone."""
    kept = {place for line in (*message.introduction, *message.words) for place in range(line.start, line.end)}
    for number, (node, *_) in enumerate(list(_stretches(tree))):
        if number not in kept:
            node.decompose()
    for element in tree.css(_MARKED):  # what is left in it is said by this document
        for name in {"type", "class", "id"}.intersection(element.attributes):
            del element.attrs[name]
    head, body = (node.html if node is not None else "" for node in (tree.head, tree.body))
    return f"<html>{head}{f'<body><blockquote type=cite>{body}</blockquote></body>' if is_older else body}</html>"


def _member(body: Member, message: Message, number: int, text: str) -> Member:
    stem, _, ending = body.name.partition(".")
    older = replace(body, content=text.encode(), charset=None)
    if message.spans:
        older = replace(older, title=message.subject or body.title, published_on=message.day, is_older=number > 0)
    return replace(older, name=f"{stem}-{number + 1}.{ending}" if number else body.name)
