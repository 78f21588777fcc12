"""Releases that two commits make of one fixed ledger, for the comparison of their rows: `make baseline LEDGER=samples COMMIT=HEAD`.

Belongs here: the fixed ledgers (`ledgers.yml`), how they are made, checked against their hashes and built. README.md says more.
"""
