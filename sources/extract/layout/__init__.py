"""What a page prints around figures: headings, captions, table headers, list entries, values on lines of their own. Whom they speak of does not belong here."""
