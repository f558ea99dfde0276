"""What each reading of the law is worth in house edge."""
