"""Segmentations: which parts a document divides its market into, from sentences, lists and tables.

Every listing is kept as a mention; what is one node is decided in `settle`. Names run together without a separator are
cut at the ends of noun phrases, and the repair is recorded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from sources.extract.glued import split_glued
from sources.grammar.areas import area_marks, area_named
from sources.records import Block, Segment

_BY_INTO = re.compile(
    r"(?:segmented|divided|split|categori[sz]ed|classified|bifurcated|broken down)\s(?:by|on the basis of|based on|according to|in terms of)\s(?:the\s)?(?P<dimension>[\w /&-]{2,40}?)\s(?:in)?to\s(?P<items>[^.;:\n]{3,400})"
    r"|\b(?:[Bb]y|[Bb]ased on|[Oo]n the basis of|[Ii]n terms of)\s(?:the\s)?(?P<dimension2>[\w /&-]{2,40}?),\s(?:the\s)?[^.\n]{0,90}?\b(?:is|has been|are)\s(?:segmented|divided|split|categori[sz]ed|classified|bifurcated)\sinto\s(?P<items2>[^.;:\n]{3,400})"
)
_SCOPE = re.compile(
    r"\b(?:[Ss]egmented|[Ss]plit|[Ss]egmentation|[Cc]ategori[sz]ed|[Cc]lassified|[Dd]ivided)\b[^.\n(]{0,60}?\b[Bb]y\s(?=[^.\n]{0,60}\()|(?:,|[Mm]arket,?)\s[Bb]y\s(?=[A-Z][\w /&-]{1,40}\s\()|\bby\s(?=[a-z]+(?:\s[a-z]+)?\s\([^()]*,[^()]*,[^()]*\))"
)
_GROUP = re.compile(r"(?:and\s|by\s|By\s)?(?P<dimension>[A-Za-z][\w /&-]{1,40}?)\s?\((?P<items>[^()]{3,500})\)")
_HEADING = re.compile(
    r"^(?:Segment(?:ation|ed|s)?\s[Bb]y|By|Market(?:\s(?:Segmentation|Segments|Split))?[,:]?\s[Bb]y|Nach|Por|Par)\s(?P<dimension>[A-Z\w][\w /&-]{1,40}?)\s*:?$"
)
_INLINE = re.compile(
    r"^(?:Segment(?:ation|s)?\s)?[Bb]y\s(?P<dimension>[A-Z][\w /&-]{1,40}?)\s?[:–—-]\s?(?P<items>[^.;\n]{3,400})$"
)
_COMMA = re.compile(r",(?![0-9]{3}(?![0-9]))\s*|\s*;\s*|\s*[|•·]\s*|\s/\s")
_AND = re.compile(r"^(?:and|und|y|et|or)\s+", re.IGNORECASE)
_BAND = re.compile(
    r"(?:(?P<low>[0-9][0-9,]*)\s?[-–—]\s?(?P<high>[0-9][0-9,]*)|(?P<up>up to|below|under|less than)\s(?P<max>[0-9][0-9,]*)|(?P<over>above|over|more than)\s(?P<min>[0-9][0-9,]*))",
    re.IGNORECASE,
)
_GEO = frozenset("geography region regions geographies country countries regional".split())
_NOT_DIMENSION = re.compile(
    r"\b(?:CAGR|USD|million|billion|20[0-9]{2}|market|share|company|players?|million)\b", re.IGNORECASE
)


def segments_of(text: str, blocks: Sequence[Block], market: str | None) -> tuple[Segment, ...]:
    """Every listing of every member, in order of the text.

    Args:
        text: canonical text.
        blocks: its blocks.
        market: the market they divide.
    """
    listed: list[Segment] = []
    listed += _from_prose(text, blocks, market)
    listed += _from_headings(text, blocks, market)
    listed += _from_tables(text, blocks, market, tuple(listed))
    listed = _unified(_commas_mended(text, listed))
    seen: set[tuple[int, int]] = set()
    unique = []
    for s in sorted(listed, key=lambda s: (s.char_start, s.char_end, s.dimension)):
        if (s.char_start, s.char_end) not in seen:
            seen.add((s.char_start, s.char_end))
            unique.append(s)
    return tuple(unique)


def tidy_dimension(name: str) -> str:
    """A dimension's name: "by Deployment" → "Deployment"."""
    name = re.sub(r"^(?:and\s|the\s|by\s|By\s|market\s|Market\s)+", "", " ".join(name.split())).strip(" :,-–—*")
    return name[:1].upper() + name[1:]


