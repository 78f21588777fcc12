"""Canonical text: bytes to one string in NFC with LF line ends, whatever they were encoded in.

Decoding and normalising only. What the bytes are (`sniff`) and what structure the text has (`text`, `html`, `pdf`)
is decided elsewhere. Valid UTF-8 is never "repaired", however odd it looks.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import NamedTuple

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
# What an undeclared text is likely to be in, the likeliest first; ISO 8859 and its kin lie within the Windows charsets.
_GUESSABLE = ("cp1252", "cp1251", "cp932", "gb18030", "big5", "cp949", "euc_jp", "koi8_r", "cp1250", "cp1253", "cp1254")
_SAMPLE = 1 << 16  # bytes of lines beyond ASCII that a guess looks at
_AS_PLAUSIBLE = 0.02  # a difference in disorder up to which windows-1252 is taken, as the web takes it
_MAX_HIGH_SHARE = 0.3  # western texts have a few per cent of accented letters; more is another script
_FEW = 4  # bytes, in a text of a word or two
_HIGH = bytes(range(0x80, 0x100))

_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
# Overlong forms and surrogates in UTF-8 (RFC 3629, section 3): where a file holds no other byte beyond ASCII, nothing is guessed.
_FORBIDDEN = re.compile(
    rb"(?:[\xc0\xc1][\x80-\xbf]|\xe0[\x80-\x9f][\x80-\xbf]|\xed[\xa0-\xbf][\x80-\xbf]|\xf0[\x80-\x8f][\x80-\xbf]{2})+"
)

_MAX_CONTROL_SHARE = 0.02
_CONTROLS = bytes(code for code in (*range(0x20), 0x7F) if code not in b"\t\n\r\f\v")
_SURROGATES = re.compile("[\ud800-\udfff]")
_NOTHING_TO_SEE = "\ufeff\u200b\u2060\u00ad"


class Decoded(NamedTuple):
    """A text, and the guessed charset of its bytes; None where the source or the bytes name one."""

    text: str
    guessed_charset: str | None = None


def canonical_text(content: bytes, *declared: str | None) -> Decoded:
    """Decode and normalise a text.

    Args:
        content: the bytes of a text, Markdown or HTML file.
        declared: charsets that its server and the file itself name, if they do; the first that fits holds.

    Returns:
        The text in NFC with LF line ends, nothing stripped but a byte order mark. Offsets count its code points.

    Raises:
        Unreadable: `empty` (nothing but white space), `binary` (too many control characters) or
            `unknown_encoding` (neither UTF-8 nor a declared nor a plausible encoding).
    """
    text, guessed = decode(content, *declared)
    if not text.strip().strip(_NOTHING_TO_SEE).strip():
        detail = "the file has no bytes" if not content else "the file holds nothing but white space"
        raise Unreadable("empty", f"{detail}: check whether its download or export was completed")
    share = control_share(text)
    if share > _MAX_CONTROL_SHARE:
        raise Unreadable(
            "binary",
            f"{share:.0%} of it are control characters, so it is no text: provide it as text, Markdown, HTML or PDF",
        )
    return Decoded(normalised(text), guessed)


def decode(content: bytes, *declared: str | None) -> Decoded:
    """Decode bytes: by byte order mark, as UTF-8, as a declared charset, as a guessed one, in this order.

    A byte that UTF-8 cannot read becomes U+FFFD where the rest is plainly UTF-8, as does a last character cut apart.

    Raises:
        Unreadable: `unknown_encoding`.
    """
    for mark, codec in _MARKS:
        if content.startswith(mark):
            return Decoded(content[len(mark) :].decode(codec, errors="replace"))
    is_cut = False
    try:
        return Decoded(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        is_cut = error.end == len(content) and error.reason == "unexpected end of data"
    for codec_declared in filter(None, map(_codec, declared)):
        try:
            return Decoded(content.decode(codec_declared))
        except UnicodeDecodeError:
            continue
    repaired = content.decode("utf-8", errors="replace")
    n_bad = repaired.count(REPLACEMENT)
    n_good = sum(not char.isascii() for char in repaired) - n_bad
    if n_good > n_bad or (is_cut and n_good):
        return Decoded(repaired)
    if control_share(repaired) > _MAX_CONTROL_SHARE:
        return Decoded(repaired)  # no text in any encoding: the caller says so
    if all(_FORBIDDEN.fullmatch(run) for run in _HIGH_RUN.findall(content)):
        raise Unreadable(
            "unknown_encoding", "its bytes are forms that UTF-8 forbids, as attacks use them: save it as UTF-8"
        )
    for codec in _guesses(content):
        try:
            return Decoded(content.decode(codec), codec)
        except UnicodeDecodeError:
            continue
    raise Unreadable(
        "unknown_encoding",
        "the text is not UTF-8, names no charset, and is in none that could be guessed: save it as UTF-8",
    )


def _guesses(content: bytes) -> list[str]:
    """Charsets that bytes may be in, the most plausible first: those of which the text looks least disordered."""
    from charset_normalizer import from_bytes

    lines = b"\n".join(line for line in content.split(b"\n") if not line.isascii())[:_SAMPLE]
    if len(lines) == _SAMPLE:
        # No character is cut apart: a byte up to "/" is itself in every one of these charsets.
        lines = lines[: 1 + max(lines.rfind(mark) for mark in b" \n,.-/<(")] or lines
    guesses = from_bytes(lines, cp_isolation=list(_GUESSABLE), enable_fallback=False, preemptive_behaviour=False)
    matches = [(one.chaos, codec) for one in guesses for codec in _GUESSABLE if codec in one.could_be_from_charset]
    least = min((chaos for chaos, _ in matches), default=0.0)
    ranked = [codec for _, codec in matches]
    high = len(content) - len(content.translate(None, _HIGH))
    is_western = any(codec == "cp1252" and chaos <= least + _AS_PLAUSIBLE for chaos, codec in matches)
    if is_western or (not matches and high <= max(_FEW, _MAX_HIGH_SHARE * len(content))):
        ranked.insert(0, "cp1252")
    return ranked


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


def server_charset(content_type: str | None) -> str | None:
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
