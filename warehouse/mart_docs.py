"""dbt's documentation of the marts as one page that needs no server or network and reveals nothing about this machine.

Belongs here: putting dbt's own page, its manifest and its catalog into one file. Not here: running dbt (`marts.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PAGE = "dbt.html"
# The place in dbt's page that takes the data, as `docs generate --static` fills it.
_PLACES = {"manifest": '"MANIFEST.JSON INLINE DATA"', "catalog": '"CATALOG.JSON INLINE DATA"'}
# Clocks, runs and paths; nothing that the page shows.
_OF_THE_RUN = frozenset(
    {
        "created_at", "generated_at", "invocation_id", "invocation_started_at", "run_started_at", "user_id", "project_id", "env",
        "compiled_path", "build_path", "root_path", "deferred", "send_anonymous_usage_stats",
    }
)  # fmt: skip
_SHOWN = ("nodes", "sources", "docs", "exposures", "metrics", "groups", "parent_map", "child_map", "unit_tests")
_POLICY = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'\">"
)


def write_docs(target: Path, page: Path) -> None:
    """Writes the page from what `dbt docs generate` left.

    Args:
        target: dbt's target folder, with index.html, manifest.json and catalog.json.
        page: file to write; equal projects and types give equal bytes.

    Raises:
        ValueError: dbt's page has another form than the one this was written for.
    """
    template = (target / "index.html").read_text(encoding="utf-8")
    manifest = _read(target / "manifest.json")
    catalog = _read(target / "catalog.json")
    page.write_text(one_page(template, manifest, catalog), encoding="utf-8")


def one_page(template: str, manifest: Mapping[str, Any], catalog: Mapping[str, Any]) -> str:
    """Dbt's page with its data in it, and a policy that lets nothing out.

    Args:
        template: dbt's index.html.
        manifest: content of manifest.json; the macros of dbt itself are left out.
        catalog: content of catalog.json.

    Raises:
        ValueError: the page has no place for the data, or no head.
    """
    prefix = f"macro.{manifest['metadata']['project_name']}."
    shown = {name: manifest.get(name, {}) for name in _SHOWN}
    shown["macros"] = {name: macro for name, macro in manifest["macros"].items() if name.startswith(prefix)}
    shown["metadata"] = manifest["metadata"]
    data = {
        "manifest": _without_run(shown, prefix),
        "catalog": _without_run({**catalog, "errors": None}, prefix),
    }
    text = re.sub(r'<link rel="(?:shortcut icon|canonical)"[^>]*>', "", template)
    # else the browser asks for a file of the name "{{ ... }}" before the icon's name is filled in
    text = text.replace(' xlink:href="{{', ' ng-href="{{')
    for name, place in _PLACES.items():
        if text.count(place) != 1:
            raise ValueError(f"dbt's documentation has no single place for its {name}; its form has changed")
        text = text.replace(place, _as_script(data[name]))
    if text.count('<meta charset="utf-8">') != 1:
        raise ValueError("dbt's documentation has no head of the known form")
    return text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">{_POLICY}')


def _without_run(value: Any, prefix: str) -> Any:
    """The same without what differs from run to run, and without references to macros that are left out."""
    if isinstance(value, dict):
        cleaned = {key: _without_run(one, prefix) for key, one in value.items() if key not in _OF_THE_RUN}
        if isinstance(cleaned.get("macros"), list):
            cleaned["macros"] = [one for one in cleaned["macros"] if one.startswith(prefix)]
        return cleaned
    if isinstance(value, list):
        return [_without_run(one, prefix) for one in value]
    return value


def _as_script(value: Any) -> str:
    """JSON that cannot end its script element."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).replace("<", "\\u003c")


def _read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content
