/** The board that a phone shows, where only one has room: it follows whoever moves, and comes back for the reader. */

import { untrack } from 'svelte'

import type { Board } from '../../../api/types.ts'

/** Milliseconds for which a rival's row is looked at before the reader's own board comes back. */
const LOOKED_AT = 1800
/** A board is there this many milliseconds before its row falls. */
const AHEAD = 350

export interface Scene {
  /** The boards in the order of the table. */
  boards: Board[]
  /** The index of the reader's own board; -1 for spectators and those who only hide codes. */
  own: number
  /** The board to come back to once all has been seen; -1 to stay where the last row fell. */
  home: number
  /** What a choice of the reader is for: it holds until this changes. */
  choice: string
  due: (board: Board) => (row: number) => number
}

export class Following {
  /** By board: the number of its rows that have fallen. */
  fallen = $state.raw<number[]>([])
  #before: number[] = []
  #timers: ReturnType<typeof setTimeout>[] = []
  #moves: ReturnType<typeof setTimeout>[] = []
  #chosen = ''
  readonly #scene: () => Scene

  /** `moves` is false where all boards have room. */
  constructor(
    scene: () => Scene,
    moves: () => boolean,
    private readonly show: (at: number) => void,
  ) {
    this.#scene = scene
    $effect(() => {
      const now = scene()
      untrack(() => this.#take(now, moves()))
    })
    $effect(() => () => [...this.#timers, ...this.#moves].forEach(clearTimeout))
  }

  /** The reader has chosen a board. */
  choose(): void {
    this.#chosen = this.#scene().choice
    this.#stay()
  }

  /** Come back at once: the reader fills a row. */
  comeBack(): void {
    const { home } = this.#scene()
    if (this.#moves.length === 0 || home < 0) return
    this.#stay()
    this.show(home)
  }

  #stay(): void {
    this.#moves.forEach(clearTimeout)
    this.#moves = []
  }

  #take({ boards, own, home, choice, due }: Scene, moves: boolean): void {
    const now = performance.now()
    const rows = boards.map((board) => board.rows.length)
    const before = this.#before
    const fresh = boards
      .flatMap((board, at) =>
        board.rows.map((_, row) => ({ at, row, due: due(board)(row), isNew: row >= (before[at] ?? rows[at] ?? 0) })),
      )
      .filter((one) => one.isNew || one.due > now)
      .sort((a, b) => a.due - b.due)
    this.#before = rows
    this.#timers.forEach(clearTimeout)
    this.#timers = []
    this.fallen = rows.map((many, at) => many - fresh.filter((one) => one.at === at && one.due > now).length)
    for (const { at, row, due } of fresh) {
      if (due > now) this.#timers.push(setTimeout(() => this.#fell(at, row + 1), due - now))
    }
    if (!moves || this.#chosen === choice) return
    this.#stay()
    const ones = fresh.filter((one) => one.at !== own && (one.due > now || home < 0))
    for (const { at, due } of ones) this.#later(Math.max(due - AHEAD - now, 0), at)
    const last = ones.at(-1)
    if (home >= 0) this.#later(last ? Math.max(last.due - now, 0) + LOOKED_AT : 0, home)
  }

  #fell(at: number, rows: number): void {
    this.fallen = this.fallen.map((many, index) => (index === at ? Math.max(many, rows) : many))
  }

  #later(wait: number, at: number): void {
    if (wait === 0) this.show(at)
    else
      this.#moves.push(
        setTimeout(() => {
          this.show(at)
          if (at === this.#scene().home) this.#moves = []
        }, wait),
      )
  }
}
