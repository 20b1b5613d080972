/** The names of options and their values. */

import { say, speech } from '../../words/speech.svelte.ts'

/** Return the name from the catalogue, or for a box that a user has added, its own name. */
export function nameOf(key: string, otherwise: string): string {
  return speech.has(key) ? say(key) : otherwise
}

/** Return a value in words; numbers stay as they are, and letters become colours. */
export function valueName(option: string, value: string): string {
  if (speech.has(`option.${option}.${value}`)) return say(`option.${option}.${value}`)
  const colours = [...value.toUpperCase()].map((peg) => `colour.${peg}`)
  return colours.every((colour) => speech.has(colour)) ? colours.map((colour) => say(colour)).join(', ') : value
}
