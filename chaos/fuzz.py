"""Random bytes for the parsers and the reader: `python -m chaos.fuzz SECONDS` (guided by coverage if atheris is installed).

Belongs here: what must hold of any bytes (`check`), mutations of samples, and the loop that is bounded in time. Seeds and
what was found stand in `tests/fuzz/seeds`; a find becomes a test there.
"""

from __future__ import annotations

import hashlib
import random
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from time import monotonic, process_time

from chaos.trial import Outcome, Size, Trial
from trials.processes import ROOT

SEEDS = ROOT / "tests" / "fuzz" / "seeds"
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
    from sources.extract import extract
    from sources.parse import parse
    from sources.records import Unreadable

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
    folders = (ROOT / "sources" / "samples" / "inbox", SEEDS)
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


def run(seconds: float, seed: int, keep: Callable[[bytes, BaseException], None]) -> tuple[int, int]:
    """Mutates and checks until the time is up.

    Returns:
        Inputs tried, and promises broken.
    """
    drawn, known = random.Random(seed), seeds()
    tried = broken = 0
    end = monotonic() + seconds
    while monotonic() < end:
        content = mutated(drawn, known)
        tried += 1
        try:
            check(content)
        except Exception as error:
            broken += 1
            keep(content, error)
    return tried, broken


def _kept(folder: Path) -> Callable[[bytes, BaseException], None]:
    def keep(content: bytes, error: BaseException) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"found-{hashlib.sha256(content).hexdigest()[:12]}"
        path.write_bytes(content)
        print(f"{path}: {type(error).__name__}: {error}", file=sys.stderr)
        traceback.print_exception(error, limit=-4)

    return keep


def _mutations(folder: Path, size: Size) -> Outcome:
    tried, broken = run(10 if size == "quick" else 600, 20261121, _kept(folder))
    return Outcome(tried, broken, note="mutated samples and seeds")


def main() -> None:
    """Fuzzes for the seconds given; exit 1 where a promise was broken."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    try:
        import atheris  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        print("atheris is not installed (`make fuzz` brings it): mutating without the guidance of coverage")
        tried, broken = run(seconds, random.randrange(2**32), _kept(SEEDS))
        print(f"{tried} inputs, {broken} promises broken")
        sys.exit(1 if broken else 0)
    # Readers load what they need with the first document that wants it, and compile its patterns: unless that happens here,
    # nothing of it is guided by coverage, and the first inputs take minutes.
    with atheris.instrument_imports(include=["sources"]):
        for content in seeds():
            try:
                check(content)
            except BrokenPromiseError as error:
                print(f"while warming up: {error}", file=sys.stderr)
    corpus = ROOT / ".fuzz"
    corpus.mkdir(exist_ok=True)
    for content in seeds():
        (corpus / hashlib.sha256(content).hexdigest()).write_bytes(content)
    options = [
        f"-max_total_time={int(seconds)}",
        f"-max_len={MOST_BYTES}",
        # Wall time, on a machine that others use, under instrumentation; `check` holds the processor time itself.
        "-timeout=300",
        "-report_slow_units=300",
        f"-artifact_prefix={SEEDS}/found-",
    ]
    atheris.Setup([sys.argv[0], str(corpus), *options], check)
    atheris.Fuzz()


TRIALS = (Trial("mutated documents", "read or Unreadable, spans true, bounded time", _mutations),)

if __name__ == "__main__":
    main()
