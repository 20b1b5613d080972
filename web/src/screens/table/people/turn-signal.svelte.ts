/** Signals "your turn" in a hidden tab: in its title, in its icon and, if the reader wants it, with a notification. */

import type { View } from '../../../api/types.ts'
import { fullAddress } from '../../../router.svelte.ts'
import { settings } from '../../../settings.svelte.ts'
import { boxName } from '../../../words/names.ts'
import { render, say } from '../../../words/speech.svelte.ts'

const ICON = `${import.meta.env.BASE_URL}icon.svg`
const ICON_TURN = `${import.meta.env.BASE_URL}icon-turn.svg`

export class TurnSignal {
  readonly #view: () => View | null
  #hidden = $state(document.visibilityState === 'hidden')
  readonly #due = $derived.by(() => {
    const view = this.#view()
    return view !== null && !view.outcome && view.to_act.some((seat) => view.yours.includes(seat))
  })

  constructor(view: () => View | null) {
    this.#view = view
    $effect(() => {
      const look = () => (this.#hidden = document.visibilityState === 'hidden')
      document.addEventListener('visibilitychange', look)
      return () => document.removeEventListener('visibilitychange', look)
    })
    $effect(() => {
      showIcon(this.#shown ? ICON_TURN : ICON)
      return () => showIcon(ICON)
    })
    let was: boolean | null = null
    $effect(() => {
      const came = was === false && this.#due
      was = view() ? this.#due : null
      if (came && this.#hidden) void this.#notify()
    })
  }

  get #shown(): boolean {
    return this.#hidden && this.#due
  }

  /** The prefix of the tab's title. */
  get title(): string {
    return this.#shown ? `● ${say('web.turn')} · ` : ''
  }

  async #notify(): Promise<void> {
    const view = this.#view()
    if (!settings.notify || !view) return
    const { notify } = await import('./notify.ts')
    await notify(
      `${say('web.turn')} · ${boxName(view.rules)}`,
      render(view.sentences.status),
      fullAddress(`/t/${view.table}`),
    )
  }
}

function showIcon(file: string): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', file)
}
