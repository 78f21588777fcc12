"""Evidence: the quote is the slice, its context keeps to the limit, and false evidence stops the build."""

from __future__ import annotations

import re
from dataclasses import asdict

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.parse import parse
from warehouse.decisions import Decisions
from warehouse.load.evidence import STEP, Stretch, context_of, line_around
from warehouse.policy import read_policy
from warehouse.schema import conform, core_tables, empty_frame, raw_tables
from warehouse.step import BuildContext, BuildError

TEXT = "alpha beta gamma USD 5 delta epsilon zeta"
START, END = TEXT.index("USD 5"), TEXT.index("USD 5") + 5
WHOLE = Stretch(0, len(TEXT), None)


@pytest.mark.parametrize(
    ("limit", "wanted", "prefix", "suffix"),
    [
        (300, 80, "alpha beta gamma ", " delta epsilon zeta"),
        (300, 0, "", ""),
        (5, 80, "", ""),  # the quote alone fills the limit
        (3, 80, "", ""),  # the quote is never cut
        # 15 beside the quote, 8 left and 7 right: "a gamma " loses the cut word, " delta " the space behind it.
        (20, 80, "gamma ", " delta"),
        # 10 wanted each: left "eta gamma " loses the cut word; right " delta eps" loses "eps".
        (300, 10, "gamma ", " delta"),
        (300, 11, "beta gamma ", " delta"),
    ],
)
def test_context_is_shared_out_and_cut_at_whitespace(limit, wanted, prefix, suffix):
    assert context_of(TEXT, (START, END), WHOLE, limit, wanted) == (prefix, suffix)


def test_what_one_side_cannot_use_goes_to_the_other():
    text = "a USD 5 bb ccc dddd eeeee"
    # Limit 18, quote 5: 13 left over; the left has only 2, so the right may take 11: " bb ccc ddd" → cut to " bb ccc".
    assert context_of(text, (2, 7), Stretch(0, len(text), None), 18, 80) == ("a ", " bb ccc")


@given(
    st.text(alphabet="ab \n€é", min_size=1, max_size=60),
    st.data(),
    st.integers(1, 80),
    st.integers(0, 40),
)
def test_quote_and_context_are_one_slice_within_bounds_and_limit(text, data, limit, wanted):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    around = line_around(text, start, end)
    before, behind = context_of(text, (start, end), around, limit, wanted)
    first, last = start - len(before), end + len(behind)
    assert text[first:last] == before + text[start:end] + behind
    assert around.char_start <= first
    assert last <= around.char_end
    assert max(len(before), len(behind)) <= wanted
    assert not before or not behind or len(before) + (end - start) + len(behind) <= limit
    assert len(before) + len(behind) <= max(0, limit - (end - start))
    for edge, bound in ((first, around.char_start), (last, around.char_end)):  # no word is cut in two
        if edge not in (bound, start, end):
            assert text[edge - 1].isspace() or text[edge].isspace()


def frames_of(read, *texts, limit=300):
    """The frames the step reads, for these texts, as the build would hand them over."""
    pairs = [read(text) for text in texts]

    def table(name, records):
        schema = raw_tables()[name].polars_schema()
        rows = [
            {column: getattr(record, column, None) for column in schema} | {"document_id": parsed.document_id}
            for parsed, extraction in pairs
            for record in records(parsed, extraction)
        ]
        return pl.DataFrame(rows, schema=schema) if rows else pl.DataFrame(schema=schema)

    ids = [parsed.document_id for parsed, _ in pairs]
    frames = {
        "raw.mentions": table("raw.mentions", lambda _, extraction: extraction.mentions),
        "raw.blocks": table("raw.blocks", lambda parsed, _: parsed.blocks),
        "core.documents": pl.DataFrame(
            {
                "document_id": ids,
                "text_sha256": [f"text of {one}" for one in ids],
                "quote_limit_chars": [limit] * len(ids),
            }
        ),
        "core.claims": pl.DataFrame(
            {"claim_id": [claim.claim_id for _, extraction in pairs for claim in extraction.claims]},
            schema={"claim_id": pl.String},
        ),
    }
    texts_by_id = {parsed.document_id: parsed.text for parsed, _ in pairs}
    return frames, BuildContext(read_policy(), Decisions(), texts_by_id.__getitem__)


