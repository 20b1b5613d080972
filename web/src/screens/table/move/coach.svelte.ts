/** The coach's last answer, until the boards change. */

import { api, newKey } from '../../../api/client.ts'
import type { Advice, View } from '../../../api/types.ts'

export type Ask = 'check' | 'explain' | 'hint'

export class Coaching {
  #given = $state.raw<{ advice: Advice; at: string } | null>(null)
  refusal = $state('')
  busy = $state(false)
  readonly #view: () => View

  constructor(view: () => View) {
    this.#view = view
  }

  get advice(): Advice | null {
    return this.#given?.at === this.#place ? this.#given.advice : null
  }

  async ask(what: Ask, move?: string): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.refusal = ''
    const view = this.#view()
    const at = this.#place
    try {
      const advice = await api.coach(view.table, {
        ask: what,
        key: newKey(),
        seat: view.you,
        ...(move ? { move } : {}),
      })
      this.#given = { advice, at }
    } catch (error) {
      this.refusal = error instanceof Error ? error.message : String(error)
    } finally {
      this.busy = false
    }
  }

  get #place(): string {
    const view = this.#view()
    return [view.round, view.code, view.again, ...view.boards.map((board) => board.rows.length)].join('.')
  }
}
