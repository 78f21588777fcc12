"""The words of a reference by their meaning: author or house, title, year, address, DOI or arXiv id."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sources.grammar.pattern_words import pattern_words
from sources.records import Citation, CitationForm

_WORDS = pattern_words("statements")

_YEAR = re.compile(r"(?<![0-9.])(?:19|20)[0-9]{2}(?![0-9.]*[0-9])")
QUOTED = re.compile(r"[“\"„«『「](?P<title>[^”\"“»』」]{4,240})[”\"“»』」]")
_NAME_END = re.compile(r"\s\((?:19|20)[0-9]{2}|[,.]\s[“\"„«]|\.\s(?=[A-ZÀ-Þ\"“(])|,\s(?=[“\"„«])|[“\"„«『「]")
URL = re.compile(r"https?://[^\s)>\]】,;\"”]+")
HOST = re.compile(rf"\b(?:[a-z0-9-]+\.){{1,3}}{_WORDS['site_endings']}\b(?:/[^\s,;)\]]*)?")
DOI = re.compile(r"\b(?:doi:\s?|https?://(?:dx\.)?doi\.org/)?(?P<doi>10\.[0-9]{4,9}/[^\s,;\]\"”]+)", re.IGNORECASE)
ARXIV = re.compile(r"\barxiv:\s?(?P<arxiv>[0-9]{4}\.[0-9]{4,5}(?:v[0-9]+)?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReferenceWords:
    """The parts of a reference."""

    name: str | None
    title: str | None
    year: int | None
    url: str | None
    doi: str | None


def reference_words(entry: str) -> ReferenceWords:
    """Name, title, year and address of a reference, as far as its words give them."""
    doi, arxiv = DOI.search(entry), ARXIV.search(entry)
    url, host = URL.search(entry), HOST.search(entry)
    title = QUOTED.search(entry)
    cut = _NAME_END.search(entry)
    name = entry[: cut.start()] if cut else entry.split(",")[0]
    years = _YEAR.findall(re.sub(URL, "", entry))
    plain = " ".join(name.split()).strip(' ,.;:“"')
    titled = title["title"].strip(" ,.") if title else _titled(entry, cut)
    address = url.group().rstrip(".") if url else host.group().rstrip(".") if host else None
    return ReferenceWords(
        plain if 1 < len(plain) <= 120 and re.search(r"[^\W\d_]", plain) else None,
        titled,
        int(years[0]) if years else None,
        address,
        doi["doi"].rstrip(".") if doi else f"arXiv:{arxiv['arxiv']}" if arxiv else None,
    )


def _titled(entry: str, cut: re.Match[str] | None) -> str | None:
    """The sentence behind a year in brackets: "Name. (2024). Title. Address"."""
    match = re.search(r"\((?:19|20)[0-9]{2}[^)]{0,12}\)[.,:]?\s+(?P<title>[^.]{4,240}(?:\.(?!\s|$)[^.]*)*)\.", entry)
    return " ".join(match["title"].split()) if match else None


def citation(
    text: str,
    span: tuple[int, int],
    form: CitationForm,
    label: str | None,
    words: ReferenceWords,
    support: tuple[int, int] | None,
    rule: str,
) -> Citation:
    """A citation at a span, with the parts of its words."""
    return Citation(
        char_start=span[0],
        char_end=span[1],
        surface=text[span[0] : span[1]],
        form=form,
        label=label,
        cited_name=words.name,
        cited_title=words.title,
        year=words.year,
        url=words.url,
        doi=words.doi,
        supports_start=support[0] if support else None,
        supports_end=support[1] if support else None,
        rule=rule,
    )
