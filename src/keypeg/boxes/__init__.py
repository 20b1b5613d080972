"""The boxes of the family as data, and the rules that come of them."""

from keypeg.boxes.box import OFF, ON, UNLIMITED, Box, Key, Option
from keypeg.boxes.build import build
from keypeg.boxes.shelf import box, boxes

__all__ = ["OFF", "ON", "UNLIMITED", "Box", "Key", "Option", "box", "boxes", "build"]
