"""Claims in, reconciled tables out: ledger, build and reconciliation; the only package that uses DuckDB's SQL.

Belongs here: the append-only ledger, the build of one fresh DuckDB file from it, the steps of that build
(load, resolve, audit, reconcile) and the reviewed policy and decisions they obey.
Does not belong here: reading vendor texts (`sources`), judging tables (`quality`), packaging (`release`), wiring
(`pipelines`).
"""

import os

# Sums of matrices come out otherwise in the last digits with two threads than with one, and threads change nothing in the
# marts; on matrices as small as ours they only cost. Read when numpy is first loaded, so it is said before anything is.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
