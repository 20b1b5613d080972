"""`python -m keypeg_lab`."""

import sys

from keypeg_lab.cli import main

sys.exit(main())
