"""The models of the dbt project as plain SQL, without dbt, for temporary databases.

Belongs here: rendering of a model's own file and what it refers to. The SQL itself stands in `dbt_project/` alone; a
build for a release goes through dbt with its contracts and tests (`warehouse/marts.py`).
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
    """One model: its place (`staging.stg_claims`, `marts.claims`), its query, and what that reads.

    `models` are names of models without schema, `tables` full names of core tables.
    """

    name: str
    schema: str
    sql: str
    models: tuple[str, ...]
    tables: tuple[str, ...]

    @property
    def sql_name(self) -> str:
        """Quoted name for SQL."""
        return f"{quoted(self.schema)}.{quoted(self.name)}"


def models(wanted: Collection[str] | None = None, project: Path = PROJECT) -> tuple[Model, ...]:
    """Models of a dbt project, rendered.

    Args:
        wanted: names of models; None for all there are.
        project: folder with `models/staging/*.sql`, `models/marts/*.sql` and `macros/*.sql`.

    Returns:
        The wanted models and all that they read, each behind those that it reads.

    Raises:
        BuildError: there is no such model, or one uses something of dbt that is not rendered here; names the file.
    """
    render = _renderer(project)
    ordered: dict[str, Model] = {}

    def place(name: str) -> None:
        if name not in ordered:
            model = render(name)
            for other in model.models:
                place(other)
            ordered[name] = model

    everything = [path.stem for folder in ("staging", "marts") for path in _sql(project / "models" / folder)]
    for name in sorted(everything if wanted is None else wanted):
        place(name)
    return tuple(ordered.values())


def forget_files() -> None:
    """Reads a project's files again at the next call; they are read once per process."""
    _renderer.cache_clear()


def _sql(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.sql"))


@cache
def _renderer(project: Path) -> Callable[[str], Model]:
    """Model by name; the macros are read once."""
    from jinja2 import Environment, StrictUndefined  # the language of dbt's models

    files = {path.stem: path for folder in ("staging", "marts") for path in _sql(project / "models" / folder)}
    reads: dict[str, list[str]] = {"models": [], "tables": []}
    macros: dict[str, Any] = {}

    def ref(name: str) -> str:
        reads["models"].append(name)
        return f"{quoted(files[name].parent.name)}.{quoted(name)}"

    def source(schema: str, table: str) -> str:
        reads["tables"].append(f"{schema}.{table}")
        return f"{quoted(schema)}.{quoted(table)}"

    environment = Environment(undefined=StrictUndefined, autoescape=False)
    environment.globals |= {
        "return": lambda value: value,
        "config": lambda **_settings: "",
        "adapter": SimpleNamespace(dispatch=lambda name, _project=None: macros[f"default__{name}"]),
    }
    texts = [path.read_text(encoding="utf-8") for path in _sql(project / "macros")]
    macros.update(vars(environment.from_string("\n".join(texts)).module))
    context = {name: macro for name, macro in macros.items() if callable(macro)} | {"ref": ref, "source": source}

    @cache
    def render(name: str) -> Model:
        if name not in files:
            raise BuildError(f"{project}: has no model {name}")
        reads["models"], reads["tables"] = [], []
        try:
            sql = environment.from_string(files[name].read_text(encoding="utf-8")).render(context)
        except Exception as error:  # whatever a template can raise: all of it means that it cannot be rendered here
            raise BuildError(
                f"{files[name]}: cannot be rendered outside dbt ({error}); what it uses of dbt must be known to "
                "warehouse/vintages/models.py"
            ) from error
        models_read, tables = (tuple(dict.fromkeys(reads[kind])) for kind in ("models", "tables"))
        return Model(name, files[name].parent.name, sql, models_read, tables)

    return render
