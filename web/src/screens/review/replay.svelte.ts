/** The position in a finished match: the attempt, and the number of rows shown. It is part of the URL. */

import type { AnyReview, AnyRound, Attempt, Board, SplitRound } from '../../api/types.ts'
import { go, place } from '../../router.svelte.ts'

export class Replay {
  attempt = $state(0)
  step = $state(0)

  constructor(readonly review: AnyReview) {
    // Without an address of a row, the reader's own row that cost most comes first.
    const begins = review.begins ? `${review.begins.attempt}.${review.begins.rows}` : ''
    const [attempt, step] = (place.query.get('at') ?? begins).split('.').map(Number)
    this.attempt = clamp((attempt || 1) - 1, review.rounds.length - 1)
    this.step = step === undefined || Number.isNaN(step) ? this.last : clamp(step, this.last)
  }

  get round(): AnyRound {
    return this.review.rounds[this.attempt]!
  }

  /** The number of rows in the attempt; 0 if no attempt is over. */
  get last(): number {
    return this.review.rounds[this.attempt]?.rows.length ?? 0
  }

  /** The URL of the current position, for others to open. */
  get link(): string {
    return `${location.origin}${place.path}?at=${this.#at}`
  }

  get #at(): string {
    return `${this.attempt + 1}.${this.step}`
  }

  show(attempt: number): void {
    this.attempt = attempt
    this.to(this.last)
  }

  to(step: number): void {
    this.step = clamp(step, this.last)
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing depends on it
    const query = new URLSearchParams({ ...Object.fromEntries(place.query), at: this.#at })
    go(`${place.path}?${query.toString()}`, { replace: true })
  }

  /** Handle a key that steps; return true if it was one. */
  key(name: string): boolean {
    const steps: Record<string, number> = {
      ArrowLeft: this.step - 1,
      ArrowRight: this.step + 1,
      Home: 0,
      End: this.last,
    }
    const step = steps[name]
    if (step === undefined) return false
    this.to(step)
    return true
  }
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(Math.trunc(value), 0), Math.max(most, 0))
}

/** Return the boards after `step` rows of the attempt. */
export function boardsAt(attempt: Attempt, round: AnyRound, step: number): Board[] {
  const placed = round.rows.slice(0, step)
  return attempt.boards.map((board, index) => {
    const rows = placed.filter((row) => row.board === index).length
    return { ...board, rows: board.rows.slice(0, rows), turn: false, marking: false }
  })
}

export const isSplit = (round: AnyRound): round is SplitRound => 'calls' in round
