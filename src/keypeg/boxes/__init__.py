"""The boxes as data, and the Rules built from them."""

from keypeg.boxes.box import OFF, ON, UNLIMITED, Box, Key, Option
from keypeg.boxes.build import build
from keypeg.boxes.catalogue import box, boxes

__all__ = ["OFF", "ON", "UNLIMITED", "Box", "Key", "Option", "box", "boxes", "build"]
