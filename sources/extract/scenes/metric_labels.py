"""Labels that hold both a metric and a subject: "value share, Row Crops, 2024", "Asia-Pacific Revenue Share (2024)"."""

from __future__ import annotations

import re

from sources.extract.document.context import Context
from sources.extract.layout.header_words import is_time, names_metric, without_years
from sources.extract.layout.stacked import SIZE_WORDS, says_when
from sources.extract.names.phrase_subjects import read_subject
from sources.extract.parts.named_subjects import Subject
from sources.extract.phrases.area_subjects import area_subject
from sources.grammar.areas import Area, area_marks
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.grammar.table_words import table_pattern
from sources.grammar.unit_expressions import unit_in

_WORDS = pattern_words("scenes")
_PARTS = re.compile(r"\s?[,，、;；:：|]\s?|\s[-–—]\s|\s?[(（]|[)）]")
_US_MONEY = re.compile(
    rf"\b(?:US|U\.S\.)\s?(?:\$|{_WORDS['dollar_words']}|-{_WORDS['dollar_words_de']})|US\$|{_WORDS['us_dollars_cjk']}",
    re.IGNORECASE,
)
_MIN_NAME = 2
_YEARS = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}年?度?")
_GROWTH = re.compile(
    rf"\b(?:{_WORDS['expected_words']}|{_WORDS['expected_words_mul']})\b|{_WORDS['expected_words_cjk']}",
    re.IGNORECASE,
)


def labelled_subject(label: str, above: str, context: Context) -> tuple[Subject | None, str | None]:
    """The subject of a label, and the dimension that the line above it names; None for the market as a whole.

    Args:
        label: the label of one figure, which says what is measured.
        above: the line over it ("Leading Company", "Top Crop Type"), or "".
        context: the document's own facts.
    """
    g = context.grammar
    names = [piece for piece in _PARTS.split(label) if _is_name(piece, g)]
    is_company = bool(table_pattern("companies").search(above))
    for name in names[:2]:
        plain = name.strip(" *_")
        if area := area_subject(plain):
            return Subject(plain, area=area), None
        if is_company:
            return Subject(plain, company=True), None
        subject = read_subject(plain, context.market, context.parts, g)
        if subject.market is not None:
            continue
        if subject.known or subject.area:
            return subject, subject.dimension
        if len(names) <= 2 and len(_PARTS.split(label)) > 1 and (above or plain[:1].isupper() or g.is_cjk):
            return Subject(plain, segment=plain, known=True), dimension_of(above)
    if region := area_in_label(label):
        return region, None
    part = _SEGMENT.search(label)
    name = part and (part["before"] or part["behind"] or "").strip()
    if name and _is_name(name, g):
        subject = read_subject(name, context.market, context.parts, g)
        if subject.market is None and not subject.generic:
            return (subject, subject.dimension) if subject.known else (Subject(name, segment=name, known=True), None)
    return None, None


# "Brass Segment Share (2024)", "Share of the Brass segment", "Segmento Latón: cuota".
_SEGMENT = re.compile(
    rf"^(?P<before>(?!{_WORDS['no_part_starts']})[^\W\d_][\w /&+.-]{{1,40}}?)[\s-](?:{_WORDS['segment_nouns']}|{_WORDS['segment_nouns_cjk']})\b"
    rf"|\b{_WORDS['measures_of_part']}\sof\s(?:the\s)?(?P<behind>[^\W\d_][\w /&+-]{{1,40}}?)\s{_WORDS['single_segment_nouns']}\b",
    re.IGNORECASE,
)


def area_in_label(label: str) -> Subject | None:
    """The one area that a label of a metric names: "Europe Market Share", "Share of Asia-Pacific"."""
    words = _US_MONEY.sub(" ", label)
    areas: dict[str, Area] = {m.area.code: m.area for m in area_marks(words, 0, len(words))}
    if len(areas) != 1:
        return None
    area = next(iter(areas.values()))
    return Subject(area.name, area=area)


_NO_DIMENSION = re.compile(rf"{_WORDS['no_dimensions']}|{_WORDS['no_dimensions_mul']}", re.IGNORECASE)
_BY = re.compile(
    rf"^{_WORDS['rank_adjectives']}\s(?:{_WORDS['ranked_by']}\s)?(?P<name>[A-Za-z][A-Za-z -]{{2,30}})$"
    rf"|(?:\bby|\b{_WORDS['by_words_mul']})\s(?P<by>[^\W\d_][^,;.()]{{2,30}})$|^(?P<wide>[^\W\d_]{{1,12}})別",
    re.IGNORECASE,
)


def dimension_of(above: str) -> str | None:
    """ "Top Crop Type" → Crop Type, "Segmento más grande por cultivo" → Cultivo."""
    match = _BY.search(above.strip())
    name = match and (match["name"] or match["by"] or match["wide"])
    if not name or _NO_DIMENSION.fullmatch(name):
        return None
    return name[:1].upper() + name[1:]


def _is_name(piece: str, g: Grammar) -> bool:
    plain = without_years(_YEARS.sub("", piece)).strip(" -–—~～'’年度")
    if len(plain) < _MIN_NAME or is_time(piece) or unit_in(piece, g.language) or _GROWTH.fullmatch(plain):
        return False
    if says_when(plain):
        return False
    words = table_pattern("shares").search(plain) or table_pattern("sizes").search(plain) or SIZE_WORDS.search(plain)
    return not (words or names_metric(plain, g))
