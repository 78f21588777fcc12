"""Reading is bounded by counts: too much work is refused with the key to raise, equally on every machine."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from sources.parse import parse, work
from sources.parse.work import WorkLimits, counted, spend, work_limits
from sources.records import Unreadable
from tests.hostile.pdfs import FONT, SAID, SHOWN, object_streams, packed, page, stream
from tests.unit.sources.parse.pdf_layouts import PROSE, drawn, lines_at


def _damaged(content: bytes) -> bytes:
    """Packed data whose checksum is wrong: pdfminer goes through it byte by byte."""
    return zlib.compress(content, 9)[:-4] + b"\0\0\0\0"


CASES: dict[str, tuple[Callable[[], bytes], str]] = {
    "one drawing of many letters": (lambda: page(packed(b"BT /F1 9 Tf (" + b"kite " * 40_000 + b") Tj ET")), "drawn_objects_on_a_page"),
    "the same page 6,000 times": (lambda: _same_page(6_000), "pages"),
    "text of 7 million characters": (lambda: b"Kites fly. " * 640_000, "characters"),
}  # fmt: skip


def _same_page(count: int) -> bytes:
    from tests.hostile.pdfs import written

    pages = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (
        b" ".join(b"%d 0 R" % (5 + number) for number in range(count)),
        count,
    )
    leaf = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << /Font << /F1 4 0 R >> >> >>"
    return written([b"<< /Type /Catalog /Pages 2 0 R >>", pages, stream(SHOWN), FONT, *([leaf] * count)])


@pytest.mark.parametrize("name", CASES)
def test_what_is_too_much_work_is_refused_with_the_key_to_raise(name: str) -> None:
    make, key = CASES[name]
    with pytest.raises(Unreadable, match=f"`{key}` in sources/parse/limits.yml") as found:
        parse(make())
    assert found.value.reason == "too_much_work"


def test_an_honest_report_takes_a_small_part_of_what_it_may() -> None:
    content = drawn(*(lines_at(72, 700, [PROSE[:60]] * 20) for _ in range(5)))
    with counted() as spent:
        from sources.parse.pdf import parse_pdf

        parse_pdf(content)
    limits = work_limits()
    assert {"pages", "unpacked_bytes", "parsed_bytes", "drawn_objects"} <= spent.keys(), "every counter counts"
    assert all(
        10 * amount <= getattr(limits, kind) for kind, amount in spent.items() if kind != "drawn_objects_on_a_page"
    )


def test_an_object_stream_is_taken_apart_no_further_than_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    tight = work_limits().model_copy(update={"parsed_bytes": 1_000_000})
    assert SAID in parse(object_streams(20_000_000)).text, "one object is announced, and one is read"
    monkeypatch.setattr(work, "work_limits", lambda: tight)
    with pytest.raises(Unreadable, match="`parsed_bytes`") as found:
        parse(object_streams(20_000_000, 1_000_000))
    assert found.value.reason == "too_much_work"


def test_damaged_packed_data_costs_its_copies() -> None:
    tight = work_limits().model_copy(update={"unpacked_bytes": 20_000_000})
    told = stream(_damaged(b" " * 5_000_000), b"/Filter /FlateDecode")
    content = page(stream(SHOWN), font=FONT[:-2] + b"/ToUnicode 6 0 R >>", more=(told,))
    from sources.parse.pdf import parse_pdf

    with counted(tight), pytest.raises(Unreadable, match="unpacked_bytes"):
        parse_pdf(content)


def test_style_rules_are_bounded_by_the_elements_that_they_are_held_against(monkeypatch: pytest.MonkeyPatch) -> None:
    tight = work_limits().model_copy(update={"style_matches": 1_000})
    monkeypatch.setattr(work, "work_limits", lambda: tight)
    rules = "".join(f"p:nth-child({n}){{display:none}}" for n in range(50))
    content = f"<!doctype html><style>{rules}</style><body>{'<p>Kites.</p>' * 50}".encode()
    with pytest.raises(Unreadable, match="`style_matches`"):
        parse(content)


def test_what_was_too_much_stays_too_much_whoever_passes_over_it() -> None:
    limits = WorkLimits(**{**work_limits().model_dump(), "pages": 2})
    with counted(limits):
        spend("pages", 2)
        for _ in range(2):
            with pytest.raises(Unreadable):
                spend("pages", 1)
    spend("pages", 1_000_000)  # outside nothing is bounded


def test_bounds_that_do_not_fit_are_refused_with_file_and_key(tmp_path: Path) -> None:
    path = tmp_path / "limits.yml"
    path.write_text("seconds: -1\n")
    with pytest.raises(ValueError, match=r"limits\.yml: seconds: "):
        work_limits(path)
