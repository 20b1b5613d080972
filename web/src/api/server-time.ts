/** The clock of the server, or of this device if that answers, updated every second while the page is visible. */

import { createSubscriber } from 'svelte/reactivity'

let ahead = 0

/** Set the clock from the Date header of a response. */
export function heard(date: string): void {
  const server = Date.parse(date)
  if (!Number.isNaN(server)) ahead = server - Date.now()
}

/** Use this device's own clock, because it has answered. */
export function heardHere(): void {
  ahead = 0
}

class Now {
  /** Ticks only while something on the page shows the time. */
  readonly #tick = createSubscriber((update) => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') update()
    }, 1000)
    return () => clearInterval(timer)
  })

  get seconds(): number {
    this.#tick()
    return (Date.now() + ahead) / 1000
  }
}

export const now = new Now()

/** Return hours, minutes and seconds as a clock shows them. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] ? parts : parts.slice(1)
  return shown.map((part, at) => (at ? String(part).padStart(2, '0') : String(part))).join(':')
}
