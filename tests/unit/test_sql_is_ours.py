"""No statement is composed from values: braces in SQL hold only our own identifiers, reviewed here."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("sources", "warehouse", "quality", "release", "pipelines")
CALLS = frozenset({"execute", "executemany", "sql", "query", "queries"})
# Calls that quote what they are given; their results are safe whatever comes in.
QUOTING = frozenset({"literal", "_literal", "quoted", "_quoted"})
# Per module, what may stand in braces: names of tables and columns from the schema files, constants, and statements
# that were read from files of ours. Whoever adds a line says where the words come from.
REVIEWED = {
    "warehouse/build.py": {"known.sql_name", "_MEMORY", "n_threads"},  # limits of ours
    # tables of the schema, the views made of their names, a file of warehouse/sql, quoted columns and keys from core.yml
    "warehouse/sql_steps.py": {"table_of(table).sql_name", "view", "table.sql_name", "columns", "sql", "order"},
    "warehouse/table_writer.py": {"table.sql_name"},
    "warehouse/connection.py": {"sql", "', '.join(map(_literal, parameters))"},  # a statement of ours; quoted values
    "warehouse/database_comparison.py": {"name", "of", "apart", "_BEHIND_FIRST"},  # words of callers and quoted names of tables
    "warehouse/dbt_files/types.py": {"model.sql_name", "model.sql"},  # files of the dbt project
    "warehouse/export.py": {"order", "WRITTEN[form]", "of_schema", "rows", "hashed"},  # from core.yml and the marts
    "warehouse/load/raw.py": {"table.sql_name", "_SCAN", "names", "', '.join(selected)", "order", "written_in"},
    "warehouse/release_delta.py": {  # quoted names of both catalogues, and what is composed of them above each statement
        "both_sides", "name", "keys", "columns", "side", "other", "its_keys", "unequal", "now", "is_new", "was", "same", "by",
        "WRITTEN[form]",
    },
    "warehouse/spark/marts.py": {"schema", "file.stem"},  # the three layers, and core tables from core.yml
    "warehouse/vintages/rebuild.py": {
        "_PUBLISHED", "table.sql_name", "columns", "_published(table.name)", "joins", "self._there(table)", "verb", "table",
        "used", "source", "_published(name)",
    },
    "warehouse/vintages/views.py": {"VINTAGES", "model.sql_name", "_with_vintage(con, model)", "sql"},
    "quality/evidence.py": {"given", "', '.join(words)", "words.start", "words.end"},  # columns in QUOTE and HEADER, a table of ours
    "quality/suites/marts.py": {"earliest"},
    "release/api/tables.py": {"mart", "key", "where"},  # from MARTS and _KEYS above, and a clause of ours
    "release/api/lists.py": {"where"},  # one of two clauses that stand above it
    "release/reading/open_questions.py": {"_COLUMNS"},
    "release/reading/decision_answers.py": {"table"},  # what `Sources` asks for
    "release/reading/claim_evidence.py": {"mart", "table.key"},  # from STATEMENTS above it
    "release/reading/id_search.py": {"mart", "test", "column"},  # from MARTS_OF above it, and from its callers
    "release/reading/trace.py": {"table", "column"},  # from MARTS_OF
}  # fmt: skip


def _braces(path: Path) -> set[tuple[int, str]]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name not in CALLS:
            continue
        for part in (inner for argument in node.args[:2] for inner in ast.walk(argument)):
            if isinstance(part, ast.FormattedValue):
                value = part.value
                quotes = isinstance(value, ast.Call) and getattr(value.func, "id", "") in QUOTING
                if not quotes:
                    found.add((part.lineno, ast.unparse(value)))
            elif isinstance(part, ast.BinOp) and isinstance(part.op, ast.Mod) and isinstance(part.left, ast.Constant):
                if isinstance(part.left.value, str):
                    found.add((part.lineno, "a string with %"))
            elif isinstance(part, ast.Call) and getattr(part.func, "attr", "") == "format":
                found.add((part.lineno, "a string with .format()"))
    return found


def unreviewed(path: Path, name: str) -> list[str]:
    allowed = REVIEWED.get(name, set())
    return [f"{name}:{line}: {{{words}}} in SQL" for line, words in sorted(_braces(path)) if words not in allowed]


def test_no_value_stands_in_a_statement() -> None:
    found = []
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            found += unreviewed(path, path.relative_to(ROOT).as_posix())
    assert found == [], "give the value as a parameter, or review the name in REVIEWED"


def test_the_watch_sees_a_value_in_a_statement(tmp_path: Path) -> None:
    for text in ("con.execute(f'SELECT {name}')", "con.execute('SELECT %s' % name)", "query(p, 'SELECT {}'.format(n))"):
        (tmp_path / "bad.py").write_text(text)
        assert len(unreviewed(tmp_path / "bad.py", "bad.py")) == 1, text
    (tmp_path / "good.py").write_text("con.execute(f'SELECT {literal(name)}'); con.execute('SELECT ?', [name])")
    assert unreviewed(tmp_path / "good.py", "good.py") == []


def test_every_reviewed_name_is_in_use() -> None:
    for name, allowed in REVIEWED.items():
        assert {words for _, words in _braces(ROOT / name)} >= allowed, name
