"""Scanned pages and pictures: what Tesseract recognises, what is said where it is missing, and pictures that harm nobody."""

from __future__ import annotations

import io
import os
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from sources.extract import extract
from sources.ingest.workers import read_documents
from sources.parse import parse
from sources.parse.pdf.recognise import recognised_picture
from sources.parse.recogniser import VARIABLE, tesseract
from sources.parse.unseen import Unseen
from sources.parse.work import counted, work_limits
from sources.records import Unreadable

SAID = "The global paper kite market was worth USD 6.4 billion in 2025."
needs_tesseract = pytest.mark.skipif(
    tesseract() is None, reason="Tesseract is not installed: apt-get install tesseract-ocr"
)


def _scan(*pages: str) -> Any:
    pictures = []
    for words in pages:
        picture = Image.new("L", (1654, 500), 255)  # the width of A4 at 200 dots per inch
        drawing = ImageDraw.Draw(picture)
        for number, line in enumerate(words.splitlines()):
            drawing.text((120, 120 + 60 * number), line, fill=0, font=ImageFont.load_default(size=32))
        pictures.append(picture)
    return pictures


def _picture(form: str, *pages: str) -> bytes:
    first, *more = _scan(*(pages or (SAID,)))
    buffer = io.BytesIO()
    first.save(buffer, form, **({"save_all": True, "append_images": more} if more else {}))
    return buffer.getvalue()


def _pdf(*pages: str) -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    for picture in _scan(*pages):
        canvas.drawImage(ImageReader(picture), 0, 600, width=A4[0], height=180)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


@needs_tesseract
@pytest.mark.parametrize(
    "make", [lambda: _pdf(SAID), lambda: _picture("PNG"), lambda: _picture("JPEG"), lambda: _picture("TIFF")]
)
def test_a_scan_states_what_its_page_states(make: Any) -> None:
    parsed = parse(make())
    assert SAID in parsed.text
    assert parsed.n_recognised == len(parsed.text.replace(" ", "").replace("\n", ""))
    (size,) = [c for c in extract(parsed).claims if c.metric == "market_size"]
    (printed,) = [c for c in extract(parse(SAID.encode())).claims if c.metric == "market_size"]
    assert (size.value, size.unit, size.year_stated, size.market) == (printed.value, "USD", 2025, printed.market)
    assert size.confidence is not None and printed.confidence is not None
    assert size.confidence == round(printed.confidence * 0.9, 2)


@needs_tesseract
def test_every_page_is_read_and_blocks_name_theirs() -> None:
    pages = ("Kites sell in towns.", "Kites are made of paper.")
    for content in (_pdf(*pages), _picture("TIFF", *pages)):
        parsed = parse(content)
        assert [(parsed.text[b.char_start : b.char_end], b.page) for b in parsed.blocks] == list(
            zip(pages, (1, 2), strict=True)
        )


@needs_tesseract
def test_a_locked_in_reader_recognises_as_one_that_is_free() -> None:
    (answer,) = read_documents([_pdf(SAID)], 1)
    assert not isinstance(answer, Unreadable)
    assert answer[0] == parse(_pdf(SAID))  # type: ignore[index]


@needs_tesseract
def test_a_picture_without_words_has_no_text() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (300, 300), (40, 90, 160)).save(buffer, "PNG")
    assert _reason(buffer.getvalue()) == "no_text"


@needs_tesseract
def test_ink_on_what_is_see_through_is_read() -> None:
    (grey,) = _scan(SAID)
    see_through = Image.new("RGBA", grey.size, (0, 0, 0, 0))
    see_through.putalpha(grey.point(lambda value: 255 - value))
    buffer = io.BytesIO()
    see_through.save(buffer, "PNG")
    assert SAID in parse(buffer.getvalue()).text


