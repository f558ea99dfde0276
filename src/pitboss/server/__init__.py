"""Tables that people play at over the network."""
