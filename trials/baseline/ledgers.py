"""The fixed ledgers as reviewed data: `ledgers.yml`, validated. Nothing is made or hashed here."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from sources.reviewed import read_reviewed

FILE = Path(__file__).with_name("ledgers.yml")

Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Source = Literal["samples", "synthetic", "seeds"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Hashes(_Strict):
    """The hashes that identify a ledger, on any machine and at any time.

    Attributes:
        inputs: of the list of the input files with their hashes.
        documents: of the list of received bytes and canonical texts, which are named by their hashes.
        batches: of each batch's list of files with their hashes, by the batch's name.
    """

    inputs: Sha256
    documents: Sha256
    batches: dict[str, Sha256]


class FixedLedger(_Strict):
    """One ledger: what is read, and what comes of it. `hashes` is missing only until they are reviewed."""

    what: str
    inputs: tuple[Source, ...]
    hashes: Hashes | None = None


class LedgersFile(_Strict):
    """The whole file.

    Attributes:
        maker: the commit whose program makes every ledger.
        day: when every document arrives, and the day by which a release judges what expires.
        reports: how many synthetic reports there are.
    """

    maker: Annotated[str, Field(pattern="^[0-9a-f]{40}$")]
    day: date
    reports: Annotated[int, Field(ge=1)]
    ledgers: dict[str, FixedLedger]


def read_ledgers(path: Path = FILE) -> LedgersFile:
    """The fixed ledgers.

    Raises:
        ReviewedFileError: a wrong or missing key; names file and line.
    """
    return read_reviewed(path, TypeAdapter(LedgersFile))
