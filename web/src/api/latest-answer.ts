/** Requests whose answers are dropped once they are outdated. */

import { Offline, Refused } from './client.ts'

export class LatestAnswer {
  #newest = 0

  /** Drop the answers to all requests so far. */
  anew(): void {
    this.#newest += 1
  }

  /** Send a request. Call `take` with the answer, or `refuse` with the sentence of an error, unless outdated. */
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
