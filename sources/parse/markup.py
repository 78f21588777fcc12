"""Markup in a text and its displayed content: Markdown, HTML tags and entities within lines, quotation marks of mail.

Markup is what CommonMark calls so, and a tag is one of HTML's elements. Recognised by content, whatever the file is called.
Stretches of HTML with blocks of their own are `html`'s; the text without its markup is `shown`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from sources.parse.raised import superscript

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

# The index of elements of the HTML standard, obsolete ones included. A name that is none of them is a word in angle brackets.
ELEMENTS = frozenset(
    (
        "a abbr acronym address area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button"
        " canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset"
        " figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input"
        " ins kbd label legend li link listing main map mark marquee math menu meta meter nav nobr noembed noframes noscript"
        " object ol optgroup option output p param picture plaintext pre progress q rp rt ruby s samp script search section"
        " select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th"
        " thead time title tr track tt u ul var video wbr xmp"
    ).split()
)
_LINE_ENDS = frozenset("br hr h1 h2 h3 h4 h5 h6 title".split())
# Elements with a block of their own: what stands on either side does not grow together.
_BREAKING = frozenset(
    (
        "address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure"
        " footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav ol p pre section summary"
        " table tbody td tfoot th thead title tr ul xmp"
    ).split()
)
_IN_MARKDOWN = re.compile(r"[*_`]|~~|\]\(|\\[!-/:-@\[-`{-~]|<[A-Za-z/!?]|&[#A-Za-z]")
_IN_PAGE = re.compile(r"<[A-Za-z/!?]|&[#A-Za-z]")
_STRETCH = re.compile(r"\S[^\n]*+(?:\n[ \t]*+\S[^\n]*+)*+")
_MAX_STRETCH = 20_000  # characters that are parsed together; longer paragraphs are cut at the end of a line
_LAST_NARROW = "\u2e7f"
_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)")
_QUOTE = re.compile(r"^[ ]{0,3}>(?!=)(?:[ \t]?>(?!=))*+[ \t]?", re.MULTILINE)
# Words in angle brackets with a prefix are tags of another vocabulary, which mail programs write: "<o:p>"; an address is none.
_PREFIXED = re.compile(r"</?[A-Za-z][\w.-]*:[A-Za-z][\w.-]*(?:\s[^<>]*)?/?>")
# An arrow that points at a figure. Between two figures it leads from one to the other, and stays.
_POINTER = re.compile(
    r"(?:(?<![-=<>|])(?:-{1,3}|={1,2})>|(?<![-=<>|])>{2,3}|[→⇒➔➜])[ \u00a0]?(?=[-−+±~≈≤≥<]?[A-Z]{0,3}\s?[$€£¥₹]?\s?[-−+]?[0-9])"
)
_POINTER_ENDS = (">", "→", "⇒", "➔", "➜")  # every pointer has one
_FIGURE_BEFORE = re.compile(r"[0-9][0-9.,]*[ \u00a0]?(?:%|[^\W\d_]{1,12})?[ \u00a0)\]]*\Z")
_FIGURE_REACH = 40
_WRAPPED = 55  # characters from which a line may be one of a paragraph that is wrapped by hand
_SENTENCE_END = re.compile(r"[.!?:;。！？；][\"'”’)\]*_]*$")


_STRIKE_TAG = re.compile(r"<(?P<ends>/?)(?P<name>s|del|strike)(?:\s[^<>]*+)?>", re.IGNORECASE)
_STRIKE = "~~"


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of markup, `text[start:end]`, and what a reader sees in its place."""

    start: int
    end: int
    shown: str = ""


@dataclass(slots=True)
class _Notes:
    """What the parser met in one stretch: finished marks, tags, and delimiters that are markup where they are paired."""

    source: str
    marks: list[Mark] = field(default_factory=list)
    tags: list[Mark] = field(default_factory=list)
    delimiters: list[tuple[Token, int, int]] = field(default_factory=list)


def marks_of(text: str, *, is_markdown: bool) -> list[Mark]:
    """All markup of a text in order, none over another; marks of quotation left out, which hide the rest where they stand in it.

    Args:
        text: canonical text.
        is_markdown: the text is a text file's; a page's or a PDF's has tags and entities only, where they were escaped.
    """
    if not is_markdown and not _IN_PAGE.search(text):
        return []
    marks: list[Mark] = []
    parser, telling = (_markdown(), _IN_MARKDOWN) if is_markdown else (_tags(), _IN_PAGE)
    for start, end in _stretches(text):
        if telling.search(text, start, end):
            marks += (Mark(m.start + start, m.end + start, m.shown) for m in _parsed(parser, text[start:end]))
    if is_markdown:
        marks += _pointers(text)
    marks.sort(key=lambda m: (m.start, -m.end))
    return list(_apart(marks))


