"""The marts of the dbt project as plain SQL, without dbt, for temporary databases.

Belongs here: rendering of a mart's own query. The SQL itself stands in `dbt_project/` alone; a build for a release goes through
dbt with its contracts and tests (`warehouse/marts.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from warehouse.schema.table import quoted
from warehouse.step import BuildError

PROJECT = Path(__file__).resolve().parents[2] / "dbt_project"


@dataclass(frozen=True, slots=True)
class Model:
    """One mart: its name, its query, and the full names of the core tables that it reads, in the order in which it names them."""

    name: str
    sql: str
    tables: tuple[str, ...]

    @property
    def sql_name(self) -> str:
        """Quoted name for SQL."""
        return f"marts.{quoted(self.name)}"


def models(wanted: Collection[str] | None = None, project: Path = PROJECT) -> tuple[Model, ...]:
    """Marts of a dbt project, rendered, in the order of their names.

    Args:
        wanted: names of marts; None for all there are.
        project: folder with `models/marts/*.sql` and `macros/*.sql`.

    Raises:
        BuildError: there is no such mart, or one uses something of dbt that is not rendered here; names the file.
    """
    names = [path.stem for path in _sql(project / "models" / "marts")] if wanted is None else wanted
    return tuple(map(_renderer(project), sorted(names)))


def forget_files() -> None:
    """Reads a project's files again at the next call; they are read once per process."""
    _renderer.cache_clear()


def _sql(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.sql"))


@cache
def _renderer(project: Path) -> Callable[[str], Model]:
    """Mart by name; the macros are read once."""
    from jinja2 import Environment, StrictUndefined  # the language of dbt's models

    tables: list[str] = []
    macros: dict[str, Any] = {}

    def source(schema: str, table: str) -> str:
        tables.append(f"{schema}.{table}")
        return f"{quoted(schema)}.{quoted(table)}"

    environment = Environment(undefined=StrictUndefined, autoescape=False)
    environment.globals |= {
        "return": lambda value: value,
        "config": lambda **_settings: "",
        "adapter": SimpleNamespace(dispatch=lambda name, _project=None: macros[f"default__{name}"]),
    }
    texts = [path.read_text(encoding="utf-8") for path in _sql(project / "macros")]
    macros.update(vars(environment.from_string("\n".join(texts)).module))
    context = {name: macro for name, macro in macros.items() if callable(macro)} | {"source": source}

    @cache
    def render(name: str) -> Model:
        file = project / "models" / "marts" / f"{name}.sql"
        if not file.is_file():
            raise BuildError(f"{project}: has no mart {name}")
        tables.clear()
        try:
            sql = environment.from_string(file.read_text(encoding="utf-8")).render(context)
        except Exception as error:  # whatever a template can raise: all of it means that it cannot be rendered here
            raise BuildError(
                f"{file}: cannot be rendered outside dbt ({error}); what it uses of dbt must be known to "
                "warehouse/vintages/models.py"
            ) from error
        return Model(name, sql, tuple(dict.fromkeys(tables)))

    return render
