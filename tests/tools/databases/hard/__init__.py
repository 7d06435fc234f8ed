"""Hard tables for `hashlane diff` between systems, and what it must print about them. Nothing here shares code with the program."""
