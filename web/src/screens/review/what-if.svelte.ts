/** Rows tried against a code that is known: what each would have earned, and how many codes it would have left. */

import { api } from '../../api/client.ts'
import type { Marked, Rules, Share } from '../../api/types.ts'
import { LatestAnswer } from '../../api/latest-answer.ts'
import { type Placed, EnteredRows, splitRow, wholeRow } from '../../board/entered-rows.svelte.ts'

export class WhatIfRows extends EnteredRows {
  /** How many codes fit; undefined while that is being counted, null where they are too many. */
  left = $state<number | null | undefined>(undefined)
  busy = $state(false)
  readonly #latest = new LatestAnswer()

  constructor(
    rules: Rules,
    seat: number,
    /** What was hidden, from whom the row is marked. */
    readonly shares: Share[],
    /** The rows that were really played before. */
    readonly start: Placed[],
  ) {
    super(rules, seat, start)
    this.changed()
  }

  /** The rows that were tried, without those that were really played. */
  get tried(): Placed[] {
    return this.rows.slice(this.start.length)
  }

  protected changed(): void {
    this.#latest.anew()
    this.left = this.rows.length ? undefined : (this.rules.size[this.seat - 1] ?? null)
    if (!this.rows.length) return
    void this.#ask(
      () => api.check({ rules: this.rules.text, rows: this.texts, seat: this.seat, first: 0 }),
      (fits) => (this.left = fits.codes),
    )
  }

  /** Place a row; true if it could be. */
  async place(guess: string): Promise<boolean> {
    const { length } = this.rows
    this.busy = true
    await this.#ask(
      () => api.mark({ rules: this.rules.text, code: this.#code, guess, seat: this.seat }),
      ({ exact, near, by_hole }) =>
        this.add(by_hole ? this.#answered(guess, by_hole) : wholeRow(this.seat, guess, [exact ?? 0, near ?? 0])),
    )
    this.busy = false
    return this.rows.length > length
  }

  async best(take: (guess: string) => void): Promise<void> {
    await this.#ask(
      () => api.suggest({ rules: this.rules.text, rows: this.texts, seat: this.seat }),
      ({ guess }) => take(guess),
    )
  }

  /** The whole code; of a split one all shares together. */
  get #code(): string {
    const codes = this.shares.flatMap((share) =>
      this.rules.split || share.holder !== this.seat ? [share.code ?? ''] : [],
    )
    return codes.reduce((whole, code) =>
      [...whole].map((peg, hole) => (peg === '.' ? (code[hole] ?? peg) : peg)).join(''),
    )
  }

  /** The answers of all shares but the guesser's own, in the order of the seats. */
  #answered(guess: string, byHole: NonNullable<Marked['by_hole']>): Placed {
    const letters = { black: 'b', white: 'w', none: '-' }
    const answers = this.shares
      .filter((share) => share.holder !== this.seat)
      .sort((one, other) => one.holder - other.holder)
      .map(({ code }) => letters[byHole[[...(code ?? '')].findIndex((peg) => peg !== '.')] ?? 'none'])
    return splitRow(this.rules, this.seat, guess, answers.join(''))
  }

  #ask<Answer>(question: () => Promise<Answer>, take: (answer: Answer) => void): Promise<void> {
    this.refusal = ''
    return this.#latest.ask(question, take, (why) => (this.refusal = why))
  }
}
