/** Rows with marks that belong to no table: they can be entered, corrected and undone. */

import { api } from '../api/client.ts'
import { LatestAnswer } from '../api/latest-answer.ts'
import type { AskHome, Board, HomeAdvice, May, Message, Pair, Row, Rules } from '../api/types.ts'
import { ANSWERS, marksMessage } from '../words/names.ts'

/** A row, and the seat that placed it. */
export interface Placed extends Row {
  breaker: number
}

export function wholeRow(breaker: number, guess: string, pair: Pair): Placed {
  const text = `${guess}:${pair.join(',')}`
  return { breaker, guess, marks: [pair], total: pair, text, earned: marksMessage(pair) }
}

/** Make a row of a split code: one answer (b, w or -) for each share that answers, by seat. */
export function splitRow(rules: Rules, breaker: number, guess: string, answers: string): Placed {
  const marks = [...answers].map((answer): Pair => [answer === 'b' ? 1 : 0, answer === 'w' ? 1 : 0])
  let next = 0
  const said = seatsOf(rules).map((seat) => (seat === breaker ? '_' : answers.slice(next, (next += rules.boards))))
  const total = marks.reduce<Pair>((sum, pair) => [sum[0] + pair[0], sum[1] + pair[1]], [0, 0])
  return { breaker, guess, marks, total, text: `${guess}:${said.join('/')}`, earned: answersMessage(said) }
}

/** Say which seat answered what; the one that placed the row gave no answer. */
function answersMessage(bySeat: string[]): Message {
  const items = bySeat.flatMap((answers, at): Message[] => {
    const given = [...answers].flatMap((letter) => ANSWERS[letter] ?? []).map((key) => ({ key, fields: {} }))
    const who = { key: 'tell.seat', fields: { seat: at + 1 } }
    return given.length ? [{ key: 'tell.answer', fields: { who, answer: given } }] : []
  })
  return { key: 'list.clauses', fields: { items } }
}

export const seatsOf = (rules: Rules) => Array.from({ length: rules.seats }, (_, at) => at + 1)

/** The rows of one breaker, or of all seats for a split code. The server analyses them. */
export abstract class EnteredRows {
  rows = $state.raw<Placed[]>([])
  refusal = $state('')
  /** Number of codes that fit; undefined while the server counts, null if there are too many. */
  left = $state<number | null | undefined>(undefined)
  /** The server's answer about these rows; while it counts, the answer about the rows before the last change. */
  #answer = $state.raw<HomeAdvice | null>(null)
  #history: Placed[][] = $state.raw([])
  readonly #latest = new LatestAnswer()

  constructor(
    readonly rules: Rules,
    readonly seat: number,
    /** Shares of a split code that the seat holds. */
    readonly own: string[],
    rows: Placed[],
  ) {
    this.rows = rows
  }

  get broken(): boolean {
    return this.#answer?.broken ?? false
  }

  get full(): boolean {
    return this.#answer?.full ?? false
  }

  /** The seat whose row comes next. */
  get nextSeat(): number | null {
    return this.#answer?.next_seat ?? null
  }

  /** What a seat may place; null if it has no row left. */
  may(seat = this.seat): May | null {
    return this.#answer?.seats.find((one) => one.seat === seat)?.may ?? null
  }

  /** Ask for an analysis of the rows after every change; it lists the first `first` codes that fit. */
  protected look(first: number, take?: (answer: HomeAdvice) => void): Promise<void> {
    this.#latest.anew()
    const known = !this.rows.length && !this.own.length
    this.left = known ? (this.rules.size[this.seat - 1] ?? null) : undefined
    return this.ask({ ask: 'look', first: known ? 0 : first }, (answer) => {
      this.#answer = answer
      if (!known) this.left = answer.diagnosis.codes
      take?.(answer)
    })
  }

  /** Ask about the rows; the answer is dropped if they change meanwhile. */
  protected ask(question: Partial<AskHome>, take: (answer: HomeAdvice) => void): Promise<void> {
    const asked = { rules: this.rules.text, rows: this.texts, seat: this.seat, own: this.own, ...question }
    return this.latest(() => api.home(asked), take)
  }

  /** Send a request, and drop its answer if the rows change meanwhile. */
  protected latest<Answer>(request: () => Promise<Answer>, take: (answer: Answer) => void): Promise<void> {
    this.refusal = ''
    return this.#latest.ask(request, take, (why) => (this.refusal = why))
  }

  /** Called after every change of the rows. */
  protected abstract changed(): Promise<void>

  get texts(): string[] {
    return this.rows.map((row) => row.text)
  }

  /** Return the rows of one breaker as a board. */
  board(breaker = this.seat): Board {
    const others = seatsOf(this.rules).filter((seat) => seat !== breaker)
    const by = this.rules.split ? others.flatMap((seat) => Array.from({ length: this.rules.boards }, () => seat)) : []
    const rows = this.rows.filter((row) => row.breaker === breaker)
    return { breaker, number: 1, answered_by: by, rows, turn: false, marking: false }
  }

  add(row: Placed): void {
    this.#set([...this.rows, row])
  }

  /** Change rows that were entered before, by index from 0. */
  correct(changes: Map<number, Placed>): void {
    this.#set(this.rows.map((row, at) => changes.get(at) ?? row))
  }

  remove(at: number): void {
    this.#set(this.rows.filter((_, row) => row !== at))
  }

  clear(): void {
    this.#set([])
  }

  undo(): void {
    // The history does not survive a reload; after one, undo removes the last row.
    const before = this.#history.at(-1) ?? this.rows.slice(0, -1)
    this.#history = this.#history.slice(0, -1)
    this.rows = before
    void this.changed()
  }

  #set(rows: Placed[]): void {
    this.#history = [...this.#history, this.rows]
    this.rows = rows
    void this.changed()
  }
}
