"""Parts of a market: segmentations as printed, their members, and the record of a subject. Which part a figure is said of is decided in `subjects`."""
