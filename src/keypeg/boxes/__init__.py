"""The boxes as data, and the Rules built from them."""

from keypeg.boxes.box import OFF, ON, UNLIMITED, Box, Key, Option
from keypeg.boxes.build import build
from keypeg.boxes.catalogue import is_free_form
from keypeg.boxes.own_boxes import add_box, added_boxes, box, boxes, broken_boxes

__all__ = [
    "OFF",
    "ON",
    "UNLIMITED",
    "Box",
    "Key",
    "Option",
    "add_box",
    "added_boxes",
    "box",
    "boxes",
    "broken_boxes",
    "build",
    "is_free_form",
]
