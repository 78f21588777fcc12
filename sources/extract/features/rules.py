"""Features of the rules' reading, for each candidate. Training takes them from first readings only."""

from __future__ import annotations

from sources.extract.candidates.areas import AreaCandidate
from sources.extract.candidates.parts import PartCandidate
from sources.extract.features.parts import is_similar
from sources.extract.text.name_keys import part_words
from sources.records import Mention

PART_COLUMNS = ("rules_read", "rules_read_whole", "rules_same", "rules_similar", "rules_differ_by", "rules_same_name", "rules_dimension")  # fmt: skip
AREA_COLUMNS = ("rules_read", "rules_same", "rules_world")
UNREAD = -9.0  # where no first reading is known


def part_rule_columns(read: Mention | None, candidate: PartCandidate) -> list[float]:
    """One value for each of PART_COLUMNS; UNREAD where no first reading is known."""
    if read is None:
        return [UNREAD] * len(PART_COLUMNS)
    key = part_words(read.segment) if read.segment else frozenset()
    named = candidate.key
    return [1.0, not key, named == key, is_similar(named, key), len(named ^ key), candidate.name == read.segment, read.dimension is not None]  # fmt: skip


def area_rule_columns(read: Mention | None, candidate: AreaCandidate) -> list[float]:
    """One value for each of AREA_COLUMNS; UNREAD where no first reading is known."""
    if read is None:
        return [UNREAD] * len(AREA_COLUMNS)
    return [1.0, float(candidate.area.name == read.geography), float(read.geography == "Global")]
