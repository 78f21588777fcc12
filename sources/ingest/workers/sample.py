"""Documents of our own, from `sample.yml`: read to compile patterns before they are needed, and to see whether a worker can read at all."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import yaml

_FILE = Path(__file__).parent / "sample.yml"
ENGLISH, PDF, LETTERS = "en", "pdf", "letters"
_LONG = 60  # pages


@dataclass(frozen=True, slots=True)
class Prepared:
    """What the template does with our samples: before it forks anybody, and after the first document of another kind.

    Attributes:
        verb: "warm" loads all that a kind needs, for many workers to come; "keep" does so only where this version of the program
            has not kept it for later runs, as reading our sample takes longer than it saves one document.
        first: kinds before the first worker.
    """

    verb: Literal["warm", "keep"]
    first: tuple[str, ...]


FOR_FEW = Prepared("keep", (ENGLISH,))
FOR_MANY = Prepared("warm", (ENGLISH, LETTERS))  # the guess by letters takes longer to load than a document to read
UNPREPARED = Prepared("keep", ())  # nothing before the first worker


def sample_of(kind: str) -> tuple[bytes, ...]:
    """Our own documents of one kind.

    Args:
        kind: code of a language, `pdf`, or `letters`.

    Returns:
        What to read so that everything of that kind is loaded; nothing for a kind without a sample.
    """
    if kind == PDF:
        return (_pdf(),)
    text = _texts().get(kind)
    if text is None:
        return ()
    page = "".join(f"<p>{line}</p>" for line in text.splitlines() if line.strip())
    return text.encode(), f"<!doctype html><html><body>{page}</body></html>".encode()


def sample_version() -> str:
    """Hash of our documents."""
    return hashlib.sha256(_FILE.read_bytes()).hexdigest()[:12]


def short_sample() -> bytes:
    """A page that every worker can read."""
    return _texts()[ENGLISH].encode()


def long_sample() -> bytes:
    """Many pages that every worker can read."""
    return (_texts()[ENGLISH] * _LONG).encode()


@cache
def _texts() -> dict[str, str]:
    texts: dict[str, str] = yaml.load(_FILE.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return texts


def _pdf() -> bytes:
    """A page with one line, in the plainest PDF there is."""
    shown = b"BT /F1 12 Tf 72 700 Td (The kite market reached USD 5 billion in 2024.) Tj ET"
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(shown), shown),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    )
    written, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, rows)
    return (
        written
        + table
        + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(written))
    )
