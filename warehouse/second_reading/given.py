"""Settings of second readings from a data home and its policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sources.ask.chance import Chances
from sources.ask.settings import Settings, read_settings
from warehouse.decisions import read_decisions
from warehouse.policy import UnsureBelow, read_policy

OLD_ODDS = "second_reader_odds.yml"  # of homes of the first generation


@dataclass(frozen=True, slots=True)
class Given:
    """Files and variables, read.

    Attributes:
        settings: None where no model is configured.
        chances: that a claim is right which a language model states.
        bars: the confidence that each kind of claim needs.
        retracted: documents that a decision has taken back.
        unread: a file of the home that nothing reads any more.
    """

    settings: Settings | None
    chances: Chances
    bars: UnsureBelow
    retracted: frozenset[str]
    unread: Path | None = None


def given(home: Path, environ: Mapping[str, str]) -> Given:
    """What holds in a data home.

    Raises:
        ReviewedFileError: settings, policy or a decision do not fit their schema.
    """
    policy, old = read_policy(), home / OLD_ODDS
    return Given(
        read_settings(home, environ),
        policy.language_model.chances,
        policy.comparability.unsure_below_confidence,
        frozenset(decision.document_id for decision in read_decisions(home).retractions),
        old if old.is_file() else None,
    )
