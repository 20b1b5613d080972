/** Options and their values in words. */

import { say, speech } from '../../words/speech.svelte.ts'

/** A value as people say it; numbers are themselves. */
export function valueName(option: string, value: string): string {
  return speech.has(`option.${option}.${value}`) ? say(`option.${option}.${value}`) : value
}
