/** The end of a code before the reader's eyes: first its rows and the code itself, then the verdict. */

import type { Board } from '../../../api/types.ts'
import type { Pacing } from '../boards/pacing.ts'

export class Reveal {
  /** The attempt whose verdict is told. */
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

  /** Whether the verdict may be seen. */
  get told(): boolean {
    const index = this.#attempt()
    return this.#told === index || this.#left(index) === 0
  }

  /** Whether the attempt ended while somebody looked. */
  get live(): boolean {
    return this.#pacing.end(this.#attempt()) !== null
  }

  /** When the code is uncovered; 0 if it lies open. */
  get uncover(): number {
    return this.told ? 0 : (this.#pacing.end(this.#attempt())?.uncover ?? 0)
  }

  /** When the rows of a board are shown. */
  due(board: Board): (row: number) => number {
    return this.told ? () => 0 : this.#pacing.of(this.#attempt(), board)
  }

  skip(): void {
    this.#told = this.#attempt()
  }
}
