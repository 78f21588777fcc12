"""A build without bad data. One public verb, `settle`: build, run the checks on data, build again without what they set aside.

It is a function of ledger, policy and decisions like each build: what a round sets aside follows from the build before it.
Everything that a check of the program finds is left to the judges: it blocks.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from quality.setting_aside import failing
from release.record import ReleaseError
from warehouse.aside import Aside
from warehouse.build import BuildReport
from warehouse.connection import query
from warehouse.policy import SetAside
from warehouse.values.wording import counted

SHOWN = 5


class TooMuchSetAside(ReleaseError):
    """So many series would be set aside that the fault is not a few odd reports; nothing is published."""


def settle(
    make: Callable[[tuple[Aside, ...]], BuildReport],
    policy: SetAside,
    *,
    again: Callable[[int], None] = lambda _: None,
) -> BuildReport:
    """Builds until every check on data holds, each time without the claims on which it failed.

    Args:
        make: makes the build without the claims that it is given: `build` with everything but `aside` bound. Its target must
            be a fresh folder, which is removed before each further round.
        policy: bounds the rounds and what may be set aside.
        again: receives the number of claims set aside when another round begins.

    Returns:
        What the last round wrote. Where a check on data fails even without whole documents, the build remains, and the judges
        block it.

    Raises:
        TooMuchSetAside: more than the policy's share of the series lost a claim.
        BuildError: as of `build`.
        LedgerError: as of `build`.
    """
    aside: tuple[Aside, ...] = ()
    for number in range(1, policy.rounds + 2):
        report = make(aside)
        _refuse_too_much(report.database, policy)
        if number > policy.rounds:
            break
        is_last = number == policy.rounds
        found = failing(report.database, number, whole_documents=is_last and number > 1)
        known = {(one.claim_id, one.rule) for one in aside}
        new = tuple(one for one in found if (one.claim_id, one.rule) not in known)
        if not new:
            break
        aside = (*aside, *new)
        again(len({one.claim_id for one in aside}))
        shutil.rmtree(report.database.parent)
    return report


_LOST = """
with aside as (
    select distinct seen.series_id
    from core.set_aside as aside inner join core.observations as seen on aside.claim_id = seen.claim_id
    where seen.series_id is not null
)
select (select count(*) from aside), count(distinct series_id) from core.observations where series_id is not null
"""
_WHOSE = """
select name, documents.document_id, count(distinct claim_id) as n
from core.set_aside as aside inner join core.documents as documents on aside.document_id = documents.document_id
group by name, documents.document_id order by n desc, documents.document_id
"""


def _refuse_too_much(database: Path, policy: SetAside) -> None:
    n_lost, n_series = query(database, _LOST).row(0)
    if n_lost < policy.counts_from or n_lost <= policy.refuse_above_share * n_series:
        return
    whose = query(database, _WHOSE).rows()
    rules = ", ".join(query(database, "select distinct rule from core.set_aside order by rule")["rule"].to_list())
    named = "\n".join(f"  {name} ({document_id[:12]}): {counted(n, 'claim')}" for name, document_id, n in whose[:SHOWN])
    more = f"\n  ... and {counted(len(whose) - SHOWN, 'more document')}" if len(whose) > SHOWN else ""
    raise TooMuchSetAside(
        f"release refused: {n_lost} of {n_series} series lost a claim to {rules}; the policy allows "
        f"{policy.refuse_above_share:.0%} (set_aside.refuse_above_share); `latest` is unchanged\n{named}{more}\n"
        "if these documents are junk, retract them: `parallax review take DOCUMENT --answer retract --author NAME "
        "--reason TEXT`; otherwise the program or the policy has changed how they are read"
    )
