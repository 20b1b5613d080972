/** Pegs, rows and marks in words, as keypeg.tell says them. */

import type { Board, Pair, Row, Rules } from '../api/types.ts'
import { say } from './speech.svelte.ts'

export function pegName(peg: string): string {
  if (peg === '' || peg === '.') return say('tell.peg.empty')
  return peg === '?' ? say('tell.peg.hidden') : say(`colour.${peg}`)
}

export function pegNames(code: string): string {
  return [...code].map(pegName).join(', ')
}

export function marksWords(pair: Pair | null): string {
  if (!pair) return say('tell.marks.waiting')
  return pair[0] + pair[1] ? say('tell.marks', { exact: pair[0], near: pair[1] }) : say('tell.marks.nothing')
}

function answerWords(pair: Pair | null | undefined): string {
  if (!pair) return say('tell.answer.waiting')
  return say(pair[0] ? 'tell.answer.black' : pair[1] ? 'tell.answer.white' : 'tell.answer.nothing')
}

/** What a row earned; of a split code who answered what. */
function earnedWords(rules: Rules, board: Board, row: Row): string {
  if (!rules.split || !board.answered_by.length) return marksWords(row.total)
  const seats = [...new Set(board.answered_by)]
  return seats
    .map((seat) => {
      const given = row.marks.filter((_, index) => board.answered_by[index] === seat)
      return say('tell.answer', { who: say('tell.seat', { seat }), answer: given.map(answerWords).join(', ') })
    })
    .join('; ')
}

/** One sentence for a row: its number, its pegs, what it earned; `who` where it must be said whose it is. */
export function rowWords(rules: Rules, board: Board, row: Row, at: number, who = ''): string {
  const fields = { row: at + 1, code: pegNames(row.guess), marks: earnedWords(rules, board, row) }
  if (!who) return say('tell.row', fields)
  if (rules.boards > 1) return say('tell.row.of-board', { ...fields, who, board: board.number })
  return say('tell.row.of', { ...fields, who })
}
