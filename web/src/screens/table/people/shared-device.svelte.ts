/** Several players at one device: who may look now, and finished attempts that are still to be shown. */

import { untrack } from 'svelte'

import type { Attempt, View } from '../../../api/types.ts'
import { inTab } from '../../../settings.svelte.ts'

export class SharedDevice {
  /** The seat to hand the device to; null if the table is visible. */
  curtain = $state<number | null>(null)
  /** The seat that comes next, while the player who has placed a row still looks at its marks. */
  next = $state<number | null>(null)
  /** The seat whose player has the device. */
  #looks: number | null = null
  /** The number of marked rows that this player has seen. */
  #rows = 0
  #seen = $state(-1)
  readonly #view: () => View

  constructor(
    view: () => View,
    private readonly turnTo: (seat: number) => Promise<void>,
  ) {
    this.#view = view
    $effect.pre(() => {
      const now = view()
      untrack(() => this.#look(now))
    })
  }

  /** The attempt that has just ended, until the player goes on. */
  get finished(): Attempt | null {
    return this.#seen >= 0 && this.#seen < this.#ended ? (this.#view().past[this.#seen] ?? null) : null
  }

  /** The number of attempts that have ended, without the last one of a match, which is shown with the end. */
  get #ended(): number {
    const { past, outcome } = this.#view()
    return past.length - (outcome ? 1 : 0)
  }

  /** True if another code has ended since the one that is shown. */
  get behind(): boolean {
    return this.#seen + 1 < this.#ended
  }

  goOn(): void {
    this.#seen += 1
    this.#keep()
    this.#look(this.#view())
  }

  /** Show the table to the seat that the curtain waits for, or to another one that calls. */
  async lift(seat = this.curtain): Promise<void> {
    if (seat === null) return
    this.#looks = seat
    this.#rows = Infinity
    await this.turnTo(seat)
    const view = this.#view()
    this.#rows = rowsOf(view, seat)
    // Whoever calls out of turn hands the device on afterwards.
    this.next = view.to_act.includes(seat) ? null : (view.to_act.find((one) => view.yours.includes(one)) ?? null)
    this.curtain = null
  }

  /** Hand the device on. */
  pass(): void {
    this.curtain = this.next
    this.next = null
  }

  #look(view: View): void {
    if (this.#seen < 0) {
      this.#seen = this.#kept(view)
      // An attempt that ends from now on is shown until the player goes on, even after a reload.
      this.#keep()
    }
    if (view.yours.length < 2) return
    if (view.outcome || this.finished) {
      this.next = null
      return
    }
    if (this.#looks !== null && view.to_act.includes(this.#looks)) {
      this.next = null
      return
    }
    const next = view.to_act.find((seat) => view.yours.includes(seat))
    if (next === undefined) return
    if (isOpen(view)) {
      this.#looks = next
      if (view.you !== next) void this.turnTo(next)
    } else if (this.#looks !== null && view.you === this.#looks && rowsOf(view, this.#looks) > this.#rows) {
      // Whoever has placed a row sees what it earned, and may call, before the device goes on.
      this.next = next
    } else if (this.next === null) this.curtain = next
  }

  get #key(): string {
    return `keypeg.seen.${this.#view().table}`
  }

  #kept(view: View): number {
    const kept = inTab.get<number>(this.#key, -1)
    return kept >= 0 && kept <= view.past.length ? kept : view.past.length
  }

  #keep(): void {
    inTab.put(this.#key, this.#seen)
  }
}

/** The number of a seat's marked rows in the running attempt. */
const rowsOf = (view: View, seat: number): number =>
  view.boards
    .filter((board) => board.breaker === seat)
    .reduce((sum, board) => sum + board.rows.filter((row) => row.total !== null).length, 0)

/** True if nobody here has secrets from another: the codes are on a real board, and no row is placed in secret. */
const isOpen = ({ rules }: View): boolean => rules.marking === 'home' && !rules.together
