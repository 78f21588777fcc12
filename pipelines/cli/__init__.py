"""The program `parallax`: one module per command, thin; everything slow is imported inside the command that needs it."""
