"""The search of the site in shards: `write_search`. A query loads the few files that have its words.

Belongs here: what is found, and which file it is in. How it is ranked and shown is `assets/site.js`'s. Scripts, because a page that is
opened from a file path may load no data. An entry is in the shard of each of its words, a claim in the shard of its id.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from release.site.addresses import Addresses
from release.site.paper import Paper, script_literal
from release.site.rows import Rows

Entry = tuple[str, str, str, str]  # kind, name, address, further words
FOLDER = "assets/search"
MOST = 256  # shards of a kind
ENTRIES, IDS = 64, 1_000  # in a shard, about; an entry is in some four of them
SIGNS = 2  # of a word or an id: those that begin alike share a shard
_MARKS = re.compile("[\u0300-\u036f]")
_WORD = re.compile(r"[^\W_]+")


def write_search(rows: Rows, at: Addresses, paper: Paper) -> None:
    """Writes the list of words by shard, which every search reads, and the shards."""
    entries = list(_entries(rows, at))
    words = _sharded(
        ((word, entry) for entry in entries for word in words_of(f"{entry[1]} {entry[3]}")), len(entries) // ENTRIES
    )
    ids = _sharded(at.claims.items(), len(at.claims) // IDS)
    known = {
        "words": [" ".join(sorted(shard)) for shard in words],
        "ids": [" ".join(sorted({claim_id[:SIGNS].lower() for claim_id in shard})) for shard in ids],
    }
    paper.put("assets/search.js", f"window.PARALLAX_SEARCH={script_literal(known)};\n")
    for number, shard in enumerate(words):
        _write_shard(
            paper, f"words-{number}", list(dict.fromkeys(one for word in sorted(shard) for one in shard[word]))
        )
    for number, places in enumerate(ids):
        pages: dict[str, list[str]] = {}  # an id is most of its own address
        for claim_id in sorted(places):
            pages.setdefault(places[claim_id][0].partition("#")[0], []).append(claim_id)
        _write_shard(paper, f"ids-{number}", pages)


def words_of(text: str) -> list[str]:
    """The words of a text as the search compares them: each once, without accents and case; as `plain` in `site.js`."""
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text)).lower()
    return list(dict.fromkeys(_WORD.findall(plain)))


def _entries(rows: Rows, at: Addresses) -> Iterator[Entry]:
    for row in rows.of("markets"):
        yield "market", row["market"], at.market(row["market_id"]) or "", f"{row['names'] or ''} {row['scope'] or ''}"
    for row in rows.of("publishers"):
        yield "publisher", row["publisher"], at.publisher(row["publisher_id"]) or "", ""
    seen = set()
    for mart, name, place in (("companies", "company", "companies"), ("segments", "segment", "tree")):
        for row in rows.of(mart, name, "market_id", "market", "status"):
            key = (mart, row[name], row["market_id"])
            if row["market_id"] is not None and row["status"] != "quarantined" and key not in seen:
                seen.add(key)
                yield name, row[name], f"{at.market(row['market_id'])}#{place}", row["market"] or ""


def _sharded(found: Iterable[tuple[str, Any]], wanted: int) -> list[dict[str, list[Any]]]:
    """What is found under each word, in shards by how the word begins; a power of two of them, so that it seldom changes."""
    n_shards = min(1 << max(wanted, 1).bit_length() - 1, MOST)
    shards: list[dict[str, list[Any]]] = [{} for _ in range(n_shards)]
    for word, one in found:
        begins = hashlib.sha256(word[:SIGNS].lower().encode("utf-8", "surrogatepass")).digest()
        shards[begins[0] % n_shards].setdefault(word, []).append(one)
    return shards


def _write_shard(paper: Paper, name: str, content: object) -> None:
    paper.put(f"{FOLDER}/{name}.js", f'PARALLAX_SHARD("{name}",{script_literal(content)});\n')
