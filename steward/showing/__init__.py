"""What people get to see of races: their log, pictures, archives."""
