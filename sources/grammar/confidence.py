"""The reader's record on labelled texts: how often each rule was right, as reviewed data in `confidence.yml`. Counts only.

Belongs here: the record's schema and its reading. What a count is worth does not (`sources/extract/confidence.py`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from sources.grammar.language_file import GrammarError
from sources.records import Metric

RECORD = Path(__file__).with_name("confidence.yml")
PLAIN = "plain"
CIRCUMSTANCES = ("restated", "undated", "unlisted")

# The loader written in C where PyYAML has it: the same result and marks, faster.
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Cell(NamedTuple):
    """Claims of one metric that one rule read under the same circumstances: how many there were, how many were right."""

    metric: str
    rule: str
    circumstances: frozenset[str]
    hits: int
    trials: int


def _counts(pair: tuple[int, int]) -> tuple[int, int]:
    if not 0 <= pair[0] <= pair[1] or pair[1] == 0:
        raise ValueError("write [hits, trials] with 0 <= hits <= trials and at least one trial")
    return pair


def _circumstances(key: str) -> str:
    if key != PLAIN and key.split("+") != [name for name in CIRCUMSTANCES if name in key.split("+")]:
        raise ValueError(f"write {PLAIN}, or some of {', '.join(CIRCUMSTANCES)} in this order, joined with +")
    return key


Rule = Annotated[str, Field(pattern=r"^[a-z_]+\.[a-z_]+$")]
Circumstances = Annotated[str, AfterValidator(_circumstances)]
Counts = Annotated[tuple[int, int], AfterValidator(_counts)]


class RecordFile(BaseModel):
    """The whole file: metric → rule → circumstances → [claims that were right, claims that were judged]."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    n_texts: int = Field(ge=0)
    records: dict[Metric, dict[Rule, dict[Circumstances, Counts]]]

    def cells(self) -> tuple[Cell, ...]:
        """The counts as rows, in the order of the file."""
        return tuple(
            Cell(metric, rule, circumstances_named(key), hits, trials)
            for metric, rules in self.records.items()
            for rule, by_circumstances in rules.items()
            for key, (hits, trials) in by_circumstances.items()
        )


def circumstances_named(key: str) -> frozenset[str]:
    """The circumstances that a key of the file names; none for "plain"."""
    return frozenset() if key == PLAIN else frozenset(key.split("+"))


def key_of(circumstances: frozenset[str]) -> str:
    """The key that names circumstances in the file."""
    return "+".join(name for name in CIRCUMSTANCES if name in circumstances) or PLAIN


@cache
def read_record(path: Path = RECORD) -> RecordFile:
    """Reads and checks the record.

    Raises:
        GrammarError: the file is no YAML or does not fit the schema; the message names file, line and key.
    """
    text = path.read_text(encoding="utf-8")
    try:
        root = yaml.compose(text, Loader=_LOADER)
        return RecordFile.model_validate(yaml.load(text, Loader=_LOADER))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise GrammarError(f"{path.name}, line {mark.line + 1 if mark else '?'}: no valid YAML: {error}") from error
    except ValidationError as error:
        found = (
            f"{path.name}, line {_line_of(root, e['loc'])}: {'.'.join(map(str, e['loc']))}: {e['msg']}"
            for e in error.errors()
        )
        raise GrammarError("; ".join(found)) from error


def _line_of(root: yaml.Node | None, where: tuple[int | str, ...]) -> int:
    """Line of the deepest key of `where` that the file has."""
    node, line = root, 1
    for part in where:
        pairs = node.value if isinstance(node, yaml.MappingNode) else []
        found = next(((key, value) for key, value in pairs if key.value == str(part)), None)
        if found is None:
            break
        line, node = found[0].start_mark.line + 1, found[1]
    return line
