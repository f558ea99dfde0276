"""Let It Ride in the terminal."""
