"""What operators watch: health, metrics, logs and limits of the process."""
