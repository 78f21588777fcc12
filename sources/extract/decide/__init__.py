"""From mentions to claims: the choice applied, restatements joined, evidence and confidence. Finding and choosing do not belong here."""
