"""Balancing: figures that must add up are adjusted by the least change that their variances allow.

Belongs here: least squares over figures, constraints and variances. Only `coherence.py` and `coherence_inputs.py` read
frames and write tables.
"""
