"""Files that are no text at all: archives, bombs in archives, office files, pictures, programs, noise."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable

from tests.hostile.kind import Kind, kind

_SAID = b"The kite market reached USD 5 billion in 2024."


def _zipped(entries: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _layered(depth: int) -> bytes:
    content = b"\0" * 5_000_000
    for level in range(depth):
        content = _zipped({f"{n}-{level}.zip": content for n in range(4)})
    return content


def _tar() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        entry = tarfile.TarInfo("../../escape.txt")
        entry.size = len(_SAID)
        archive.addfile(entry, io.BytesIO(_SAID))
    return out.getvalue()


def _noise(length: int) -> bytes:
    value, out = 12_345, bytearray()
    for _ in range(length):
        value = (value * 1_103_515_245 + 12_345) % 2**31
        out.append(value >> 16 & 255)
    return bytes(out)


_MAKERS: tuple[tuple[str, Callable[[], bytes], str], ...] = (
    ("gzip_bomb", lambda: gzip.compress(b"\0" * 10_000_000, mtime=0), "unsupported_type"),
    ("zip_bomb", lambda: _zipped({"kite.txt": b"\0" * 10_000_000}), "unsupported_type binary"),
    ("zip_bomb_in_layers", lambda: _layered(3), "unsupported_type binary"),
    ("zip_with_names_that_escape", lambda: _zipped({"../../escape.txt": _SAID}), "unsupported_type landed"),
    ("tar_with_names_that_escape", _tar, "binary unsupported_type"),
    ("bzip2_archive", lambda: b"BZh91AY&SY" + _noise(500), "unsupported_type"),
    ("xz_archive", lambda: b"\xfd7zXZ\0" + _noise(500), "unsupported_type"),
    ("seven_zip_archive", lambda: b"7z\xbc\xaf\x27\x1c" + _noise(500), "unsupported_type"),
    ("word_document", lambda: _zipped({"[Content_Types].xml": b"<Types/>", "word/document.xml": _SAID}), "damaged"),
    ("excel_workbook", lambda: _zipped({"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": _SAID}), "damaged"),
    ("powerpoint_bomb", lambda: _zipped({"[Content_Types].xml": b"<Types/>", "ppt/slides/slide1.xml": b" " * 10_000_000}), "unsupported_type"),
    ("old_office_document", lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + _noise(2_000), "unsupported_type"),
    ("rtf_document", lambda: b"{\\rtf1\\ansi " + _SAID + b"}", "unsupported_type"),
    ("postscript_program", lambda: b"%!PS-Adobe-3.0\n{} loop\n", "unsupported_type"),
    ("png_image", lambda: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\0\0\0" + _noise(200), "damaged scanned"),  # scanned: without Tesseract
    ("jpeg_image", lambda: b"\xff\xd8\xff\xe0\0\x10JFIF\0" + _noise(500), "damaged scanned"),
    ("gif_image", lambda: b"GIF89a\xff\xff\xff\xff" + _noise(200), "unsupported_type"),
    ("webp_image", lambda: b"RIFF\xff\xff\xff\xffWEBPVP8 " + _noise(200), "unsupported_type"),
    ("video", lambda: b"\0\0\0\x18ftypmp42" + _noise(500), "unsupported_type"),
    ("program", lambda: b"\x7fELF\x02\x01\x01\0" + _noise(500), "unsupported_type"),
    ("sqlite_database", lambda: b"SQLite format 3\0" + _noise(500), "unsupported_type"),
    ("parquet_file", lambda: b"PAR1" + _noise(500) + b"PAR1", "unsupported_type"),
    ("noise", lambda: _noise(100_000), "binary unknown_encoding"),
    ("picture_that_is_a_page", lambda: b"GIF89a/*<!doctype html><html><body>" + _SAID + b"</body></html>*/", "unsupported_type"),
)  # fmt: skip

KINDS: tuple[Kind, ...] = tuple(kind(name, make, allowed) for name, make, allowed in _MAKERS)
