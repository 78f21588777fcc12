"""Settings of second readings from a data home and its policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sources.ask.chance import Chances
from sources.ask.settings import Settings, read_settings
from warehouse.decisions import read_decisions
from warehouse.policy import UnsureBelow, read_policy


@dataclass(frozen=True, slots=True)
class Given:
    """Files and variables, read."""

    settings: Settings | None  # None where no model is configured
    chances: Chances  # that a claim is right which a language model states
    bars: UnsureBelow  # the confidence that each kind of claim needs
    retracted: frozenset[str] = frozenset()  # documents that a decision has taken back
    unread: Path | None = None  # a file of the home that nothing reads any more


def given(home: Path, environ: Mapping[str, str]) -> Given:
    """What holds in a data home.

    Raises:
        ReviewedFileError: settings, policy or a decision do not fit their schema.
    """
    policy, odds = read_policy(), home / "second_reader_odds.yml"  # of homes of the first generation
    return Given(
        read_settings(home, environ),
        policy.language_model.chances,
        policy.comparability.unsure_below_confidence,
        frozenset(decision.document_id for decision in read_decisions(home).retractions),
        odds if odds.is_file() else None,
    )
