"""Formats of other programs, one module each."""
