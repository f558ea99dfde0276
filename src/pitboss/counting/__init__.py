"""The contracts of a game's exact, simulation and hold models, and the parts that several games share."""
