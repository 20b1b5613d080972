/** Show the rows of computer players one after the other, however fast they come. Only drawing is delayed. */

import type { Attempt, Board, View } from '../../../api/types.ts'

/** Milliseconds from one row to the next. */
export const STEP = 700
/** More rows at once are shown without delay: the page is catching up. */
const MOST = 12

interface Fresh {
  key: string
  row: number
  seat: number
}

export class Pacing {
  readonly #seen = new Map<string, number>()
  readonly #due = new Map<string, number>()
  #begun = false
  #free = 0

  /** Schedule the rows of a new View. `live` is false if rows were missed or the page is hidden. */
  take(view: View, live: boolean, now: number): void {
    const fresh: Fresh[] = []
    const attempts: Pick<Attempt, 'boards'>[] = [...view.past, view]
    for (const [index, attempt] of attempts.entries()) {
      for (const board of attempt.boards) {
        const key = keyOf(index, board)
        const computer = view.seats.find((one) => one.seat === board.breaker)?.kind === 'computer'
        for (let row = this.#seen.get(key) ?? 0; computer && row < board.rows.length; row += 1) {
          fresh.push({ key: `${key}.${row}`, row, seat: board.breaker })
        }
        this.#seen.set(key, board.rows.length)
      }
    }
    if (this.#begun && live && fresh.length <= MOST) {
      for (const { key } of fresh.sort((a, b) => a.row - b.row || a.seat - b.seat)) {
        const due = Math.max(now, this.#free)
        this.#due.set(key, due)
        this.#free = due + STEP
      }
    }
    this.#begun = true
  }

  /** Return when to show each row of a board of this attempt (counted from 0); 0 for at once. */
  of(attempt: number, board: Board): (row: number) => number {
    const key = keyOf(attempt, board)
    return (row) => this.#due.get(`${key}.${row}`) ?? 0
  }
}

const keyOf = (attempt: number, board: Board) => `${attempt}.${board.breaker}.${board.number}`
