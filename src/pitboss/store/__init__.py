"""What outlives the process: inputs, carries and money, in chains that show when somebody has touched them."""
