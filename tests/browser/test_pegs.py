"""People can tell pegs apart without colour: what the browser paints, seen in grey and with three deficiencies."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.browser.visitor import DESKTOP, Visitor

Grey = NDArray[np.float64]
SIZE = 48
LEAST = 0.1
"""The part of the middle of two pegs that must look different."""
CLEAR = 0.22
"""What counts as lighter or darker: so much of the whole range of lightness."""

# Full deficiency, on linear RGB: Machado, Oliveira and Fernandes (2009).
VISIONS = {
    "grey": [[0.2126, 0.7152, 0.0722]] * 3,
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}

PAINT = """async letters => {
  const root = getComputedStyle(document.documentElement)
  const answer = {}
  for (const letter of letters) {
    const symbol = document.getElementById('peg-' + letter)
    const drawn = [...symbol.children].map(part => {
      const copy = part.cloneNode()
      const style = getComputedStyle(part)
      // Variables of the page mean nothing in a picture; references to gradients do.
      const given = part.getAttribute('fill') ?? ''
      copy.setAttribute('fill', given.startsWith('url(#') ? given : style.fill)
      copy.setAttribute('opacity', style.opacity)
      return copy.outerHTML
    }).join('')
    const lights = ['shade', 'shadow', 'rim', 'dish'].map(name => document.getElementById('peg-' + name).outerHTML)
    const wood = root.getPropertyValue('--wood').trim()
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48">
      <defs>${lights.join('')}</defs><rect width="48" height="48" fill="${wood}"/>${drawn}</svg>`
    const image = new Image()
    image.src = 'data:image/svg+xml,' + encodeURIComponent(svg)
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: 48, height: 48 })
    const pen = canvas.getContext('2d')
    pen.drawImage(image, 0, 0)
    answer[letter] = [...pen.getImageData(0, 0, 48, 48).data]
  }
  return answer
}"""


def seen(pixels: list[int], vision: str) -> Grey:
    """How light each pixel looks (L*, from 0 to 1) to these eyes."""
    colours = np.array(pixels, dtype=float).reshape(SIZE, SIZE, 4)[..., :3] / 255
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    shown = np.clip(linear @ np.array(VISIONS[vision]).T, 0, 1)
    light = shown @ np.array([0.2126, 0.7152, 0.0722])
    star: Grey = np.where(light > 0.008856, 1.16 * np.cbrt(light) - 0.16, 9.033 * light)
    return star


def relief(grey: Grey) -> Grey:
    """What is engraved, whatever the peg's own lightness: lighter or darker than the body around it."""
    middle = grey[12:36, 12:36]
    body = np.median(np.concatenate([grey[8:11, 18:30].ravel(), grey[37:40, 18:30].ravel()]))
    apart = middle - body
    shape: Grey = np.sign(apart) * (np.abs(apart) > CLEAR)
    return shape


@pytest.mark.parametrize(
    "palette", ["classic", *(pytest.param(name, marks=pytest.mark.long) for name in ("clear", "soft"))]
)
def test_no_two_pegs_look_alike_to_anybody(visitor: Callable[..., Visitor], palette: str) -> None:
    person = visitor(size=DESKTOP)
    page = person.open()
    page.evaluate("palette => localStorage.setItem('keypeg.settings', JSON.stringify({ palette }))", palette)
    page.reload()
    page.wait_for_selector("#peg-R", state="attached")
    painted: Any = page.evaluate(PAINT, list("ROYGBPWNCDEFHKL"))
    for vision in VISIONS:
        reliefs = {letter: relief(seen(pixels, vision)) for letter, pixels in painted.items()}
        for letter, shape in reliefs.items():
            assert 0.08 < np.abs(shape).mean() < 0.8, f"{letter} shows no shape: {vision}"
        for one, other in combinations(reliefs, 2):
            differs = (reliefs[one] != reliefs[other]).mean()
            assert differs > LEAST, f"{one} and {other} look alike: {vision}, {differs:.3f}"
