"""These are programs for tests to run, not modules to import."""

collect_ignore_glob = ["*.py"]
