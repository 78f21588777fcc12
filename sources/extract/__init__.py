"""Claims from canonical text, each with the words that state it. Pure: no files, no clock, no other document."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from pathlib import Path

from sources.records import Extraction, ParsedDocument

__all__ = ["extract", "extractor_version"]


def extract(parsed: ParsedDocument) -> Extraction:
    """All that a document states: claims with their mentions, rejections, players, segments and facts about itself.

    Every figure-like token is a mention or a rejection with a named rule.

    Args:
        parsed: canonical text with blocks.

    Returns:
        An extraction whose spans are slices of `parsed.text`.

    Raises:
        Unreadable: `wrong_columns`: `parsed.column_map` does not fit its tables.
    """
    from sources.extract.text.withdrawn import with_withdrawn

    read = _read(parsed)
    return with_withdrawn(read, _read(replace(parsed, withdrawn=())), parsed.withdrawn) if parsed.withdrawn else read


def _read(parsed: ParsedDocument) -> Extraction:
    from sources.extract.figures.beyond_range import is_beyond_range
    from sources.extract.reading import read_figures
    from sources.extract.statements.bases import bases_of
    from sources.extract.statements.citations import citations_of
    from sources.extract.statements.events import events_of
    from sources.extract.statements.player_pairs import parted
    from sources.extract.statements.players import players_of
    from sources.extract.statements.ranks import ranks_of
    from sources.extract.statements.self_description import self_description
    from sources.extract.statements.statements import statements_of
    from sources.extract.text.cues import sentence_words
    from sources.extract.text.unmarked import as_marked
    from sources.extract.text.widths import as_printed

    source = parsed.text
    read = read_figures(parsed)
    laid, rejections = read.laid, read.rejections
    parsed, sentences, context = laid.scan.parsed, laid.scan.sentences, laid.context
    claims, mentions = read.claims()
    words = sentence_words(parsed.text, sentences)
    statements = statements_of(parsed, sentences, context, mentions, rejections)
    read_all = Extraction(
        document_id=parsed.document_id,
        extractor_version=extractor_version(),
        language=context.grammar.language,
        claims=claims,
        mentions=mentions,
        rejections=tuple(rejections),
        players=parted(parsed.text, players_of(parsed.text, parsed.blocks)),
        segments=context.segments,
        events=events_of(parsed, sentences, words, context, sorted(mentions, key=lambda m: (m.char_start, m.char_end))),
        ranks=ranks_of(parsed, sentences, words, context),
        citations=citations_of(parsed, sentences, words, context),
        facts=(*self_description(parsed, sentences, words, context, rejections), *statements.facts),
        definitions=statements.definitions,
        drivers=statements.drivers,
        technical=tuple(one for one in statements.technical if not is_beyond_range(one.value, one.value_high)),
        qualities=statements.qualities,
        bases=bases_of(parsed, sentences, words, mentions, context.tables, context.grammar.language),
        choices=read.choices(),
        column_map=read.placed.column_map,
    )
    read_all = as_printed(read_all, parsed.text, laid.scan.printed)
    return as_marked(read_all, laid.scan.shown, source) if laid.scan.shown else read_all


@cache
def extractor_version() -> str:
    """Hash of the extractor's code and grammar, of who reads, and of what the file of metrics in use says to readers: 12 hex digits."""
    from sources.extract.reader_name import reader_in_force
    from sources.metrics import reading_facts

    root = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for folder in ("extract", "grammar", "parse"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".yml", ".json"):
                digest.update(path.relative_to(root).as_posix().encode())
                digest.update(path.read_bytes())
    digest.update(reader_in_force().encode())
    if reader_in_force() != "rules":
        for path in sorted((root / "extract" / "model" / "weights").glob("*.onnx")):
            digest.update(path.read_bytes())
    digest.update((root / "records.py").read_bytes())
    digest.update(reading_facts().encode())
    return digest.hexdigest()[:12]
