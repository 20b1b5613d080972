/** What boxes, seats, pegs and marks are called, and the sentence about a row. */

import type { Message, Pair, Row, Rules, View } from '../api/types.ts'
import { render, say, speech } from './speech.svelte.ts'

export const BOXES = ['logic24', 'logic12', 'togo', 'challenge', 'mm44'] as const

/** A free form; its rules are those of all of them. */
export const FREE = '4x6'

export function boxName(rules: Pick<Rules, 'box' | 'text' | 'name'>): string {
  if (speech.has(`box.${rules.box}`)) return say(`box.${rules.box}`)
  return rules.text.split(':')[0] ?? rules.text
}

export function levelName(player: string): string {
  return say(`tell.level.${player}`)
}

export function seatName(view: View, seat: number): string {
  return render(view.sentences.seats[seat - 1] ?? { key: 'tell.seat', fields: { seat } })
}

export function pegName(peg: string): string {
  if (peg === '' || peg === '.') return say('tell.peg.empty')
  return peg === '?' ? say('tell.peg.hidden') : say(`colour.${peg}`)
}

export function pegNames(code: string): string {
  return [...code].map(pegName).join(', ')
}

/** Marks as somebody enters them. Those of a row at a table come as its `earned`. */
export function marksMessage([exact, near]: Pair): Message {
  return exact + near ? { key: 'tell.marks', fields: { exact, near } } : { key: 'tell.marks.nothing', fields: {} }
}

export const marksName = (pair: Pair): string => render(marksMessage(pair))

/** Answers of a share of a split code, as they are written. */
export const ANSWERS: Record<string, string> = {
  b: 'tell.answer.black',
  w: 'tell.answer.white',
  '-': 'tell.answer.nothing',
}

const ANY_ROW: Message = { key: 'tell.row', fields: {} }

/** One sentence for a row; `about` is the sentence without the row's number, pegs and marks. */
export function rowSentence(row: Row, at: number, about = ANY_ROW): string {
  return render({
    key: about.key,
    fields: { ...about.fields, row: at + 1, code: pegNames(row.guess), marks: row.earned },
  })
}
