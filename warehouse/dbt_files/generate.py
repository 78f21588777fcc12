"""The files that follow from `core.yml`, `marts.yml` and the queries of a dbt project: their texts, and the two verbs on them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from warehouse.dbt_files.contracts import contract_of, exposure_of, yaml_text
from warehouse.dbt_files.core_columns import inheritable, renamed, sources_of
from warehouse.dbt_files.entries import ENTRIES, MartEntry, read_entries
from warehouse.dbt_files.inheritance import ContractError, inherited
from warehouse.dbt_files.types import typed_models
from warehouse.schema.core import core_tables
from warehouse.schema.marts import PROJECT
from warehouse.schema.table import Table

COMMAND = "python -m warehouse.dbt_files"
_MARK = f"Made by `{COMMAND}`; edit"
_FROM_CORE = f"{_MARK} warehouse/schema/core.yml."
_FROM_MARTS = f"{_MARK} warehouse/schema/marts.yml, or core.yml where a column inherits."
_READ = re.compile(r"\bsource\('core', '([a-z0-9_]+)'\)")


def write(project: Path = PROJECT, entries: Path = ENTRIES) -> Sequence[Path]:
    """Writes every generated file that is missing or differs, and removes those that nothing asks for.

    Args:
        project: dbt project with queries in `models/marts/*.sql`.
        entries: a file in the form of `marts.yml`.

    Returns:
        Files that were written or removed.

    Raises:
        ReviewedFileError: `entries` is not in its form; names file and line.
        ContractError: entries and queries do not fit; one line per finding.
        BuildError: a query is refused by DuckDB.
    """
    texts = _texts(project, entries)
    changed = list(_put(project, texts))
    for path in _left_over(project, {project / path for path in texts}):
        path.unlink()
        changed.append(path)
    return changed


def stale(project: Path = PROJECT, entries: Path = ENTRIES) -> Sequence[Path]:
    """Generated files that are missing, differ or are left over; arguments and errors as of `write`. Nothing is written."""
    texts = _texts(project, entries)
    differing = [project / path for path, text in texts.items() if _text_of(project / path) != text]
    return differing or list(_left_over(project, {project / path for path in texts}))


def _texts(project: Path, entries: Path) -> Mapping[str, str]:
    """Text by path in the project."""
    marts = read_entries(entries)
    tables = _tables_read(project)
    return {
        "models/sources.yml": f"# {_FROM_CORE}\n{yaml_text(sources_of(tables))}",
        **{f"models/marts/{name}.yml": f"# {_FROM_MARTS}\n{text}" for name, text in _contracts(project, tables, marts)},
        "models/parquet_exports.yml": f"# {_FROM_MARTS}\n{yaml_text(exposure_of(tuple(marts)))}",
    }


def _tables_read(project: Path) -> Sequence[Table]:
    """Core tables that a query or a test reads, in the order of `core.yml`."""
    queries = [*(project / "models" / "marts").glob("*.sql"), *(project / "tests").glob("*.sql")]
    named = {name for path in queries for name in _READ.findall(path.read_text(encoding="utf-8"))}
    unknown = sorted(named - {table.bare_name for table in core_tables().values()})
    if unknown:
        raise ContractError(f"queries read {unknown[0]}, and core.yml has no table core.{unknown[0]}")
    return tuple(table for table in core_tables().values() if table.bare_name in named)


def _contracts(project: Path, tables: Sequence[Table], entries: Mapping[str, MartEntry]) -> Iterator[tuple[str, str]]:
    known = {table.bare_name: table for table in tables}
    typed = typed_models(project, tuple(core_tables().values()))
    for model, types in typed:
        if model.name not in entries:
            raise ContractError(f"{model.name}: has a query and no entry in marts.yml; add one with doc, grain and key")
        entry = entries[model.name]
        reads = {name: inheritable(known[name]) for name in (table.partition(".")[2] for table in model.tables)}
        try:
            mart = inherited(entry, types, reads)
        except ContractError as error:
            raise ContractError("\n".join(f"{model.name}.{line}" for line in str(error).splitlines())) from error
        names = renamed(known[entry.rows_of]) if entry.rows_of else {}
        yield model.name, yaml_text(contract_of(model.name, entry, mart, names))
    if missing := sorted(entries.keys() - {model.name for model, _ in typed}):
        raise ContractError(f"{missing[0]}: has an entry in marts.yml and no query models/marts/{missing[0]}.sql")


def _put(project: Path, texts: Mapping[str, str]) -> Iterator[Path]:
    for name, text in texts.items():
        path = project / name
        if _text_of(path) != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            yield path


def _left_over(project: Path, expected: Collection[Path]) -> Iterator[Path]:
    """Generated files of tables and marts that are gone, by their first line: files written by hand stay."""
    for path in sorted((project / "models").rglob("*")):
        if path.is_file() and path not in expected and _MARK in path.read_text(encoding="utf-8").partition("\n")[0]:
            yield path


def _text_of(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None
