"""The files of the dbt project that follow from others: the list of core tables that marts read, and contracts of marts from `marts.yml` and the queries.

`files()` gives their texts, `write` puts them into the project, `stale` says which differ. `python -m warehouse.dbt_files` calls both.
Queries, macros, unit tests and exposures are written by hand in `dbt_project/`; nothing here touches them.
"""

from warehouse.dbt_files.generate import COMMAND, stale, write

__all__ = ["COMMAND", "stale", "write"]
