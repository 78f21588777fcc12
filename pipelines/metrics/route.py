"""`/metrics` of `parallax serve`, behind a flag: figures of the release and the ledger, not of Dagster's runs."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from starlette.responses import PlainTextResponse

from pipelines.metrics.collect import RunFacts, collect
from pipelines.metrics.families import as_text

if TYPE_CHECKING:
    from fastapi import FastAPI

KEPT_SECONDS = 15.0  # the size of the ledger is counted file by file: not for everyone who asks


@dataclass(slots=True)
class _Kept:
    at: float = 0.0
    text: str = ""


def add_metrics(served: FastAPI, home: Path) -> None:
    """Adds the address to an API; it is told in no list of addresses, since it is no part of the contract."""
    lock, kept = Lock(), _Kept()

    def metrics() -> PlainTextResponse:
        with lock:
            if not kept.text or time.monotonic() - kept.at > KEPT_SECONDS:
                kept.at, kept.text = time.monotonic(), as_text(collect(home, RunFacts(), datetime.now(UTC)))
            return PlainTextResponse(kept.text, media_type=CONTENT_TYPE_PLAIN_0_0_4)

    served.add_api_route("/metrics", metrics, include_in_schema=False)
