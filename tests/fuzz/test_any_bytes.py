"""Any bytes are read or refused, with true spans and in bounded time; every find is held here. FUZZ_EXAMPLES=N draws more."""

from __future__ import annotations

import os
import random
from pathlib import Path
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sources.extract import extract
from sources.parse import parse
from sources.records import Unreadable

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "15"))
SEEDS = Path(__file__).with_name("seeds")
# Bytes of an input, and processor seconds that so few may cost (a page of text takes 0.02).
MOST_BYTES = 40_000
MOST_SECONDS = 10.0
# What documents and their formats are made of, put into them at random.
_PIECES = (
    b"USD 5 billion", b"12.3\xc2\xb2 %", b"\x00", b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"</td>", b"<table><tr><td>", b"<!--",
    b"%PDF-1.4\n", b"endobj", b"stream\n", b"/Length 999999999", b"| a | b |\n|---|---|\n", b"\xe2\x80\xae", b"\xef\xbc\x95\xef\xbc\x90",
    b"CAGR of ", b" 2024-2030 ", b"1e999", b"nan", b"(" * 40, b"\n" * 5, b"&#0;&#xD800;", b"&nbsp;" * 5, b"\r\r\n", b"9" * 60,
)  # fmt: skip


class BrokenPromiseError(Exception):
    """Something that must hold of any bytes does not."""


def check(content: bytes) -> str:
    """Reads bytes and holds the promises against what comes of them.

    Returns:
        "read", or the reason why they are unreadable.

    Raises:
        BrokenPromiseError: a quote that is not in the text at its place, text that is no Unicode, or too long a time.
        Exception: whatever the reader raised beside `Unreadable`; it must not.
    """
    start = process_time()
    try:
        parsed = parse(content)
    except Unreadable as error:
        return error.reason
    text = parsed.text
    text.encode("utf-8")
    for block in parsed.blocks:
        if not 0 <= block.char_start <= block.char_end <= len(text):
            raise BrokenPromiseError(f"a block at {block.char_start}:{block.char_end} of {len(text)} characters")
    read = extract(parsed)
    for mention in read.mentions:
        if text[mention.char_start : mention.char_end] != mention.surface or not mention.surface:
            raise BrokenPromiseError(f"{mention.surface!r} is not what stands at {mention.char_start}")
    for rejection in read.rejections:
        if not 0 <= rejection.char_start < rejection.char_end <= len(text):
            raise BrokenPromiseError(f"a rejection at {rejection.char_start}:{rejection.char_end}")
    spent = process_time() - start
    if spent > MOST_SECONDS:
        raise BrokenPromiseError(f"{len(content)} bytes took {spent:.1f} s")
    return "read"


def seeds() -> list[bytes]:
    """Samples and seeds, cut to size."""
    folders = (Path(__file__).parents[2] / "sources" / "samples" / "inbox", SEEDS)
    paths = sorted(path for folder in folders for path in folder.iterdir() if path.is_file() and path.suffix != ".yml")
    return [path.read_bytes()[:MOST_BYTES] for path in paths]


def mutated(drawn: random.Random, known: list[bytes]) -> bytes:
    """A known document with a few things done to it: pieces of its own kind in other places, cut, doubled, flipped."""
    content = bytearray(drawn.choice(known))
    for _ in range(drawn.randint(1, 8)):
        at = drawn.randint(0, len(content))
        kind = drawn.randrange(6)
        if kind == 0:
            content[at:at] = drawn.choice(_PIECES)
        elif kind == 1:
            del content[at : at + drawn.randint(1, 200)]
        elif kind == 2 and content:
            content[min(at, len(content) - 1)] ^= 1 << drawn.randrange(8)
        elif kind == 3:
            end = at + drawn.randint(1, 300)
            content[at:at] = content[at:end] * drawn.randint(1, 20)
        elif kind == 4:
            other = drawn.choice(known)
            begin = drawn.randint(0, len(other))
            content[at:at] = other[begin : begin + drawn.randint(1, 2_000)]
        else:
            content[at : at + drawn.randint(0, 30)] = drawn.choice(_PIECES) * drawn.randint(1, 30)
    return bytes(content[:MOST_BYTES])


KNOWN = [content for content in seeds() if len(content) < 5_000]
QUIET = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
# Beginnings that send bytes to each parser.
HEADS = st.sampled_from(
    [b"", b"%PDF-1.7\n", b"<!doctype html><body>", b"<html>", b"\xff\xfe", b"\xef\xbb\xbf", b"# A\n\n| a |\n|---|\n"]
)


@pytest.mark.parametrize("path", sorted(SEEDS.iterdir()), ids=lambda path: path.name)
def test_seeds_and_finds_are_read_or_refused(path: Path) -> None:
    check(path.read_bytes())


@QUIET
@given(HEADS, st.binary(max_size=400))
def test_bytes(head: bytes, rest: bytes) -> None:
    check(head + rest)


@QUIET
@given(HEADS, st.text(alphabet="0123456789.,%$€ USDbnCAGR\n|-()'²½５٥\u202e\u200f\ud800\x00<>/td", max_size=400))
def test_text_of_what_figures_are_made_of(head: bytes, rest: str) -> None:
    check(head + rest.encode("utf-8", "surrogatepass"))


@QUIET
@given(st.integers(0, 2**32))
def test_documents_with_a_few_things_done_to_them(seed: int) -> None:
    check(mutated(random.Random(seed), KNOWN))