def _from_prose(text: str, blocks: Sequence[Block], market: str | None) -> Iterator[Segment]:
    for block in blocks:
        if block.kind in ("table_row", "table_cell"):
            continue
        for m in _BY_INTO.finditer(text, block.char_start, block.char_end):
            group = "items" if m["items"] else "items2"
            yield from _members(text, m.start(group), m.end(group), m["dimension"] or m["dimension2"], market)
        for opener in _SCOPE.finditer(text, block.char_start, block.char_end):
            at = opener.end()
            while m := _GROUP.match(text, at, block.char_end):
                if _NOT_DIMENSION.search(m["dimension"]):
                    break
                yield from _members(text, m.start("items"), m.end("items"), m["dimension"], market)
                at = m.end()
                link = re.compile(r",?\s*(?:and\s)?").match(text, at, block.char_end)
                at = link.end() if link else at


def _from_headings(text: str, blocks: Sequence[Block], market: str | None) -> Iterator[Segment]:
    for index, block in enumerate(blocks):
        if block.kind not in ("heading", "paragraph", "list_item"):
            continue
        line = text[block.char_start : block.char_end]
        inline = _INLINE.match(line)
        if inline and not _NOT_DIMENSION.search(inline["dimension"]):
            start = block.char_start + inline.start("items")
            yield from _members(text, start, block.char_end, inline["dimension"], market)
            continue
        head = _HEADING.match(line.rstrip(" :"))
        if not head or _NOT_DIMENSION.search(head["dimension"]):
            continue
        items = []
        for follower in blocks[index + 1 :]:
            body = text[follower.char_start : follower.char_end]
            if follower.kind == "list_item" and len(body) < 90 and not re.search(r"[.:%$]", body):
                items.append(follower)
                continue
            if (
                not items
                and follower.kind in ("heading", "paragraph")
                and "," in body
                and len(body) < 400
                and not re.search(r"[.%$]\s|\.$", body)
                and not _HEADING.match(body)
            ):
                yield from _members(text, follower.char_start, follower.char_end, head["dimension"], market)
            break
        for position, item in enumerate(items):
            yield _segment(text, item.char_start, item.char_end, head["dimension"], market, None, position, None)


def _members(text: str, start: int, end: int, dimension: str, market: str | None) -> Iterator[Segment]:
    pieces = []
    at = start
    for cut in [*_COMMA.finditer(text, start, end), None]:
        stop = cut.start() if cut else end
        piece = text[at:stop]
        lead = len(piece) - len(piece.lstrip())
        body = piece.strip()
        if m := _AND.match(body):
            lead += m.end()
            body = body[m.end() :]
        if body:
            pieces.append((at + lead, at + lead + len(body)))
        at = cut.end() if cut else end
    pieces = _split_last_and(text, pieces, dimension)
    if len(pieces) < 2:
        return
    for position, (a, b) in enumerate(pieces):
        if b - a <= 90:
            yield _segment(text, a, b, dimension, market, None, position, None)


def _split_last_and(text: str, pieces: list[tuple[int, int]], dimension: str) -> list[tuple[int, int]]:
    """ "A, B and C": the last "and" separates, unless it is part of an area's name or of the only two words around it."""
    if not pieces:
        return pieces
    a, b = pieces[-1]
    last = text[a:b]
    if area_named(last):
        return pieces
    m = re.search(r"\s(?:and|und|y|et)\s", last)
    if m and (
        (len(pieces) > 1 and not re.search(r",\s(?:and|und|y|et)\s$", text[max(0, a - 6) : a])) or len(pieces) == 1
    ):
        return [*pieces[:-1], (a, a + m.start()), (a + m.end(), b)]
    return pieces


