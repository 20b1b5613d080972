/** What stands on a peg besides its shape, where the reader wants it: its digit in the palette, or its letter. */

import { settings } from '../settings.svelte.ts'

export function labelOf(peg: string, palette: string): string {
  if (!peg || '.?'.includes(peg) || settings.labels === 'none') return ''
  return settings.labels === 'letters' ? peg : String(palette.indexOf(peg) + 1 || '')
}

/** A name that holds what is seen, so that whoever speaks to the page can say either. */
export function labelled(name: string, peg: string, palette: string): string {
  return `${name} ${labelOf(peg, palette)}`.trim()
}
