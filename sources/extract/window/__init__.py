"""What the model sees of a text: its pieces in windows, and for each figure the pieces in its sight."""
