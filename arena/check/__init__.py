"""Conformance checks: does a game keep the contract? `game.py` has the whole suite, the other modules its checks."""
