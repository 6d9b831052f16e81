#!/no/such/interpreter
# A script whose interpreter is not there.
