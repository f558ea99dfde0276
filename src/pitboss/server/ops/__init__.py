"""Operations: health, metrics, logs and limits of the process."""
