/** The move that the player at this device is preparing, and the row being filled for it. */

import type { May, MoveName, View } from '../../../api/types.ts'
import { currentDraft, type Draft } from '../../../board/entry/draft.svelte.ts'
import { Notes } from '../../../board/entry/notes.svelte.ts'

const FILLS: readonly MoveName[] = ['hide', 'guess', 'reveal']

export class PendingMove {
  /** True while the player prepares a call out of turn. */
  calling = $state(false)
  /** Shares entered so far, if several must be revealed. */
  shown = $state<string[]>([])
  readonly #view: () => View

  constructor(view: () => View) {
    this.#view = view
  }

  may(move: MoveName): May | undefined {
    return this.#view().may.find((one) => one.move === move)
  }

  /** The move that fills holes now, if any. */
  readonly filling = $derived.by((): May | null => {
    const view = this.#view()
    const call = view.may.find((one) => one.move === 'call')
    if (call && (this.calling || view.phase === 'call')) return call
    return view.may.find((one) => FILLS.includes(one.move)) ?? null
  })

  /** Return the text of the move that this row makes; empty while the move needs more rows. */
  move(may: May, row: string): string {
    if (may.move !== 'reveal') return `${may.move} ${row}`
    this.shown = [...this.shown, row]
    if (this.shown.length < (may.shares ?? 1)) return ''
    const move = `reveal ${this.shown.join('+')}`
    this.shown = []
    return move
  }

  /** Identifies a code of a match in the storage of this device. */
  readonly place = $derived.by(() => {
    const view = this.#view()
    return [view.table, view.you, view.round, view.code, view.again].join('.')
  })

  readonly #draft = currentDraft(
    () => this.filling,
    () => this.place,
  )

  get draft(): Draft | null {
    return this.#draft()
  }

  readonly notes = $derived.by(() => new Notes(this.place))
}
