"""Answer the page on the device itself: the transport around the service where there is no server.

It runs in a web worker under Pyodide. Storage, time and long work are given to it, so that tests run it anywhere.
"""

from keypeg.device.device import Answer, Device
from keypeg.device.storage import Storage, Stored, Taken

__all__ = ["Answer", "Device", "Storage", "Stored", "Taken"]
