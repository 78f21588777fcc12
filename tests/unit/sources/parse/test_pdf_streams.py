"""Content of PDF pages that cannot be unpacked whole: refused, and nothing else is."""

from __future__ import annotations

import zlib

import pytest

from sources.parse import parse
from sources.records import Unreadable
from tests.hostile import KINDS
from tests.hostile.pdfs import SAID, SHOWN, page, stream

PACKED = zlib.compress(SHOWN)


@pytest.mark.parametrize(
    "content",
    [
        PACKED,
        PACKED[:-4],  # some writers leave the checksum away
        PACKED + b"\r\n\n",
    ],
)
def test_content_that_ends_well_is_read(content: bytes) -> None:
    assert parse(page(stream(content, b"/Filter /FlateDecode"))).text.strip() == SAID


def test_content_that_is_not_packed_is_left_to_the_readers() -> None:
    assert parse(page(stream(SHOWN))).text.strip() == SAID


def _flipped(at: int) -> bytes:
    content = bytearray(PACKED)
    content[at] ^= 4
    return bytes(content)


@pytest.mark.parametrize("content", [PACKED[:-12], PACKED[:20], _flipped(20), _flipped(len(PACKED) - 2)])
def test_content_that_is_cut_or_changed_is_damaged(content: bytes) -> None:
    with pytest.raises(Unreadable, match="page 1") as caught:
        parse(page(stream(content, b"/Filter /FlateDecode")))
    assert caught.value.reason == "damaged"


def test_one_damaged_page_among_good_ones_is_not_passed_over() -> None:
    with pytest.raises(Unreadable, match="page 2"):
        parse(KINDS["pdf_one_page_of_three_damaged"].make())
