"""What a worker may use for one document, from `limits.yml`. The numbers and what they mean; they are enforced elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

_FILE = Path(__file__).parent / "limits.yml"
_PDF_WITHIN = 1024  # as `sources.parse.sniff` looks for the mark

Positive = Annotated[float, Field(gt=0)]
Count = Annotated[int, Field(ge=1)]


class Limits(BaseModel):
    """`limits.yml`; each number is explained there."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seconds: Positive
    seconds_per_megabyte: Positive
    pdf_seconds_per_megabyte: Positive
    longest_seconds: Positive
    wall_factor: Annotated[float, Field(ge=1)]
    memory_megabytes: Count
    answer_megabytes: Positive
    documents_per_worker: Count
    start_seconds: Positive
    window: Count
    most_deaths: Annotated[float, Field(gt=0, lt=1)]
    most_kills: Count
    ahead: Count

    def seconds_for(self, content: bytes) -> float:
        """Processor seconds that a document may take."""
        is_pdf = b"%PDF-" in content[:_PDF_WITHIN]
        rate = self.pdf_seconds_per_megabyte if is_pdf else self.seconds_per_megabyte
        return min(self.longest_seconds, self.seconds + rate * len(content) / 1e6)

    @property
    def answer_bytes(self) -> int:
        """Bytes that an answer may have."""
        return int(self.answer_megabytes * 1e6)


def read_limits(path: Path = _FILE) -> Limits:
    """Reads limits.

    Args:
        path: a file like `limits.yml`; that one by default.

    Raises:
        ValueError: the file does not fit; the message names it and the key.
    """
    try:
        return Limits.model_validate(yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader))
    except ValidationError as error:
        found = error.errors()[0]
        raise ValueError(f"{path}: {'.'.join(map(str, found['loc'])) or 'the file'}: {found['msg']}") from error
