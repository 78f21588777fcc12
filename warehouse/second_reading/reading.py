"""The second reading of a ledger, whole: take in what waits, plan, ask where somebody set up a model, join. One verb."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sources.second_reader.odds import BUNDLED, OddsFile, read_odds
from sources.second_reader.settings import Settings
from warehouse.ledger import Ledger
from warehouse.policy import UnsureBelow
from warehouse.second_reading.account import Account, in_words
from warehouse.second_reading.answering import ask_all
from warehouse.second_reading.known import Known
from warehouse.second_reading.planning import Plan, plan
from warehouse.second_reading.rejoining import Rejoined, rejoin
from warehouse.second_reading.spool import absorb

ODDS = "second_reader_odds.yml"  # of a data home; takes the place of the bundled file


class Listener(Protocol):
    """Who is told how far it is; stages follow each other."""

    def begin(self, stage: str, total: int | None = None) -> None:
        """A stage begins."""

    def advance(self, item: str = "") -> None:
        """One item is done."""

    def end(self, note: str) -> None:
        """The stage is done."""

    def warn(self, message: str) -> None:
        """Something that people should look at."""


@dataclass(frozen=True, slots=True)
class SecondReading:
    """What one round came to.

    Attributes:
        account: questions and their cost.
        rejoined: documents whose joined reading was recorded anew.
        left_out: documents that are not asked about, with the reason.
    """

    account: Account
    rejoined: Rejoined
    left_out: Mapping[str, str]


def odds_of(home: Path) -> OddsFile:
    """The odds of a data home, else the bundled ones.

    Raises:
        ReviewedFileError: the file does not fit its schema.
    """
    return read_odds(home / ODDS if (home / ODDS).is_file() else BUNDLED)


def read_second(
    ledger: Ledger,
    settings: Settings | None,
    odds: OddsFile,
    bars: UnsureBelow,
    progress: Listener,
    *,
    retracted: Collection[str] = (),
) -> SecondReading:
    """Asks about what nobody has answered and joins both readings. Without a model and without answers nothing is done.

    The result depends on documents and answers alone: a kill, a spent budget and another order give the same rows once the
    same questions are answered.

    Args:
        ledger: takes answers and readings; the caller holds its lock.
        settings: None asks nothing; stored answers still count.
        odds: which reading counts where two differ.
        bars: the confidence that each kind of claim needs.
        progress: is told what happens.
        retracted: documents that a decision has taken back.
    """
    absorb(ledger)
    known = Known(ledger)
    account, left_out = Account(), {}
    if settings is not None:
        planned = plan(ledger, settings, bars, known=known, retracted=retracted)
        account, left_out = told_asking(ledger, planned, settings, progress), dict(planned.left_out)
    rejoined = told_joining(ledger, odds, known, progress)
    known.write()
    return SecondReading(account, rejoined, left_out)


def told_asking(ledger: Ledger, planned: Plan, settings: Settings, progress: Listener) -> Account:
    """Asks what is planned; says how far it is, and warns where questions are left."""
    progress.begin("ask", total=len(planned.questions))
    account = ask_all(ledger, planned, settings, lambda so_far: progress.advance(in_words(so_far)))
    progress.end(in_words(account))
    for problem, count in account.problems.items():
        progress.warn(
            f"second reader: {count:,} question(s) without an answer: {problem}; the first reader's figures stand, the next "
            "run asks again"
        )
    return account


def told_joining(
    ledger: Ledger,
    odds: OddsFile,
    known: Known,
    progress: Listener,
    *,
    chosen: Collection[str] | None = None,
    reader: str | None = None,
) -> Rejoined:
    """Joins readings; silent where there is nothing to join. See `rejoin`."""
    has_begun = False

    def one() -> None:
        nonlocal has_begun
        if not has_begun:
            progress.begin("join")
            has_begun = True
        progress.advance()

    done = rejoin(ledger, odds, known, one, chosen=chosen, reader=reader)
    if has_begun:
        progress.end(f"{done.joined:,} document(s) with a second reading")
    for document_id, problem in sorted(done.failed.items()):
        progress.warn(f"second reader: {document_id[:12]} keeps its first reading, joining failed: {problem}")
    return done
