"""Other figures in a PDF as ReportLab draws it: the strings of its pages are changed, every position stays.

For the PDFs of the sample inbox, which were drawn so; other programs' PDFs are refused. Digits of the standard fonts share one
width, so that nothing moves.
"""

from __future__ import annotations

import base64
import re
import zlib

from benchmarks.figures import with_other_figures

_STREAM = re.compile(rb"/Length \d+\s*>>\s*stream\r?\n(?P<body>.*?)~>endstream", re.DOTALL)
_SHOWN = re.compile(r"\((?P<text>(?:[^()\\]|\\.)*)\) Tj")
_OBJECT = re.compile(rb"^(?P<number>\d+) 0 obj\b", re.MULTILINE)
_TABLE = re.compile(rb"^xref\s.*?(?=^trailer)", re.DOTALL | re.MULTILINE)


def pdf_with_other_figures(content: bytes, copy: int) -> bytes:
    """The same pages with other years, amounts and percentages.

    Args:
        content: a PDF whose page streams are ASCII85 over Flate, as ReportLab writes them.
        copy: number of the copy; 0 is the original itself.

    Returns:
        A valid PDF with a cross-reference table of its own.

    Raises:
        ValueError: no page stream of that form.
    """
    if copy == 0:
        return content
    changed, n_streams = _STREAM.subn(lambda match: _other_stream(match["body"], copy), content)
    if not n_streams or not _TABLE.search(changed):
        raise ValueError("no PDF as ReportLab writes it: draw it with tests/samples/make_pdf.py, or leave it out")
    return _with_offsets(changed)


def _other_stream(body: bytes, copy: int) -> bytes:
    page = zlib.decompress(base64.a85decode(body)).decode("latin-1")
    # A number that a line break parts would be changed in halves; the samples are drawn so that none is.
    page = _SHOWN.sub(lambda match: f"({with_other_figures(match['text'], copy)}) Tj", page)
    packed = base64.a85encode(zlib.compress(page.encode("latin-1")))
    return b"/Length %d\n>>\nstream\n%s~>endstream" % (len(packed) + 2, packed)


def _with_offsets(content: bytes) -> bytes:
    """The file with the byte offsets of its objects as they are now."""
    offsets = {int(match["number"]): match.start() for match in _OBJECT.finditer(content)}
    rows = b"".join(b"%010d 00000 n \n" % offsets[number] for number in sorted(offsets))
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(offsets) + 1, rows)
    content = _TABLE.sub(table, content)
    start = content.index(b"xref\n0 ")
    return re.sub(rb"startxref\s+\d+", b"startxref\n%d" % start, content)
