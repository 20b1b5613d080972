/** A row being filled: its pegs, the cursor, and the pegs held for the next row. Survives a reload. */

import { untrack } from 'svelte'

import type { May } from '../../api/types.ts'
import { onDevice } from '../../settings.svelte.ts'

export const EMPTY = ''
export const BLANK = '.'

interface Kept {
  pegs: string[]
  held: number[]
}

export class Draft {
  pegs = $state<string[]>([])
  cursor = $state(0)
  held = $state<number[]>([])
  latest = $state(EMPTY)
  readonly fixed: readonly number[]
  readonly #key: string
  readonly #blankIsColour: boolean

  /** `key` is the key under which the row is kept on this device. */
  constructor(may: May, key: string) {
    this.#key = `keypeg.row.${key}`
    this.#blankIsColour = may.pegs?.includes(BLANK) ?? false
    const fill = may.fill ?? ''
    this.fixed = [...fill].flatMap((peg, at) => (peg === BLANK ? [] : [at]))
    const holes = may.holes ?? 0
    const kept = this.#kept()
    this.held = kept.held.filter((at) => at < holes)
    this.pegs = Array.from({ length: holes }, (_, at) => {
      if (this.fixed.includes(at)) return fill[at] ?? EMPTY
      const peg = kept.pegs[at] ?? EMPTY
      return may.pegs?.includes(peg) ? peg : EMPTY
    })
    this.cursor = this.#next(-1)
  }

  get isEmpty(): boolean {
    return this.pegs.every((peg, at) => peg === EMPTY || this.fixed.includes(at))
  }

  /** The row in the notation of moves. */
  get text(): string {
    return this.pegs.map((peg) => peg || BLANK).join('')
  }

  place(peg: string, at = this.cursor): void {
    if (this.fixed.includes(at) || at >= this.pegs.length) return
    this.pegs[at] = peg
    this.latest = peg || this.latest
    this.held = this.held.filter((hole) => hole !== at)
    this.cursor = peg ? this.#next(at) : at
    this.#keep()
  }

  /** Remove the peg at the cursor, or the one before it, as backspace does. */
  back(): void {
    let at = this.cursor
    while (at >= 0 && (this.pegs[at] === EMPTY || this.fixed.includes(at))) at -= 1
    if (at >= 0) this.place(EMPTY, at)
  }

  clear(): void {
    this.pegs = this.pegs.map((peg, at) => (this.fixed.includes(at) ? peg : EMPTY))
    this.held = []
    this.cursor = this.#next(-1)
    this.#keep()
  }

  /** Fill every hole that is still empty. */
  fillRest(peg = this.latest): void {
    this.pegs = this.pegs.map((at) => at || peg)
    this.cursor = 0
    this.#keep()
  }

  copy(row: string): void {
    const read = (peg = EMPTY) => (peg === BLANK && !this.#blankIsColour ? EMPTY : peg)
    this.pegs = this.pegs.map((peg, at) => (this.fixed.includes(at) || this.held.includes(at) ? peg : read(row[at])))
    this.cursor = this.#next(-1)
    this.#keep()
  }

  /** Show a typed row: all of it, also in place of held pegs. Return the first fixed hole that it would change. */
  type(row: string): number | null {
    const pegs = [...row].map((peg) => (peg === BLANK && !this.#blankIsColour ? EMPTY : peg))
    this.held = []
    this.pegs = this.pegs.map((peg, at) => (this.fixed.includes(at) ? peg : (pegs[at] ?? EMPTY)))
    this.cursor = this.#next(-1)
    this.#keep()
    return this.fixed.find((at) => (pegs[at] ?? EMPTY) !== EMPTY && pegs[at] !== this.pegs[at]) ?? null
  }

  swap(from: number, to: number): void {
    if (this.fixed.includes(from) || this.fixed.includes(to)) return
    const peg = this.pegs[to] ?? EMPTY
    this.pegs[to] = this.pegs[from] ?? EMPTY
    this.pegs[from] = peg
    this.cursor = to
    this.#keep()
  }

  hold(at: number): void {
    if (!this.pegs[at] || this.fixed.includes(at)) return
    this.held = this.held.includes(at) ? this.held.filter((hole) => hole !== at) : [...this.held, at]
    this.#keep()
  }

  step(by: number): void {
    this.cursor = Math.min(Math.max(this.cursor + by, 0), this.pegs.length - 1)
  }

  /** Empty the row after it was placed, except for held pegs. */
  sent(): void {
    this.pegs = this.pegs.map((peg, at) => (this.held.includes(at) ? peg : EMPTY))
    this.cursor = this.#next(-1)
    this.#keep()
  }

  #next(after: number): number {
    const free = (at: number) => this.pegs[at] === EMPTY && !this.fixed.includes(at)
    for (let step = 1; step <= this.pegs.length; step += 1) {
      const at = (after + step) % this.pegs.length
      if (free(at)) return at
    }
    return Math.min(Math.max(after, 0), Math.max(this.pegs.length - 1, 0))
  }

  #kept(): Kept {
    return onDevice.get<Kept>(this.#key, { pegs: [], held: [] })
  }

  #keep(): void {
    onDevice.put(this.#key, this.isEmpty ? null : { pegs: this.pegs, held: this.held })
  }
}

/** Return the draft of the row that may be placed now. A new one begins if `name`, the holes or the pegs change. */
export function currentDraft(may: () => May | null, name: () => string): () => Draft | null {
  const key = $derived.by(() => {
    const now = may()
    return now ? [name(), now.move, now.board ?? '', now.holes, now.pegs, now.fill].join('.') : ''
  })
  const draft = $derived.by(() => {
    const stored = key
    const now = untrack(may)
    return now ? new Draft(now, stored) : null
  })
  return () => draft
}
