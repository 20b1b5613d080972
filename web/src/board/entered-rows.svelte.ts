/** Rows with their marks that lie at no table: entered, corrected, taken back. */

import type { Board, May, Pair, Row, Rules } from '../api/types.ts'

/** A row, and who placed it. */
export interface Placed extends Row {
  breaker: number
}

export function wholeRow(breaker: number, guess: string, pair: Pair): Placed {
  return { breaker, guess, marks: [pair], total: pair, text: `${guess}:${pair.join(',')}` }
}

/** A row of a split code: one answer (b, w or -) for each share that answers, by seat. */
export function splitRow(rules: Rules, breaker: number, guess: string, answers: string): Placed {
  const marks = [...answers].map((answer): Pair => [answer === 'b' ? 1 : 0, answer === 'w' ? 1 : 0])
  let next = 0
  const said = seatsOf(rules).map((seat) => (seat === breaker ? '_' : answers.slice(next, (next += rules.boards))))
  const total = marks.reduce<Pair>((sum, pair) => [sum[0] + pair[0], sum[1] + pair[1]], [0, 0])
  return { breaker, guess, marks, total, text: `${guess}:${said.join('/')}` }
}

export const seatsOf = (rules: Rules) => Array.from({ length: rules.seats }, (_, at) => at + 1)

/** The rows of one breaker, of a split code those of all seats. Whoever derives from it finds out what they mean. */
export abstract class EnteredRows {
  rows = $state.raw<Placed[]>([])
  refusal = $state('')
  #history: Placed[][] = $state.raw([])

  constructor(
    readonly rules: Rules,
    readonly seat: number,
    rows: Placed[],
  ) {
    this.rows = rows
  }

  /** The rows are others than before. */
  protected abstract changed(): void

  get broken(): boolean {
    const last = this.rows.at(-1)
    return last !== undefined && !this.rules.split && last.total?.[0] === last.guess.length
  }

  get full(): boolean {
    const { rows, boards, seats, split } = this.rules
    return rows !== null && this.rows.length >= rows * (split ? boards * seats : 1)
  }

  /** What a row may hold. The server has the last word. */
  get may(): May {
    const { holes, pegs, distinct } = this.rules.guesses[this.seat - 1]!
    const all = Array.from({ length: holes }, (_, at) => at)
    return {
      move: 'guess',
      holes,
      pegs,
      distinct,
      ...(this.rules.split && !this.rules.full_rows ? { empty: all, most_empty: holes } : {}),
    }
  }

  get texts(): string[] {
    return this.rows.map((row) => row.text)
  }

  /** The rows of one breaker as a board. */
  board(breaker = this.seat): Board {
    const others = seatsOf(this.rules).filter((seat) => seat !== breaker)
    const by = this.rules.split ? others.flatMap((seat) => Array.from({ length: this.rules.boards }, () => seat)) : []
    const rows = this.rows.filter((row) => row.breaker === breaker)
    return { breaker, number: 1, answered_by: by, rows, turn: false, marking: false }
  }

  add(row: Placed): void {
    this.#set([...this.rows, row])
  }

  /** Change rows that were entered before; they count from 0. */
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
    // After a reload nothing is known but the rows: then the last one goes.
    const before = this.#history.at(-1) ?? this.rows.slice(0, -1)
    this.#history = this.#history.slice(0, -1)
    this.rows = before
    this.changed()
  }

  #set(rows: Placed[]): void {
    this.#history = [...this.#history, this.rows]
    this.rows = rows
    this.changed()
  }
}