def _segment(
    text: str,
    start: int,
    end: int,
    dimension: str,
    market: str | None,
    parent: str | None,
    position: int,
    repair: str | None,
) -> Segment:
    name = " ".join(text[start:end].split()).strip(" *.")
    low, high = _bounds(name)
    return Segment(
        start, end, text[start:end], market, tidy_dimension(dimension), name, parent, position, low, high, repair
    )


def _bounds(name: str) -> tuple[int | None, int | None]:
    m = _BAND.search(name)
    if not m or re.match(r"(?:19|20)[0-9]{2}$", m.group()):
        return None, None
    number = lambda s: int(s.replace(",", "")) if s else None  # noqa: E731
    if m["low"]:
        return number(m["low"]), number(m["high"])
    if m["up"]:
        return None, number(m["max"])
    least = number(m["min"])
    return (least + 1 if least is not None else None), None


def _from_tables(text: str, blocks: Sequence[Block], market: str | None, named: Sequence[Segment]) -> Iterator[Segment]:
    cells = [b for b in blocks if b.kind == "table_cell"]
    known = {s.name.lower(): s.dimension for s in named}
    for _, group in groupby(cells, key=lambda b: b.table):
        table = list(group)
        rows = [list(r) for _, r in groupby(table, key=lambda b: b.row)]
        first = next(
            (i for i, row in enumerate(rows) if _DIMENSION_CELL.match(text[row[0].char_start : row[0].char_end])),
            len(rows),
        )
        labelled = list(_labelled_table(text, rows[first:], market))
        yield from labelled
        members = {s.name.lower(): s.dimension for s in labelled} | known
        if members and first and all(len(r) <= 2 for r in rows[:first]):
            yield from _flattened_table(text, rows[:first], market, members)


_DIMENSION_CELL = re.compile(r"[Bb]y\s(?P<dimension>[A-Z][\w /&-]*)$")


def _labelled_table(text: str, rows: list[list[Block]], market: str | None) -> Iterator[Segment]:
    """Rows "By Component | Compute | ", members below it with the first cell empty; a third column holds children."""
    dimension, parent, position, regions = None, None, 0, _regions(text, rows)
    for row in rows:
        cells = {b.column or 0: b for b in row}
        first = cells.get(0)
        label = text[first.char_start : first.char_end] if first else ""
        m = _DIMENSION_CELL.match(label)
        if m:
            dimension, parent, position = m["dimension"], None, 0
            rest = [cells[c] for c in sorted(cells) if c > 0]
            if len(rest) == 1 and _is_glued(text, rest[0]):
                yield from _glued_cell(text, rest[0], dimension, market)
                dimension = None
                continue
            members = rest
        elif (dimension and first is not None and len(row) <= 3) or dimension:
            members = [cells[c] for c in sorted(cells)]
        else:
            continue
        for b in members:
            name = text[b.char_start : b.char_end]
            is_child = (b.column or 0) >= 2 or (dimension.lower() in _GEO and bool(regions) and name not in regions)  # type: ignore[union-attr]
            if not is_child:
                parent = name
            yield _segment(
                text, b.char_start, b.char_end, dimension, market, parent if is_child else None, position, None
            )  # type: ignore[arg-type]
            position += 1


def _regions(text: str, rows: list[list[Block]]) -> frozenset[str]:
    """Names in a geography table that are regions: the world's own, and those that open a row with children behind them."""
    out = set()
    for row in rows:
        for b in row:
            name = text[b.char_start : b.char_end]
            area = area_named(name)
            if (
                area
                and (area.code.isdigit() or area.code.startswith("vendor:"))
                and not name.startswith("Rest")
                and area.code not in ("035",)
            ):
                out.add(name)
    return frozenset(out)


def _flattened_table(
    text: str, rows: list[list[Block]], market: str | None, known: dict[str, str]
) -> Iterator[Segment]:
    """A tree printed without dimension names: its members are recognised by the listing in prose."""
    regions = _regions(text, rows)
    names = [text[b.char_start : b.char_end] for row in rows for b in row]
    hits = sum(_fold(n) in {_fold(k) for k in known} for n in names)
    if hits * 3 < len(names):
        return
    folded = {_fold(k): d for k, d in known.items()}
    dimension, parent, position = None, None, 0
    for row in rows:
        for b in row:
            name = text[b.char_start : b.char_end]
            found = folded.get(_fold(name)) or _similar(name, folded)
            area = area_named(name)
            if area and (not found or found.lower() in _GEO):
                found = next((d for d in known.values() if d.lower() in _GEO), "Geography")
            if found != dimension and found:
                dimension, parent, position = found, None, 0
            if dimension is None:
                continue
            is_geo = dimension.lower() in _GEO
            is_child = is_geo and name not in regions
            if is_geo and not is_child:
                parent = name
            yield _segment(
                text, b.char_start, b.char_end, dimension, market, parent if is_child else None, position, None
            )
            position += 1


