"""Checks on statements beside figures: definitions, drivers, technical figures and qualities, each with its own quote in its row."""

from __future__ import annotations

from quality.check import Check, no_rows
from quality.evidence import unequal_quotes

_KEYS = {
    "definitions": "definition_id",
    "drivers": "driver_id",
    "technical_claims": "technical_id",
    "qualities": "quality_id",
}


def _quotes(layer: str) -> str:
    """The quotes of the four tables in the shape of evidence; offsets count in the document's text."""
    parts = " union all ".join(
        f"select '{table}:' || {key} as evidence_id, document_id, char_start, char_end, quote from {layer}.{table}"
        for table, key in _KEYS.items()
    )
    return f"(select quotes.*, text_sha256 from ({parts}) as quotes inner join core.documents using (document_id)) as quotes"


CORE_DESCRIPTIONS: tuple[Check, ...] = (
    no_rows(
        "statement_quotes",
        tuple(f"core.{table}" for table in _KEYS),
        "error",
        "The quote of a definition, driver, technical figure or quality is the slice of the stored text at its offsets.",
        unequal_quotes(_quotes("core")),
    ),
    no_rows(
        "impacts_have_one_driver",
        "core.drivers",
        "error",
        "Every impact on growth belongs to one driver, carries that driver's figure, and is never additive.",
        """
        select coalesce(claims.claim_id, drivers.claim_id) as claim_id, count(drivers.driver_id) as n_drivers,
            any_value(claims.obs_value) as obs_value, any_value(drivers.impact) as impact
        from (select * from core.claims where metric = 'impact_on_cagr') as claims
        full join (select * from core.drivers where claim_id is not null or additive) as drivers
            on claims.claim_id = drivers.claim_id
        group by all
        having count(drivers.driver_id) <> 1 or count(claims.claim_id) <> 1 or bool_or(drivers.additive)
            or any_value(claims.obs_value) is distinct from any_value(drivers.impact)
        order by claim_id
        """,
    ),
    no_rows(
        "verdicts_have_references",
        "core.technical_claims",
        "error",
        "A verdict on a technical figure rests on a reference figure with its source; without one it is unknown.",
        """
        select technical_id, measure, product, verdict, reference_value, reference_source, reason
        from core.technical_claims
        where (verdict = 'unknown') <> (reference_value is null)
            or (reference_value is null) <> (reference_source is null) or trim(reason) = ''
        order by technical_id
        """,
    ),
    no_rows(
        "quarantine_has_method",
        "core.companies",
        "error",
        "A quarantined company says why, and by which method it was found.",
        """
        select document_id, company, status, reason, method
        from core.companies
        where status = 'quarantined' and (reason is null or trim(reason) = '' or method is null)
        order by document_id, company
        """,
    ),
)

MART_DESCRIPTIONS: tuple[Check, ...] = (
    no_rows(
        "statement_quotes",
        tuple(f"marts.{table}" for table in _KEYS),
        "error",
        "The quote of a published definition, driver, technical figure or quality is the slice of the stored text at its offsets.",
        unequal_quotes(_quotes("marts")),
    ),
    no_rows(
        "statement_quote_limit",
        tuple(f"marts.{table}" for table in _KEYS),
        "error",
        "The words of a definition, driver, technical figure or quality are no longer than its document's licence allows.",
        """
        select table_name, id, words.document_id, n_chars, quote_limit_chars
        from (
            select 'definitions' as table_name, definition_id as id, document_id,
                greatest(length(quote), length(definition)) as n_chars
            from marts.definitions
            union all
            select 'drivers', driver_id, document_id, greatest(length(quote), length(driver), length(coalesce(caveat, '')))
            from marts.drivers
            union all
            select 'technical_claims', technical_id, document_id, length(quote) from marts.technical_claims
            union all
            select 'qualities', quality_id, document_id, greatest(length(quote), length(property)) from marts.qualities
        ) as words
        inner join marts.documents as documents on words.document_id = documents.document_id
        where n_chars > quote_limit_chars
        order by table_name, id
        """,
    ),
)
