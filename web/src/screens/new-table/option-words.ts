/** Options and their values in words. */

import { say, speech } from '../../words/speech.svelte.ts'

/** What the catalogues call something; of a box that somebody has added, its own name. */
export function nameOf(key: string, otherwise: string): string {
  return speech.has(key) ? say(key) : otherwise
}

/** A value as people say it; numbers are themselves, letters are colours. */
export function valueName(option: string, value: string): string {
  if (speech.has(`option.${option}.${value}`)) return say(`option.${option}.${value}`)
  const colours = [...value.toUpperCase()].map((peg) => `colour.${peg}`)
  return colours.every((colour) => speech.has(colour)) ? colours.map((colour) => say(colour)).join(', ') : value
}
