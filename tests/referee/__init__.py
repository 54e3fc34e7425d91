"""Slow, plain referees of the card games, written from the rules alone, to check the engine against."""
