"""dbt's page in a release: the data in its place, nothing of the run, no way out of the script."""

from __future__ import annotations

import json
from typing import Any

import pytest

from warehouse.mart_docs import one_page

TEMPLATE = (
    '<head><meta charset="utf-8"><link rel="canonical" href="/overview/"/></head><use xlink:href="{{ icon }}">'
    '<script>n={manifest:"MANIFEST.JSON INLINE DATA",catalog:"CATALOG.JSON INLINE DATA"}</script>'
)


def manifest(**more: Any) -> dict[str, Any]:
    node = {"name": "claims", "depends_on": {"macros": ["macro.parallax.own", "macro.dbt.theirs"]}, **more}
    return {
        "metadata": {
            "project_name": "parallax",
            "dbt_version": "1.12.6",
            "generated_at": "2026-01-01",
            "invocation_id": "i",
        },
        "macros": {"macro.parallax.own": {"name": "own"}, "macro.dbt.theirs": {"name": "theirs"}},
        "nodes": {"model.parallax.claims": node},
    }


def data_of(page: str) -> Any:
    return json.loads(page.partition("n={manifest:")[2].partition(",catalog:")[0])


def test_the_page_holds_the_project_and_no_macro_of_dbt() -> None:
    found = data_of(one_page(TEMPLATE, manifest(), {"metadata": {}}))
    assert list(found["macros"]) == ["macro.parallax.own"]
    assert found["nodes"]["model.parallax.claims"]["depends_on"]["macros"] == ["macro.parallax.own"]


def test_two_runs_give_the_same_page() -> None:
    one = one_page(TEMPLATE, manifest(created_at=1.0, compiled_path="/tmp/a"), {"metadata": {"generated_at": "x"}})
    two = one_page(TEMPLATE, manifest(created_at=2.0, compiled_path="/tmp/b"), {"metadata": {"generated_at": "y"}})
    assert one == two
    assert "/tmp" not in one


def test_a_description_cannot_end_the_script() -> None:
    page = one_page(TEMPLATE, manifest(description="</script><img src=x>"), {"metadata": {}})
    assert page.count("</script>") == 1
    assert data_of(page)["nodes"]["model.parallax.claims"]["description"] == "</script><img src=x>"


def test_the_page_may_ask_for_nothing() -> None:
    page = one_page(TEMPLATE, manifest(), {"metadata": {}})
    assert "default-src 'none'" in page
    assert "canonical" not in page
    assert 'ng-href="{{ icon }}"' in page


def test_a_page_of_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match="no single place for its manifest"):
        one_page("<html></html>", manifest(), {"metadata": {}})
