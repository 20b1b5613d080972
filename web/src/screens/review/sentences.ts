/** What a review says, in sentences, as keypeg.tell.review says them. */

import type { AnyRound, ReviewedBoard, ReviewedRow, Rules, SplitRound, View } from '../../api/types.ts'
import { marksWords, pegNames } from '../../words/rows.ts'
import { seatName } from '../../words/seats.ts'
import { say, speech } from '../../words/speech.svelte.ts'

/** Less loss or luck than this is shown as none. */
const EVEN = 0.005

export function marksOf(text: string): string {
  const [exact = 0, near = 0] = text.split(',').map(Number)
  return marksWords([exact, near])
}

/** Which round, and which code of it. */
export function headingWords(rules: Rules, { round, code }: AnyRound): string {
  const { rounds, codes_a_round: codes } = rules
  if (codes > 1) return say('tell.round.code', { round, rounds, code, codes })
  return round > rounds ? say('tell.round.extra', { round }) : say('tell.round', { round, rounds })
}

/** That an attempt did not count, if so. */
export function voidWords(view: View, round: AnyRound): string {
  if (!round.void) return ''
  const who = speech.list(round.erred.map((seat) => seatName(view, seat)))
  return who ? say('tell.verdict.erred', { who }) : say('tell.verdict.void')
}

/** What a board adds up to: the identity, the skill, and what was not measured. */
export function boardWords(board: ReviewedBoard): string[] {
  if (board.start === null || board.end === null) return [say('tell.review.unmeasured')]
  const key = `${board.luck >= 0 ? 'lucky' : 'unlucky'}${board.end === 0 ? '' : '-open'}`
  const { start, end, loss } = board
  const said = [say(`tell.review.${key}`, { rows: board.measured, end, start, loss, luck: Math.abs(board.luck) })]
  if (board.skill !== null) said.push(say('tell.review.skill', { skill: board.skill }))
  if (board.contradicted !== null) said.push(say('tell.review.contradicted', { row: board.contradicted }))
  return said
}

/** Whether the guess could be the code; if not, why not. Nothing is said where the marks themselves cannot be true. */
export function fitWords(rules: Rules, board: ReviewedBoard, row: ReviewedRow): string[] {
  if (board.contradicted !== null && row.row > board.contradicted) return []
  if (row.could_be_code) return [say('tell.review.fits')]
  const said = [say('web.review.cannot')]
  if (rules.codes[row.seat - 1]?.distinct && new Set(row.guess).size < row.guess.length)
    said.push(say('tell.review.no-code'))
  for (const { row: earlier, would, earned } of row.against) {
    said.push(say('web.review.against', { row: earlier, would: marksOf(would), earned: marksOf(earned) }))
  }
  return said
}

/** What came of a row in short: its marks, and the codes they left. */
export function cameWords(row: ReviewedRow): string {
  const marks = marksOf(row.marks)
  return row.after === null ? marks : say('web.whatif.came', { marks, codes: row.after })
}

/** What is said before the best row is drawn. */
export function lossWords(row: ReviewedRow): string {
  if (row.loss === null || !row.best) return ''
  if (row.loss >= EVEN) return say('web.review.better', { loss: row.loss })
  return row.loss ? say('web.review.hardly-better') : say('tell.review.none-better')
}

export function luckWords(board: ReviewedBoard, row: ReviewedRow): string {
  const { luck, before, after } = row
  if (luck === null || before === null || after === null) return ''
  if (board.broken && row.row === board.guesses) {
    return luck >= EVEN ? say('tell.review.row-broke', { luck }) : say('tell.review.row-broke-even')
  }
  if (Math.abs(luck) < EVEN) return say('tell.review.row-even', { before, after })
  return say(luck > 0 ? 'tell.review.row-lucky' : 'tell.review.row-unlucky', { luck: Math.abs(luck), before, after })
}

/** A figure with its sign, the minus as wide as the plus. */
export const signed = (number: number) => say('tell.review.signed', { number }).replace('-', '−')

/** A figure of a row; an estimate says that it is one. */
export function figure(row: ReviewedRow, which: 'loss' | 'luck'): string {
  const number = row[which]
  if (number === null) return '–'
  const value = which === 'loss' ? say('tell.review.number', { number }) : signed(number)
  return row.basis === 'estimated' ? say('tell.review.about', { value }) : value
}

const percent = (chance: number | null) =>
  chance === null ? say('tell.review.unknown') : say('tell.review.percent', { chance })

/** The calls that were made, and those that were not. */
export function callWords(view: View, round: SplitRound): string[] {
  const made = round.calls.map(({ seat, code, after, right, chance }) => {
    const fields = { who: seatName(view, seat), code: pegNames(code), row: after, chance: percent(chance) }
    return say(
      right === null ? 'tell.review.call-open' : right ? 'tell.review.call-right' : 'tell.review.call-wrong',
      fields,
    )
  })
  const missed = round.missed.map(({ seat, code, after, chance, last }) => {
    const who = seatName(view, seat)
    if (last) return say('tell.review.missed-last', { who, code: pegNames(code), chance: percent(chance) })
    return say('tell.review.missed', { who, code: pegNames(code), row: after })
  })
  return [...made, ...missed]
}
