"""Claims written into a sidecar: what a person wrote stays, and what is read back is what was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.extract.columns.claim_map import ClaimMap, as_text
from sources.ingest.sidecar import SidecarError, metadata_of, read_sidecar
from sources.ingest.sidecar_claims import with_claims

ONE = ClaimMap.model_validate({"columns": {"value": "Size: \"all\" #1", "year": "2025"}, "constants": {"metric": "market_size"}})  # fmt: skip
OTHER = ClaimMap.model_validate({"columns": {"value": "Größe", "metric": "Was"}})


def read_back(content: bytes) -> str | None:
    return metadata_of(read_sidecar(content, "a.meta.yml").sidecar, "", "").column_map


@pytest.mark.parametrize(
    ("before", "around"),
    [
        ("", ()),
        ("publisher: Bexley # the house\n", ("publisher: Bexley # the house\n",)),
        ("publisher: Bexley", ("publisher: Bexley\n",)),
        (
            "publisher: Bexley\nclaims:\n  - columns: {value: A}\n    constants: {metric: share}\n\n# the day\npublished_on: 2026-03-02\n",
            ("publisher: Bexley\nclaims:\n", "\n\n# the day\npublished_on: 2026-03-02\n"),
        ),
        ("claims:\n- columns: {value: A, metric: B}\nurl: https://a.example/\n", ("claims:\n", "url: https://a.example/\n")),
        ("claims: [{columns: {value: A, metric: B}}]\n# end\n", ("claims:\n", "\n# end\n")),
        ("claims:\ntitle: T\n", ("title: T\n",)),
    ],
)  # fmt: skip
def test_maps_take_the_place_of_maps_and_all_else_stays(before: str, around: tuple[str, ...]) -> None:
    written = with_claims(before.encode(), (ONE, OTHER), "a.meta.yml")
    assert read_back(written) == as_text((ONE, OTHER))
    assert all(part in written.decode() for part in around)
    again = with_claims(written, (OTHER,), "a.meta.yml")
    assert read_back(again) == as_text((OTHER,))
    assert again.decode().count("claims:") == 1 and all(part in again.decode() for part in around)


@pytest.mark.parametrize("before", ["{publisher: Bexley}\n", "author: Bo\n", "- a\n", "a: [\n"])
def test_what_is_no_sidecar_line_by_line_is_left_alone(before: str) -> None:
    with pytest.raises(SidecarError, match=r"a\.meta\.yml"):
        with_claims(before.encode(), (ONE,), "a.meta.yml")


@given(st.text(min_size=1, max_size=60).filter(lambda text: text.strip() and text.isprintable()))
def test_any_printable_header_is_read_back(header: str) -> None:
    one = ClaimMap.model_validate({"columns": {"value": header}, "constants": {"metric": "share"}})
    assert read_back(with_claims(b"", (one,), "a.meta.yml")) == as_text((one,))
