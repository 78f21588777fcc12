"""What a page prints around figures: table headers, list entries, values on lines of their own. Their subjects do not belong here."""
