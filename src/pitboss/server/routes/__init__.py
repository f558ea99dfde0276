"""The HTTP routes and the websocket: one module for each subject."""
