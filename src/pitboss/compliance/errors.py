"""What is raised where a file cannot be read at all. Nothing is imported here, so that catching costs nothing."""


class HouseFileError(ValueError):
    """A house file that cannot be used, and why."""


class LogError(ValueError):
    """A log of which nothing can be judged, and why."""
