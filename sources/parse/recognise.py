"""Text recognition (OCR) of scanned pages and pictures by Tesseract, where it is installed: pictures in, words with their places out.

Tesseract runs as a program of its own: it gets a picture on its standard input and answers on its standard output, with no file and no
variable of ours, under the limits of the process that asks. What is recognised is put in order as the text of a PDF page is.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from sources.parse.draft import Draft, compose, n_visible
from sources.parse.pdf.layout import arrange
from sources.parse.pdf.page import PageContent, Word, in_order
from sources.parse.recogniser import HOW_TO_INSTALL, SCANNED, tesseract
from sources.parse.unseen import Unseen
from sources.parse.work import spend
from sources.records import Unreadable

_DPI = 300
_POINTS = 72
_MAX_PIXELS = 20_000_000  # of one page; a larger one is drawn coarser
_DEPTH = 5  # drawings in drawings that are looked through for a picture
_MAX_SIDE = 8_000  # pixels of a side of a picture; a larger one is made smaller
_SECONDS = 120.0  # of wall time for one page
_LEAST_SURE = 20.0  # of a hundred; below it, Tesseract sees letters in stains
_SAME_SIZE = (
    0.75,
    1.35,
)  # lines whose height lies within these parts of the usual one are of its size: letters differ in height
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)
_WORD = 5  # level of a row of Tesseract's table


class _Row(NamedTuple):
    """A word in pixels, with the number of its line."""

    line: tuple[str, ...]
    left: int
    top: int
    width: int
    height: int
    text: str


def recognised_pdf(content: bytes, n_pages: int, unseen: Unseen) -> Draft:
    """Reads a PDF whose pages are pictures.

    Args:
        content: the file's bytes.
        n_pages: how many pages it has.
        unseen: counts what is recognised.

    Raises:
        Unreadable: `scanned` where Tesseract is not installed, `no_text` where it finds nothing, `damaged`, `too_slow`, `too_much_work`.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        raise Unreadable("damaged", f"its pages cannot be drawn ({error}): download or export it again") from error
    try:
        if not any(_has_picture(document, number) for number in range(min(n_pages, len(document)))):
            raise Unreadable(
                "no_text",
                f"its {n_pages} pages hold neither characters nor pictures: export it again, or run OCR on it first",
            )
        program = tesseract()
        if program is None:
            raise Unreadable(SCANNED, f"its {n_pages} pages hold no characters, only images: {HOW_TO_INSTALL}")
        spend("recognised_pages", n_pages)
        pages = [_page(program, *_picture(document[number]), number + 1) for number in range(n_pages)]
    finally:
        document.close()
    return _composed(pages, unseen)


def recognised_picture(content: bytes, kind: str, unseen: Unseen) -> Draft:
    """Reads a picture of a page.

    Args:
        content: the file's bytes.
        kind: what it is, for people.
        unseen: counts what is recognised.

    Raises:
        Unreadable: as `recognised_pdf`.
    """
    program = tesseract()
    if program is None:
        raise Unreadable(SCANNED, f"the file is {kind}: {HOW_TO_INSTALL}")
    pages = [_page(program, *frame, number) for number, frame in enumerate(_flattened(content), start=1)]
    return _composed(pages, unseen)


def _composed(pages: Sequence[PageContent], unseen: Unseen) -> Draft:
    draft = compose(arrange(pages))
    if not draft.blocks:
        raise Unreadable("no_text", "text recognition finds no words in its pictures: scan it again, sharper")
    unseen.n_recognised += n_visible(draft.text)
    return draft


def _has_picture(document: Any, number: int) -> bool:
    from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

    page = document[number]
    try:
        return any(True for _ in page.get_objects(filter=[FPDF_PAGEOBJ_IMAGE], max_depth=_DEPTH))
    finally:
        page.close()


def _picture(page: Any) -> tuple[bytes, float, tuple[float, float]]:
    """A page as a grey picture (PGM), its pixels per point, and its size in points."""
    width, height = page.get_size()
    scale = min(_DPI / _POINTS, sqrt(_MAX_PIXELS / max(1.0, width * height)))
    bitmap = page.render(scale=scale, grayscale=True)
    try:
        return _portable(_grey(bitmap.to_pil())), scale, (width, height)
    finally:
        bitmap.close()
        page.close()


