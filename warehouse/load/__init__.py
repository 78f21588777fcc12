"""From the ledger into the build: raw tables as received, and the core tables that restate them without judgement.

Belongs here: receipts, quarantine, document history, evidence, rejections, choices between two readers. Resolving names belongs to `resolve`.
"""
