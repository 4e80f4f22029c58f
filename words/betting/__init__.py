"""Words of the betting table."""
