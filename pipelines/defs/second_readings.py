"""The language model's asset: asks the configured model and joins both readings; its checks concern answers and cost."""

import os
from collections.abc import Iterator
from time import perf_counter

import dagster as dg

from pipelines.defs.policies import OWNERS, POOL, SOURCES
from pipelines.defs.resources import Home, LedgerParam, ProgressParam

KEY = ["ledger", "second_readings"]
# Whatever a model writes, the run goes on: its checks warn.
_CHECKS = {
    "answers_verified": "Choices of the language model are in the text; many refused choices mean that the model invents.",
    "answers_readable": "Answers of this run are JSON of the schema.",
    "answers_came": "Every question of this run got an answer within the budget.",
    "cost_within_budget": "This run cost no more than `budget` of second_reader.yml allows.",
}


@dg.asset(
    key=KEY,
    deps=[["ledger", "extractions"]],
    group_name=SOURCES,
    kinds={"python", "parquet"},
    owners=OWNERS,
    pool=POOL,
    check_specs=[dg.AssetCheckSpec(name, asset=KEY, description=told) for name, told in _CHECKS.items()],
    description=(
        "What a language model answered about passages, and readings joined from both readers. Only questions that no model "
        "has answered are asked; without second_reader.yml nothing is, and stored answers still count."
    ),
)
def second_readings(
    home: Home, ledger: LedgerParam, progress: ProgressParam
) -> Iterator[dg.MaterializeResult[None] | dg.AssetCheckResult]:
    """Asks about what is new and joins both readings."""
    from warehouse.second_reading.given import given
    from warehouse.second_reading.joining import standing
    from warehouse.second_reading.reading import read_second

    started = perf_counter()
    holds = given(home.path, os.environ)
    done = read_second(ledger, holds, progress)
    stands, account, settings = standing(ledger), done.account, holds.settings
    yield dg.MaterializeResult(
        metadata={
            "model": settings.model if settings else "none is set up",
            "questions_asked": account.asked,
            "questions_answered": account.answered,
            "questions_malformed": account.malformed,
            "questions_failed": account.failed,
            "questions_unasked": account.unasked,
            "answers_taken_over": account.taken_over,
            "documents_left_out": len(done.left_out),
            "documents_joined": done.joined,
            "documents_in_force": stands.documents,
            "choices_verified": stands.verified,
            "choices_refused": stands.n_refused,
            "refused_by_rule": dg.MetadataValue.json(dict(stands.refused)),
            "tokens_in": account.tokens_in,
            "tokens_out": account.tokens_out,
            "usd": float(account.usd),
            "problems": dg.MetadataValue.json(account.problems),
            "seconds": round(perf_counter() - started, 3),
        }
    )
    budget = settings.budget if settings else None
    yield from (
        _check("answers_verified", stands.is_sound, refused=stands.n_refused, verified=stands.verified),
        _check("answers_readable", account.malformed == 0, malformed=account.malformed, answered=account.answered),
        _check("answers_came", account.failed + account.unasked == 0, failed=account.failed, unasked=account.unasked),
        _check(
            "cost_within_budget",
            budget is None or account.usd <= budget.usd,
            usd=float(account.usd),
            budget_usd=float(budget.usd) if budget else 0.0,
        ),
    )


def _check(name: str, passed: bool, **metadata: float) -> dg.AssetCheckResult:
    return dg.AssetCheckResult(
        passed=passed,
        asset_key=dg.AssetKey(KEY),
        check_name=name,
        severity=dg.AssetCheckSeverity.WARN,
        metadata=metadata,
    )
