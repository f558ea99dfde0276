"""The tables while they are played: rounds, clocks, companions, recovery and the staff's acts."""