@pytest.mark.parametrize("content", [_pdf(SAID), _picture("PNG"), _picture("TIFF")])
def test_without_tesseract_the_refusal_says_how_to_install_it(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    with pytest.raises(Unreadable, match="apt-get install tesseract-ocr") as refusal:
        parse(content)
    assert refusal.value.reason == "scanned"


def test_a_reader_is_told_of_the_tesseract_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    (answer,) = read_documents([_picture("PNG")], 1)
    assert isinstance(answer, Unreadable) and answer.reason == "scanned"


def _reason(content: bytes) -> str:
    with pytest.raises(Unreadable) as refusal:
        parse(content)
    return refusal.value.reason


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def _png(width: int, height: int, rows: bytes = b"") -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


@needs_tesseract
@pytest.mark.parametrize(
    ("content", "reasons"),
    [
        (_png(100_000, 100_000), ("too_much_work", "damaged")),  # ten thousand million pixels in a few bytes
        (_png(11_000, 11_000), ("too_much_work",)),
        (_png(100, 100, b"\0" * 50), ("damaged",)),
        (_picture("PNG")[:400], ("damaged",)),
        (b"\x89PNG\r\n\x1a\n" + b"\xff" * 200, ("damaged",)),
        (b"\xff\xd8\xff\xe0" + b"\0" * 200, ("damaged",)),
        (b"II*\0" + b"\x08\0\0\0" + b"\xff" * 100, ("damaged",)),
        (b"MM\0*", ("damaged",)),
    ],
)
def test_a_hostile_picture_is_refused(content: bytes, reasons: tuple[str, ...]) -> None:
    assert _reason(content) in reasons


@needs_tesseract
def test_more_pages_than_may_be_recognised_are_refused() -> None:
    few = work_limits().model_copy(update={"recognised_pages": 2})
    with counted(few), pytest.raises(Unreadable, match="more than 2 scanned pages"):
        recognised_picture(_picture("TIFF", "a", "b", "c"), "a TIFF image", Unseen())


def test_tesseract_gets_no_file_and_no_variable_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for the program writes down how it is called."""
    noted = tmp_path / "noted"
    program = tmp_path / "tesseract"
    program.write_text(
        f'#!/bin/sh\nenv > {noted}.env\necho "$@" >> {noted}.args\npwd >> {noted}.args\ncat > /dev/null\necho level\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv(VARIABLE, str(program))
    monkeypatch.setenv("PARALLAX_SECRET", "hunter2")
    assert _reason(_picture("PNG")) == "no_text"
    names = {line.split("=")[0] for line in Path(f"{noted}.env").read_text().splitlines()}
    assert names <= {
        "PATH",
        "LD_LIBRARY_PATH",
        "TESSDATA_PREFIX",
        "LC_ALL",
        "OMP_THREAD_LIMIT",
        "PWD",
        "OLDPWD",
        "SHLVL",
        "_",
    }
    assert Path(f"{noted}.args").read_text().splitlines() == [
        "--list-langs",
        "/",
        "stdin stdout --psm 4 --dpi 300 -l eng tsv",
        "/",
    ]


@pytest.mark.parametrize("ending", ["exit 3", "kill -XCPU $$"])
def test_where_tesseract_fails_the_document_is_refused(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / f"tesseract{len(ending)}"
    program.write_text(f'#!/bin/sh\n[ "$1" = --list-langs ] && exit 0\ncat > /dev/null\n{ending}\n')
    program.chmod(0o755)
    monkeypatch.setenv(VARIABLE, str(program))
    assert _reason(_picture("PNG")) == ("damaged" if ending == "exit 3" else "too_slow")
    assert os.environ[VARIABLE] == str(program)


def test_words_of_tesseract_become_lines_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for the program answers: level, page, block, paragraph, line, word, place and size in pixels, certainty, text."""
    rows = [
        (5, 1, 1, 1, 2, 1, 100, 300, 200, 40, 95, "Kites"),
        (5, 1, 1, 1, 1, 2, 330, 100, 220, 44, 95, "market"),
        (5, 1, 1, 1, 1, 1, 100, 100, 200, 40, 95, "The"),
        (5, 1, 1, 1, 3, 1, 100, 500, 200, 40, 5, "stain"),
    ]
    table = "\n".join("\t".join(map(str, row)) for row in [("level",), *rows])
    (tmp_path / "answer").write_text(table)
    program = tmp_path / "stand-in"
    program.write_text(f'#!/bin/sh\n[ "$1" = --list-langs ] && exit 0\ncat > /dev/null\ncat {tmp_path}/answer\n')
    program.chmod(0o755)
    monkeypatch.setenv(VARIABLE, str(program))
    for content in (_picture("PNG"), _pdf(SAID)):
        assert parse(content).text == "The market\nKites\n"
