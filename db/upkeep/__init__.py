"""Looking after a database while no bot runs on it, or beside one: copies, checks, rights."""
