/** What is engraved can be seen on its peg: in colour, in greyscale, and with three deficiencies of colour vision. */

import { describe, expect, test } from 'vitest'

import { PALETTES } from '../../src/look/colours.ts'
import { shapes } from '../../../src/keypeg/look/pegs.json'

type Colour = [number, number, number]

/** Full deficiency, linear RGB: Machado, Oliveira and Fernandes (2009). */
const SEEN: Record<string, number[][]> = {
  'full colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  greyscale: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function linear(hex: string): Colour {
  return [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Colour
}

function luminance(hex: string, seen: number[][]): number {
  const colour = linear(hex)
  const [r, g, b] = seen.map((row) =>
    Math.min(
      Math.max(
        row.reduce((sum, part, at) => sum + part * colour[at]!, 0),
        0,
      ),
      1,
    ),
  )
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(one: string, other: string, seen: number[][]): number {
  const [dark, light] = [luminance(one, seen), luminance(other, seen)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

describe.each(Object.entries(PALETTES))('the palette %s', (_, palette) => {
  test.each(Object.keys(SEEN))('shows every shape with a contrast of at least 3 to 1: %s', (vision) => {
    for (const [letter, { body, ink }] of Object.entries(palette)) {
      expect(contrast(body, ink, SEEN[vision]!), letter).toBeGreaterThanOrEqual(3)
    }
  })

  test('paints every colour that has a shape', () =>
    expect(Object.keys(palette).sort()).toEqual(Object.keys(shapes).sort()))
})

test('no two colours have the same shape', () =>
  expect(new Set(Object.values(shapes)).size).toBe(Object.keys(shapes).length))
