"""A citation as BibTeX for BibTeX and Biber. Text is UTF-8; commands of TeX are escaped."""

from __future__ import annotations

import re
from urllib.parse import quote

from release.citations.dates import MONTHS, UNKNOWN, in_words, iso, parts
from release.citations.entries import Citation, Entry
from release.citations.text import locator

# Braces as commands: BibTeX counts braces even behind a backslash, so \{ alone would swallow the rest of the file.
_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
    "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
}  # fmt: skip
_ESCAPED = re.compile("|".join(map(re.escape, _SPECIAL)))
FULL_HASH = 64


def bibtex(citation: Citation) -> str:
    """One @misc per document and one for the release."""
    return "\n\n".join([*(_document(entry) for entry in citation.entries), _release(citation)])


def escape(text: str) -> str:
    """Text as TeX prints it: specials escaped, everything else as it is."""
    return _ESCAPED.sub(lambda found: _SPECIAL[found[0]], text)


def _document(entry: Entry) -> str:
    source, when = entry.source, entry.source.when
    fields: dict[str, str] = {}
    if source.publisher:
        fields["author"] = fields["publisher"] = f"{{{{{escape(source.publisher)}}}}}"
    fields["title"] = f"{{{{{escape(source.title)}}}}}"
    fields["year"] = f"{{{UNKNOWN if not source.dated else escape(in_words(source.dated))}}}"
    if when is not None:
        halves = parts(when)
        years = list(dict.fromkeys(str(half[0]) for half in halves))
        fields["year"] = f"{{{'--'.join(years)}}}"
        if len(halves) == 1 and len(halves[0]) > 1:
            fields["month"] = MONTHS[halves[0][1] - 1][:3].lower()
        if len(halves) > 1 or len(halves[0]) > 2:
            fields["date"] = f"{{{iso(when)}}}"
    if source.url:
        fields["url"] = f"{{{_address(source.url)}}}"
    if source.retrieved:
        fields["urldate"] = f"{{{source.retrieved.isoformat()}}}"
    notes = [f"figures as of {in_words(source.data_as_of)}"] if source.data_as_of else []
    notes += [locator(entry.places, digits=FULL_HASH)] if entry.places else []
    notes += [f"“{one}”" for one in entry.quotes]
    if notes:
        fields["note"] = f"{{{escape('; '.join(notes)).replace('–', '--')}}}"
    return _entry(entry.key, fields)


def _release(citation: Citation) -> str:
    day = citation.published_on
    return _entry(
        citation.key,
        {
            "author": "{{Parallax}}",
            "title": f"{{{{Parallax {escape(citation.title)}}}}}",
            "year": f"{{{day.year}}}",
            "month": MONTHS[day.month - 1][:3].lower(),
            "date": f"{{{day.isoformat()}}}",
            "version": f"{{{citation.release_id}}}",
            "note": f"{{fingerprint {citation.fingerprint}}}",
        },
    )


def _entry(key: str, fields: dict[str, str]) -> str:
    width = max(map(len, fields))
    lines = "".join(f"  {name:<{width}} = {value},\n" for name, value in fields.items())
    return f"@misc{{{key},\n{lines}}}"


def _address(url: str) -> str:
    """An address for a verbatim field: what could close the field or hide the rest is percent-encoded."""
    return quote(url, safe=":/?#[]@!$&'()*+,;=%~_-.")
