/** Corrections that the doctor proposes, as rows and as words. */

import type { Correction, Pair } from '../../api/types.ts'
import { marksWords } from '../../words/rows.ts'
import { type Placed, type EnteredRows, splitRow, wholeRow } from '../../board/entered-rows.svelte.ts'

const pairOf = (text: string) => text.split(',').map(Number) as Pair

/** Marks as a person says them; answers to a split code stay as they are written. */
export function saidMarks(text: string): string {
  return /^\d+,\d+$/.test(text) ? marksWords(pairOf(text)) : text
}

/** The rows with their changed marks, by their place from 0. */
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
