"""The gazette of a server, and the year of a server or a person: read off what is kept, for whoever may know it."""
