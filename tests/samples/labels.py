"""Where the sample inbox and its labels are. The schema of labels is `corpus.label_file`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from corpus.label_file import Labels, read_labels

SAMPLES = Path(__file__).resolve().parent
EXPECTED = SAMPLES / "expected"
INBOX = SAMPLES.parents[1] / "sources" / "samples" / "inbox"
SIDECAR_SUFFIX = ".meta.yml"


@cache
def labels_of(document: str) -> Labels:
    """The labels of a document, by file name."""
    return read_labels(EXPECTED / f"{Path(document).stem}.yml")


def first(value: Any) -> Any:
    """The reading to show where several are accepted."""
    return value[0] if isinstance(value, list) else value
