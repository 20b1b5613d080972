/** Turn the doctor's corrections into rows. */

import type { Correction, Pair } from '../../api/types.ts'
import { type Placed, type EnteredRows, splitRow, wholeRow } from '../../board/entered-rows.svelte.ts'

const pairOf = (text: string) => text.split(',').map(Number) as Pair

/** Return the rows with changed marks, by index from 0. */
export function corrected(store: EnteredRows, correction: Correction): Map<number, Placed> {
  return new Map(
    correction.changes.flatMap(({ row, marks }) => {
      const placed = store.rows[row - 1]
      if (!placed) return []
      const { breaker, guess } = placed
      if (!store.rules.split) return [[row - 1, wholeRow(breaker, guess, pairOf(marks))] as const]
      return [[row - 1, splitRow(store.rules, breaker, guess, marks.replace(/[_/]/g, ''))] as const]
    }),
  )
}
