/** Questions about rows that need no table, and their answers. */

import type { Against } from './types.ts'

export interface AskRows {
  rules: string
  rows: string[]
  seat: number
}

export interface Marked {
  exact?: number
  near?: number
  /** Of a split code: what the share in each hole answers; null where there is none. */
  by_hole?: ('black' | 'white' | 'none' | null)[]
}

export interface Fitting {
  /** null: more than can be counted. */
  codes: number | null
  candidates: string[]
  deals: number | null
}

export interface Suggested {
  candidates: number | null
  guess: string
  is_candidate: boolean
  expected: number | null
  worst: number | null
  basis: 'proved' | 'evaluated' | 'heuristic' | 'sampled'
}

export interface Correction {
  changes: { row: number; said: string; marks: string; slip: string }[]
  codes: number
  share: number
}

export interface Diagnosis {
  fits: boolean | null
  codes: number | null
  conflicts: number[][]
  wrong: number
  corrections: Correction[]
  others: number
  exact: boolean
  said: string[]
}

/** A question beside a real board; all rows are sent each time. */
export interface AskHome extends AskRows {
  ask: 'look' | 'propose' | 'explain' | 'hint'
  own?: string[]
  move?: string
  grade?: 'nudge' | 'good' | 'best'
  level?: string
  seed?: string
  first?: number
}

export interface HomeAdvice {
  broken: boolean
  full: boolean
  diagnosis: Diagnosis
  candidates: string[]
  said: string[]
  possible: boolean | null
  rows: Against[]
  move: string | null
}