def _commas_mended(text: str, listed: list[Segment]) -> list[Segment]:
    """Join two neighbours of a comma list where another listing has them as one name ("Research, Institutions")."""
    names = {(_fold(s.dimension), _fold(s.name)) for s in listed}
    out: list[Segment] = []
    for s in listed:
        before = out[-1] if out else None
        if (
            before
            and before.dimension == s.dimension
            and before.char_end <= s.char_start <= before.char_end + 3
            and s.position == before.position + 1
        ):
            joined = f"{before.name} {s.name}"
            if any(_fold(joined) == name for _, name in names) and (_fold(s.dimension), _fold(s.name)) in names:
                alone = sum(_fold(o.name) == _fold(s.name) for o in listed)
                if alone == 1:
                    out[-1] = replace(
                        before,
                        char_end=s.char_end,
                        surface=text[before.char_start : s.char_end],
                        name=joined,
                        repair="comma",
                    )
                    continue
        out.append(s)
    return out


def _unified(listed: list[Segment]) -> list[Segment]:
    """One name for a dimension that is printed as "Deployment" here and "Deployment Model" there, told by shared members."""
    members: dict[str, set[frozenset[str]]] = {}
    for s in listed:
        members.setdefault(s.dimension, set()).add(_telling(s.name))
    canonical: dict[str, str] = {}
    for name in members:
        wider = [
            other
            for other in members
            if set(_fold(name).split()) < set(_fold(other).split())
            and len(members[name] & members[other]) * 2 >= len(members[name])
        ]
        canonical[name] = max(wider, key=lambda n: (len(n), n)) if wider else name
    fullest: dict[tuple[str, frozenset[str]], str] = {}
    for s in listed:
        key = (canonical[s.dimension], _telling(s.name))
        fullest[key] = max(fullest.get(key, ""), s.name, key=lambda n: (len(n.replace("–", "-")), "–" not in n))
    return [
        replace(s, dimension=canonical[s.dimension], name=fullest[canonical[s.dimension], _telling(s.name)])
        for s in listed
    ]


def _telling(name: str) -> frozenset[str]:
    words = frozenset(w.rstrip("s") for w in _fold(name).split())
    return words - {"based", "segment", "type", "other"} or words


def _fold(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", name.lower().replace("–", "-")).strip()


def _similar(name: str, folded: dict[str, str]) -> str | None:
    """The dimension of the one listed member that shares the most words with a name, where over half are shared."""
    words = set(_fold(name).split())
    best, score = None, 0.0
    for other, dimension in sorted(folded.items()):
        theirs = set(other.split())
        shared = len(words & theirs) / len(words | theirs) if words | theirs else 0.0
        if shared > score:
            best, score = dimension, shared
    return best if score >= 0.5 else None


def _is_glued(text: str, cell: Block) -> bool:
    body = text[cell.char_start : cell.char_end]
    return not re.search(r"[,;•|\n]", body) and len(body.split()) >= 5


def _glued_cell(text: str, cell: Block, dimension: str, market: str | None) -> Iterator[Segment]:
    body = text[cell.char_start : cell.char_end]
    marks = area_marks(body, 0, len(body))
    if len(marks) >= 2 and sum(m.end - m.start for m in marks) + len(marks) - 1 >= len(body) * 0.9:
        spans = [(m.start, m.end) for m in marks]
    else:
        spans = split_glued(body, text)
    repair = "glued" if len(spans) > 1 else None
    for position, (a, b) in enumerate(spans):
        yield _segment(text, cell.char_start + a, cell.char_start + b, dimension, market, None, position, repair)
