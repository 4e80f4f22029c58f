"""What is kept: the only SQL of the project."""
