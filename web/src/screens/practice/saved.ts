/** What practice stores on this device: the chosen kind and level, and the runs of solved puzzles. */

import type { Puzzle } from '../../api/types.ts'
import { onDevice } from '../../settings.svelte.ts'

export const KINDS = ['code', 'fits', 'wrong', 'next'] as const
export const LEVELS = ['easy', 'medium', 'hard'] as const

export interface Practice {
  kind: Puzzle['kind']
  level: Puzzle['level']
  /** The current run of solved puzzles. */
  run: number
  /** The longest run. */
  best: number
}

const KEY = 'keypeg.practice'
const FIRST: Practice = { kind: 'code', level: 'easy', run: 0, best: 0 }

export function load(): Practice {
  const all = { ...FIRST, ...onDevice.get<Partial<Practice>>(KEY, {}) }
  return KINDS.includes(all.kind) && LEVELS.includes(all.level) ? all : FIRST
}

export const save = (practice: Practice) => onDevice.put(KEY, practice)
