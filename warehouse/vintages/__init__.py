"""The warehouse as of a day: which documents were there by their own dates, which we had received, and what follows.

Belongs here: the three clocks and the filtering of a published database by them. Estimates, verdicts and conflicts are
made by the steps of `warehouse/steps.py`, marts by the models of `dbt_project/`; none of them is said again here.
"""
