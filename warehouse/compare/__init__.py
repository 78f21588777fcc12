"""Publishers against each other: rules that set two sides beside each other and name the verdict."""
