"""Views of races for people: their log, pictures, archives."""
