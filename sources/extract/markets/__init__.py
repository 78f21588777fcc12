"""Names of markets: candidates, their support, and which one a text or a phrase means. Areas and parts do not belong here."""
