/** Labels on pegs, if the settings ask for them: their digit or their letter in the palette. */

import { settings } from '../settings.svelte.ts'

export function labelOf(peg: string, palette: string): string {
  if (!peg || '.?'.includes(peg) || settings.labels === 'none') return ''
  return settings.labels === 'letters' ? peg : String(palette.indexOf(peg) + 1 || '')
}

/** Return an accessible name that contains the visible label, for voice control. */
export function labelled(name: string, peg: string, palette: string): string {
  return `${name} ${labelOf(peg, palette)}`.trim()
}
