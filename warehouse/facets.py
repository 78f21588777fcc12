"""The facets that bound a market's scope. Their values and words are data: `resolve/words/lexicon`."""

from __future__ import annotations

from typing import Literal, get_args

Facet = Literal["product", "technology", "workload", "layer", "value_basis", "deployment"]
FACETS: tuple[Facet, ...] = get_args(Facet)
