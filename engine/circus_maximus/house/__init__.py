"""House drivers: how the program drives, and how it plays races out."""
