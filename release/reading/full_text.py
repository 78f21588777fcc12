"""Search in everything that a release says: names, headlines, quotes, and what its columns hold. Slips are forgiven.

No index: the words of a release are compared in the database, a word each once, so that nothing has to be kept in step.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from warehouse.connection import query

Kind = Literal["market", "publisher", "company", "segment", "event", "driver", "quote", "column"]
KINDS: tuple[Kind, ...] = get_args(Kind)
MOST_WORDS = 8
MARTS = ("markets", "publishers", "companies", "market_estimates", "events", "drivers", "evidence", "claims")
_WORD = re.compile(r"[^\W_]+")

# What is searched, in one form: kind, what to ask further with, what is shown, text.
_TEXTS = """
SELECT 'market' AS kind, market_id AS id, market AS name, concat_ws(' ', market, replace(names, '|', ' ')) AS text, market_id
FROM marts.markets
UNION ALL SELECT 'publisher', publisher_id, publisher, publisher, NULL FROM marts.publishers
UNION ALL SELECT 'company', coalesce(company_id, company), min(coalesce(canonical, company)),
    string_agg(DISTINCT concat_ws(' ', company, canonical, parent), ' '), NULL FROM marts.companies GROUP BY 2
UNION ALL SELECT DISTINCT 'segment', segment_key, segment, segment, market_id FROM marts.market_estimates WHERE segment IS NOT NULL
UNION ALL SELECT 'event', event_id, headline, headline, market_id FROM marts.events
UNION ALL SELECT 'driver', driver_id, driver, driver, market_id FROM marts.drivers
UNION ALL SELECT 'quote', e.claim_id, e.quote, concat(e.prefix, e.quote, e.suffix), c.market_id
FROM marts.evidence AS e JOIN marts.claims AS c USING (claim_id)
UNION ALL SELECT 'column', concat_ws('.', schema_name, table_name, column_name), comment,
    concat_ws(' ', replace(table_name, '_', ' '), replace(column_name, '_', ' '), comment), NULL
FROM duckdb_columns() WHERE schema_name = 'marts' AND comment IS NOT NULL
"""

# A word of the question meets a word of a text as a whole, by its beginning, inside it, or but for one slip (two of eight
# letters and more). A rare word says more than a frequent one.
_SEARCH = """
WITH texts AS (SELECT row_number() OVER (ORDER BY kind, id, name, text) AS n, * FROM (/*texts*/) WHERE text IS NOT NULL),
words AS (
    SELECT DISTINCT n, unnest(string_split_regex(strip_accents(lower(text)), '[^\\p{L}\\p{N}]+')) AS word FROM texts
),
frequencies AS (SELECT word, count(*) AS n_texts FROM words WHERE word <> '' GROUP BY word),
asked AS (SELECT unnest($1) AS term),
met AS (
    SELECT term, word, n_texts, CASE
        WHEN word = term THEN 1.0
        WHEN length(term) >= 3 AND starts_with(word, term) THEN 0.8
        WHEN (length(term) >= 4 OR NOT regexp_full_match(term, '[ -~]*')) AND contains(word, term) THEN 0.6
        WHEN length(term) >= 4 AND abs(length(word) - length(term)) <= 2
            AND damerau_levenshtein(word, term) <= CASE WHEN length(term) >= 8 THEN 2 ELSE 1 END THEN 0.5
    END AS likeness
    FROM asked, frequencies
),
found AS (
    SELECT w.n, m.term, max(m.likeness / ln(2 + m.n_texts)) AS weight, max(m.likeness) AS likeness
    FROM met AS m JOIN words AS w USING (word) WHERE m.likeness IS NOT NULL GROUP BY w.n, m.term
),
ranked AS (SELECT n, count(*) AS n_terms, sum(weight) AS weight, avg(likeness) AS likeness FROM found GROUP BY n)
SELECT kind, id, name, text, market_id, round(100 * likeness * n_terms / (SELECT count(*) FROM asked), 1) AS score,
    count(*) OVER () AS total
FROM ranked JOIN texts USING (n)
WHERE 2 * n_terms > (SELECT count(*) FROM asked) AND ($2 = '' OR kind = $2)
ORDER BY score DESC, kind IN ('quote', 'column'), weight DESC, length(text), kind, id, text
LIMIT $3 OFFSET $4
"""


@dataclass(frozen=True, slots=True)
class Found:
    """Something that holds the words: what it is, the id to ask on with, its name, the text that was searched; score 0 to 100."""

    kind: str
    id: str
    name: str
    text: str
    market_id: str | None
    score: float


def search(
    database: Path, asked: str, kind: Kind | None = None, limit: int = 20, offset: int = 0
) -> tuple[int, list[Found]]:
    """What holds most of the words, best first.

    Args:
        database: a release's database.
        asked: words in any order; accents, case and a slip do not matter. At most the first eight count.
        kind: only things of this kind.
        limit: most that are given.
        offset: how many are passed over.

    Returns:
        How many there are, and those of the part that was asked for. A quote's id is that of its claim, a column's its name.
    """
    terms = _terms(asked)
    if not terms:
        return 0, []
    rows = query(database, _SEARCH.replace("/*texts*/", _TEXTS), [terms, kind or "", limit, offset]).to_dicts()
    total = rows[0].pop("total") if rows else 0
    return total, [Found(**{name: row[name] for name in Found.__slots__}) for row in rows]


def _terms(asked: str) -> list[str]:
    plain = "".join(one for one in unicodedata.normalize("NFKD", asked.lower()) if not unicodedata.combining(one))
    return list(dict.fromkeys(_WORD.findall(unicodedata.normalize("NFC", plain))))[:MOST_WORDS]
