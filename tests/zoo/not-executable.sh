#!/bin/sh
# A program without permission to be run.
