"""Cases of the betting table."""