def _flattened(content: bytes) -> Iterator[tuple[bytes, float, tuple[float, float]]]:
    """The pictures of a file as grey ones; their size in points as if they had been scanned as finely as pages are drawn."""
    from PIL import Image, ImageSequence

    try:
        with Image.open(io.BytesIO(content), formats=("PNG", "JPEG", "TIFF")) as picture:
            for frame in ImageSequence.Iterator(picture):
                spend("recognised_pages", 1)
                spend("pixels", frame.width * frame.height)
                grey, scale = _grey(frame), _DPI / _POINTS
                grey.thumbnail((_MAX_SIDE, _MAX_SIDE))
                yield _portable(grey), scale, (grey.width / scale, grey.height / scale)
    except (MemoryError, Unreadable):
        raise
    except Exception as error:  # a picture's decoder raises what it likes
        raise Unreadable("damaged", f"the picture cannot be opened ({type(error).__name__}): save it again") from error


def _portable(grey: Any) -> bytes:
    """A picture in the plainest format there is, so that Tesseract's own decoders never see a stranger's bytes."""
    pixels: bytes = grey.tobytes()
    return b"P5 %d %d 255\n" % grey.size + pixels


def _grey(picture: Any) -> Any:
    """A picture without colour, on paper where it is see-through."""
    from PIL import Image

    if picture.mode in ("RGBA", "LA", "P", "PA"):
        opaque = picture.convert("RGBA")
        paper = Image.new("RGBA", opaque.size, "white")
        picture = Image.alpha_composite(paper, opaque)
    return picture.convert("L")


def _page(program: str, picture: bytes, scale: float, size: tuple[float, float], number: int) -> PageContent:
    rows = _rows(_asked(program, picture, number))
    heights: dict[tuple[str, ...], int] = {}
    for row in rows:
        heights[row.line] = max(heights.get(row.line, 0), row.height)
    usual = median(heights.values()) if heights else 0
    words = [_word(row, heights[row.line], usual, scale) for row in rows]
    return PageContent(number, *size, in_order(words, number), sum(len(word.text) for word in words))


def _word(row: _Row, height: int, usual: float, scale: float) -> Word:
    is_usual = _SAME_SIZE[0] * usual <= height <= _SAME_SIZE[1] * usual
    x0, x1 = row.left / scale, (row.left + row.width) / scale
    top, bottom = row.top / scale, (row.top + row.height) / scale
    return Word(row.text, x0, x1, top, bottom, (usual if is_usual else height) / scale, "")


def _rows(table: str) -> list[_Row]:
    """Words of Tesseract's table that it is sure enough of."""
    rows = []
    for line in table.splitlines()[1:]:
        level, page, block, par, number, _, left, top, width, height, sure, *text = line.split("\t")
        words = " ".join("\t".join(text).split())
        if int(level) == _WORD and words and float(sure) >= _LEAST_SURE:
            rows.append(_Row((page, block, par, number), int(left), int(top), int(width), int(height), words))
    return rows


def _asked(program: str, picture: bytes, number: int) -> str:
    """Tesseract's answer about one picture."""
    arguments = [program, "stdin", "stdout", "--psm", "4", "--dpi", str(_DPI), "-l", _languages(program), "tsv"]
    try:
        done = _run(arguments, picture)
    except subprocess.TimeoutExpired as error:
        raise Unreadable(
            "too_slow", f"text recognition of page {number} takes too long: split it or scan it again"
        ) from error
    if done.returncode == -signal.SIGXCPU:
        raise Unreadable("too_slow", f"text recognition of page {number} takes too long: split it or scan it again")
    if done.returncode:
        raise Unreadable(
            "damaged", f"text recognition of page {number} fails (Tesseract ends with {done.returncode}): scan it again"
        )
    return done.stdout.decode("utf-8", "replace")


@cache
def _languages(program: str) -> str:
    """All languages that are installed, English first: who installs a language has texts in it."""
    listed = _run([program, "--list-langs"], b"").stdout.decode("utf-8", "replace").splitlines()[1:]
    names = sorted({name.strip() for name in listed} - {"osd", "equ", ""}, key=lambda name: (name != "eng", name))
    return "+".join(names) or "eng"


def _run(arguments: list[str], given: bytes) -> subprocess.CompletedProcess[bytes]:
    kept = {name: os.environ[name] for name in ("PATH", "TESSDATA_PREFIX", "LD_LIBRARY_PATH") if name in os.environ}
    parent = os.getpid()

    def end_with_parent() -> None:
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return subprocess.run(
        arguments, input=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, timeout=_SECONDS,
        env={**kept, "LC_ALL": "C", "OMP_THREAD_LIMIT": "1"}, cwd=Path("/"), preexec_fn=end_with_parent,
    )  # fmt: skip
