"""Small documents for tests of the warehouse: bytes arrive, a toy reader finds their figures, the ledger holds them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from sources.ingest.arrival import Arrival
from sources.records import (
    Block,
    Claim,
    Extraction,
    Mention,
    Metadata,
    ParsedDocument,
    Rejection,
    Unreadable,
)
from tests.unit.warehouse.book_of_claims import book as book
from tests.unit.warehouse.book_of_claims import new_book as new_book
from warehouse.connection import connect
from warehouse.ledger import Ledger, open_ledger

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)

Arrive = Callable[..., Arrival]
Read = Callable[..., tuple[ParsedDocument, Extraction]]
Fill = Callable[[Path, Iterable[str]], Ledger]


def _arrive(
    content: str | bytes,
    origin: str = "inbox/a.txt",
    metadata: dict[str, object] | None = None,
    problem: Unreadable | None = None,
) -> Arrival:
    data = content.encode() if isinstance(content, str) else content
    document_id = hashlib.sha256(data).hexdigest()
    sidecar = None if metadata is None else Metadata(document_id, origin, **metadata)  # type: ignore[arg-type]
    return Arrival(origin, origin.rsplit("/", 1)[-1], document_id, data, sidecar, problem)


def _read(text: str, version: str = "v1") -> tuple[ParsedDocument, Extraction]:
    """A toy reader: every `USD n` is a claim of market size with one mention, every bare year is rejected."""
    document_id = hashlib.sha256(text.encode()).hexdigest()
    blocks = tuple(Block("paragraph", line.start(), line.end(), page=1) for line in re.finditer(r"[^\n]+", text))
    claims, mentions = [], []
    for found in re.finditer(r"USD ([0-9]+)", text):
        claim_id = hashlib.sha256(f"{document_id}{found.start()}".encode()).hexdigest()[:16]
        value = Decimal(found[1])
        mentions.append(
            Mention(
                char_start=found.start(), char_end=found.end(), surface=found[0], metric="market_size", value=value,
                value_high=None, unit="USD", unit_per=None, comparator="=", year=2025, time_period="2025",
                period_start=None, period_end=None, period_inferred=False, inference_basis=None, status="historical",
                publisher=None, market=None, dimension=None, segment=None, geography="Global", ref_area="001",
                subject=None, rule="toy", claim_id=claim_id,
            )
        )  # fmt: skip
        claims.append(
            Claim(
                claim_id=claim_id, document_id=document_id, metric="market_size", market=None, dimension=None,
                segment=None, geography="Global", ref_area="001", value=value, value_high=None, comparator="=",
                unit="USD", unit_per=None, time_period="2025", year_stated=2025, year_inferred=None,
                inference_basis=None, period_start=None, period_end=None, period_inferred=False, status="historical",
                value_as_printed=found[0], publisher=None, subject=None, rule="toy", confidence=None, n_mentions=1,
            )
        )  # fmt: skip
    rejections = tuple(
        Rejection(found.start(), found.end(), found[0], "bare_number")
        for found in re.finditer(r"(?<!USD )\b[0-9]{4}\b", text)
    )
    parsed = ParsedDocument(document_id, "text/plain", text, blocks, "p1")
    return parsed, Extraction(document_id, version, "en", tuple(claims), tuple(mentions), rejections, (), (), ())


def _fill(home: Path, texts: Iterable[str]) -> Ledger:
    """A ledger that has received and read these texts, each from a place of its own."""
    ledger = open_ledger(home)
    texts = list(texts)
    ledger.take_in([_arrive(text, f"inbox/{number}.txt") for number, text in enumerate(texts)], now=NOON)
    ledger.record([_read(text) for text in dict.fromkeys(texts)])
    return ledger


@pytest.fixture(scope="session")
def arrive() -> Arrive:
    """Makes an arrival of text or bytes."""
    return _arrive


@pytest.fixture(scope="session")
def read() -> Read:
    """Reads a text as the toy reader does."""
    return _read


@pytest.fixture(scope="session")
def fill() -> Fill:
    """Makes a ledger of texts."""
    return _fill


@pytest.fixture(scope="session")
def noon() -> datetime:
    """A clock."""
    return NOON


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A closed database with one mart, under a name that has to be quoted."""
    path = tmp_path / "it's a release.duckdb"
    con = connect(path, read_only=False)
    con.execute("CREATE SCHEMA marts; CREATE TABLE marts.figures AS SELECT 1 AS n, TIMESTAMP '2024-01-01 02:00' AS at")
    con.close()
    return path
