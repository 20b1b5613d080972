/** Announcements to screen readers that do not move the focus. */

/** Milliseconds after which an announcement is removed: long after it was added, but before it gets in the way. */
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

/** Announce a text after the current ones, so that several announcements in quick succession are all heard. */
export function announce(text: string): void {
  announcer.add(text)
}
