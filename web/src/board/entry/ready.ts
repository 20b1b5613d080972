/** Why a row cannot be sent yet, according to the View's `may`. The server has the last word. */

import type { May } from '../../api/types.ts'
import { BLANK, EMPTY } from './draft.svelte.ts'

export type Why =
  | { why: 'more'; n: number }
  | { why: 'fewer'; n: number }
  | { why: 'twice'; peg: string }
  | { why: 'none'; peg: string }
  | { why: 'supply'; peg: string; left: number }
  | { why: 'again'; row: number }

export function notReady(may: May, pegs: readonly string[]): Why | null {
  const empty = pegs.flatMap((peg, at) => (peg === EMPTY ? [at] : []))
  const mayBeEmpty = new Set(may.empty ?? [])
  const must = empty.filter((at) => !mayBeEmpty.has(at)).length
  const over = empty.length - (may.most_empty ?? 0)
  // An untouched row is never ready, even if every hole may stay empty.
  const untouched = empty.length === pegs.length ? 1 : 0
  const missing = may.filled ? may.filled - (pegs.length - empty.length) : Math.max(must, over, untouched)
  if (missing > 0) return { why: 'more', n: missing }
  if (missing < 0 && may.filled) return { why: 'fewer', n: -missing }
  const counts = new Map<string, number>()
  for (const peg of pegs) if (peg !== EMPTY) counts.set(peg, (counts.get(peg) ?? 0) + 1)
  for (const [peg, count] of counts) {
    if (may.distinct && count > 1) return { why: 'twice', peg }
    const left = may.left?.[peg]
    if (left !== undefined && count > left) return left ? { why: 'supply', peg, left } : { why: 'none', peg }
  }
  const row = (may.earlier ?? []).indexOf(pegs.map((peg) => peg || BLANK).join(''))
  return row >= 0 ? { why: 'again', row: row + 1 } : null
}
