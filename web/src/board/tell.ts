/** Pegs, rows and marks in words. */

import type { Board, Pair, Row, Rules } from '../api/types.ts'
import { say } from '../words/speech.svelte.ts'

export function pegName(peg: string): string {
  if (peg === '' || peg === '.') return say('web.peg.empty')
  return peg === '?' ? say('web.peg.hidden') : say(`colour.${peg}`)
}

export function pegNames(code: string): string {
  return [...code].map(pegName).join(', ')
}

export function marksWords(pair: Pair): string {
  return say('web.marks', { exact: pair[0], near: pair[1] })
}

/** One sentence for a row: its number, its pegs, what it earned. */
export function rowWords(rules: Rules, board: Board, row: Row, at: number): string {
  const fields = { row: at + 1, pegs: pegNames(row.guess) }
  if (rules.split && board.answered_by.length) {
    const answers = board.answered_by.map((seat, index) => {
      const pair = row.marks[index]
      const answer = !pair ? 'open' : pair[0] ? 'exact' : pair[1] ? 'near' : 'none'
      return say('web.answer', { seat, answer })
    })
    return say('web.row.marked', { ...fields, marks: answers.join(', ') })
  }
  return row.total ? say('web.row.marked', { ...fields, marks: marksWords(row.total) }) : say('web.row.open', fields)
}
