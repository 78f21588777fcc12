"""Relations of markets, and what a publisher's total and shares imply for a part."""
