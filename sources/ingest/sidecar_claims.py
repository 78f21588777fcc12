"""The text of a sidecar with other `claims`. All other lines of it stay as a person wrote them; what they mean is `sidecar`'s."""

from __future__ import annotations

from collections.abc import Sequence

import yaml

from sources.extract.columns.claim_map import ClaimMap, as_text
from sources.ingest.sidecar import MAX_BYTES, SidecarError, metadata_of, read_sidecar

_KEY = "claims"
_NOTE = "# Which columns of its tables hold what. Correct it here; the next run reads it."
_UNBROKEN = 10_000  # columns of a line: no text is folded


def with_claims(content: bytes, maps: Sequence[ClaimMap], name: str) -> bytes:
    """A sidecar that says what it said, and these maps.

    Args:
        content: of the sidecar so far; empty where there is none.
        maps: what the columns of the document's tables hold.
        name: what to call the file in errors.

    Raises:
        SidecarError: it is no valid sidecar, or no longer one with the maps.
    """
    read_sidecar(content, name)  # refuses what is no sidecar
    lines = content.decode("utf-8-sig").splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    said = [{"columns": one.columns.named(), "constants": one.constants.named()} for one in maps]
    entries = [{part: named for part, named in one.items() if named} for one in said]
    block = yaml.safe_dump({_KEY: entries}, allow_unicode=True, sort_keys=False, width=_UNBROKEN)
    first, last = _place(lines)
    lines[first:last] = [block] if first < last else [f"{_NOTE}\n", block]
    written = "".join(lines).encode()
    is_whole = len(written) <= MAX_BYTES
    if not is_whole or metadata_of(read_sidecar(written, name).sidecar, "", "").column_map != as_text(maps):
        raise SidecarError(f"{name}: it cannot hold the columns of its tables: write one `key: value` per line")
    return written


def _place(lines: Sequence[str]) -> tuple[int, int]:
    """First line of the maps, and the first line behind them; twice the same where there are none."""
    root = yaml.compose("".join(lines), Loader=yaml.BaseLoader)
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    if isinstance(root, yaml.MappingNode) and root.flow_style:
        return len(lines), len(lines)  # "{publisher: X}": nothing can be added to it line by line, which is told
    starts = [key.start_mark.line for key, _ in pairs]
    for number, (key, value) in enumerate(pairs):
        if key.value != _KEY:
            continue
        ends = starts[number + 1] if number + 1 < len(starts) else len(lines)
        held = min(ends, max(value.end_mark.line, starts[number] + 1))
        while held > starts[number] + 1 and lines[held - 1].lstrip()[:1] in ("", "#"):
            held -= 1  # a comment behind the maps is about what follows
        return starts[number], held
    return len(lines), len(lines)
