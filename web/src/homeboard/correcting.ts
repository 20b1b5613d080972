/** Corrections that the doctor proposes, as rows and as words. */

import type { Pair } from '../api/types.ts'
import { marksWords } from '../board/tell.ts'
import { type Placed, type Rows, splitRow, wholeRow } from '../sheet/rows.svelte.ts'
import type { Correction } from '../sheet/types.ts'

const pairOf = (text: string) => text.split(',').map(Number) as Pair

/** Marks as a person says them; answers to a split code stay as they are written. */
export function saidMarks(text: string): string {
  return /^\d+,\d+$/.test(text) ? marksWords(pairOf(text)) : text
}

/** The rows with their changed marks, by their place from 0. */
export function corrected(sheet: Rows, correction: Correction): Map<number, Placed> {
  return new Map(
    correction.changes.flatMap(({ row, marks }) => {
      const placed = sheet.rows[row - 1]
      if (!placed) return []
      const { breaker, guess } = placed
      if (!sheet.rules.split) return [[row - 1, wholeRow(breaker, guess, pairOf(marks))] as const]
      return [[row - 1, splitRow(sheet.rules, breaker, guess, marks.replace(/[_/]/g, ''))] as const]
    }),
  )
}