def struck_spans(text: str) -> list[tuple[int, int]]:
    """The stretches of a text that are struck through, in order, without the marks around them: `~~` of Markdown, and elements of HTML.

    What is begun and never ended is not struck through.
    """
    if _STRIKE not in text and not _STRIKE_TAG.search(text):
        return []
    spans: list[tuple[int, int]] = []
    begun: dict[str, int] = {}  # by kind of mark, where its stretch begins
    for mark in marks_of(text, is_markdown=True):
        written = text[mark.start : mark.end]
        tag = _STRIKE_TAG.fullmatch(written)
        if written != _STRIKE and not tag:
            continue
        kind = tag["name"].lower() if tag else _STRIKE
        if kind in begun and (not tag or tag["ends"]):
            spans.append((begun.pop(kind), mark.start))
        elif not tag or not tag["ends"]:
            begun.setdefault(kind, mark.end)
    return sorted(spans)


def _apart(marks: Sequence[Mark]) -> Iterator[Mark]:
    end = 0
    for mark in marks:
        if mark.start >= end:
            yield mark
            end = mark.end


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Runs of lines that are not empty: no markup within lines reaches across an empty one."""
    for match in _STRETCH.finditer(text):
        start, end = match.span()
        while end - start > _MAX_STRETCH:
            cut = text.rfind("\n", start, start + _MAX_STRETCH) + 1 or start + _MAX_STRETCH
            yield start, cut
            start = cut
        yield start, end


def quotation_marks(text: str) -> Iterator[Mark]:
    """The marks of a quoted text: `>` at the head of a line, unless the line goes on with a wrapped sentence: "revenue of / > USD 7 bn"."""
    last = -1  # where the quoted line before ends
    for match in _QUOTE.finditer(text):
        before = text[text.rfind("\n", 0, max(0, match.start() - 1)) + 1 : max(0, match.start() - 1)].rstrip()
        goes_on = last != match.start() - 1 and len(before.strip()) >= _WRAPPED and not _SENTENCE_END.search(before)
        if goes_on:
            continue
        end = text.find("\n", match.start())
        last = end if end >= 0 else len(text)
        yield Mark(match.start(), match.end())


def _pointers(text: str) -> Iterator[Mark]:
    if not any(end in text for end in _POINTER_ENDS):  # most texts; the pattern costs ten times as much
        return
    for match in _POINTER.finditer(text):
        if not _FIGURE_BEFORE.search(text, max(0, match.start() - _FIGURE_REACH), match.start()):
            yield Mark(match.start(), match.end())


def _parsed(parser: MarkdownIt, source: str) -> list[Mark]:
    notes = _Notes(source)
    state = _state_class()(source, parser, {"notes": notes}, [])
    parser.inline.tokenize(state)
    for pair_up in parser.inline.ruler2.getRules(""):
        pair_up(state)
    marks = [Mark(at, at + length) for token, at, length in notes.delimiters if not token.content]
    return [*marks, *notes.marks, *_shown_tags(source, notes.tags)]


def _shown_tags(source: str, tags: Sequence[Mark]) -> Iterator[Mark]:
    """Tags with what they show: nothing, the end of a line, or for raised text what `superscript` makes of it."""
    raised_until = 0
    for at, tag in enumerate(tags):
        if tag.start < raised_until:
            continue
        name = (_NAME.match(source, tag.start) or [""] * 2)[1].lower()
        if name == "sup" and source[tag.start + 1] != "/":
            closing = tags[at + 1] if at + 1 < len(tags) else tag  # a mark holds no other tag
            is_closed = source[closing.start : closing.start + 5].lower() == "</sup"
            raised = source[tag.end : closing.start]
            if is_closed and (shown := superscript(source[max(0, tag.start - 12) : tag.start], raised)) != raised:
                raised_until = closing.end
                yield Mark(tag.start, closing.end, shown)
                continue
        yield Mark(tag.start, tag.end, _break(source, tag, name) if name in _BREAKING else "")


def _break(source: str, tag: Mark, name: str) -> str:
    """A line's end; a blank within a sentence, and in the row of a table that is drawn with bars."""
    line = source[source.rfind("\n", 0, tag.start) + 1 : tag.start]
    ends = name in _LINE_ENDS or _SENTENCE_END.search(line.rstrip())
    return "\n" if ends and "|" not in line else " "


