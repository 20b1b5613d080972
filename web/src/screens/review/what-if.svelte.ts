/** Rows tried against a known code: the marks of each, and the number of codes it leaves. */

import { api } from '../../api/client.ts'
import type { Rules, Share } from '../../api/types.ts'
import { EnteredRows, type Placed } from '../../board/entered-rows.svelte.ts'

export class WhatIfRows extends EnteredRows {
  busy = $state(false)

  constructor(
    rules: Rules,
    seat: number,
    /** The hidden code, or shares, that mark the rows. */
    readonly shares: Share[],
    /** Rows of the match before the tried ones. */
    readonly start: Placed[],
  ) {
    super(rules, seat, [], start)
    void this.changed()
  }

  /** The rows tried so far. */
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
      () => api.mark({ rules: this.rules.text, shares: this.shares, guess, seat: this.seat }),
      ({ row }) => {
        if (row) this.add({ ...row, breaker: this.seat })
      },
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
}
