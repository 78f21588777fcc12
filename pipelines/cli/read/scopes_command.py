"""`parallax scopes`: relations of pairs of market names, to standard output. Stateless: no home is needed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from pipelines.cli.terminal.errors import CommandError, UsageError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.visible import json_text
from warehouse.values.wording import counted

EXAMPLES = """\b
Examples:
  parallax scopes pairs.jsonl
  parallax scopes pairs.jsonl | jq -r 'select(.relation == "same") | [.a, .b, .reason] | @tsv'
  echo '{"a": "Onshore wind market", "b": "Offshore wind market"}' | parallax scopes -
"""


def scopes(
    pairs: Annotated[
        Path, typer.Argument(metavar="PAIRS.jsonl", help='One {"a": name, "b": name} per line; - for standard input.')
    ],
) -> None:
    """Judge pairs of market names: same, a_contains_b, b_contains_a, overlap, different or unknown, with the reason.

    Prints one JSON line per pair, in the order given, with the other fields of its line. Reports an invalid line on standard
    error with its number, judges the others, and ends with 1.
    """
    faults: list[str] = []
    for line in judged(_lines(pairs), faults):
        sys.stdout.write(json_text(line) + "\n")
    sys.stdout.flush()
    for fault in faults:
        tell(f"{whole(pairs)}:{fault}", word="error:")
    if faults:
        raise CommandError(
            f"{counted(len(faults), 'line')} of {whole(pairs)} could not be judged; see the reasons above"
        )


def judged(lines: Iterable[str], faults: list[str]) -> Iterator[dict[str, Any]]:
    """Pairs with their relation.

    Args:
        lines: JSON lines; empty ones are passed over.
        faults: what is wrong with a line is added here, its number first.
    """
    from warehouse.resolve.markets.name_relations import relate_names

    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            pair = _pair(line)
        except ValueError as error:
            faults.append(f"{number}: {error}")
            continue
        relation = relate_names(pair["a"], pair["b"])
        yield {**pair, "relation": relation.kind, "reason": relation.reason}


def _pair(line: str) -> dict[str, Any]:
    """One line's object; ValueError says what is wrong with it and what to do."""
    try:
        pair = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f'invalid JSON ({error.msg} at column {error.colno}); give {{"a": ..., "b": ...}}') from None
    if not isinstance(pair, dict):
        raise ValueError(f'a {type(pair).__name__}, not an object; give {{"a": ..., "b": ...}}')
    for name in ("a", "b"):
        if name not in pair:
            raise ValueError(f'"{name}" is missing; give both names as "a" and "b"')
        if not isinstance(pair[name], str) or not pair[name].strip():
            raise ValueError(f'"{name}" is {json.dumps(pair[name])}, not a name; give it as text')
    return pair


def _lines(pairs: Path) -> Iterator[str]:
    if str(pairs) == "-":
        yield from sys.stdin
        return
    if pairs.is_dir():
        raise UsageError(f"{whole(pairs)}: a folder; give a file of JSON lines, or - for standard input")
    if not pairs.exists():
        raise UsageError(f"{whole(pairs)}: no such file; check the spelling")
    try:
        with pairs.open(encoding="utf-8") as lines:
            yield from lines
    except UnicodeDecodeError as error:
        raise CommandError(f"{whole(pairs)}: not UTF-8 ({error.reason}); save it as UTF-8") from error
