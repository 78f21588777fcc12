"""The latest release for programs: over HTTP, and as tools for an agent."""
