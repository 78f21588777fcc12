"""The form of a number in a column of plain text, as a part of patterns. Its value is read elsewhere."""

from __future__ import annotations

_FORM = (
    r"(?>[0-9]{{1,3}}(?:,[0-9]{{3}})+{end}(?:\.[0-9]+)?"
    r"|[0-9]{{1,3}}(?:\.[0-9]{{3}})+(?![0-9])(?:,[0-9]+)?"
    r"|[0-9]+(?:[.,][0-9]+)?)"
)
# Atomic: "1,111" is a number in two ways, and a line of fifty such numbers would be tried in two to the fiftieth.
NUMBER = _FORM.format(end="(?![0-9])")
NUMBER_BEFORE_ANOTHER = _FORM.format(end="")  # "1,2342,025": two numbers whose blank was lost
