/** Questions whose answers count only as long as nothing newer was asked. */

import { Offline, Refused } from './client.ts'

export class LatestAnswer {
  #newest = 0

  /** Forget what was asked; the answers to it will be dropped. */
  anew(): void {
    this.#newest += 1
  }

  /** Take the answer if it is still wanted; what the server refuses is said. */
  async ask<Answer>(
    question: () => Promise<Answer>,
    take: (answer: Answer) => void,
    refuse: (why: string) => void,
  ): Promise<void> {
    const asked = this.#newest
    try {
      const answer = await question()
      if (asked === this.#newest) take(answer)
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Offline)) throw error
      if (asked === this.#newest) refuse(error.message)
    }
  }
}
