/** Rows with their marks that lie at no table: what fits them, what to guess next, and what is wrong with them. */

import { api, Offline, Refused } from '../api/client.ts'
import type { Against, Board, May, Pair, Row, Rules } from '../api/types.ts'
import type { Diagnosis, Fitting, Suggested } from './types.ts'

/** A row, and who placed it. */
export interface Placed extends Row {
  breaker: number
}

/** How many of the codes that fit are listed. */
const LISTED = 24

export function wholeRow(breaker: number, guess: string, pair: Pair): Placed {
  return { breaker, guess, marks: [pair], total: pair, text: `${guess}:${pair.join(',')}` }
}

/** A row of a split code: one answer (b, w or -) for each share that answers, by seat. */
export function splitRow(rules: Rules, breaker: number, guess: string, answers: string): Placed {
  const marks = [...answers].map((answer): Pair => [answer === 'b' ? 1 : 0, answer === 'w' ? 1 : 0])
  const each = rules.boards
  const seats = Array.from({ length: rules.seats }, (_, at) => at + 1)
  let next = 0
  const said = seats.map((seat) => (seat === breaker ? '_' : answers.slice(next, (next += each))))
  const total = marks.reduce<Pair>((sum, pair) => [sum[0] + pair[0], sum[1] + pair[1]], [0, 0])
  return { breaker, guess, marks, total, text: `${guess}:${said.join('/')}` }
}

export class Sheet {
  rows = $state.raw<Placed[]>([])
  /** What fits the rows; null while it is being found out. */
  fits = $state.raw<Fitting | null>(null)
  diagnosis = $state.raw<Diagnosis | null>(null)
  suggestion = $state.raw<Suggested | null>(null)
  refusal = $state('')
  #history: Placed[][] = $state.raw([])
  /** Answers to questions about rows that have changed meanwhile are dropped. */
  #asked = 0

  constructor(
    readonly rules: Rules,
    readonly seat: number,
    rows: Placed[] = [],
    private readonly how: { suggests?: boolean; kept?: (rows: Placed[]) => void } = {},
  ) {
    this.rows = rows
    void this.ask()
  }

  get holes(): number {
    return this.rules.guesses[this.seat - 1]?.holes ?? 0
  }

  get broken(): boolean {
    const last = this.rows.at(-1)
    return !this.rules.split && last?.total?.[0] === last?.guess.length && last !== undefined
  }

  get full(): boolean {
    const { rows, boards, seats, split } = this.rules
    return rows !== null && this.rows.length >= rows * (split ? boards * seats : 1)
  }

  /** What a row may hold. The server has the last word. */
  get may(): May {
    const { holes, pegs, distinct } = this.rules.guesses[this.seat - 1]!
    const all = Array.from({ length: holes }, (_, at) => at)
    return { move: 'guess', holes, pegs, distinct, ...(this.rules.split ? { empty: all, most_empty: holes } : {}) }
  }

  /** The rows of one breaker as a board. */
  board(breaker = this.seat): Board {
    const others = Array.from({ length: this.rules.seats }, (_, at) => at + 1).filter((seat) => seat !== breaker)
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
    this.#show(before)
  }

  #set(rows: Placed[]): void {
    this.#history = [...this.#history, this.rows]
    this.#show(rows)
  }

  #show(rows: Placed[]): void {
    this.rows = rows
    this.how.kept?.(rows)
    void this.ask()
  }

  /** The rows that speak against this guess being the code; the server refuses one that can be no code at all. */
  async against(guess: string): Promise<Against[]> {
    const { rules, seat } = this
    const would = await Promise.all(
      this.rows.map((row) => api.mark({ rules: rules.text, code: guess, guess: row.guess, seat })),
    )
    return this.rows.flatMap((row, at) => {
      const pair: Pair = [would[at]?.exact ?? 0, would[at]?.near ?? 0]
      const earned = row.total ?? [0, 0]
      if (pair[0] === earned[0] && pair[1] === earned[1]) return []
      return [{ seat, board: 1, row: at + 1, guess: row.guess, would: pair, earned }]
    })
  }

  /** Find out what there is to say of the rows. */
  async ask(): Promise<void> {
    const asked = (this.#asked += 1)
    const question = { rules: this.rules.text, rows: this.rows.map((row) => row.text), seat: this.seat }
    this.fits = null
    this.diagnosis = null
    this.suggestion = null
    this.refusal = ''
    try {
      const fits = this.rows.length
        ? await api.check({ ...question, first: LISTED })
        : { codes: this.rules.size[this.seat - 1] ?? null, candidates: [], deals: null }
      if (asked !== this.#asked) return
      this.fits = fits
      if (fits.codes === 0) {
        const diagnosis = await api.doctor(question)
        if (asked === this.#asked) this.diagnosis = diagnosis
      } else if (this.how.suggests && !this.broken) await this.suggest()
    } catch (error) {
      if (asked === this.#asked) this.#refuse(error)
    }
  }

  async suggest(): Promise<void> {
    const asked = this.#asked
    const question = { rules: this.rules.text, rows: this.rows.map((row) => row.text), seat: this.seat }
    try {
      const suggestion = await api.suggest(question)
      if (asked === this.#asked) this.suggestion = suggestion
    } catch (error) {
      if (asked === this.#asked) this.#refuse(error)
    }
  }

  #refuse(error: unknown): void {
    if (error instanceof Refused || error instanceof Offline) this.refusal = error.message
    else throw error
  }
}
