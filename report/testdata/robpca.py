# The program of an example, which no test starts.
