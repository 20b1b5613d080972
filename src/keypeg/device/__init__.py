"""Answer the page on the device itself, where there is no server: the local host in a web worker, under Pyodide.

The caller passes in the storage, the clock and a function for long computations, so that tests can run it anywhere.
"""

from keypeg.api.local_tables import Overtaken, Storage, Stored
from keypeg.device.device import Answer, Device

__all__ = ["Answer", "Device", "Overtaken", "Storage", "Stored"]
