"""The warehouse as of a day: the documents that existed by their own dates or that we had received, and the tables from them.

Belongs here: the three clocks and the filtering of a published database by them. Estimates, verdicts and conflicts are
made by the steps of `warehouse/steps.py`, marts by the models of `dbt_project/`; none of them is said again here.
"""
