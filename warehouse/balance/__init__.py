"""Balancing: figures that must add up, made to, with the least change that their reliability allows. Numbers only.

Knows figures, constraints and variances; nothing of frames, documents or tables (`warehouse/reconcile/coherence.py`).
"""
