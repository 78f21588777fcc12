"""Canonical text: bytes to one string in NFC with LF line ends, whatever they were encoded in.

Decoding and normalising only. What the bytes are (`sniff`) and what structure the text has (`text`, `html`, `pdf`)
is decided elsewhere. Valid UTF-8 is never "repaired", however odd it looks.
"""

from __future__ import annotations

import codecs
import re
import unicodedata

from sources.records import Unreadable

REPLACEMENT = "\ufffd"

# A byte order mark settles the encoding. UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Charsets a page may declare. Python knows codecs that are no charsets (rot13, unicode_escape) or are unsafe (utf-7).
_CHARSET = re.compile(
    r"(?:windows-|cp)(?:125\d|874|932|936|949|950)|iso-?8859-\d{1,2}|latin-?\d|us-ascii|ascii|koi8-[ru]|gbk|gb2312|gb18030"
    r"|big5|big5-hkscs|shift[-_]jis|sjis|windows-31j|euc-jp|euc-kr|tis-620|macintosh|ibm866"
)
_PARAMETER = re.compile(r""";[ \t]{0,8}charset[ \t]{0,8}=[ \t]{0,8}["']?([A-Za-z0-9_.:-]{1,40})""", re.IGNORECASE)
# The WHATWG encoding standard reads these labels as windows-1252, a superset of both.
_READ_AS_CP1252 = frozenset({"iso-8859-1", "iso8859-1", "latin-1", "latin1", "us-ascii", "ascii"})
_CODEC_NAMES = {"macintosh": "mac-roman", "windows-31j": "cp932", "windows-874": "cp874", "windows-949": "cp949"}
_MAX_HIGH_SHARE = 0.3  # western texts have a few per cent of accented letters; more is another script
_FEW = 4  # bytes, in a text of a word or two
_HIGH = bytes(range(0x80, 0x100))

_MAX_CONTROL_SHARE = 0.02
_CONTROLS = bytes(code for code in (*range(0x20), 0x7F) if code not in b"\t\n\r\f\v")
_SURROGATES = re.compile("[\ud800-\udfff]")
_NOTHING_TO_SEE = "\ufeff\u200b\u2060\u00ad"


def canonical_text(content: bytes, *declared: str | None) -> str:
    """Decode and normalise a text.

    Args:
        content: the bytes of a text, Markdown or HTML file.
        declared: charsets that its server and the file itself name, if they do; the first that fits holds.

    Returns:
        The text in NFC with LF line ends, nothing stripped but a byte order mark. Offsets count its code points.

    Raises:
        Unreadable: `empty` (nothing but white space), `binary` (too many control characters) or
            `unknown_encoding` (neither UTF-8 nor a declared nor a plausible western encoding).
    """
    text = decode(content, *declared)
    if not text.strip().strip(_NOTHING_TO_SEE).strip():
        detail = "the file has no bytes" if not content else "the file holds nothing but white space"
        raise Unreadable("empty", f"{detail}: check whether its download or export was completed")
    share = control_share(text)
    if share > _MAX_CONTROL_SHARE:
        raise Unreadable(
            "binary",
            f"{share:.0%} of it are control characters, so it is no text: provide it as text, Markdown, HTML or PDF",
        )
    return normalised(text)


def decode(content: bytes, *declared: str | None) -> str:
    """Decode bytes: by byte order mark, as UTF-8, as a declared charset, as windows-1252, in this order.

    A byte that UTF-8 cannot read becomes U+FFFD where the rest is plainly UTF-8.

    Raises:
        Unreadable: `unknown_encoding`.
    """
    for mark, codec in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(codec, errors="replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    for codec_declared in filter(None, map(_codec, declared)):
        try:
            return content.decode(codec_declared)
        except UnicodeDecodeError:
            continue
    repaired = content.decode("utf-8", errors="replace")
    n_bad = repaired.count(REPLACEMENT)
    n_good = sum(not char.isascii() for char in repaired) - n_bad
    if n_good > n_bad:
        return repaired
    high = len(content) - len(content.translate(None, _HIGH))
    if high <= max(_FEW, _MAX_HIGH_SHARE * len(content)):
        try:
            return content.decode("cp1252")
        except UnicodeDecodeError:
            pass
    if control_share(repaired) > _MAX_CONTROL_SHARE:
        return repaired  # no text in any encoding: the caller says so
    raise Unreadable(
        "unknown_encoding",
        "the text is neither UTF-8 nor in a western encoding, and names no charset: save it as UTF-8",
    )


def normalised(text: str) -> str:
    """NFC, LF; NUL and lone surrogates as U+FFFD, one for one, so that nothing on either side grows together."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", REPLACEMENT)
    if text.isascii():
        return text
    if _SURROGATES.search(text):
        # Two halves of one character that arrived apart are joined; a half without its other half is replaced.
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return unicodedata.normalize("NFC", text)


def control_share(text: str) -> float:
    """Share of control characters (other than tab, line ends, form feed) among the characters of a text."""
    raw = text.encode("utf-8", "replace")
    return (len(raw) - len(raw.translate(None, _CONTROLS))) / max(1, len(text))


def told_by_server(content_type: str | None) -> str | None:
    """The charset that a Content-Type names, where it can change how bytes are read: one that is known and not UTF-8.

    Args:
        content_type: the header field, as it came.
    """
    named = _PARAMETER.search(content_type or "")
    name = named[1].lower() if named else None
    return name if _codec(name) else None


def _codec(declared: str | None) -> str | None:
    name = (declared or "").strip().lower()
    if not _CHARSET.fullmatch(name):
        return None
    codec = "cp1252" if name in _READ_AS_CP1252 else _CODEC_NAMES.get(name, name)
    try:
        return codecs.lookup(codec).name
    except LookupError:
        return None
