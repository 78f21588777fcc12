"""Cites anything with an id: gathers its documents and places, keeps quotes to their licence, calls a style."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC
from pathlib import Path
from typing import Any, Literal, get_args

from release.citations.apa import apa
from release.citations.bibtex import bibtex
from release.citations.csl import csl_json
from release.citations.entries import Citation, Entry
from release.citations.grounds import Grounds, grounds, rests_on
from release.citations.sources import Place, Source, grouped, one_line, read_places, read_sources
from release.citations.text import footnotes
from release.reading.figure_words import figure
from release.reading.id_search import MARTS_OF
from release.reading.row_words import about, words
from release.reading.trace import Trace, trace
from release.record import ReleaseError, read_release
from warehouse.connection import held_open, query

Style = Literal["text", "apa", "bibtex", "csl-json"]
STYLES: tuple[Style, ...] = get_args(Style)
_WRITERS: Mapping[Style, Callable[[Citation], str]] = {
    "text": footnotes,
    "apa": apa,
    "bibtex": bibtex,
    "csl-json": csl_json,
}


def cite(database: Path, wanted: str, style: Style = "text", *, with_quotes: bool = False) -> str:
    """Cites one thing of a release.

    Args:
        database: the release's database, in its release folder.
        wanted: an id that `release.reading.id_search.resolve` knows, or its beginning.
        style: text (footnotes, one a line), apa (a reference list), bibtex or csl-json.
        with_quotes: whether to add the words themselves, with those around them where the licence's limit has room.

    Returns:
        The citation, without a final line end: each document that the thing rests on, then the release.

    Raises:
        ReleaseError: no id, or more than one, starts with this; the quotes from one document are together longer than its
            licence allows; or the folder is no release.
    """
    return _WRITERS[style](gather(database, wanted, with_quotes=with_quotes))


def gather(database: Path, wanted: str, *, with_quotes: bool = False) -> Citation:
    """The citation before it has a style; see `cite`."""
    with held_open(database):
        return _gathered(database, wanted, with_quotes)


def _gathered(database: Path, wanted: str, with_quotes: bool) -> Citation:
    found = trace(database, wanted, None)
    row = _with_all_sides(found)
    claim_ids, statement_ids = rests_on(row)
    places = read_places(database, claim_ids, statement_ids)
    sources = read_sources(database)
    entries = [
        Entry(source, tuple(own), _quotes(wanted, source, own) if with_quotes else ())
        for source, own in _once(grounds(row, places, sources))
    ]
    record = read_release(database.parent).record
    return Citation(
        kind=found.kind,
        identifier=str(found.row[MARTS_OF[found.kind][1]]),
        subject=_subject(found.kind, _with_area(database, found.row)),
        entries=tuple(entries),
        release_id=record.release_id,
        published_on=record.published_at.astimezone(UTC).date(),
        fingerprint=record.fingerprint,
    )


def _with_all_sides(found: Trace) -> Mapping[str, Any]:
    """The row that was asked for; of a conflict of several sides, those between lowest and highest with the highest."""
    higher = [side for side in found.sides if side["is_representative"]][1:]
    if len(higher) < 2:
        return found.row
    joined = ("claim_ids", "statement_ids", "publishers")
    told = {f"{name}_b": "|".join(side[name] for side in higher if side[name]) for name in joined}
    return {**found.row, **told}


def _with_area(database: Path, row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row with the name of its area, which not every mart has."""
    if row.get("area") or not row.get("ref_area"):
        return row
    known = query(database, "SELECT area FROM marts.areas WHERE ref_area = ?", [row["ref_area"]])
    return (
        {**row, "area": known.item() or row.get("geography")} if known.height else {**row, "area": row.get("geography")}
    )


def _once(found: Grounds) -> Grounds:
    """Each document once, even if it states both sides of a conflict."""
    places = [place for _, own in found for place in own]
    by_document = dict(grouped(places))
    return [
        (source, by_document.get(document_id, ()))
        for document_id, source in {source.document_id: source for source, _ in found}.items()
    ]


def _quotes(wanted: str, source: Source, places: Sequence[Place]) -> tuple[str, ...]:
    """The words of each place, with their context if all of it stays within the limit."""
    quoted = [place for place in places if place.quote]
    whole = _with_context(quoted)
    if sum(map(len, whole)) <= source.quote_limit:
        return tuple(dict.fromkeys(map(one_line, whole)))
    bare = list(dict.fromkeys(str(place.quote) for place in quoted))
    length = sum(map(len, bare))
    if length > source.quote_limit:
        raise ReleaseError(
            f"{wanted}: its quotes from “{source.title}” have {length} characters, the licence "
            f"({source.licence or 'unknown'}) allows {source.quote_limit}; cite it without quotes, or cite one claim of it"
        )
    return tuple(map(one_line, bare))


def _with_context(places: Sequence[Place]) -> list[str]:
    """Each place with its prefix and suffix; those that overlap as one passage, so that no word is told twice."""
    passages: list[tuple[int, str]] = []
    for place in sorted(places, key=lambda one: one.char_start - len(one.prefix)):
        start, text = place.char_start - len(place.prefix), f"{place.prefix}{place.quote}{place.suffix}"
        if passages and start <= passages[-1][0] + len(passages[-1][1]):
            begin, before = passages[-1]
            passages[-1] = (begin, before + text[begin + len(before) - start :])
        else:
            passages.append((start, text))
    return [text for _, text in passages]


def _subject(kind: str, row: Mapping[str, Any]) -> str:
    if kind == "decision":
        return one_line(f"{row['kind']} by {row['author']} on {row['decided_on']}")
    told = ", ".join(about(row))
    if kind == "conflict":
        return one_line(f"{told} ({words(row['verdict'])})")
    if kind == "bridge":
        return one_line(told)
    if kind == "estimate" and row["estimate"] is None:
        return one_line(f"{told}: no reconciled value ({words(row['verdict'])})")
    value = row["estimate"] if kind == "estimate" else row["obs_value"]
    return one_line(f"{told}: {figure(value, row['unit_measure'])}")
