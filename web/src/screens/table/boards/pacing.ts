/** Rows of computers come one after the other, however fast they were found. Only their drawing waits, nothing else. */

import type { Attempt, Board, View } from '../../../api/types.ts'

/** Milliseconds from one row to the next. */
export const STEP = 700
/** So many rows at once are no play but a gap that is caught up. */
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

  /** Take note of a new View; `live` is false where rows were missed, or nobody would see them come. */
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

  /** When each row of this board of this attempt (counted from 0) may be seen; 0 where it need not wait. */
  of(attempt: number, board: Board): (row: number) => number {
    const key = keyOf(attempt, board)
    return (row) => this.#due.get(`${key}.${row}`) ?? 0
  }
}

const keyOf = (attempt: number, board: Board) => `${attempt}.${board.breaker}.${board.number}`
