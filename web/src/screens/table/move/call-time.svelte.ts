/** The time in which people at this device may call a split code before computers do. */

import { now } from '../../../api/server-time.ts'
import type { View } from '../../../api/types.ts'

export class CallTime {
  readonly #view: () => View

  constructor(view: () => View) {
    this.#view = view
  }

  /** Seconds left; Infinity without a limit, null while there is no window. */
  readonly left = $derived.by((): number | null => {
    const window = this.#view().call_window
    if (!window) return null
    if (window.until === null) return Infinity
    const left = window.until - now.seconds
    return left > 0 ? Math.min(left, this.whole) : null
  })

  /** The seconds of the whole window, extensions included. */
  readonly whole = $derived.by((): number => {
    const { since, until } = this.#view().call_window ?? { since: null, until: null }
    return since === null || until === null ? Infinity : until - since
  })

  /** True if the window is for someone here. When its time is up, it stays until the next move arrives. */
  readonly mine = $derived.by((): boolean => {
    const { call_window: window, yours, to_act: due } = this.#view()
    const over = this.left === null
    return (
      (window?.waits ?? []).some((seat) => yours.includes(seat)) && !(over && due.some((seat) => yours.includes(seat)))
    )
  })
}
