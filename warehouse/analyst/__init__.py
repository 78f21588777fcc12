"""Foreign SQL on a release. Belongs here: the process that runs it (`child`) and the one that asks (`asking`)."""

from warehouse.analyst.asking import QueryError, ask, limit_memory

__all__ = ["QueryError", "ask", "limit_memory"]
