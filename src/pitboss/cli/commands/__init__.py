"""The commands: one module for each, imported only when it is called."""
