"""The tests of Cardavia: what a user can run with ``pytest``."""
