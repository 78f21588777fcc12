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
from collections.abc import Iterable, Iterator
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any

from sources.parse.draft import Draft, compose, n_visible
from sources.parse.pdf.layout import arrange
from sources.parse.pdf.lines import Word
from sources.parse.pdf.page import PageContent, in_order
from sources.parse.recogniser import HOW_TO_INSTALL, SCANNED, tesseract
from sources.parse.unseen import Unseen
from sources.parse.work import spend
from sources.records import Unreadable

_SCALE = 300 / 72  # pixels a point
_MAX_PIXELS = 20_000_000  # of one page; a larger one is drawn coarser
_DEPTH = 5  # drawings in drawings that are looked through for a picture
_MAX_SIDE = 8_000  # pixels of a side of a picture; a larger one is made smaller
_SECONDS = 120.0  # of wall time for one page
_LEAST_SURE = 20.0  # of a hundred; below it, Tesseract sees letters in stains
_SAME_SIZE = (0.75, 1.35)  # lines whose height lies within these parts of the usual one are of its size: letters differ
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)
_WORD = "5"  # level of a row of Tesseract's table


def recognised_pdf(content: bytes, n_pages: int, unseen: Unseen) -> Draft:
    """Read a PDF of so many pages that are pictures.

    Raises:
        Unreadable: `scanned` where Tesseract is not installed, `no_text` where it finds nothing, `damaged`, `too_slow`, `too_much_work`.
    """
    import pypdfium2
    from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

    try:
        with contextlib.closing(pypdfium2.PdfDocument(content)) as document:
            pages = (document[number] for number in range(min(n_pages, len(document))))
            if not any(any(page.get_objects(filter=[FPDF_PAGEOBJ_IMAGE], max_depth=_DEPTH)) for page in pages):
                raise Unreadable(
                    "no_text",
                    f"its {n_pages} pages hold neither characters nor pictures: export it again, or run OCR on it first",
                )
            program = _program(f"its {n_pages} pages hold no characters, only images")
            spend("recognised_pages", n_pages)
            return _composed(program, (_drawn(document[number]) for number in range(n_pages)), unseen)
    except pypdfium2.PdfiumError as error:  # of the file, or of one of its pages
        raise Unreadable("damaged", f"its pages cannot be drawn ({error}): download or export it again") from error


def recognised_picture(content: bytes, kind: str, unseen: Unseen) -> Draft:
    """Read a picture of a page; `kind` says what it is, for people.

    Raises:
        Unreadable: as `recognised_pdf`.
    """
    return _composed(_program(f"the file is {kind}"), _frames(content), unseen)


def _program(found: str) -> str:
    program = tesseract()
    if program is None:
        raise Unreadable(SCANNED, f"{found}: {HOW_TO_INSTALL}")
    return program


def _composed(program: str, pictures: Iterable[tuple[Any, float]], unseen: Unseen) -> Draft:
    """What is read of pictures, each with its pixels a point."""
    pages = [_page(program, *picture, number) for number, picture in enumerate(pictures, start=1)]
    draft = compose(arrange(pages))
    if not draft.blocks:
        raise Unreadable("no_text", "text recognition finds no words in its pictures: scan it again, sharper")
    unseen.n_recognised += n_visible(draft.text)
    return draft


def _drawn(page: Any) -> tuple[Any, float]:
    width, height = page.get_size()
    scale = min(_SCALE, sqrt(_MAX_PIXELS / max(1.0, width * height)))
    return page.render(scale=scale, grayscale=True).to_pil(), scale


def _frames(content: bytes) -> Iterator[tuple[Any, float]]:
    """The pictures of a file, as if they had been scanned as finely as pages are drawn; on paper where they are see-through."""
    from PIL import Image, ImageSequence

    try:
        with Image.open(io.BytesIO(content), formats=("PNG", "JPEG", "TIFF")) as picture:
            for frame in ImageSequence.Iterator(picture):
                spend("recognised_pages", 1)
                spend("pixels", frame.width * frame.height)
                if frame.mode in ("RGBA", "LA", "P", "PA"):
                    opaque = frame.convert("RGBA")
                    frame = Image.alpha_composite(Image.new("RGBA", opaque.size, "white"), opaque)
                grey = frame.convert("L")
                grey.thumbnail((_MAX_SIDE, _MAX_SIDE))
                yield grey, _SCALE
    except (MemoryError, Unreadable):
        raise
    except Exception as error:  # a picture's decoder raises what it likes
        raise Unreadable("damaged", f"the picture cannot be opened ({type(error).__name__}): save it again") from error


def _page(program: str, picture: Any, scale: float, number: int) -> PageContent:
    """The words that Tesseract is sure enough of, in order; a line of about the usual height is of the usual size."""
    table = [line.split("\t", 11) for line in _asked(program, picture.convert("L"), number).splitlines()[1:]]
    rows = [row for row in table if row[0] == _WORD and row[11].strip() and float(row[10]) >= _LEAST_SURE]
    heights: dict[tuple[str, ...], float] = {}
    for row in rows:
        heights[tuple(row[1:5])] = max(heights.get(tuple(row[1:5]), 0), int(row[9]) / scale)
    usual = median(heights.values()) if heights else 0
    words = []
    for row in rows:
        left, top, width, height = (int(side) / scale for side in row[6:10])
        size = heights[tuple(row[1:5])]
        size = usual if _SAME_SIZE[0] * usual <= size <= _SAME_SIZE[1] * usual else size
        words.append(Word(" ".join(row[11].split()), left, left + width, top, top + height, size, ""))
    across, down = picture.width / scale, picture.height / scale
    return PageContent(number, across, down, in_order(words, number), sum(len(word.text) for word in words))


def _asked(program: str, grey: Any, number: int) -> str:
    """Tesseract's answer about a picture. It gets the plainest format there is (PGM): its decoders never see a stranger's bytes."""
    picture = b"P5 %d %d 255\n" % grey.size + grey.tobytes()
    arguments = [program, "stdin", "stdout", "--psm", "4", "--dpi", "300", "-l", _languages(program), "tsv"]
    with contextlib.suppress(subprocess.TimeoutExpired):
        done = _run(arguments, picture)
        if not done.returncode:
            return done.stdout.decode("utf-8", "replace")
        if done.returncode != -signal.SIGXCPU:
            raise Unreadable(
                "damaged",
                f"text recognition of page {number} fails (Tesseract ends with {done.returncode}): scan it again",
            )
    raise Unreadable("too_slow", f"text recognition of page {number} takes too long: split it or scan it again")


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
