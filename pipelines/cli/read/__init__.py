"""What documents and claims say, to standard output: no release is asked or made."""
