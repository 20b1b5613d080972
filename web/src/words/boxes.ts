/** Names of boxes. */

import type { Rules } from '../api/types.ts'
import { say, speech } from './speech.svelte.ts'

export const BOXES = ['logic24', 'logic12', 'togo', 'challenge', 'mm44'] as const

/** A free form; its rules are those of all of them. */
export const FREE = '4x6'

export function boxName(rules: Pick<Rules, 'box' | 'text' | 'name'>): string {
  if (speech.has(`box.${rules.box}`)) return say(`box.${rules.box}`)
  return rules.text.split(':')[0] ?? rules.text
}
