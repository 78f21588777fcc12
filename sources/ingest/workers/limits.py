"""What a worker may use for one document, from `limits.yml` and the bounds on parsing. The numbers; they are enforced elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sources.parse.work import work_limits

_FILE = Path(__file__).parent / "limits.yml"

Positive = Annotated[float, Field(gt=0)]
Count = Annotated[int, Field(ge=1)]


class Limits(BaseModel):
    """`limits.yml`, and `seconds` of `sources/parse/limits.yml`; each number is explained there."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seconds: Positive
    wall_factor: Annotated[float, Field(ge=1)]
    memory_megabytes: Count
    answer_megabytes: Positive
    documents_per_worker: Count
    start_seconds: Positive
    window: Count
    most_deaths: Annotated[float, Field(gt=0, lt=1)]
    most_kills: Count
    ahead: Count

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
        stated = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
        return Limits.model_validate({"seconds": work_limits().seconds, **stated})
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{path}: {'.'.join(map(str, first['loc'])) or 'the file'}: {first['msg']}") from error
