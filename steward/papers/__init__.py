"""What members write: letters to the papers of leagues and cups, and votes for a race of the season."""
