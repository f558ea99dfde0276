"""Long computations in separate processes: the adviser, exact edges and shift reports."""
