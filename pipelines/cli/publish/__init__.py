"""From documents to a release: the main job, feeds, reading again, making a release again."""
