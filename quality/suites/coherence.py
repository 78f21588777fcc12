"""Checks on balanced figures: none is lost, none is forced, and every constraint reported as met is met."""

from __future__ import annotations

from quality.check import Check, no_rows

COHERENCE: tuple[Check, ...] = (
    no_rows(
        "balance_conservation",
        "core.balanced_figures",
        "error",
        "Every vendor figure and every estimate is here once, unchanged, with a balanced value or the reason for its absence.",
        """
        with expected as (
            select vendor_figure_id as figure_id, cast(obs_value as double) as obs_value from core.vendor_figures
            union all
            select estimate_id as figure_id, estimate as obs_value from core.estimates
        )
        select coalesce(expected.figure_id, found.figure_id) as figure_id, expected.obs_value as stated, found.obs_value,
            found.balanced, found.status
        from expected
        full join core.balanced_figures as found on expected.figure_id = found.figure_id
        where found.figure_id is null
            or (expected.figure_id is null and not starts_with(found.ref_area, 'vendor:'))
            or (expected.figure_id is not null and (expected.obs_value is null) <> (found.obs_value is null))
            or abs(expected.obs_value - found.obs_value) > 1e-9 * abs(expected.obs_value)
            or (found.status in ('adjusted', 'within_rounding', 'coherent')) <> (found.balanced is not null)
            or (found.metric <> 'cagr' and found.balanced < 0)
            or trim(found.reason) = ''
        order by figure_id
        """,
    ),
    no_rows(
        "balance_holds",
        "core.balance_constraints",
        "error",
        "A constraint that is met misses nothing, a bound is kept, and only constraints that miss, alone or given the others, are left out.",
        """
        select constraint_id, kind, relation, status, residual_before, residual_after, deviation
        from core.balance_constraints
        where (status = 'met' and relation = '=' and abs(residual_after) > 1e-6 * deviation)
            or (status in ('met', 'open') and relation = '<=' and residual_after > 1e-6 * deviation)
            or (status = 'open' and relation <> '<=')
            or is_outlier <> (status = 'outlier')
            or (is_outlier and residual_before = 0 and coalesce(normalised_given_others, 0) = 0)
            or trim(reason) = '' or trim(basis) = ''
        order by constraint_id
        """,
    ),
)
