"""Hostile PDF files, written object by object: bombs, loops, lies about lengths, damage."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable

from tests.hostile.kind import Kind, kind

SAID = "The kite market reached USD 5 billion in 2024."
SHOWN = f"BT /F1 12 Tf 72 700 Td ({SAID}) Tj ET".encode()
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
_CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
_PAGES = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
_PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> %s >> %s >>"


def stream(content: bytes, more: bytes = b"") -> bytes:
    """A stream as it stands in a file; `more` goes into its dictionary."""
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), more, content)


def packed(content: bytes, times: int = 1) -> bytes:
    """A stream packed once or several times."""
    for _ in range(times):
        content = zlib.compress(content, 9)
    return stream(content, b"/Filter [%s]" % b" ".join([b"/FlateDecode"] * times))


def blanks_packed(megabytes: int, times: int) -> bytes:
    """A stream of very many blanks, packed without ever making them: one packed megabyte, said again and again."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    megabyte = packer.compress(b" " * 1_000_000) + packer.flush(zlib.Z_FULL_FLUSH)
    count = megabytes * 1_000_000
    low, high = (
        (1 + 32 * count) % 65_521,
        (count + 32 * (count * (count + 1) // 2)) % 65_521,
    )  # Adler-32 of so many blanks
    content = b"\x78\xda" + megabyte * megabytes + packer.flush() + (high << 16 | low).to_bytes(4, "big")
    for _ in range(times - 1):
        content = zlib.compress(content, 9)
    return stream(content, b"/Filter [%s]" % b" ".join([b"/FlateDecode"] * times))


def written(objects: list[bytes], trailer: bytes = b"") -> bytes:
    """A file of objects numbered from 1, with a right table of places."""
    out, places = io.BytesIO(), []
    out.write(b"%PDF-1.4\n")
    for number, body in enumerate(objects, start=1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % place for place in places))
    out.write(b"trailer << /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, start))
    return out.getvalue()


def page(
    contents: bytes,
    *,
    resources: bytes = b"",
    attributes: bytes = b"",
    font: bytes = FONT,
    more: tuple[bytes, ...] = (),
) -> bytes:
    """A file of one page; `more` are its objects from 6 on."""
    return written([_CATALOG, _PAGES, _PAGE % (resources, attributes), contents, font, *more])


def _characters(count: int) -> bytes:
    lines = b" ".join(b"1 0 0 1 10 %d Tm (%s) Tj" % (n % 800, b"market " * 10) for n in range(count // 70))
    return packed(b"BT /F1 2 Tf " + lines + b" ET")


def _nested_forms(depth: int, width: int) -> bytes:
    forms = []
    for level in range(depth):
        calls = b" ".join([b"/X%d Do" % (level + 1)] * width) if level < depth - 1 else SHOWN
        names = b"/XObject << /X%d %d 0 R >>" % (level + 1, 7 + level) if level < depth - 1 else b""
        resources = (
            b"/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> %s >>" % names
        )
        forms.append(stream(calls, resources))
    return page(stream(b"/X0 Do"), resources=b"/XObject << /X0 6 0 R >>", more=tuple(forms))


def _unicode_map(body: bytes) -> bytes:
    cmap = (
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <00000000> <FFFFFFFF> "
        b"endcodespacerange " + body + b" endcmap end end"
    )
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>"
    return page(stream(SHOWN), font=font, more=(stream(cmap),))


def _composite(widths: bytes, encoding: bytes = b"/Identity-H") -> bytes:
    font = b"<< /Type /Font /Subtype /Type0 /BaseFont /Kite /Encoding %s /DescendantFonts [6 0 R] >>" % encoding
    inner = (
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Kite /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
        b"/DW 1000 /W [%s] /FontDescriptor << /Type /FontDescriptor /FontName /Kite /Flags 4 /Ascent 800 /Descent -200 >> >>"
    ) % widths
    return page(stream(b"BT /F1 12 Tf 72 700 Td <00480049> Tj ET"), font=font, more=(inner,))


def _deep_tree(depth: int) -> bytes:
    nodes = [b"<< /Type /Pages /Kids [%d 0 R] /Count 1 >>" % (3 + n) for n in range(depth)]
    last = 2 + depth
    leaf = b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 %d 0 R >> >> >>"
    return written([_CATALOG, *nodes, leaf % (last - 1, last + 1, last + 2), stream(SHOWN), FONT])


def _same_page(count: int) -> bytes:
    pages = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b"3 0 R " * count, count)
    return written([_CATALOG, pages, _PAGE % (b"", b""), stream(SHOWN), FONT])


def _loop_of_pages() -> bytes:
    pages = b"<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 /Parent 2 0 R >>"
    return written([_CATALOG, pages, _PAGE % (b"", b""), stream(SHOWN), FONT])


def _loop_of_tables() -> bytes:
    content = page(stream(SHOWN))
    start = content.rindex(b"xref\n0")
    return content.replace(b"/Root 1 0 R ", b"/Root 1 0 R /Prev %d" % start)


def _announces_more() -> bytes:
    return written([_CATALOG, _PAGES.replace(b"/Count 1", b"/Count 100"), _PAGE % (b"", b""), stream(SHOWN), FONT])


def _one_page_damaged() -> bytes:
    """Three pages, the second with a packed stream whose bytes are wrong: its text is gone."""
    good = packed(SHOWN + b" BT /F1 12 Tf 72 650 Td (" + b"Sales grew in every region of the world. " * 20 + b") Tj ET")
    bad = bytearray(good)
    middle = bad.index(b"stream\n") + 7
    bad[middle : middle + 30] = b"\xff" * 30
    pages = b"<< /Type /Pages /Kids [3 0 R 6 0 R 7 0 R] /Count 3 >>"
    second = (_PAGE % (b"", b"")).replace(b"/Contents 4 0 R", b"/Contents 8 0 R")
    return written([_CATALOG, pages, _PAGE % (b"", b""), good, FONT, second, _PAGE % (b"", b""), bytes(bad)])


def _encrypted() -> bytes:
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, invariant=1, encrypt=StandardEncryption("secret", ownerPassword="other"))
    canvas.drawString(72, 700, SAID)
    canvas.save()
    return out.getvalue()


def _run_length(length: int) -> bytes:
    runs = length // 128
    return page(stream(b"\x81 " * runs + SHOWN_RAW + b"\x80", b"/Filter /RunLengthDecode"))


SHOWN_RAW = bytes([len(SHOWN) - 1]) + SHOWN


def _operators(piece: bytes, count: int) -> bytes:
    return page(packed(SHOWN + b"\n" + piece * count))


def object_streams(n_bytes: int, n_objects: int = 1) -> bytes:
    """A file whose page stands in an object stream that unpacks to so many bytes of small objects, and announces so many."""
    named = b"3 0 << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
    named = named.replace(b"3 0 <<", b"3 0\n<<", 1)
    held = packed(named + b" [1 2 3] /Kite 7" * (n_bytes // 16)).replace(
        b"/Filter", b"/Type /ObjStm /N %d /First 4 /Filter" % n_objects, 1
    )
    objects = {1: _CATALOG, 2: _PAGES, 4: stream(SHOWN), 5: FONT, 6: held}
    out, places = bytearray(b"%PDF-1.5\n"), {}
    for number, body in objects.items():
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    rows = [bytes(7)]
    for number in range(1, 8):
        kind, place = (2, 6) if number == 3 else (1, places.get(number, start))
        rows.append(bytes([kind]) + place.to_bytes(4, "big") + bytes(2))
    table = stream(b"".join(rows), b"/Type /XRef /Size 8 /W [1 4 2] /Root 1 0 R")
    return bytes(out) + b"7 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (table, start)


_MAKERS: tuple[tuple[str, Callable[[], bytes], str, str, bool], ...] = (
    ("pdf_flate_bomb_300_mb", lambda: page(blanks_packed(300, 1)), "no_text limits", "", True),
    ("pdf_object_stream_200_mb", lambda: object_streams(200_000_000), "landed", SAID, True),
    ("pdf_object_stream_of_10_million", lambda: object_streams(200_000_000, 10_000_000), "too_much_work", "", True),
    ("pdf_nested_flate_1_gb", lambda: page(blanks_packed(1_000, 3)), "no_text damaged limits", "", True),
    ("pdf_flate_bombs_in_a_font", lambda: page(stream(SHOWN), font=b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>", more=(blanks_packed(500, 2),)), "landed no_text damaged limits", "", True),
    ("pdf_330k_characters_on_a_page", lambda: page(_characters(330_000)), "landed limits", "market market", True),
    ("pdf_200k_rectangles", lambda: _operators(b"10 10 5 5 re f ", 200_000), "landed limits", SAID, True),
    ("pdf_200k_lines", lambda: _operators(b"10 10 m 500 10 l S ", 200_000), "landed limits", SAID, True),
    ("pdf_drawings_within_drawings", lambda: _nested_forms(20, 4), "landed limits", SAID, True),
    ("pdf_drawing_that_draws_itself", lambda: page(stream(SHOWN + b" /X0 Do"), resources=b"/XObject << /X0 6 0 R >>", more=(stream(b"/X0 Do", b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X0 6 0 R >> >>"),)), "landed", SAID, False),
    ("pdf_unicode_range_of_2_billion", lambda: _unicode_map(b"1 beginbfrange <00000000> <7FFFFFFF> <0041> endbfrange"), "landed no_text damaged limits", "", True),
    ("pdf_code_range_of_2_billion", lambda: _unicode_map(b"1 begincidrange <00000000> <7FFFFFFF> 0 endcidrange"), "too_much_work", "", False),
    ("pdf_widths_of_2_billion", lambda: _composite(b"0 2000000000 500"), "landed no_text damaged limits", "", True),
    ("pdf_run_length_bomb", lambda: _run_length(384_000_000), "landed no_text damaged limits", "", True),
    ("pdf_page_tree_5000_deep", lambda: _deep_tree(5_000), "damaged limits", SAID, False),
    ("pdf_100k_times_the_same_page", lambda: _same_page(100_000), "damaged", "", True),
    ("pdf_100k_nested_arrays", lambda: page(stream(SHOWN), attributes=b"/Kite " + b"[" * 100_000 + b"]" * 100_000), "landed", SAID, False),
    ("pdf_100k_nested_operands", lambda: page(stream(SHOWN + b" " + b"[" * 100_000)), "landed", SAID, False),
    ("pdf_character_map_of_another_file", lambda: _composite(b"", b"/..#2F..#2F..#2F..#2Fetc#2Fpasswd"), "no_text", "", False),
    ("pdf_pages_in_a_loop", _loop_of_pages, "damaged", SAID, False),
    ("pdf_tables_in_a_loop", _loop_of_tables, "damaged", SAID, False),
    ("pdf_contents_that_name_themselves", lambda: page(b"[4 0 R 4 0 R]"), "no_text", "", False),
    ("pdf_announces_more_pages", _announces_more, "damaged", "", False),
    ("pdf_one_page_of_three_damaged", _one_page_damaged, "damaged", "", False),
    ("pdf_cut_in_half", lambda: page(packed(SHOWN * 50))[:-300], "damaged", "", False),
    ("pdf_head_only", lambda: b"%PDF-1.7\n", "damaged", "", False),
    ("pdf_head_and_end_only", lambda: b"%PDF-1.7\n%%EOF\n", "damaged", "", False),
    ("pdf_box_that_is_no_number", lambda: page(stream(SHOWN)).replace(b"[0 0 595 842]", b"[0 0 nan inf]"), "damaged", SAID, False),
    ("pdf_box_of_no_size", lambda: page(stream(SHOWN)).replace(b"[0 0 595 842]", b"[0 0 000 000]"), "no_text text_lost", SAID, False),
    ("pdf_box_of_all_sizes", lambda: page(stream(SHOWN), attributes=b"/UserUnit 1e300 /CropBox [-1e300 -1e300 1e300 1e300]"), "damaged", SAID, False),
    ("pdf_with_a_password", _encrypted, "encrypted", "", False),
    ("pdf_without_text", lambda: page(stream(b"0 0 100 100 re f")), "no_text", "", False),
    ("pdf_of_blanks", lambda: page(stream(b"BT /F1 12 Tf 72 700 Td (          ) Tj ET")), "no_text", "", False),
    ("pdf_stream_that_lies_about_its_length", lambda: page(stream(SHOWN).replace(b"/Length %d" % len(SHOWN), b"/Length -5")), "landed", SAID, False),
    ("pdf_filter_1000_times", lambda: page(stream(SHOWN.hex().encode() + b">", b"/Filter [%s]" % (b"/ASCIIHexDecode " * 1_000))), "damaged", "", False),
    ("pdf_unknown_filter", lambda: page(stream(SHOWN, b"/Filter /KiteDecode")), "damaged", "", False),
    ("pdf_text_sideways", lambda: page(stream(f"BT /F1 12 Tf 0 1 -1 0 300 300 Tm ({SAID}) Tj ET".encode())), "text_lost", "", False),
    ("pdf_with_programs", lambda: page(stream(SHOWN), attributes=b"/AA << /O << /S /JavaScript /JS (app.alert(1)) >> >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (sh) >> >>]"), "landed", SAID, False),
    ("pdf_numbers_beyond_all_bounds", lambda: page(stream(SHOWN + b" 1e999 99999999999999999999999 Td 1 0 0 1 1e308 -1e308 Tm (x) Tj q " + b"9" * 100_000 + b" 0 0 1 0 0 cm")), "landed", SAID, False),
    ("pdf_noise_between_marks", lambda: b"%PDF-1.4\n" + bytes((n * n * 31 + n) % 256 for n in range(50_000)) + b"\n%%EOF\n", "damaged", "", False),
)  # fmt: skip

KINDS: tuple[Kind, ...] = tuple(
    kind(name, make, allowed, must_say=said, is_slow=is_slow) for name, make, allowed, said, is_slow in _MAKERS
)