@cache
def _state_class() -> type[StateInline]:
    from markdown_it.rules_inline import StateInline
    from markdown_it.rules_inline.state_inline import Scanned

    class State(StateInline):
        """CommonMark decides where emphasis opens and closes by blanks around words; scripts without blanks have none."""

        def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803
            scanned = super().scanDelims(start, canSplitWord)
            before, after = self.src[start - 1 : start] if start else "", self.src[start + scanned.length :][:1]
            if max(before, after) <= _LAST_NARROW:
                return scanned
            return Scanned(bool(after.strip()), bool(before.strip()), scanned.length)

    return State


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": 100})
    parser.enable("strikethrough").disable("fragments_join")
    return _noting(parser)


@cache
def _tags() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return _noting(MarkdownIt("zero", {"html": True, "maxNesting": 100}).enable(["html_inline", "entity"]))


def _noting(parser: MarkdownIt) -> MarkdownIt:
    """The parser, with each rule for markup noting where it held: the library's tokens carry no offsets."""
    from markdown_it import rules_inline

    rules = {
        "html_inline": (_tag, _note_tag),
        "entity": (rules_inline.entity, _note_character),
        "escape": (rules_inline.escape, _note_character),
        "backticks": (rules_inline.backtick, _note_code),
        "link": (rules_inline.link, _note_link),
        "image": (rules_inline.image, _note_link),
        "emphasis": (rules_inline.emphasis.tokenize, _note_delimiters),
        "strikethrough": (rules_inline.strikethrough.tokenize, _note_delimiters),
    }
    active = set(parser.get_active_rules()["inline"])
    for name, (rule, note) in rules.items():
        if name in active:
            parser.inline.ruler.at(name, _noted(rule, note))
    return parser


def _tag(state: StateInline, silent: bool) -> bool:
    from markdown_it import rules_inline

    if rules_inline.html_inline(state, silent):
        return True
    prefixed = _PREFIXED.match(state.src, state.pos) if state.src[state.pos] == "<" else None
    if prefixed:
        state.pos = prefixed.end()
    return prefixed is not None


def _noted(rule: Any, note: Any) -> Any:
    def noted(state: StateInline, silent: bool) -> bool:
        start, n_tokens = state.pos, len(state.tokens)
        holds: bool = rule(state, silent)
        notes: _Notes = state.env["notes"]
        if holds and not silent and state.src is notes.source:  # the words of a picture are parsed apart
            note(state, notes, start, state.tokens[n_tokens:])
        return holds

    return noted


def _note_tag(state: StateInline, notes: _Notes, start: int, tokens: Sequence[Token]) -> None:
    name = _NAME.match(state.src, start)
    if name is None or state.src.startswith(":", name.end()):  # a comment, a declaration, a tag with a prefix
        notes.marks.append(Mark(start, state.pos))
    elif name[1].lower() in ELEMENTS:
        notes.tags.append(Mark(start, state.pos))


def _note_character(state: StateInline, notes: _Notes, start: int, tokens: Sequence[Token]) -> None:
    if tokens and tokens[-1].type == "text_special" and tokens[-1].content != tokens[-1].markup:
        notes.marks.append(Mark(start, state.pos, tokens[-1].content))


def _note_code(state: StateInline, notes: _Notes, start: int, tokens: Sequence[Token]) -> None:
    if tokens and tokens[-1].type == "code_inline":
        length = len(tokens[-1].markup)
        notes.marks += [Mark(start, start + length), Mark(state.pos - length, state.pos)]


def _note_link(state: StateInline, notes: _Notes, start: int, tokens: Sequence[Token]) -> None:
    words = start + (2 if state.src[start] == "!" else 1)
    end = state.md.helpers.parseLinkLabel(state, words - 1, False)
    notes.marks += [Mark(start, words), Mark(end, state.pos)]


def _note_delimiters(state: StateInline, notes: _Notes, start: int, tokens: Sequence[Token]) -> None:
    at = state.pos
    for token in reversed(tokens):  # the text before them may have been written out with them
        at -= len(token.content)
        if at < start:
            break
        notes.delimiters.append((token, at, len(token.content)))
