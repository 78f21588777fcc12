"""What each kind of evidence moves the odds of a reading by, as reviewed data in `confidence.yml`: its schema and its reading.

Belongs here: the names of the evidence and the fitted weights. How evidence is found does not (`sources/extract/decide/evidence.py`),
nor how weights are fitted (`calibration`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from sources.grammar.language_file import GrammarError

WEIGHTS = Path(__file__).with_name("confidence.yml")
# Every kind of evidence, in the order of the file. What each measures: sources/extract/decide/evidence.py.
EVIDENCE = (
    "metric_growth_rate",
    "metric_share",
    "whole_headline",
    "whole_area",
    "part_listed",
    "part_unlisted",
    "part_carried",
    "part_one_word",
    "part_above_whole",
    "part_of_neighbour",
    "other_area_beside",
    "money_of_a_country",
    "proved",
    "rival_before",
    "off_scale",
    "rank",
    "sentence_length",
    "table_cell",
    "wide_script",
    "metric_cagr",
    "metric_volume",
    "metric_price",
    "time_missing",
    "time_inferred",
    "doubt_metric",
    "doubt_part",
    "doubt_area",
    "doubt_time",
    "doubt_status",
    "joint_chance",
    "page_doubt",
    "page_headlines",
    "page_proved",
    "page_areas",
)

# The loader written in C where PyYAML has it: the same result and marks, faster.
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class WeightFile(BaseModel):
    """The whole file: log odds of a right reading without any evidence, and what a unit of each kind adds.

    Attributes:
        families: parts of the corpus whose first readings the weights were fitted on.
        n_texts: texts of these parts.
        n_claims: claims of core metrics that were judged.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    families: tuple[str, ...]
    n_texts: int = Field(ge=0)
    n_claims: int = Field(ge=0)
    intercept: float = Field(ge=-20, le=20)
    weights: dict[str, float]

    @model_validator(mode="after")
    def _weighs_every_kind_once(self) -> Self:
        if tuple(self.weights) != EVIDENCE:
            odd = sorted(set(self.weights) ^ set(EVIDENCE)) or ["their order"]
            raise ValueError(f"weights must name every kind of evidence in order; different: {', '.join(odd)}")
        return self


@cache
def read_weights(path: Path = WEIGHTS) -> WeightFile:
    """Reads and checks the weights.

    Raises:
        GrammarError: the file is no YAML or does not fit the schema; the message names file and key.
    """
    text = path.read_text(encoding="utf-8")
    try:
        return WeightFile.model_validate(yaml.load(text, Loader=_LOADER))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise GrammarError(f"{path.name}, line {mark.line + 1 if mark else '?'}: no valid YAML: {error}") from error
    except ValidationError as error:
        faults = (f"{path.name}: {'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise GrammarError("; ".join(faults)) from error
