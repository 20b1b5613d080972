"""Answer the page on the device itself: the transport around the service where there is no server.

It runs in a web worker under Pyodide. The caller passes in the storage, the clock and a function for long computations,
so that tests can run it anywhere.
"""

from keypeg.device.device import Answer, Device
from keypeg.device.storage import Overtaken, Storage, Stored

__all__ = ["Answer", "Device", "Overtaken", "Storage", "Stored"]
