"""Claims: identities and status, money basis, probable years, the sentence around a figure, and exchange rates.

Belongs here: core.claims, and what the warehouse adds to a claim without comparing it with others. Statements without a
figure do not (`statements`).
"""
