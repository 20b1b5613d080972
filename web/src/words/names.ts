/** The names of boxes, seats, pegs and marks, and the sentence about a row. */

import type { Board, LevelName, Message, Pair, Row, Rules, Share, View } from '../api/types.ts'
import { type Fields, render, say, speech } from './speech.svelte.ts'

type Field = Fields[string]

export const BOXES = ['logic24', 'logic12', 'togo', 'challenge', 'mm44'] as const

/** The levels of computers, weakest first. */
export const LEVELS = ['novice', 'club', 'expert', 'perfect'] as const satisfies LevelName[]

/** A free form, whose rules stand for those of all free forms. */
export const FREE = '4x6'

/** Return the name of a box. A free form is named after its size; a box that a user has added has its own name. */
export function boxName(rules: Pick<Rules, 'box' | 'text' | 'name'>): string {
  const form = /^(\d+)x(\d+)/.exec(rules.text)
  if (form) return say('box.form', { holes: form[1] ?? '', colours: form[2] ?? '' })
  return speech.has(`box.${rules.box}`) ? say(`box.${rules.box}`) : rules.name
}

/** Say how large the codes are that are broken in a match: with a handicap, the code for each seat. */
export function codeFacts({ codes, size, seats }: Pick<Rules, 'codes' | 'size' | 'seats'>): string {
  const facts = codes.map(({ holes, pegs }, at) => ({
    holes,
    colours: pegs.replace('.', '').length,
    codes: size[at] ?? 0,
  }))
  const [first] = facts
  if (facts.every((one) => JSON.stringify(one) === JSON.stringify(first)))
    return say('web.new.facts', { seats, ...first })
  return facts.map((one, at) => say('web.new.facts-seat', { seat: at + 1, ...one })).join(' ')
}

export function levelName(player: string): string {
  return say(`tell.level.${player}`)
}

export function seatName(view: View, seat: number): string {
  return render(view.sentences.seats[seat - 1] ?? { key: 'tell.seat', fields: { seat } })
}

/** List names, and count equal ones, such as those of computers of one level: “3 × Computer (Club)”. */
export function listNames(names: string[]): string {
  const counted = [...new Set(names)].map((name) => [names.filter((one) => one === name).length, name] as const)
  return speech.list(counted.map(([many, name]) => (many > 1 ? `${speech.number(many)} × ${name}` : name)))
}

/** Return the name of a board, which may be the reader's own. */
export function boardName(view: View, { breaker, number }: { breaker: number; number: number }): string {
  const who = seatName(view, breaker)
  if (view.rules.boards > 1) return say('web.board.numbered', { who, number })
  return own(view, breaker) ? say('web.board.own') : say('web.board.of', { who })
}

/** Return the name of a share of a split code. */
export function shareName(view: View, holder: number): string {
  return own(view, holder) ? say('web.share.own') : say('web.code.share-of', { who: seatName(view, holder) })
}

/** Return true if the reader is to be addressed: not if several people share the device. */
const own = (view: View, seat: number) => seat === view.you && view.yours.length === 1

/** Return the name of the code above a board, which says whose it is. */
export function codeName(view: View, shares: Share[]): string {
  const [share] = shares
  const taken = view.seats.some((seat) => seat.seat === share?.holder && seat.kind !== 'open')
  if (view.daily || view.same || !taken) return say('web.rules.code')
  if (share && own(view, share.holder)) return say('web.code.own')
  return say('web.code.of', { who: seatName(view, share?.holder ?? 0) })
}

export function pegName(peg: string): string {
  if (peg === '' || peg === '.') return say('tell.peg.empty')
  return peg === '?' ? say('tell.peg.hidden') : say(`colour.${peg}`)
}

export function pegNames(code: string): string {
  return [...code].map(pegName).join(', ')
}

/** Make a message for marks that are being entered. A row at a table comes with a message, `earned`. */
export function marksMessage([exact, near]: Pair): Message {
  if (exact && near) return { key: 'tell.marks', fields: { exact, near } }
  if (exact) return { key: 'tell.marks.exact', fields: { exact } }
  return near ? { key: 'tell.marks.near', fields: { near } } : { key: 'tell.marks.nothing', fields: {} }
}

export const marksName = (pair: Pair): string => render(marksMessage(pair))

/** The message keys for the answers of a share of a split code, by their notation. */
export const ANSWERS: Record<string, string> = {
  b: 'tell.answer.black',
  w: 'tell.answer.white',
  '-': 'tell.answer.nothing',
}

/** Replace the numbers of seats that have answered a row with their names, which rows are sent without. */
export function nameAnswers(view: View): View {
  if (!view.rules.split) return view
  const boards = (all: Board[]) =>
    all.map((board) => ({
      ...board,
      rows: board.rows.map((row) => ({ ...row, earned: withNames(row.earned, view.sentences.seats) as Message })),
    }))
  return {
    ...view,
    boards: boards(view.boards),
    past: view.past.map((code) => ({ ...code, boards: boards(code.boards) })),
  }
}

function withNames(value: Field, names: Field[]): Field {
  if (Array.isArray(value)) return value.map((item) => withNames(item, names)) as Field
  if (typeof value !== 'object') return value
  if (value.key === 'tell.seat') return names[Number(value.fields.seat) - 1] ?? value
  const fields = Object.entries(value.fields).map(([name, field]) => [name, withNames(field, names)])
  return { ...value, fields: Object.fromEntries(fields) as Fields }
}

const ANY_ROW: Message = { key: 'tell.row', fields: {} }

/** Return one sentence for a row; `about` is the sentence without the row's number, pegs and marks. */
export function rowSentence(row: Row, at: number, about = ANY_ROW): string {
  return render({
    key: about.key,
    fields: { ...about.fields, row: at + 1, code: pegNames(row.guess), marks: row.earned },
  })
}
