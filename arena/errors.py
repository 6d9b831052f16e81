"""Errors that a user can mend: one clear sentence each, shown without a traceback."""

from __future__ import annotations


class UserError(Exception):
    """What is wrong, where, and what to do, in one sentence. A command prints it and ends with status 2."""
