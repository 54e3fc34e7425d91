"""One module for each game: its table, its kernels, what is particular to it."""
