"""Two readings of one document as one: the rules' and the model's, attribute by attribute. How either reads does not belong here."""
