"""The reader's record: how often each rule was right on labelled texts, and how far its confidence can be believed.

A tool of developers beside the rooms, like `benchmarks`: it reads labels and writes sources/grammar/confidence.yml.
"""
