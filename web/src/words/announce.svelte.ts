/** What a screen reader is told without moving the focus. */

/** Milliseconds after which something said is taken away: long after it was added, and before it is in the way. */
const KEPT = 5000

interface Said {
  id: number
  at: number
  text: string
}

class Announcer {
  said = $state.raw<Said[]>([])
  #count = 0

  add(text: string): void {
    const at = performance.now()
    this.#count += 1
    this.said = [...this.said.filter((one) => at - one.at < KEPT), { id: this.#count, at, text }]
  }
}

export const announcer = new Announcer()

/** Say it after what is being said: several announcements in a moment are all heard. */
export function announce(text: string): void {
  announcer.add(text)
}
