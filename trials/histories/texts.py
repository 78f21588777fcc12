"""Texts that may arrive in a history: the bundled samples, and synthetic reports that share markets, copy, conflict and have editions.

Belongs here: which texts there are, and their readings. When each arrives is the history's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import TypeAlias

from sources.ingest.arrival import Arrival
from sources.records import Extraction, ParsedDocument, Unreadable
from trials.synthetic.composing import BRIEF, REPORT, Length, Report, compose
from trials.synthetic.forms import as_text, sidecar
from trials.synthetic.worlds import market_count, publisher
from trials.synthetic.writing import SEED

Text: TypeAlias = tuple[Arrival, ParsedDocument, Extraction]

MARKETS = 3  # few, so that several publishers of a history write about the same one
_COLLECTION = 96  # decides how many markets and publishers there are
_BRIEFS = 5  # of each market
_STUDY = re.compile(r"Study \d+")
_FIGURE = re.compile(r"(?<=\d)\.(\d)(?=\D)")


def read_texts(folder: Path) -> tuple[Text, ...]:
    """All texts with their readings, in one order everywhere. Reading takes some 15 seconds.

    Args:
        folder: a fresh one, for the files of the synthetic reports.
    """
    from pipelines.home import sample_inbox
    from sources.extract import extract
    from sources.ingest import receive
    from sources.parse import parse

    for name, report in _reports():
        (folder / f"{name}.txt").write_bytes(as_text(report))
        (folder / f"{name}.txt.meta.yml").write_text(sidecar(report), encoding="utf-8")
    texts = []
    for arrival in [*receive(sample_inbox()), *receive(folder)]:
        with suppress(Unreadable):
            parsed = parse(arrival.content)
            texts.append((arrival, parsed, extract(parsed)))
    return tuple(sorted(texts, key=lambda text: text[0].document_id))


def drawn(random: Random, texts: tuple[Text, ...], count: int) -> list[Text]:
    """Texts of one history: half of them of one market, so that they meet, and the rest of any."""
    market = f"market-{random.randrange(MARKETS)}-"
    together = [text for text in texts if text[0].name.startswith(market)]
    chosen = random.sample(together, min(len(together), count // 2))
    chosen += random.sample([text for text in texts if text not in chosen], count - len(chosen))
    random.shuffle(chosen)
    return chosen


def _reports() -> Iterator[tuple[str, Report]]:
    """Each synthetic report under a name that says what it is."""
    for market in range(MARKETS):
        numbers = [market + market_count(_COLLECTION) * place for place in range(_BRIEFS + 1)]
        briefs = [_composed(number, BRIEF) for number in numbers[:_BRIEFS]]
        for place, brief in enumerate(briefs):
            yield f"market-{market}-brief-{place}", brief
        yield f"market-{market}-edition-of-0", _edition(briefs[0])
        yield f"market-{market}-copy-of-1", _copy(briefs[1])
        if market == 0:
            yield f"market-{market}-report", _composed(numbers[_BRIEFS], REPORT)


def _composed(number: int, length: Length) -> Report:
    return compose(SEED, _COLLECTION, number, length)


def _edition(report: Report) -> Report:
    """The same report a year later: every figure with a decimal is another one."""
    parts = tuple(replace(part, text=_FIGURE.sub(_next_digit, part.text)) for part in report.parts)
    return replace(report, published_on=report.published_on + timedelta(days=365), parts=parts)


def _next_digit(figure: re.Match[str]) -> str:
    return f".{(int(figure[1]) + 1) % 10}"


def _copy(report: Report) -> Report:
    """The same text under the name of a publisher that writes nothing else here."""
    other = publisher(SEED, 4_000)
    number = report.number + 500_000

    def renamed(text: str) -> str:
        return _STUDY.sub(f"Study {number:06d}", text.replace(report.publisher, other.name))

    parts = tuple(replace(part, text=renamed(part.text)) for part in report.parts)
    return replace(report, number=number, publisher=other.name, domain=other.domain, parts=parts)
