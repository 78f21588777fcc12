"""A ledger whose documents the real reader has read, and a server that answers about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from sources.extract import extract, extractor_version
from sources.parse import parse
from tests.model_server import ModelServer, model_server
from tests.unit.warehouse.second_reading.second_world import knowing
from warehouse.ledger import Ledger, open_ledger
from warehouse.ledger.reading import read_pending

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
Fill = Callable[..., Ledger]


@pytest.fixture
def fill(arrive: Any) -> Fill:
    """Texts into the ledger of a home, read by the real reader."""

    def fill(home: Path, texts: Mapping[str, str], sidecars: Mapping[str, dict[str, object]] | None = None) -> Ledger:
        ledger = open_ledger(home)
        said = sidecars or {}
        arrivals = [arrive(text, origin=f"inbox/{name}", metadata=said.get(name)) for name, text in texts.items()]
        ledger.take_in(arrivals, now=NOON)

        def read(content: bytes, charset: str | None = None) -> Any:
            parsed = parse(content)
            return parsed, extract(parsed)

        list(read_pending(ledger, ledger.pending(extractor_version()), extractor_version(), read))
        return ledger

    return fill


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A server that knows."""
    with model_server(knowing) as running:
        yield running