def test_each_mention_is_a_row_whose_quote_is_the_slice_and_whose_context_stays_in_its_block(read):
    text = "Above it.\nThe market is worth USD 5 today.\nBelow it: USD 7"
    frames, context = frames_of(read, text)
    rows = conform(core_tables()["core.evidence"], STEP.run(frames, context)["core.evidence"])
    told = rows.sort("char_start").select("prefix", "quote", "suffix", "page").rows()
    assert told == [("The market is worth ", "USD 5", " today.", 1), ("Below it: ", "USD 7", "", 1)]
    assert all(text[row["char_start"] : row["char_end"]] == row["quote"] for row in rows.iter_rows(named=True))
    assert rows["evidence_id"].n_unique() == 2


def test_a_cell_has_its_row_as_context(read):
    text = "Robots | USD 5 | 2025"
    frames, context = frames_of(read, text)
    schema = raw_tables()["raw.blocks"].polars_schema()
    document_id = frames["core.documents"]["document_id"][0]
    cells = [("table_row", 0, 21, 3), ("table_cell", 0, 6, 3), ("table_cell", 9, 14, 3), ("table_cell", 17, 21, 3)]
    frames["raw.blocks"] = pl.DataFrame(
        [
            {"document_id": document_id, "kind": kind, "char_start": start, "char_end": end, "level": 0, "page": page,
             "header_path": []}
            for kind, start, end, page in cells
        ],
        schema=schema,
    )  # fmt: skip
    row = STEP.run(frames, context)["core.evidence"].row(0, named=True)
    assert (row["prefix"], row["suffix"], row["page"]) == ("Robots | ", " | 2025", 3)


TABLE = "Year | Sales\n2025 | USD 5\n2026 | USD 7"


def with_table(frames, has_header=True):
    """The frames with TABLE's lines as rows of one table; of its cells, those of the body know what is above and before them."""
    document_id = frames["core.documents"]["document_id"][0]
    blocks, start = [], 0
    for row, line in enumerate(TABLE.split("\n")):
        is_body = row > 0 or not has_header
        blocks.append({"kind": "table_row", "char_start": start, "char_end": start + len(line), "row": row})
        for column, width in enumerate((4, len(line) - 7)):
            at = start + 7 * column
            path = [TABLE[:4], TABLE[7:12]][column : column + 1] if is_body and has_header else []
            label = line[:4] if is_body and column else None
            blocks.append(
                {"kind": "table_cell", "char_start": at, "char_end": at + width, "row": row, "column": column,
                 "header_path": path, "row_labels": [label] if label else []}
            )  # fmt: skip
        start += len(line) + 1
    frames["raw.blocks"] = pl.DataFrame(
        [{"document_id": document_id, "level": 0, "table": 0, "header_path": []} | block for block in blocks],
        schema=raw_tables()["raw.blocks"].polars_schema(),
    )


def test_a_quote_from_a_table_has_the_header_above_its_row(read):
    frames, context = frames_of(read, TABLE)
    with_table(frames)
    rows = conform(core_tables()["core.evidence"], STEP.run(frames, context)["core.evidence"]).sort("char_start")
    assert rows.select("prefix", "quote", "header", "header_start", "header_end").rows() == [
        ("2025 | ", "USD 5", "Year | Sales", 0, 12),
        ("2026 | ", "USD 7", "Year | Sales", 0, 12),
    ]


@pytest.mark.parametrize(("limit", "header"), [(24, "Year | Sales"), (23, None)])
def test_a_header_keeps_to_the_quote_limit_and_is_never_cut(read, limit, header):
    # "2025 | USD 5" has 12 code points, and so has the header.
    frames, context = frames_of(read, TABLE, limit=limit)
    with_table(frames)
    rows = STEP.run(frames, context)["core.evidence"]
    assert rows["header"].to_list() == [header, header]
    assert rows["header_start"].to_list() == [None if header is None else 0] * 2


