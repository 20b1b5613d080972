/** The colours of pegs and of their engravings, by palette letter. Python reads the same file. */

import { palettes } from '../../../src/keypeg/look/pegs.json'

export type Palette = Record<string, { body: string; ink: string }>

/** `clear` is for red-green colour blindness; `soft` is less saturated. */
export const PALETTES: Record<string, Palette> = Object.fromEntries(
  Object.entries(palettes).map(([name, palette]) => [name, { ...palettes.classic, ...palette }]),
)

/** Draw all pegs of the page in the colours of a palette. */
export function paint(palette: Palette): void {
  for (const [letter, { body, ink }] of Object.entries(palette)) {
    document.documentElement.style.setProperty(`--peg-${letter}`, body)
    document.documentElement.style.setProperty(`--ink-${letter}`, ink)
  }
}
