/** The end of a code as the reader watches it: first its rows and the code itself, then the verdict. */

import type { Board } from '../../../api/types.ts'
import type { Pacing } from '../boards/pacing.ts'

export class Reveal {
  /** The attempt whose verdict has been shown. */
  #told = $state(-1)
  readonly #attempt: () => number
  readonly #pacing: Pacing

  /** `attempt` is the index of the attempt that is shown; -1 for none. */
  constructor(attempt: () => number, pacing: Pacing) {
    this.#attempt = attempt
    this.#pacing = pacing
    $effect(() => {
      const index = attempt()
      const timer = setTimeout(() => (this.#told = index), this.#left(index))
      return () => clearTimeout(timer)
    })
  }

  #left(index: number): number {
    return Math.max((this.#pacing.end(index)?.over ?? 0) - performance.now(), 0)
  }

  /** True if the verdict may be shown. */
  get told(): boolean {
    const index = this.#attempt()
    return this.#told === index || this.#left(index) === 0
  }

  /** True if the reader saw the attempt end. */
  get live(): boolean {
    return this.#pacing.end(this.#attempt()) !== null
  }

  /** When the code is uncovered; 0 if it is open. */
  get uncover(): number {
    return this.told ? 0 : (this.#pacing.end(this.#attempt())?.uncover ?? 0)
  }

  /** Return when to show each row of a board. */
  due(board: Board): (row: number) => number {
    return this.told ? () => 0 : this.#pacing.of(this.#attempt(), board)
  }

  skip(): void {
    this.#told = this.#attempt()
  }
}
