"""The data that outlives the process: inputs, carries and money, in hash chains that reveal tampering."""
