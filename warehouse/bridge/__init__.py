"""How markets relate to each other, and what a publisher's total and shares imply for a part."""