def headers_in(html):
    """Quote and header of each mention of a page, whose tables are read by the program's own parser."""
    page = parse(f"<html><body>{html}</body></html>".encode())
    mentions = [
        {"document_id": page.document_id, "claim_id": f"{found.start():x}", "char_start": found.start(),
         "char_end": found.end(), "surface": found[0], "rule": "test"}
        for found in re.finditer(r"(?<=\\| )[0-9.]+(?= \\|)", page.text)
    ]  # fmt: skip
    blocks = [asdict(block) | {"document_id": page.document_id} for block in page.blocks]
    frames = {
        "raw.mentions": pl.DataFrame(mentions, schema=raw_tables()["raw.mentions"].polars_schema()),
        "raw.blocks": pl.DataFrame(blocks, schema=raw_tables()["raw.blocks"].polars_schema()),
        "core.documents": pl.DataFrame(
            {"document_id": [page.document_id], "text_sha256": ["t"], "quote_limit_chars": [300]}
        ),
        "core.claims": pl.DataFrame({"claim_id": [mention["claim_id"] for mention in mentions]}),
    }
    context = BuildContext(read_policy(), Decisions(), {page.document_id: page.text}.__getitem__)
    rows = STEP.run(frames, context)["core.evidence"].sort("char_start")
    return list(rows.select("quote", "header").iter_rows())


def rows_of(*rows, head=None):
    """A table of HTML."""
    told = f"<thead><tr>{''.join(f'<th>{cell}</th>' for cell in head)}</tr></thead>" if head else ""
    return f"<table>{told}{''.join('<tr>' + ''.join(f'<td>{cell}</td>' for cell in row) + '</tr>' for row in rows)}</table>"


def test_a_row_that_begins_a_section_is_no_header():
    table = rows_of(
        ("North America", "", ""), ("Canada", "1.5", "2.5"), ("Europe", "", ""), ("Germany", "3.5", "4.5"),
        head=("", "Sales", "Units"),
    )  # fmt: skip
    assert headers_in(table) == [(quote, "|  | Sales | Units |") for quote in ("1.5", "2.5", "3.5", "4.5")]


def test_the_first_row_of_a_table_without_headers_is_no_header():
    assert {header for _, header in headers_in(rows_of(("", "5.2"), ("Sold", "6.1"), ("Let", "7.1")))} == {None}
    text = "<tr><td colspan=2>Pumps are sold all over the world.</td></tr>"
    assert {header for _, header in headers_in(f"<table>{text}<tr><td>Sold</td><td>5.2</td></tr></table>")} == {None}


def test_a_table_without_header_and_running_text_have_none(read):
    frames, context = frames_of(read, TABLE)
    with_table(frames, has_header=False)
    assert STEP.run(frames, context)["core.evidence"]["header"].to_list() == [None, None]
    frames, context = frames_of(read, "The market is worth USD 5.")
    assert STEP.run(frames, context)["core.evidence"]["header"].to_list() == [None]


def test_where_no_block_holds_the_span_its_line_bounds_the_context(read):
    frames, context = frames_of(read, "one\ntwo USD 5 three\nfour")
    frames["raw.blocks"] = empty_frame(raw_tables()["raw.blocks"])
    row = STEP.run(frames, context)["core.evidence"].row(0, named=True)
    assert (row["prefix"], row["suffix"], row["page"]) == ("two ", " three", None)


@pytest.mark.parametrize(
    "change",
    [
        pl.col("char_start") + 1,  # a span that slipped by one
        pl.col("char_end") + 1,
        pl.lit("USD 6").alias("surface"),  # words the text does not have
        pl.lit(10_000, pl.Int64).alias("char_start"),  # outside the text
    ],
)
def test_false_evidence_stops_the_build_and_names_document_and_claim(read, change):
    frames, context = frames_of(read, "It is USD 5 today")
    mention = frames["raw.mentions"].row(0, named=True)
    frames["raw.mentions"] = frames["raw.mentions"].with_columns(change)
    with pytest.raises(BuildError, match=rf"document {mention['document_id']}, claim {mention['claim_id']}"):
        STEP.run(frames, context)


def test_a_mention_of_no_known_claim_stops_the_build(read):
    frames, context = frames_of(read, "USD 5")
    frames["core.claims"] = frames["core.claims"].clear()
    with pytest.raises(BuildError, match=r"claims that core\.claims does not have"):
        STEP.run(frames, context)


def test_a_retracted_document_has_no_evidence(read):
    frames, context = frames_of(read, "USD 5", "USD 7")
    frames["core.documents"] = frames["core.documents"].filter(pl.col("document_id") == read("USD 7")[0].document_id)
    assert STEP.run(frames, context)["core.evidence"]["quote"].to_list() == ["USD 7"]


def test_texts_without_mentions_are_never_read(read):
    frames, context = frames_of(read, "no figure")
    refused = BuildContext(context.policy, context.decisions, pytest.fail)
    assert STEP.run(frames, refused)["core.evidence"].is_empty()
