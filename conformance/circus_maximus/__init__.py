"""Cases of Circus Maximus."""
