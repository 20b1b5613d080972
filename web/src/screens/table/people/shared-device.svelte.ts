/** Several players at one device: who may look now, and finished attempts that are still to be shown. */

import { untrack } from 'svelte'

import type { Attempt, View } from '../../../api/types.ts'
import { inTab } from '../../../settings.svelte.ts'

export class SharedDevice {
  /** The seat to hand the device to; null if the table is visible. */
  curtain = $state<number | null>(null)
  /** The seat whose player has the device. */
  #looks: number | null = null
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

  /** Show the table to the seat that the curtain waits for. */
  lift(): void {
    const seat = this.curtain
    if (seat === null) return
    this.#looks = seat
    void this.turnTo(seat).then(() => (this.curtain = null))
  }

  #look(view: View): void {
    if (this.#seen < 0) {
      this.#seen = this.#kept(view)
      // An attempt that ends from now on is shown until the player goes on, even after a reload.
      this.#keep()
    }
    if (view.yours.length < 2 || view.outcome || this.finished) return
    if (this.#looks !== null && view.to_act.includes(this.#looks)) return
    this.curtain = view.to_act.find((seat) => view.yours.includes(seat)) ?? this.curtain
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
