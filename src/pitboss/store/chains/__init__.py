"""The chains that show when somebody has touched them, and their heads noted and anchored."""
