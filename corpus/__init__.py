"""Labelled texts of market figures, the judge, and scores of any reader on them. README.md is the dataset card.

A folder of developers beside the rooms: nothing that is installed imports it.
"""
