"""Checks on the language model: whose reading counts, the words of every choice, and that nothing refused is taken."""

from __future__ import annotations

from quality.check import Check, no_rows
from quality.evidence import unequal_quotes


def _quotes(layer: str) -> str:
    """Choices in the shape of evidence; one that points at no figure has no words, and its offset alone is held to the text."""
    return f"""(
        select choice_id as evidence_id, choices.document_id, text_sha256, char_start, char_end, quote
        from {layer}.reading_choices as choices
        inner join core.documents as documents on choices.document_id = documents.document_id
        where char_start <> char_end or quote <> '' or not char_start between 0 and char_length
    ) as quotes"""


CORE_READINGS: tuple[Check, ...] = (
    no_rows(
        "language_model_named",
        ("core.claims", "core.reading_choices"),
        "error",
        "The language model's reading of a claim, and a choice of its, are only in documents that name it.",
        """
        select 'core.claims' as table_name, claim_id as row_id, document_id, read_by as found
        from core.claims
        where read_by <> 'built_in'
            and document_id not in (select document_id from core.documents where read_with is not null)
        union all
        select 'core.reading_choices', choice_id, document_id, taken
        from core.reading_choices
        where rule <> 'joined' and document_id not in (select document_id from core.documents where read_with is not null)
        order by all
        """,
    ),
    no_rows(
        "choice_quotes",
        "core.reading_choices",
        "error",
        "The words of a choice are the slice of the stored text at its offsets.",
        unequal_quotes(_quotes("core")),
    ),
    no_rows(
        "refused_not_taken",
        "core.reading_choices",
        "error",
        "Of two readings that were both found in the text one is taken, with the chance that the second is right; a reading that was "
        "refused has no chance and is never taken.",
        """
        select choice_id, document_id, attribute, first_reading, second_reading, taken, odds, rule
        from core.reading_choices
        where (rule in ('odds', 'joined')) <> (odds is not null) or not coalesce(odds between 0 and 1, true)
            or (taken = 'second' and odds is null)
        order by choice_id
        """,
    ),
)

MART_READINGS: tuple[Check, ...] = (
    no_rows(
        "choice_quotes",
        "marts.reading_choices",
        "error",
        "The words of a published choice are the slice of the stored text at its offsets.",
        unequal_quotes(_quotes("marts")),
    ),
    no_rows(
        "choice_words_limit",
        "marts.reading_choices",
        "error",
        "The quoted readings are no longer than their document's licence allows.",
        """
        select choice_id, choices.document_id, greatest(length(first_reading), length(second_reading)) as n_chars, quote_limit_chars
        from marts.reading_choices as choices
        inner join marts.documents as documents on choices.document_id = documents.document_id
        where greatest(length(first_reading), length(second_reading)) > quote_limit_chars
        order by choice_id
        """,
    ),
)
