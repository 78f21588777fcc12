"""Publishers against each other: rules that compare two sides and name the verdict."""
