"""`python -m hashlane` is the command `hashlane`."""

import sys

from hashlane._program import main

sys.exit(main())
