"""Settings of second readings from a data home and its policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sources.second_reader.odds import OddsFile, odds_of
from sources.second_reader.settings import Settings, read_settings
from warehouse.decisions import read_decisions
from warehouse.policy import UnsureBelow, read_policy


@dataclass(frozen=True, slots=True)
class Given:
    """Files and variables, read.

    Attributes:
        settings: None where no model is configured.
        odds: which reading counts where two differ.
        bars: the confidence that each kind of claim needs.
        retracted: documents that a decision has taken back.
    """

    settings: Settings | None
    odds: OddsFile
    bars: UnsureBelow
    retracted: frozenset[str]


def given(home: Path, environ: Mapping[str, str]) -> Given:
    """What holds in a data home.

    Raises:
        ReviewedFileError: settings, odds, policy or a decision do not fit their schema.
    """
    return Given(
        read_settings(home, environ),
        odds_of(home),
        read_policy().comparability.unsure_below_confidence,
        frozenset(decision.document_id for decision in read_decisions(home).retractions),
    )
