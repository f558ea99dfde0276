"""What exact models are made of: their contract, and hands that are counted together."""
