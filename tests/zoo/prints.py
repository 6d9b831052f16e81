"""A class bot that prints, by every way there is, and reads."""

import os
import sys

import arena


class Zoo(arena.Bot):
    def act(self, view, legal, info):
        print("printed")
        sys.__stdout__.write("dunder\n")
        sys.__stdout__.flush()
        os.write(1, b"descriptor\n")
        os.system("echo child")
        assert sys.stdin.read() == ""
        return legal[0]
