/** Rows tried against a known code: the marks of each, and the number of codes it leaves. */

import { api } from '../../api/client.ts'
import type { Marked, Rules, Share } from '../../api/types.ts'
import { EnteredRows, type Placed, splitRow, wholeRow } from '../../board/entered-rows.svelte.ts'

export class WhatIfRows extends EnteredRows {
  busy = $state(false)

  constructor(
    rules: Rules,
    seat: number,
    /** The hidden code, or shares, that mark the rows. */
    readonly shares: Share[],
    /** Rows of the match that come before. */
    readonly start: Placed[],
  ) {
    super(rules, seat, [], start)
    void this.changed()
  }

  /** The rows that were tried. */
  get tried(): Placed[] {
    return this.rows.slice(this.start.length)
  }

  protected changed(): Promise<void> {
    return this.look(0)
  }

  /** Mark a row and add it. Return true if the server accepted it. */
  async place(guess: string): Promise<boolean> {
    const { length } = this.rows
    this.busy = true
    await this.latest(
      () => api.mark({ rules: this.rules.text, code: this.#code, guess, seat: this.seat }),
      ({ exact, near, by_hole }) =>
        this.add(by_hole ? this.#answered(guess, by_hole) : wholeRow(this.seat, guess, [exact ?? 0, near ?? 0])),
    )
    this.busy = false
    return this.rows.length > length
  }

  async best(take: (guess: string) => void): Promise<void> {
    await this.latest(
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
}
