"""The price of each reading of the law: the change of the house edge under its other choices."""
