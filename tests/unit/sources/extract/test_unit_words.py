"""Every currency mark of the lexicon is read in a unit expression, whatever its pieces."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sources.grammar.currencies import currency_file, marks_after, marks_before
from sources.grammar.unit_expressions import unit_in

MARKS = sorted({**marks_before(), **marks_after()}.items())


@pytest.mark.parametrize(("mark", "code"), [pair for pair in MARKS if pair[0] not in currency_file().of_figures])
def test_a_header_in_millions_of_a_currency_has_its_code(mark: str, code: str) -> None:
    unit = unit_in(f"Ingresos 2025 (millones {mark})", "es")
    assert unit is not None
    assert (unit.kind, unit.unit, unit.multiplier) == ("money", code, Decimal(1_000_000))
