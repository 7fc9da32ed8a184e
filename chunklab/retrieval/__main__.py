"""Write the saved runs anew: ``python -m chunklab.retrieval``, where bm25s is installed.

After it may come the name of another file than the package's own.
"""

import sys
from pathlib import Path

from chunklab.retrieval.runs import NotInstalled, save

target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("saved.json")
try:
    save(target)
except NotInstalled as error:
    sys.exit(f"Nothing was written. {error}")
