/** Show the rows of computer players one by one, however fast they arrive, and then uncover the code.
 * Only drawing is delayed. */

import type { Attempt, Board, View } from '../../../api/types.ts'

/** Milliseconds from one row to the next. */
export const STEP = 700
/** Milliseconds from the reader's own row to the first of a rival's, whose board a phone then shows. */
export const OWN = 1100
/** More rows at once are shown without delay: the page is catching up. */
const MOST = 12
/** Milliseconds from the last row to the code's first hole, between holes, and from the last hole to the verdict. */
const BEFORE = 600
export const HOLE = 280
const AFTER = 500

interface Fresh {
  key: string
  row: number
  seat: number
}

/** When the first hole of a code is uncovered (0 if it never is), and when the verdict is due. */
export interface End {
  uncover: number
  over: number
}

export class Pacing {
  readonly #seen = new Map<string, number>()
  readonly #due = new Map<string, number>()
  readonly #ends = new Map<number, End>()
  /** The number of rows that the reader has placed, by attempt. */
  readonly #own = new Map<number, number>()
  #past = 0
  #begun = false
  #free = 0

  /** Schedule what a new View brings. `live` is false if rows were missed or the page is hidden; without `motion`
   * everything is shown at once. */
  take(view: View, live: boolean, now: number, motion = true): void {
    const attempts: Pick<Attempt, 'boards'>[] = [...view.past, view]
    for (const [index, attempt] of attempts.entries()) {
      const own = ownRows(view, attempt.boards)
      const before = this.#own.get(index) ?? 0
      this.#own.set(index, own)
      const fresh = this.#fresh(view, index, attempt.boards)
      if (this.#begun && live && motion && fresh.length <= MOST) {
        if (own > before) this.#free = Math.max(this.#free, now + OWN)
        for (const { key } of fresh.sort((a, b) => a.row - b.row || a.seat - b.seat)) {
          const due = Math.max(now, this.#free)
          this.#due.set(key, due)
          this.#free = due + STEP
        }
      }
      const ended = view.past[index]
      if (ended && index >= this.#past && this.#begun && live) this.#end(view, index, ended, now, motion)
    }
    this.#past = view.past.length
    this.#begun = true
  }

  #fresh(view: View, index: number, boards: Board[]): Fresh[] {
    const fresh: Fresh[] = []
    for (const board of boards) {
      const key = keyOf(index, board)
      const computer = view.seats.find((one) => one.seat === board.breaker)?.kind === 'computer'
      for (let row = this.#seen.get(key) ?? 0; computer && row < board.rows.length; row += 1) {
        fresh.push({ key: `${key}.${row}`, row, seat: board.breaker })
      }
      this.#seen.set(key, board.rows.length)
    }
    return fresh
  }

  #end(view: View, index: number, attempt: Attempt, now: number, motion: boolean): void {
    const after = Math.max(now, this.#free)
    const holes = motion && hiddenFrom(view, attempt) ? (attempt.boards[0]?.rows[0]?.guess.length ?? 0) : 0
    const uncover = holes ? after + BEFORE : 0
    this.#free = holes ? uncover + holes * HOLE + AFTER : after
    this.#ends.set(index, { uncover, over: this.#free })
  }

  /** Return when to show each row of a board of this attempt (counted from 0); 0 for at once. */
  of(attempt: number, board: Board): (row: number) => number {
    const key = keyOf(attempt, board)
    return (row) => this.#due.get(`${key}.${row}`) ?? 0
  }

  /** Return the schedule of an attempt whose end the reader saw live; null for any other. */
  end(attempt: number): End | null {
    return this.#ends.get(attempt) ?? null
  }
}

/** Return true if the code was hidden from the reader until now. Shares of a split code are listed with the verdict. */
const hiddenFrom = (view: View, attempt: Attempt): boolean =>
  !view.rules.split && attempt.shares.some((share) => share.code !== null && !view.yours.includes(share.holder))

/** The number of rows on the reader's own boards, if others have boards beside them. */
const ownRows = (view: View, boards: Board[]): number =>
  boards.every((board) => view.yours.includes(board.breaker))
    ? 0
    : boards.reduce((sum, board) => sum + (view.yours.includes(board.breaker) ? board.rows.length : 0), 0)

const keyOf = (attempt: number, board: Board) => `${attempt}.${board.breaker}.${board.number}`
