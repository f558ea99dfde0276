"""The places where units are played: the processor, a graphics card, or the workers of a cluster."""
