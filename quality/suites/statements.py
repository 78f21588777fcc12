"""Checks on statements other than claims: events, rankings, citations, facts about documents, and their evidence."""

from __future__ import annotations

from quality.check import Check, no_rows
from quality.evidence import unequal_quotes

_ITEMS = (
    ("event", "events", "event_id", "n_mentions"),
    ("ranking", "rankings", "ranking_id", "n_mentions"),
    ("citation", "citations", "citation_id", "1"),
    ("document_fact", "document_facts", "fact_id", "n_mentions"),
)


def _conservation(schema: str) -> Check:
    """Each item has as many places of evidence as it says, and each place has its item."""
    items = "\nunion all\n".join(
        f"select '{kind}' as kind, {key} as item_id, document_id, {count} as n_mentions from {schema}.{table}"
        for kind, table, key, count in _ITEMS
    )
    return no_rows(
        "statement_conservation",
        f"{schema}.statement_evidence",
        "error",
        "An event, ranking, citation or document fact has a place of evidence per mention, and every place has its item.",
        f"""
        with items as ({items}),
        places as (
            select kind, item_id, document_id, count(*) as n_places
            from {schema}.statement_evidence
            group by kind, item_id, document_id
        )
        select coalesce(items.kind, places.kind) as kind, coalesce(items.item_id, places.item_id) as item_id,
            n_mentions, n_places
        from items
        full join places
            on items.kind = places.kind and items.item_id = places.item_id and items.document_id = places.document_id
        where n_mentions is distinct from n_places
        order by all
        """,
    )


def _equality(table: str) -> Check:
    return no_rows(
        "statement_equality",
        table,
        "error",
        "The quote of a statement is the slice of the stored text at its offsets.",
        unequal_quotes(table),
    )


def _parties() -> Check:
    return no_rows(
        "event_parties",
        "core.events",
        "error",
        "Each party of an event has its role, and an amount its unit or the words that print it.",
        """
        select event_id, parties, party_roles, amount, amount_as_printed
        from core.events
        where len(parties) <> len(party_roles)
            or len(list_filter(party_roles, role -> role not in ('actor', 'target', 'counterparty', 'mentioned'))) > 0
            or (amount is null) <> (amount_as_printed is null)
        order by event_id
        """,
    )


def _dates() -> Check:
    return no_rows(
        "event_dates",
        "core.events",
        "error",
        "An event is before or after its document's figures according to its days, and unknown without them.",
        """
        select event_id, event_date, first_day, last_day, figure_date, relation_to_figures
        from core.events
        where relation_to_figures <> case
                when first_day > figure_date then 'after'
                when last_day <= figure_date then 'before'
                else 'unknown'
            end
            or first_day > last_day
            or (event_date is null and first_day is not null)
        order by event_id
        """,
    )


def _windows() -> Check:
    return no_rows(
        "event_windows",
        "core.events",
        "error",
        "The window of an event comes from its own date or counts back from an anchor; a missing window has a basis that says why.",
        """
        select event_id, event_date, date_as_stated, window_start, window_end, window_basis, window_anchor
        from core.events
        where (window_start is null) <> (window_end is null)
            or window_start > window_end
            or (window_start is not null)
            <> (window_basis in ('stated_date', 'document_date', 'bounded_by_past_period'))
            or (window_anchor is not null) <> (window_basis in ('document_date', 'bounded_by_past_period'))
            or (window_basis = 'stated_date') <> (first_day is not null)
            or (window_basis = 'stated_date' and (window_start <> first_day or window_end <> last_day))
        order by event_id
        """,
    )


def _places() -> Check:
    return no_rows(
        "ranking_places",
        "core.rankings",
        "error",
        "A rank counts from one, and carries words and no value.",
        """
        select ranking_id, subject, ordinal, position
        from core.rankings
        where ordinal < 1 or trim(subject) = '' or trim(position) = ''
        order by ranking_id
        """,
    )


def _limit() -> Check:
    return no_rows(
        "statement_limit",
        "marts.statement_evidence",
        "error",
        "The quote of a statement is no longer than its document's licence allows.",
        """
        select evidence_id, places.document_id, length(quote) as n_chars, quote_limit_chars
        from marts.statement_evidence as places
        inner join marts.documents as documents on places.document_id = documents.document_id
        where length(quote) > quote_limit_chars
        order by evidence_id
        """,
    )


STATEMENTS_CORE: tuple[Check, ...] = (
    _conservation("core"),
    _equality("core.statement_evidence"),
    _parties(),
    _dates(),
    _windows(),
    _places(),
)
STATEMENTS_MARTS: tuple[Check, ...] = (
    _conservation("marts"),
    _equality("marts.statement_evidence"),
    _limit(),
)
