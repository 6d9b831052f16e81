# A script that does not say what runs it.
echo hello
